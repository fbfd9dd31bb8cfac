//! `am attach-agent`: tells an app to load a native agent. The apps run no native code, so all they do is log that it failed.

use crate::android::{Buffer, Level, Writer};
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::{Thrown, Words};

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let target = words.required()?;
    let agent = words.required()?;
    if let Some(more) = words.next() {
        process.complain(format!("Error: Unknown option: {more}\n")).await;
        return Ok(MINUS_ONE);
    }
    let android = process.android();
    let mut apps = android.processes().into_iter().filter(|running| running.package.is_some());
    let found = apps.find(|running| running.name == target || running.pid.to_string() == target);
    let Some(app) = found else {
        return Err(Thrown::illegal_argument(format!("Unknown process: {target}")).into());
    };
    let who = Writer { pid: app.pid, tid: app.pid, uid: app.uid };
    // First with the app's own loader, then with none.
    for loader in ["dalvik.system.PathClassLoader", "null"] {
        let message = format!("Attaching agent with {loader} failed: {agent}");
        android.append_log(Buffer::System, Level::Error, who, "ActivityThread", message);
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn the_app_says_that_it_failed() {
        let phone = OnPhone::shop().await;
        phone.check("am attach-agent com.example.shop /data/a.so=x", "", "", 0).await;
        phone.check("am attach-agent $(pidof com.example.shop) /data/b.so", "", "", 0).await;
        let log = phone.out("logcat -d -b system -v tag -s ActivityThread").await;
        for agent in ["/data/a.so=x", "/data/b.so"] {
            let line = format!("E/ActivityThread: Attaching agent with null failed: {agent}\n");
            assert!(log.contains(&line), "{log}");
        }
        let error = "Error: Unknown option: c\n";
        phone.check("am attach-agent com.example.shop a c", "", error, 255).await;
        let ran = phone.run("am attach-agent com.nosuch a").await;
        let unknown = "java.lang.IllegalArgumentException: Unknown process: com.nosuch\n";
        assert!(ran.err.contains(unknown) && ran.status == 255, "{}", ran.err);
    }
}
