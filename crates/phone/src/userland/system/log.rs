//! `log`: writes a line to the log.

use crate::android::{Buffer, Level, Writer};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "^<1p:t:");
    let priority = options.value('p').unwrap_or("i");
    let level = match priority.chars().next().map(|letter| letter.to_ascii_lowercase()) {
        Some('v') => Some(Level::Verbose),
        Some('d') => Some(Level::Debug),
        Some('i') => Some(Level::Info),
        Some('w') => Some(Level::Warn),
        Some('e') => Some(Level::Error),
        Some('f') => Some(Level::Fatal),
        Some('s') => None,
        Some(_) | None => return process.fail("log", format!("bad -p '{priority}'")).await,
    };
    if let Some(level) = level {
        let who = Writer { pid: process.pid, tid: process.pid, uid: process.who.uid };
        let tag = options.value('t').unwrap_or("log");
        process.android().append_log(Buffer::Main, level, who, tag, options.rest.join(" "));
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn writes_what_logcat_reads() {
        let phone = OnPhone::home().await;
        phone.check("log a  'b  c' -t x", "", "", 0).await;
        phone.check("log -p f -t Tag end", "", "", 0).await;
        let ran = phone.run("logcat -d -v tag log Tag '*:S' | tail -n 2").await;
        assert_eq!(ran.out, "I/log     : a b  c -t x\nF/Tag     : end\n");
        phone.check("log -p x y", "", "log: bad -p 'x'\n", 1).await;
        phone.check("log", "", "log: Needs 1 argument (see \"log --help\")\n", 1).await;
    }
}
