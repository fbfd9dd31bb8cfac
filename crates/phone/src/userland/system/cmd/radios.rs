//! `cmd wifi`, `cmd phone`, `cmd bluetooth_manager`, `cmd location`, `cmd connectivity`: switches, kept in the settings.

use super::list::Reply;
use crate::android::Namespace;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

pub(super) fn wifi(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("set-wifi-enabled") => {
            let wanted = words.required()?;
            switch(process, Namespace::Global, "wifi_on", wanted, "enabled", "disabled")
        }
        Some("status") => {
            let on = is_on(process, Namespace::Global, "wifi_on");
            let state = if on { "enabled" } else { "disabled" };
            let network = if on { "Wifi is connected to \"AndroidWifi\"\n" } else { "" };
            Ok(Reply::out(format!("Wifi is {state}\n{network}")))
        }
        other => Ok(Reply::unknown(other)),
    }
}

pub(super) fn phone(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("data") => {
            let wanted = words.required()?;
            switch(process, Namespace::Global, "mobile_data", wanted, "enable", "disable")
        }
        other => Ok(Reply::unknown(other)),
    }
}

pub(super) fn bluetooth(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some(wanted @ ("enable" | "disable")) => {
            switch(process, Namespace::Global, "bluetooth_on", wanted, "enable", "disable")
        }
        other => Ok(Reply::unknown(other)),
    }
}

pub(super) fn location(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let android = process.android();
    match words.next() {
        Some("set-location-enabled") => {
            let mode = match words.required()? {
                "true" => "3",
                "false" => "0",
                other => {
                    let text = format!("Invalid argument, expected true or false: {other}");
                    return Err(Thrown::illegal_argument(text));
                }
            };
            android.put_setting(Namespace::Secure, "location_mode", mode);
            Ok(Reply::silent())
        }
        Some("is-location-enabled") => {
            let on =
                android.setting(Namespace::Secure, "location_mode").is_some_and(|mode| mode != "0");
            Ok(Reply::out(format!("{on}\n")))
        }
        other => Ok(Reply::unknown(other)),
    }
}

pub(super) fn connectivity(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("airplane-mode") => match words.next() {
            Some(wanted) => {
                switch(process, Namespace::Global, "airplane_mode_on", wanted, "enable", "disable")
            }
            None if is_on(process, Namespace::Global, "airplane_mode_on") => {
                Ok(Reply::out("enabled\n"))
            }
            None => Ok(Reply::out("disabled\n")),
        },
        other => Ok(Reply::unknown(other)),
    }
}

fn is_on(process: &Process, namespace: Namespace, key: &str) -> bool {
    process.android().setting(namespace, key).as_deref() == Some("1")
}

fn switch(
    process: &Process,
    namespace: Namespace,
    key: &str,
    wanted: &str,
    on: &str,
    off: &str,
) -> Result<Reply, Thrown> {
    let value = match wanted {
        _ if wanted == on => "1",
        _ if wanted == off => "0",
        _ => {
            let text = format!("Invalid args for {key}: expected {on} or {off}, got {wanted}");
            return Err(Thrown::illegal_argument(text));
        }
    };
    process.android().put_setting(namespace, key, value);
    Ok(Reply::silent())
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn switches_are_settings() {
        let phone = OnPhone::home().await;
        phone.check("cmd connectivity airplane-mode", "disabled\n", "", 0).await;
        phone.check("cmd connectivity airplane-mode enable", "", "", 0).await;
        phone.check("cmd connectivity airplane-mode", "enabled\n", "", 0).await;
        for (script, key) in [
            ("cmd wifi set-wifi-enabled disabled", "global wifi_on"),
            ("cmd phone data disable", "global mobile_data"),
            ("cmd bluetooth_manager disable", "global bluetooth_on"),
            ("cmd location set-location-enabled false", "secure location_mode"),
        ] {
            phone.check(&format!("{script}; settings get {key}"), "0\n", "", 0).await;
        }
        phone.check("cmd wifi status", "Wifi is disabled\n", "", 0).await;
        phone.check("cmd location is-location-enabled", "false\n", "", 0).await;
        let exception = "java.lang.IllegalArgumentException: Invalid args for wifi_on: expected enabled or disabled, got on";
        phone.check_thrown("cmd wifi set-wifi-enabled on", "set-wifi-enabled", exception).await;
    }
}
