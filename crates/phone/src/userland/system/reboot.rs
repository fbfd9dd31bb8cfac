//! `reboot`: starts the phone again, or switches it off.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "fnpd:");
    if options.has('p') {
        process.machine.off().cancel();
    } else {
        process.machine.reboot();
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn ends_apps_and_connections() {
        let phone = OnPhone::shop().await;
        let restarts = phone.process.machine.cuts();
        phone.check("reboot", "", "", 0).await;
        assert_eq!(*restarts.borrow(), 1);
        assert!(phone.driver.front().starts_with("com.android.launcher3/"));
        phone.check("pidof com.example.shop", "", "", 1).await;
        assert!(!phone.process.machine.off().is_cancelled());
        phone.check("reboot -p", "", "", 0).await;
        assert!(phone.process.machine.off().is_cancelled());
    }
}
