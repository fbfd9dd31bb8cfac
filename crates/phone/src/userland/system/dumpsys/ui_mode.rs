//! `dumpsys uimode`: light or dark.

use super::lines::Lines;
use crate::android::{Android, Namespace};

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let mode =
        android.setting(Namespace::Secure, "ui_night_mode").unwrap_or_else(|| "1".to_owned());
    let night = android.display().night;
    let name = match mode.as_str() {
        "0" => "auto",
        "2" => "yes",
        "3" => "custom",
        _ => "no",
    };
    let current = if night { "0x21" } else { "0x11" };
    let mut lines = Lines::new("Current UI Mode Service state:");
    lines.add("  mDockState=0 mLastBroadcastState=0");
    lines.add(format_args!(
        "  mNightMode={mode} ({name}) mOverrideOn/Off=false/false mNightModeLocked=false"
    ));
    lines.add(format_args!(
        "  mCarModeEnabled=false (carModeApps=) waitScreenOff=false mComputedNightMode={night} mCarModeEnableFlags=0 mEnableCarDockLaunch=true"
    ));
    lines.add(format_args!("  mCurUiMode={current} mUiModeLocked=false mSetUiMode={current}"));
    lines.add("  mHoldingConfiguration=false mSystemReady=true");
    lines.text()
}
