//! `appops`: what single operations of an app are allowed to do. The modes are kept and shown; nothing asks for them.

use super::shell_command::{self, Answer, MINUS_ONE, User};
use super::store::Store;
use super::thrown::Words;
use crate::process::Process;
use crate::userland::Outcome;
use std::fmt::Write as _;
use std::io;

const HANDLER: &str = "com.android.server.appop.AppOpsService$Shell";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let Some(command) = words.first() else {
        process.print(HELP).await?;
        return Ok(MINUS_ONE);
    };
    let words = Words::new(words);
    let answer = match command.as_str() {
        "set" => set(process, words).await,
        "get" => get(process, words).await,
        "query-op" => query(process, words).await,
        "reset" => reset(process, words).await,
        "write-settings" | "read-settings" => Ok(0),
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    };
    shell_command::finish(process, command, HANDLER, answer).await
}

async fn set(process: &Process, mut words: Words<'_>) -> Answer {
    let target = match Target::parse(process, &mut words)? {
        Ok(target) => target,
        Err(text) => return refuse(process, &text).await,
    };
    let operation = match operation(words.required()?) {
        Ok(operation) => operation,
        Err(text) => return refuse(process, &text).await,
    };
    let mode = words.required()?;
    if !MODES.contains(&mode) {
        return refuse(process, &format!("Mode {mode} is not valid")).await;
    }
    let mut store = Store::open(process, "appops");
    store.set(&format!("{}{}", target.prefix(), operation.0), mode).map_err(io::Error::from)?;
    Ok(0)
}

async fn get(process: &Process, mut words: Words<'_>) -> Answer {
    let target = match Target::parse(process, &mut words)? {
        Ok(target) => target,
        Err(text) => return refuse(process, &text).await,
    };
    let only = match words.next().map(operation).transpose() {
        Ok(only) => only,
        Err(text) => return refuse(process, &text).await,
    };
    let store = Store::open(process, "appops");
    let mut text = String::new();
    let wanted = |name: &str| only.is_none_or(|only| only.0 == name);
    for (uid, title) in [(true, "Uid mode: "), (false, "")] {
        let prefix = Target { uid, ..target.clone() }.prefix();
        for (name, mode) in store.below(&prefix).filter(|(name, _)| wanted(name)) {
            writeln!(text, "{title}{name}: {mode}").ok();
        }
    }
    if text.is_empty() {
        text.push_str("No operations.\n");
        if let Some((_, default)) = only {
            writeln!(text, "Default mode: {default}").ok();
        }
    }
    process.print(text).await?;
    Ok(0)
}

/// The packages for which an operation has a mode.
async fn query(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        return refuse(process, &format!("Unknown option: {option}")).await;
    }
    let operation = match operation(words.required()?) {
        Ok(operation) => operation,
        Err(text) => return refuse(process, &text).await,
    };
    let mode = words.next();
    let store = Store::open(process, "appops");
    let end = format!("/{}", operation.0);
    let mut found = String::new();
    for (key, have) in store.below("package/") {
        if let Some(package) = key.strip_suffix(&end)
            && mode.is_none_or(|mode| mode == have)
        {
            writeln!(found, "{package}").ok();
        }
    }
    let text = if found.is_empty() { "No operations.\n".to_owned() } else { found };
    process.print(text).await?;
    Ok(0)
}

async fn reset(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        return refuse(process, &format!("Unknown option: {option}")).await;
    }
    let mut store = Store::open(process, "appops");
    let whose = if let Some(package) = words.next() {
        for uid in [true, false] {
            let prefix = Target { package: package.to_owned(), uid }.prefix();
            store.remove_below(&prefix).map_err(io::Error::from)?;
        }
        format!("package {package}")
    } else {
        store.remove_below("").map_err(io::Error::from)?;
        "all packages".to_owned()
    };
    process.print(format!("Reset all modes for user 0, {whose}\n")).await?;
    Ok(0)
}

async fn refuse(process: &Process, text: &str) -> Answer {
    process.complain(format!("Error: {text}\n")).await;
    Ok(MINUS_ONE)
}

#[derive(Clone)]
struct Target {
    package: String,
    /// The mode is for all packages of its uid.
    uid: bool,
}

impl Target {
    fn parse(
        process: &Process,
        words: &mut Words<'_>,
    ) -> Result<Result<Self, String>, super::thrown::Thrown> {
        let mut uid = false;
        while let Some(option) = words.option() {
            match option {
                "--uid" => uid = true,
                "--user" => drop(User::parse(words)?),
                "--attribution" => drop(words.required()?),
                _ => return Ok(Err(format!("Unknown option: {option}"))),
            }
        }
        let package = words.required()?.to_owned();
        if process.android().package(&package).is_none() {
            return Ok(Err(format!("No UID for {package} in user 0")));
        }
        Ok(Ok(Self { package, uid }))
    }

