//! `pm list features` and `pm has-feature`: what this phone can do.

use crate::process::Process;
use crate::userland::system::shell_command::Answer;
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

pub(super) async fn list(process: &Process) -> Answer {
    let mut text = "feature:reqGlEsVersion=0x30001\n".to_owned();
    for (name, version) in FEATURES {
        let version = if version == 0 { String::new() } else { format!("={version}") };
        writeln!(text, "feature:{name}{version}").ok();
    }
    process.print(text).await?;
    Ok(0)
}

/// The exit code is the answer, too.
pub(super) async fn has(process: &Process, mut words: Words<'_>) -> Answer {
    let name = words.required()?;
    let at_least: u32 = if words.rest().is_empty() { 0 } else { words.number()? };
    let found = FEATURES.iter().any(|(have, version)| *have == name && *version >= at_least);
    process.print(format!("{found}\n")).await?;
    Ok(u8::from(!found))
}

/// Sorted by name; 0 is no version.
const FEATURES: [(&str, u32); 31] = [
    ("android.hardware.audio.output", 0),
    ("android.hardware.bluetooth", 0),
    ("android.hardware.bluetooth_le", 0),
    ("android.hardware.camera", 0),
    ("android.hardware.camera.any", 0),
    ("android.hardware.faketouch", 0),
    ("android.hardware.fingerprint", 0),
    ("android.hardware.location", 0),
    ("android.hardware.location.gps", 0),
    ("android.hardware.location.network", 0),
    ("android.hardware.microphone", 0),
    ("android.hardware.ram.normal", 0),
    ("android.hardware.screen.landscape", 0),
    ("android.hardware.screen.portrait", 0),
    ("android.hardware.sensor.accelerometer", 0),
    ("android.hardware.telephony", 0),
    ("android.hardware.touchscreen", 0),
    ("android.hardware.touchscreen.multitouch", 0),
    ("android.hardware.touchscreen.multitouch.distinct", 0),
    ("android.hardware.vulkan.version", 4_198_400),
    ("android.hardware.wifi", 0),
    ("android.software.adoptable_storage", 0),
    ("android.software.app_widgets", 0),
    ("android.software.backup", 0),
    ("android.software.home_screen", 0),
    ("android.software.input_methods", 0),
    ("android.software.managed_users", 0),
    ("android.software.print", 0),
    ("android.software.secure_lock_screen", 0),
    ("android.software.verified_boot", 0),
    ("android.software.webview", 0),
];

#[cfg(test)]
mod tests {
    use super::FEATURES;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn is_a_phone_and_no_television() {
        assert!(FEATURES.is_sorted());
        let phone = OnPhone::home().await;
        let list = phone.out("pm list features").await;
        assert!(list.starts_with("feature:reqGlEsVersion=0x30001\nfeature:android.hardware."));
        assert!(list.contains("\nfeature:android.hardware.touchscreen\n"));
        assert!(!list.contains("leanback") && !list.contains("television"));
        phone.check("cmd package has-feature android.hardware.touchscreen", "true\n", "", 0).await;
        phone.check("cmd package has-feature android.software.leanback", "false\n", "", 1).await;
        let newer = "cmd package has-feature android.hardware.vulkan.version 9999999";
        phone.check(newer, "false\n", "", 1).await;
    }
}
