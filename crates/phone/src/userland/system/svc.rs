//! `svc`: switches radios, and says when the screen stays on.

use crate::android::Namespace;
use crate::process::Process;
use crate::userland::Outcome;

const USAGE: &str = "\
Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    bluetooth Control Bluetooth service
    nfc      Control NFC functions
";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
    let put = |key: &str, value: &str| {
        process.android().put_setting(Namespace::Global, key, value);
    };
    let done = match words.as_slice() {
        [radio, state, ..] if switch(radio).is_some() => match (switch(radio), on(state)) {
            (Some(key), Some(value)) => {
                // The phone has no NFC chip: the command is taken, and there is nothing to switch.
                if !key.is_empty() {
                    put(key, value);
                }
                Ok(())
            }
            _ => Err(radio_usage(radio)),
        },
        [radio] if switch(radio).is_some() => Err(radio_usage(radio)),
        ["power", "stayon", when, ..] => match plugged(when) {
            Some(kinds) => {
                put("stay_on_while_plugged_in", kinds);
                if *when == "true" {
                    process.android().set_awake(true);
                }
                Ok(())
            }
            None => Err(POWER_USAGE.to_owned()),
        },
        ["power", ..] => Err(POWER_USAGE.to_owned()),
        _ => Err(USAGE.to_owned()),
    };
    if let Err(usage) = done {
        process.complain(usage).await;
    }
    Ok(0)
}

const POWER_USAGE: &str = "\
Control the power manager

usage: svc power stayon [true|false|usb|ac|wireless|dock]
         Set the 'keep awake while plugged in' setting.
";

fn radio_usage(radio: &str) -> String {
    format!("usage: svc {radio} [enable|disable]\n         Turn {radio} on or off.\n")
}

/// The setting behind a radio; empty where there is no such radio.
fn switch(radio: &str) -> Option<&'static str> {
    match radio {
        "wifi" => Some("wifi_on"),
        "data" => Some("mobile_data"),
        "bluetooth" => Some("bluetooth_on"),
        "nfc" => Some(""),
        _ => None,
    }
}

fn on(state: &str) -> Option<&'static str> {
    match state {
        "enable" => Some("1"),
        "disable" => Some("0"),
        _ => None,
    }
}

/// The kinds of power that keep the screen on, as bits.
fn plugged(when: &str) -> Option<&'static str> {
    match when {
        "true" => Some("15"),
        "false" => Some("0"),
        "ac" => Some("1"),
        "usb" => Some("2"),
        "wireless" => Some("4"),
        "dock" => Some("8"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn switches_settings() {
        let phone = OnPhone::home().await;
        phone.check("svc wifi disable; settings get global wifi_on", "0\n", "", 0).await;
        phone.check("svc wifi enable; settings get global wifi_on", "1\n", "", 0).await;
        phone.check("svc data disable; settings get global mobile_data", "0\n", "", 0).await;
        phone.check("svc bluetooth enable; settings get global bluetooth_on", "1\n", "", 0).await;
        phone.check("svc nfc enable", "", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn keeps_the_screen_on() {
        let phone = OnPhone::home().await;
        let script = "input keyevent 223; svc power stayon true; dumpsys power | grep -E 'mWakefulness=|mStayOn='";
        phone.check(script, "  mWakefulness=Awake\n  mStayOn=true\n", "", 0).await;
        let off = "svc power stayon false; dumpsys power | grep mStayOn=";
        phone.check(off, "  mStayOn=false\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn explains_itself() {
        let phone = OnPhone::home().await;
        assert!(phone.run("svc").await.err.starts_with("Available commands:\n"));
        for script in ["svc wifi", "svc wifi up"] {
            assert!(phone.run(script).await.err.starts_with("usage: svc wifi [enable|disable]\n"));
        }
        assert!(phone.run("svc power stayon maybe").await.err.contains("usage: svc power stayon"));
    }
}
