//! `dumpsys trust`: whether the phone is locked. Nothing vouches for its user.

use super::lines::Lines;
use crate::android::Android;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let locked = u8::from(android.power().keyguard);
    let mut lines = Lines::new("Trust manager state:");
    let active = if android.api().since(33) { ", isActiveUnlockRunning=0" } else { "" };
    lines.add(format_args!(
        " User \"Owner\" (id=0, flags=0x4c13) (current): trusted=0, trustManaged=0, deviceLocked={locked}{active}, strongAuthRequired=0x0"
    ));
    lines.add("   Enabled agents:\n   Events:");
    lines.text()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn locked_or_not() {
        let phone = OnPhone::home().await;
        let script = "dumpsys trust | grep -o 'deviceLocked=.'";
        phone.check(script, "deviceLocked=0\n", "", 0).await;
        phone.driver.android.state().power.keyguard = true;
        phone.check(script, "deviceLocked=1\n", "", 0).await;
    }
}
