//! Reads the log and prints what was asked for.

use super::arguments::{self, Arguments, Purpose, Start};
use super::{binary, sizes};
use crate::android::{Buffer, LogEntry};
use crate::files::WriteMode;
use crate::process::{Output, Process, to_bytes};
use crate::userland::Outcome;
use bytes::Bytes;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

/// Text is written in pieces of about this size.
const CHUNK: usize = 32 * 1024;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let tags = process.env.get("ANDROID_LOG_TAGS").map(String::as_str);
    let arguments = match Arguments::parse(&arguments[1..], tags, &process.android().now()) {
        Ok(arguments) => arguments,
        Err(text) => return process.fail("logcat", text).await,
    };
    for warning in &arguments.warnings {
        process.complain(format!("{warning}\n")).await;
    }
    match arguments.purpose {
        Purpose::Read => read(process, arguments).await,
        Purpose::Help => {
            process.print(arguments::HELP).await?;
            Ok(0)
        }
        Purpose::Clear => {
            process.android().clear_log(&arguments.buffers);
            Ok(0)
        }
        Purpose::Sizes => {
            process.print(sizes::sizes(process, &arguments.buffers)).await?;
            Ok(0)
        }
        Purpose::Resize(bytes) => {
            process.android().resize_log(&arguments.buffers, bytes);
            Ok(0)
        }
        Purpose::Statistics => {
            process.print(sizes::statistics(process, &arguments.buffers)).await?;
            Ok(0)
        }
        Purpose::Nothing => Ok(0),
    }
}

async fn read(process: &Process, arguments: Arguments) -> Outcome {
    let output = match &arguments.file {
        Some(path) => match process.open_output(path, WriteMode::Append) {
            Ok(output) => output,
            Err(errno) => {
                let text = format!("Couldn't open output file '{path}': {errno}");
                return process.fail("logcat", text).await;
            }
        },
        None => process.stdout.clone(),
    };
    let mut log = process.android().follow_log(&arguments.buffers, 0);
    let backlog = arguments.start_of(log.take());
    let follows = !arguments.dump;
    let mut printer = Printer::new(process, arguments);
    let mut done = printer.write(&output, backlog).await?;
    while follows && !done {
        let entries = tokio::select! {
            biased;
            // Nobody will read what comes.
            () = output.broken() => return Err(io::ErrorKind::BrokenPipe.into()),
            entries = log.next() => entries,
        };
        done = printer.write(&output, entries).await?;
    }
    Ok(0)
}

struct Printer {
    arguments: Arguments,
    zone: jiff::tz::TimeZone,
    /// The buffers whose beginning was shown, and the one shown last.
    begun: Vec<Buffer>,
    last: Option<Buffer>,
    counted: usize,
}

impl Printer {
    fn new(process: &Process, arguments: Arguments) -> Self {
        let zone = process.android().now().time_zone().clone();
        Self { arguments, zone, begun: Vec::new(), last: None, counted: 0 }
    }

    /// True when as much was printed as was asked for.
    async fn write(&mut self, output: &Output, entries: Vec<Arc<LogEntry>>) -> io::Result<bool> {
        let mut text = String::new();
        for entry in entries {
            if self.arguments.max_count.is_some_and(|max| self.counted >= max) {
                break;
            }
            if !self.arguments.concerns(&entry) {
                continue;
            }
            if self.arguments.binary {
                output.write(binary::encode(&entry)).await?;
                self.counted += 1;
                continue;
            }
            self.divide(entry.buffer, &mut text);
            self.print(&entry, &mut text);
            if text.len() >= CHUNK {
                output.write(take_bytes(&mut text)).await?;
            }
        }
        output.write(take_bytes(&mut text)).await?;
        Ok(self.arguments.max_count.is_some_and(|max| self.counted >= max))
    }

    fn print(&mut self, entry: &LogEntry, text: &mut String) {
        if !self.arguments.filter.shows(&entry.tag, entry.level) {
            return;
        }
        let matches =
            self.arguments.regex.as_ref().is_none_or(|regex| regex.is_match(&entry.message));
        self.counted += usize::from(matches);
        if matches || self.arguments.print_all {
            self.arguments.format.entry(entry, &self.zone, text);
        }
    }

    fn divide(&mut self, buffer: Buffer, text: &mut String) {
        if self.last.replace(buffer) == Some(buffer) {
            return;
        }
        let seen = self.begun.contains(&buffer);
        if seen && !self.arguments.dividers {
            return;
        }
        if !seen {
            self.begun.push(buffer);
        }
        let what = if seen { "switch to" } else { "beginning of" };
        writeln!(text, "--------- {what} {}", buffer.name()).ok();
    }
}

fn take_bytes(text: &mut String) -> Bytes {
    to_bytes(std::mem::take(text))
}

impl Arguments {
    /// Of what the log holds, what is to be read at all.
    fn start_of(&self, mut entries: Vec<Arc<LogEntry>>) -> Vec<Arc<LogEntry>> {
        match &self.start {
            Start::Oldest => {}
            Start::Since(time) => entries.retain(|entry| entry.time >= *time),
            Start::Last(count) => {
                // The daemon counts what it would send: only the pid is its business.
                entries.retain(|entry| self.is_of_pid(entry));
                let surplus = entries.len().saturating_sub(*count);
                entries.drain(..surplus);
            }
        }
        entries
    }

