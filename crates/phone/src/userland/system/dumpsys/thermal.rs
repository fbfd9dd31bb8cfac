//! `dumpsys thermalservice`: the phone is cool unless it is told otherwise.

use super::lines::Lines;
use crate::android::Android;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let told = android.thermal_override();
    let mut lines = Lines::new(&format!("IsStatusOverride: {}", told.is_some()));
    lines.add("ThermalEventListeners:\n\tcallbacks: 0\n\tkilled: false\n\tbroadcasts count: -1");
    lines.add("ThermalStatusListeners:\n\tcallbacks: 0\n\tkilled: false\n\tbroadcasts count: -1");
    lines.add(format_args!("Thermal Status: {}", told.unwrap_or(0)));
    lines.add("Cached temperatures:\nHAL Ready: true\nHAL connection:\n\tThermal HAL AIDL 1  connected: yes");
    let battery = f64::from(android.battery().temperature) / 10.0;
    lines.add("Current temperatures from HAL:");
    lines.add(format_args!(
        "\tTemperature{{mValue={battery:.1}, mType=2, mName=battery, mStatus=0}}"
    ));
    lines.add("Current cooling devices from HAL:\nTemperature static thresholds from HAL:");
    lines.text()
}
