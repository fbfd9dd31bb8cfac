//! `dumpsys power`: is the screen on?

use super::lines::Lines;
use crate::android::{Android, Namespace};

/// `BatteryManager.BATTERY_PLUGGED_…`
const AC: u32 = 1;
const USB: u32 = 2;
const WIRELESS: u32 = 4;
/// Below this level, in percent, the battery is low.
const LOW: i32 = 15;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let mut lines = Lines::new("POWER MANAGER (dumpsys power)\n");
    state(android, &mut lines);
    settings(android, &mut lines);
    users(android, &mut lines);
    blockers(android, &mut lines);
    lines.text()
}

fn plug(android: &Android) -> u32 {
    let battery = android.battery();
    match (battery.ac, battery.usb, battery.wireless) {
        (true, _, _) => AC,
        (_, true, _) => USB,
        (_, _, true) => WIRELESS,
        (false, false, false) => 0,
    }
}

fn stay_on(android: &Android) -> String {
    android.setting(Namespace::Global, "stay_on_while_plugged_in").unwrap_or_default()
}

fn state(android: &Android, lines: &mut Lines) {
    let (awake, level, plug) = (android.power().awake, android.battery().level, plug(android));
    let stays = stay_on(android).parse::<u32>().is_ok_and(|kinds| kinds & plug != 0);
    let wakefulness = if awake { "Awake" } else { "Asleep" };
    let summary = u8::from(awake);
    lines.add(
        "Power Manager State:\n  Settings power_manager_constants:\n    no_cached_wake_locks=true",
    );
    lines.add(format_args!(
        "  mDirty=0x0\n  mWakefulness={wakefulness}\n  mWakefulnessChanging=false"
    ));
    lines.add(format_args!(
        "  mIsPowered={}\n  mPlugType={plug}\n  mBatteryLevel={level}",
        plug != 0
    ));
    lines.add(format_args!("  mDreamsBatteryLevelDrain=0\n  mDockState=0\n  mStayOn={stays}"));
    lines.add("  mProximityPositive=false\n  mBootCompleted=true\n  mSystemReady=true");
    lines.add("  mEnhancedDischargeTimeElapsed=0\n  mLastEnhancedDischargeTimeUpdatedElapsed=0");
    lines.add("  mEnhancedDischargePredictionIsPersonalized=false");
    lines.add(format_args!(
        "  mHalAutoSuspendModeEnabled={}\n  mHalInteractiveModeEnabled={awake}",
        !awake
    ));
    lines.add(format_args!("  mWakeLockSummary=0x0\n  mUserActivitySummary=0x{summary}"));
    lines.add("  mNotifyLongScheduled=(none)\n  mNotifyLongDispatched=(none)\n  mNotifyLongNextCheck=(none)");
    lines.add("  mRequestWaitForNegativeProximity=false\n  mInterceptedPowerKeyForProximity=false");
    lines.add(format_args!("  mSandmanScheduled=false\n  mBatteryLevelLow={}", level <= LOW));
    lines.add("  mLightDeviceIdleMode=false\n  mDeviceIdleMode=false\n  mDeviceIdleWhitelist=[]");
    lines.add("  mDeviceIdleTempWhitelist=[]\n  mLowPowerStandbyActive=false");
    let touched = moment(android, android.last_activity());
    for kind in ["mLastWakeTime", "mLastSleepTime"] {
        let when = if (kind == "mLastWakeTime") == awake { &touched } else { "0 (never)" };
        lines.add(format_args!("  {kind}={when}"));
    }
    lines.add(format_args!(
        "  mLastSleepReason=power_button\n  mLastInteractivePowerHintTime={touched}"
    ));
    lines.add(format_args!(
        "  mLastScreenBrightnessBoostTime={}",
        moment(android, std::time::Duration::ZERO)
    ));
    lines.add("  mScreenBrightnessBoostInProgress=false\n  mHoldingWakeLockSuspendBlocker=false");
    lines.add(format_args!("  mHoldingDisplaySuspendBlocker={awake}"));
    lines.add("  mLastFlipTime=0\n  mIsFaceDown=false\n");
}

/// `2598544 (57079 ms ago)`
fn moment(android: &Android, at: std::time::Duration) -> String {
    let ago = android.uptime().saturating_sub(at);
    format!("{} ({} ms ago)", at.as_millis(), ago.as_millis())
}

