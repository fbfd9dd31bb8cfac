//! `dumpsys power`: is the screen on?

use crate::android::{Android, Namespace};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let (power, battery) = (android.power(), android.battery());
    let setting = |namespace, key| android.setting(namespace, key).unwrap_or_default();
    let awake = power.awake;
    let plug = match (battery.ac, battery.usb, battery.wireless) {
        (true, _, _) => 1,
        (_, true, _) => 2,
        (_, _, true) => 4,
        (false, false, false) => 0,
    };
    let stay_on = setting(Namespace::Global, "stay_on_while_plugged_in");
    let stays = stay_on.parse::<u32>().is_ok_and(|kinds| kinds & plug != 0);
    let wakefulness = if awake { "Awake" } else { "Asleep" };
    let state = if awake { "ON" } else { "OFF" };
    let count = u8::from(awake);
    let holder = if awake { "[DisplayPowerController]" } else { "[]" };
    format!(
        "\
POWER MANAGER (dumpsys power)

Power Manager State:
  Settings power_manager_constants:
    no_cached_wake_locks=true
  mDirty=0x0
  mWakefulness={wakefulness}
  mWakefulnessChanging=false
  mIsPowered={}
  mPlugType={plug}
  mBatteryLevel={}
  mDockState=0
  mStayOn={stays}
  mProximityPositive=false
  mBootCompleted=true
  mSystemReady=true
  mHalAutoSuspendModeEnabled={}
  mHalInteractiveModeEnabled={awake}
  mWakeLockSummary=0x0
  mUserActivitySummary=0x{count}
  mBatteryLevelLow=false
  mLightDeviceIdleMode=false
  mDeviceIdleMode=false
  mHoldingWakeLockSuspendBlocker=false
  mHoldingDisplaySuspendBlocker={awake}

Settings and Configuration:
  mScreenOffTimeoutSetting={}
  mStayOnWhilePluggedInSetting={stay_on}
  mScreenBrightnessModeSetting={}

Wake Locks: size=0

Suspend Blockers: size=2
  PowerManagerService.WakeLocks: ref count=0 []
  PowerManagerService.Display: ref count={count} {holder}

Display Power: state={state}
",
        plug != 0,
        battery.level,
        !awake,
        setting(Namespace::System, "screen_off_timeout"),
        setting(Namespace::System, "screen_brightness_mode"),
    )
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn follows_the_screen() {
        let phone = OnPhone::home().await;
        let script = "dumpsys power | grep -E 'mWakefulness=|mHoldingDisplay|Display Power'";
        let on =
            "  mWakefulness=Awake\n  mHoldingDisplaySuspendBlocker=true\nDisplay Power: state=ON\n";
        phone.check(script, on, "", 0).await;
        let off = "  mWakefulness=Asleep\n  mHoldingDisplaySuspendBlocker=false\nDisplay Power: state=OFF\n";
        phone.check(&format!("input keyevent 223; {script}"), off, "", 0).await;
        let wake =
            "dumpsys power | grep -q mWakefulness=Awake || input keyevent 224; wm dismiss-keyguard";
        phone.check(wake, "", "", 0).await;
        phone.check(script, on, "", 0).await;
    }
}
