//! `am crash`: an app dies of an exception.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;

const EXCEPTION: &str = "\
android.app.RemoteServiceException$CrashedByAdbException: shell-induced crash
\tat android.app.ActivityThread.throwRemoteServiceException(ActivityThread.java:2016)
\tat android.app.ActivityThread$H.handleMessage(ActivityThread.java:2276)
\tat android.os.Handler.dispatchMessage(Handler.java:106)
\tat android.os.Looper.loop(Looper.java:288)
\tat android.app.ActivityThread.main(ActivityThread.java:7872)";

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::All)? {
        process.complain(format!("Error: Unknown option: {option}\n")).await;
        return Ok(MINUS_ONE);
    }
    let target = words.required()?;
    let android = process.android();
    // A pid or a package; one that does not run cannot crash.
    let running = android.processes().into_iter().filter(|running| {
        running.pid.to_string() == target || running.package.as_deref() == Some(target)
    });
    for package in running.filter_map(|running| running.package) {
        android.crash(&package, EXCEPTION);
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn leaves_a_crash_in_the_log() {
        let phone = OnPhone::shop().await;
        phone.check("am crash com.nosuch; am crash com.example.shop", "", "", 0).await;
        phone.check("pidof com.example.shop", "", "", 1).await;
        let crash = phone.out("logcat -d -b crash -v tag").await;
        let expected = "--------- beginning of crash\nE/AndroidRuntime: FATAL EXCEPTION: main\nE/AndroidRuntime: Process: com.example.shop, PID: ";
        assert!(crash.starts_with(expected), "{crash}");
        assert!(
            crash.contains("CrashedByAdbException: shell-induced crash\nE/AndroidRuntime: \tat ")
        );
        let pid = "am start -W com.example.shop >/dev/null; am crash $(pidof com.example.shop); pidof com.example.shop";
        phone.check(pid, "", "", 1).await;
    }
}