fn settings(android: &Android, lines: &mut Lines) {
    let system = |key| android.setting(Namespace::System, key).unwrap_or_default();
    lines.add("Settings and Configuration:");
    for (name, on) in [
        ("mDecoupleHalAutoSuspendModeFromDisplayConfig", false),
        ("mDecoupleHalInteractiveModeFromDisplayConfig", false),
        ("mWakeUpWhenPluggedOrUnpluggedConfig", true),
        ("mWakeUpWhenPluggedOrUnpluggedInTheaterModeConfig", false),
        ("mTheaterModeEnabled", false),
        ("mKeepDreamingWhenUnplugging", false),
        ("mSuspendWhenScreenOffDueToProximityConfig", false),
        ("mDreamsSupportedConfig", false),
        ("mDreamsEnabledByDefaultConfig", false),
        ("mDreamsActivatedOnSleepByDefaultConfig", false),
        ("mDreamsActivatedOnDockByDefaultConfig", false),
        ("mDreamsEnabledOnBatteryConfig", false),
    ] {
        lines.add(format_args!("  {name}={on}"));
    }
    lines.add("  mDreamsBatteryLevelMinimumWhenPoweredConfig=-1\n  mDreamsBatteryLevelMinimumWhenNotPoweredConfig=15");
    lines.add("  mDreamsBatteryLevelDrainCutoffConfig=5\n  mDreamsEnabledSetting=false");
    lines.add("  mDreamsActivateOnSleepSetting=false\n  mDreamsActivateOnDockSetting=false");
    lines.add("  mDozeAfterScreenOff=false\n  mMinimumScreenOffTimeoutConfig=10000");
    lines.add("  mMaximumScreenDimDurationConfig=7000\n  mMaximumScreenDimRatioConfig=0.20000005");
    lines.add("  mAttentiveTimeoutConfig=-1\n  mAttentiveTimeoutSetting=-1\n  mAttentiveWarningDurationConfig=30000");
    lines.add(format_args!("  mScreenOffTimeoutSetting={}", system("screen_off_timeout")));
    lines.add("  mSleepTimeoutSetting=-1");
    lines.add("  mMaximumScreenOffTimeoutFromDeviceAdmin=9223372036854775807 (enforced=false)");
    lines.add(format_args!("  mStayOnWhilePluggedInSetting={}", stay_on(android)));
    lines.add(format_args!("  mScreenBrightnessModeSetting={}", system("screen_brightness_mode")));
    lines.add("  mScreenBrightnessOverrideFromWindowManager=NaN\n  mUserActivityTimeoutOverrideFromWindowManager=-1");
    lines.add("  mUserInactiveOverrideFromWindowManager=false\n  mDozeScreenStateOverrideFromDreamManager=0");
    lines.add("  mDrawWakeLockOverrideFromSidekick=false\n  mDozeScreenBrightnessOverrideFromDreamManager=-1");
    lines.add("  mScreenBrightnessMinimum=0.0\n  mScreenBrightnessMaximum=1.0\n  mScreenBrightnessDefault=0.4");
    lines.add("  mDoubleTapWakeEnabled=false\n  mForegroundProfile=0\n  mUserId=0\n");
    lines.add("Attentive timeout: -1 ms\nSleep timeout: -1 ms");
    lines.add(format_args!("Screen off timeout: {} ms", system("screen_off_timeout")));
    lines.add("Screen dim duration: 7000 ms\n");
}

/// Whoever runs is active.
fn users(android: &Android, lines: &mut Lines) {
    let front = android.resumed_activity().map(|resumed| resumed.uid);
    let mut uids: Vec<u32> = android.processes().iter().map(|process| process.uid).collect();
    uids.sort_unstable();
    uids.dedup();
    lines.add("UID states (changing=false changed=false):");
    for uid in uids.into_iter().filter(|uid| *uid >= 1000) {
        // `PROCESS_STATE_TOP`, or `PROCESS_STATE_PERSISTENT` for the system's own.
        let state = if Some(uid) == front { 2 } else { 0 };
        let name = super::identity::user(uid);
        lines.add(format_args!("  UID {name}:   ACTIVE  count=0 state={state}"));
    }
}

fn blockers(android: &Android, lines: &mut Lines) {
    let awake = android.power().awake;
    let (count, state) = (u8::from(awake), if awake { "ON" } else { "OFF" });
    let holder = if awake { "[DisplayPowerController]" } else { "[]" };
    lines.add("\nWake Locks: size=0\n\nSuspend Blockers: size=5");
    lines.add("  PowerManagerService.Booting: ref count=0 []");
    lines.add("  PowerManagerService.WakeLocks: ref count=0 []");
    lines.add(format_args!("  PowerManagerService.Display: ref count={count} {holder}"));
    lines.add("  PowerManagerService.Broadcasts: ref count=0 []");
    lines.add("  PowerManagerService.WirelessChargerDetector: ref count=0 []");
    lines.add(format_args!("\nDisplay Power: state={state}"));
    lines.add("\nProfile power states: size=0\n\nDisplay Group User Activity:\n  displayGroupId=0");
    let touched = moment(android, android.last_activity());
    lines.add(format_args!("  userActivitySummary=0x{count}\n  lastUserActivityTime={touched}"));
    lines.add(format_args!(
        "  lastUserActivityTimeNoChangeLights={touched}\n  mWakeLockSummary=0x0"
    ));
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn follows_the_screen() {
        let phone = OnPhone::home().await;
        let script = "dumpsys power | grep -E 'mWakefulness=|mHoldingDisplay|Display Power:'";
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

    #[tokio::test(start_paused = true)]
    async fn follows_the_battery() {
        let phone = OnPhone::home().await;
        let script = "dumpsys power | grep -E 'mIsPowered|mPlugType|mBatteryLevel|mStayOn='";
        let script = format!("dumpsys battery set level 9; dumpsys battery unplug; {script}");
        let lines = "  mIsPowered=false\n  mPlugType=0\n  mBatteryLevel=9\n  mStayOn=false\n  mBatteryLevelLow=true\n";
        phone.check(&script, lines, "", 0).await;
    }
}