    fn prefix(&self) -> String {
        format!("{}/{}/", if self.uid { "uid" } else { "package" }, self.package)
    }
}

/// The name and the default mode of an operation, named as `CAMERA` or `android:camera`.
fn operation(text: &str) -> Result<(&'static str, &'static str), String> {
    let name = match text.strip_prefix("android:") {
        Some(name) => name.to_ascii_uppercase(),
        None => text.to_owned(),
    };
    OPERATIONS
        .into_iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| format!("Unknown operation string: {text}"))
}

const MODES: [&str; 5] = ["allow", "ignore", "deny", "default", "foreground"];

const OPERATIONS: [(&str, &str); 34] = [
    ("ACCESS_NOTIFICATIONS", "allow"),
    ("ACTIVATE_VPN", "ignore"),
    ("BLUETOOTH_CONNECT", "allow"),
    ("BLUETOOTH_SCAN", "allow"),
    ("CALL_PHONE", "allow"),
    ("CAMERA", "allow"),
    ("COARSE_LOCATION", "allow"),
    ("FINE_LOCATION", "allow"),
    ("GET_USAGE_STATS", "default"),
    ("LEGACY_STORAGE", "default"),
    ("MANAGE_EXTERNAL_STORAGE", "default"),
    ("MOCK_LOCATION", "deny"),
    ("PICTURE_IN_PICTURE", "allow"),
    ("POST_NOTIFICATION", "allow"),
    ("PROJECT_MEDIA", "ignore"),
    ("READ_CALENDAR", "allow"),
    ("READ_CLIPBOARD", "allow"),
    ("READ_CONTACTS", "allow"),
    ("READ_EXTERNAL_STORAGE", "allow"),
    ("READ_MEDIA_IMAGES", "allow"),
    ("READ_PHONE_STATE", "allow"),
    ("READ_SMS", "allow"),
    ("RECORD_AUDIO", "allow"),
    ("REQUEST_INSTALL_PACKAGES", "default"),
    ("RUN_ANY_IN_BACKGROUND", "allow"),
    ("RUN_IN_BACKGROUND", "allow"),
    ("SCHEDULE_EXACT_ALARM", "default"),
    ("SEND_SMS", "allow"),
    ("SYSTEM_ALERT_WINDOW", "default"),
    ("TOAST_WINDOW", "allow"),
    ("WAKE_LOCK", "allow"),
    ("WRITE_CLIPBOARD", "allow"),
    ("WRITE_EXTERNAL_STORAGE", "allow"),
    ("WRITE_SETTINGS", "default"),
];

const HELP: &str = "\
AppOps service (appops) commands:
  help
    Print this help text.
  set [--user <USER_ID>] [--uid] <PACKAGE> <OP> <MODE>
    Set the mode for a particular application and operation.
  get [--user <USER_ID>] [--uid] <PACKAGE> [<OP>]
    Return the mode for a particular application and optional operation.
  query-op [--user <USER_ID>] <OP> [<MODE>]
    Print all packages that currently have the given op in the given mode.
  reset [--user <USER_ID>] [<PACKAGE>]
    Reset the given application or all applications to default modes.
";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn keeps_modes() {
        let phone = OnPhone::home().await;
        phone.check("appops get com.example.shop", "No operations.\n", "", 0).await;
        let default = "No operations.\nDefault mode: allow\n";
        phone.check("appops get com.example.shop CAMERA", default, "", 0).await;
        phone.check("appops set com.example.shop CAMERA deny", "", "", 0).await;
        phone
            .check(
                "cmd appops set --uid com.example.shop android:post_notification ignore",
                "",
                "",
                0,
            )
            .await;
        let all = "Uid mode: POST_NOTIFICATION: ignore\nCAMERA: deny\n";
        phone.check("appops get com.example.shop", all, "", 0).await;
        phone.check("appops query-op CAMERA deny", "com.example.shop\n", "", 0).await;
        let reset = "Reset all modes for user 0, package com.example.shop\n";
        phone.check("appops reset com.example.shop", reset, "", 0).await;
        phone.check("appops get com.example.shop", "No operations.\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn says_what_is_wrong() {
        let phone = OnPhone::home().await;
        for (script, text) in [
            ("appops set com.nosuch CAMERA allow", "No UID for com.nosuch in user 0"),
            ("appops set com.example.shop FLY allow", "Unknown operation string: FLY"),
            ("appops set com.example.shop CAMERA maybe", "Mode maybe is not valid"),
        ] {
            phone.check(script, "", &format!("Error: {text}\n"), 255).await;
        }
    }
}
