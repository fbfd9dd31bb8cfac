//! What `am` tells about the device: its users, its configuration, intents as URIs.

use crate::android::{Extra, Intent};
use crate::process::Process;
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

/// `am switch-user`: there is nobody to switch to but the owner.
pub(super) async fn switch_user(process: &Process, mut words: Words<'_>) -> Answer {
    while let Some(option) = words.option() {
        if option != "-w" {
            process.complain(format!("Error: Unknown option: {option}\n")).await;
            return Ok(MINUS_ONE);
        }
    }
    match words.number::<u32>()? {
        0 => Ok(0),
        user => {
            process.complain(format!("Error: Failed to switch to user {user}\n")).await;
            Ok(1)
        }
    }
}

/// `am get-started-user-state`, `am is-user-stopped`.
pub(super) async fn user_state(process: &Process, mut words: Words<'_>, stopped: bool) -> Answer {
    let user: u32 = words.number()?;
    let text = match (stopped, user) {
        (true, _) => format!("{}\n", user != 0),
        (false, 0) => "RUNNING_UNLOCKED\n".to_owned(),
        (false, user) => format!("User is not started: {user}\n"),
    };
    process.print(text).await?;
    Ok(0)
}

/// `am get-config`: the resource qualifiers.
pub(super) async fn config(process: &Process) -> Answer {
    let android = process.android();
    let display = android.display();
    let (size, density) = (display.size(), display.density().max(1));
    let dp = |pixels: i32| i64::from(pixels) * 160 / i64::from(density);
    let (width, height) = (dp(size.width), dp(size.height));
    let locale = android.property("persist.sys.locale").unwrap_or_else(|| "en-US".to_owned());
    let locale = locale.replacen('-', "-r", 1);
    let turned = if size.width > size.height { "land" } else { "port" };
    let night = if display.night { "night" } else { "notnight" };
    let abis = android.property("ro.product.cpu.abilist").unwrap_or_default();
    process
        .print(format!(
            "config: {locale}-ldltr-sw{}dp-w{width}dp-h{height}dp-normal-long-notround-lowdr-nowidecg-{turned}-{night}-{density}dpi-finger-keysexposed-nokeys-navhidden-nonav-{}x{}-v{}\nabi: {abis}\n",
            width.min(height),
            size.height.max(size.width),
            size.height.min(size.width),
            android.api(),
        ))
        .await?;
    Ok(0)
}

/// `am to-uri` and `am to-intent-uri`.
pub(super) async fn to_uri(process: &Process, mut words: Words<'_>, scheme: bool) -> Answer {
    let intent = intent_arguments::parse(&mut words, |option, words| {
        if option == "--user" {
            User::parse(words)?;
            return Ok(true);
        }
        Ok(false)
    })?;
    process.print(format!("{}\n", uri(&intent, scheme))).await?;
    Ok(0)
}

fn uri(intent: &Intent, scheme: bool) -> String {
    let mut text = String::new();
    let mut parts = String::new();
    match intent.data.as_deref() {
        Some(data) if scheme => {
            let (name, rest) = data.split_once(':').unwrap_or(("", data));
            write!(text, "intent:{rest}").ok();
            write!(parts, "scheme={name};").ok();
        }
        Some(data) => text.push_str(data),
        None if scheme => text.push_str("intent:"),
        None => {}
    }
    let mut add = |key: &str, value: &str| write!(parts, "{key}={};", encoded(value)).ok();
    if let Some(action) =
        intent.action.as_deref().filter(|name| *name != "android.intent.action.VIEW")
    {
        add("action", action);
    }
    for category in &intent.categories {
        add("category", category);
    }
    if let Some(mime) = &intent.mime {
        add("type", mime);
    }
    if intent.flags != 0 {
        add("launchFlags", &format!("{:#x}", intent.flags));
    }
    if let Some(package) = &intent.package {
        add("package", package);
    }
    if let Some(component) = &intent.component {
        add("component", &component.short());
    }
    for (name, value) in &intent.extras {
        let kind = match value {
            Extra::Text(_) | Extra::Uri(_) => "S",
            Extra::Bool(_) => "B",
            Extra::Int(_) => "i",
            Extra::Long(_) => "l",
            Extra::Float(_) => "f",
            Extra::Null | Extra::Intent(_) | Extra::Intents(_) | Extra::Opaque(..) => continue,
        };
        add(&format!("{kind}.{}", encoded(name)), &value.to_string());
    }
    format!("{text}#Intent;{parts}end")
}

/// Everything but what a URI may hold as it is, and `/`.
fn encoded(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"_-!.~'()*/".contains(&byte) {
            result.push(char::from(byte));
        } else {
            write!(result, "%{byte:02X}").ok();
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn tells_about_users_and_configuration() {
        let phone = OnPhone::home().await;
        phone.check("am get-current-user", "0\n", "", 0).await;
        phone.check("am switch-user 0", "", "", 0).await;
        phone.check("am switch-user 10", "", "Error: Failed to switch to user 10\n", 1).await;
        phone.check("am is-user-stopped 10", "true\n", "", 0).await;
        phone.check("am get-started-user-state 0", "RUNNING_UNLOCKED\n", "", 0).await;
        let config = phone.out("am get-config").await;
        assert!(
            config.starts_with("config: en-rUS-ldltr-sw411dp-w411dp-h914dp-normal-long-"),
            "{config}"
        );
        assert!(config.contains("-port-notnight-420dpi-") && config.contains("-v34\n"));
        phone.out("cmd uimode night yes").await;
        assert!(phone.out("am get-config").await.contains("-port-night-"));
        let script = "dumpsys activity activities | grep -c 'mGlobalConfig=.* port night finger'";
        assert_eq!(phone.out(script).await, "1\n");
        assert!(config.contains("-port-") && config.contains("\nabi: x86_64,arm64-v8a\n"));
    }

    #[tokio::test(start_paused = true)]
    async fn intents_as_uris_come_back() {
        let phone = OnPhone::home().await;
        let line =
            "am to-intent-uri -a A -d 'foo://h/p?q' -c C -p com.x --es 'a b' 'c;d=e' --ei n 3";
        let uri = phone.out(line).await;
        assert_eq!(
            uri,
            "intent://h/p?q#Intent;scheme=foo;action=A;category=C;package=com.x;S.a%20b=c%3Bd%3De;i.n=3;end\n"
        );
        let intent = intent_arguments::from_uri(uri.trim()).unwrap();
        assert_eq!(intent.extras["a b"], Extra::Text("c;d=e".to_owned()));
        assert_eq!(super::uri(&intent, true), uri.trim());
        phone.check("am to-uri -n com.x/.A", "#Intent;component=com.x/.A;end\n", "", 0).await;
    }
}