    fn is_of_pid(&self, entry: &LogEntry) -> bool {
        self.pid.is_none_or(|pid| entry.pid == pid)
    }

    fn concerns(&self, entry: &LogEntry) -> bool {
        self.is_of_pid(entry) && (self.uids.is_empty() || self.uids.contains(&entry.uid))
    }
}

#[cfg(test)]
mod tests {
    use crate::shell::tests::run_in;
    use crate::userland::system::on_phone::OnPhone;
    use std::time::Duration;

    const LINES: &str = "log -t One -p w first; log -t Two 'second\nline'; log -t One -p e third";

    /// A phone with nothing but three entries in its log.
    async fn phone() -> OnPhone {
        let phone = OnPhone::home().await;
        // What happens while the home screen comes up belongs to another story.
        phone.process.android().wait_quiet(Duration::from_secs(1), Duration::from_secs(10)).await;
        phone.run(&format!("logcat -b all -c; {LINES}")).await;
        phone
    }

    #[tokio::test(start_paused = true)]
    async fn dumps_with_dividers_and_filters() {
        let phone = phone().await;
        let main = "--------- beginning of main\n";
        let all = format!(
            "{main}W/One     : first\nI/Two     : second\nI/Two     : line\nE/One     : third\n"
        );
        phone.check("logcat -d -v tag", &all, "", 0).await;
        phone.check("logcat -v tag -t 100 '*:V'", &all, "", 0).await;
        let errors = format!("{main}E/One     : third\n");
        phone.check("logcat -d -v tag '*:E'", &errors, "", 0).await;
        phone.check("logcat -d -v tag -s One:E", &errors, "", 0).await;
        phone.check("export ANDROID_LOG_TAGS='*:E'; logcat -d -v tag", &errors, "", 0).await;
        phone.check("logcat -d -v raw -e '^sec'", &format!("{main}second\nline\n"), "", 0).await;
        phone.check("logcat -v raw -m 1", &format!("{main}first\n"), "", 0).await;
        // The newest are taken first, then filtered.
        phone.check("logcat -v raw -t 2 One:V '*:S'", &format!("{main}third\n"), "", 0).await;
        phone.check("logcat -d -v raw --pid=1", "", "", 0).await;
        phone.check("logcat -d -b crash", "", "", 0).await;
        phone.check("logcat -d --uid=2000 -s None", main, "", 0).await;
        phone.check("logcat -b nosuch", "", "logcat: Unknown buffer 'nosuch'\n", 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_default_format_has_time_and_thread() {
        let phone = phone().await;
        let line = phone.run("logcat -d -t 1").await.out;
        let line = line.lines().nth(1).unwrap().to_owned();
        assert!(
            line.starts_with("11-15 10:15:0") && line.ends_with(" E One     : third"),
            "{line}"
        );
        let before = phone.run("logcat -v raw -t '11-15 10:14:00.000'").await.out;
        assert_eq!(before.lines().count(), 5);
        phone.check("logcat -v raw -t '11-15 10:16:00.000'", "", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn clears_and_tells_sizes() {
        let phone = phone().await;
        let sizes = phone.run("logcat -g").await.out;
        assert!(sizes.starts_with("main: ring buffer is 256 KiB (1"), "{sizes}");
        let resized = phone.run("logcat -G 64K; logcat -g").await.out;
        assert!(resized.starts_with("main: ring buffer is 64 KiB (1"), "{resized}");
        for wrong in ["1K", "x", "64KK", "300M", "-5"] {
            let ran = phone.run(&format!("logcat -G {wrong}")).await;
            assert!(ran.err.contains("Invalid argument to -G") && ran.status == 1, "{}", ran.err);
        }
        assert!(phone.run("logcat -S").await.out.contains("2000     One "));
        phone.check("logcat -c; logcat -d", "", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn follows_until_nobody_reads() {
        let phone = phone().await;
        let script =
            "(sleep 1; log -t New fourth; log -t New fifth) & logcat -v raw -T 1 | head -n 3";
        phone.check(script, "--------- beginning of main\nthird\nfourth\n", "", 0).await;
        // Cut off without a line to fail on.
        phone
            .check("timeout 5 logcat -T 1 -s None", "--------- beginning of main\n", "", 124)
            .await;
        phone.check("logcat -c; logcat | true", "", "", 0).await;
        phone.check("pidof logcat", "", "", 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn ends_when_its_task_does() {
        let phone = phone().await;
        let process = phone.process.clone();
        let following = tokio::spawn(async move { run_in(&process, "logcat", b"").await.status });
        tokio::task::yield_now().await;
        while phone.run("pidof logcat").await.status != 0 {
            tokio::task::yield_now().await;
        }
        following.abort();
        assert!(following.await.unwrap_err().is_cancelled());
        phone.check("pidof logcat", "", "", 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn tells_the_story_of_a_launch() {
        let phone = OnPhone::home().await;
        phone.run("logcat -c; am start -W com.example.shop; am force-stop com.example.shop").await;
        let log = phone.run("logcat -d -v brief").await.out;
        for line in [
            "I/ActivityTaskManager(  582): START u0 {act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000",
            ":com.example.shop/u0a123 for ",
            "I/ActivityTaskManager(  582): Displayed com.example.shop/.MainActivity for user 0: +0ms\n",
            "Force stopping com.example.shop appid=10123 user=0: from pid ",
        ] {
            assert!(log.contains(line), "{line} in {log}");
        }
    }
}
