//! `dumpsys battery`: shows the battery, and pretends another one.

use super::{duration, lines::Lines};
use crate::android::{Android, Api, Battery};
use std::time::Duration;

const USAGE: &str = "\
Battery service (battery) commands:
  help
    Print this help text.
  get [ac|usb|wireless|status|level|temp|present]
  set [ac|usb|wireless|status|level|temp|present] <value>
    Force a battery property value, freezing battery state.
  unplug
    Force battery unplugged, freezing battery state.
  reset
    Unfreeze battery state, returning to current hardware values.
";

pub(super) fn dump(android: &Android, arguments: &[&str]) -> String {
    // `-f` only asks for the broadcast that nobody here receives.
    let words: Vec<&str> = arguments.iter().copied().filter(|word| *word != "-f").collect();
    match words.as_slice() {
        [] | ["-a", ..] => show(&android.battery(), android.api(), android.uptime()),
        ["get", rest @ ..] => get(&android.battery(), rest),
        ["set", rest @ ..] => set(android, rest),
        ["unplug", ..] => {
            let unplugged = Battery { ac: false, usb: false, wireless: false, ..android.battery() };
            android.set_battery(Battery { updates_stopped: true, ..unplugged });
            String::new()
        }
        ["reset", ..] => {
            android.set_battery(Battery::default());
            String::new()
        }
        ["help" | "-h", ..] => USAGE.to_owned(),
        [command, ..] => format!("Unknown command: {command}\n"),
    }
}

fn show(battery: &Battery, api: Api, uptime: Duration) -> String {
    let mut lines = Lines::new("Current Battery Service state:");
    if battery.updates_stopped {
        lines.add("  (UPDATES STOPPED -- use 'reset' to restart)");
    }
    lines.add(format_args!("  AC powered: {}", battery.ac));
    lines.add(format_args!("  USB powered: {}", battery.usb));
    lines.add(format_args!("  Wireless powered: {}", battery.wireless));
    if api.since(33) {
        lines.add("  Dock powered: false");
    }
    lines.add("  Max charging current: 0");
    // Told once, when the phone started: since then neither has changed.
    let since = duration::ago(uptime).replacen('-', "+", 1);
    if api.since(36) {
        lines.add(format_args!(" Time when the latest updated value of the Max charging current was sent via battery changed broadcast: {since}"));
    }
    lines.add("  Max charging voltage: 0\n  Charge counter: 10000");
    lines.add(format_args!("  status: {}", battery.status));
    lines.add(format_args!("  health: {}", battery.health));
    lines.add(format_args!("  present: {}", battery.present));
    lines.add(format_args!("  level: {}", battery.level));
    lines.add(format_args!("  scale: {}", battery.scale));
    lines.add(format_args!("  voltage: {}", battery.voltage));
    if api.since(36) {
        lines.add(format_args!(" Time when the latest updated value of the voltage was sent via battery changed broadcast: {since}"));
        lines.add(format_args!(
            " The last voltage value sent via the battery changed broadcast: {}",
            battery.voltage
        ));
    }
    lines.add(format_args!("  temperature: {}", battery.temperature));
    lines.add(format_args!("  technology: {}", battery.technology));
    if api.since(36) {
        lines.add("  Charging state: 0\n  Charging policy: 0\n  Capacity level: -1");
    }
    lines.text()
}

fn get(battery: &Battery, words: &[&str]) -> String {
    let value = match words.first().copied() {
        None => return "No property specified\n".to_owned(),
        Some("ac") => battery.ac.to_string(),
        Some("usb") => battery.usb.to_string(),
        Some("wireless") => battery.wireless.to_string(),
        Some("present") => battery.present.to_string(),
        Some("status") => battery.status.to_string(),
        Some("level") => battery.level.to_string(),
        Some("temp") => battery.temperature.to_string(),
        Some(other) => return format!("Unknown get option: {other}\n"),
    };
    format!("{value}\n")
}

fn set(android: &Android, words: &[&str]) -> String {
    let [key, rest @ ..] = words else { return "No property specified\n".to_owned() };
    let [value, ..] = rest else { return "No value specified\n".to_owned() };
    let Ok(number) = value.parse::<i32>() else { return format!("Bad value: {value}\n") };
    let mut battery = Battery { updates_stopped: true, ..android.battery() };
    match *key {
        "ac" => battery.ac = number != 0,
        "usb" => battery.usb = number != 0,
        "wireless" => battery.wireless = number != 0,
        "present" => battery.present = number != 0,
        "status" => battery.status = number,
        "level" => battery.level = number,
        "temp" => battery.temperature = number,
        other => return format!("Unknown set option: {other}\n"),
    }
    android.set_battery(battery);
    String::new()
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn set_and_reset() {
        let phone = OnPhone::home().await;
        let begin = "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n";
        let before = phone.out("dumpsys battery").await;
        assert!(before.starts_with(begin) && before.contains("\n  level: 85\n"), "{before}");
        phone.check("dumpsys battery set level 50; dumpsys battery set -f ac 1", "", "", 0).await;
        let set = phone.out("dumpsys battery").await;
        let stopped = "Current Battery Service state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n  AC powered: true\n";
        assert!(set.starts_with(stopped) && set.contains("\n  level: 50\n"), "{set}");
        phone.check("dumpsys battery unplug; dumpsys battery get usb", "false\n", "", 0).await;
        phone.check("dumpsys battery reset; dumpsys battery", &before, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_understood() {
        let phone = OnPhone::home().await;
        for (script, said) in [
            ("set", "No property specified\n"),
            ("set level", "No value specified\n"),
            ("set level full", "Bad value: full\n"),
            ("set colour 1", "Unknown set option: colour\n"),
            ("get colour", "Unknown get option: colour\n"),
            ("frob", "Unknown command: frob\n"),
        ] {
            phone.check(&format!("dumpsys battery {script}"), said, "", 0).await;
        }
        assert!(phone.out("dumpsys battery").await.contains("USB powered: true"));
    }
}
