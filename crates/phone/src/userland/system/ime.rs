//! `ime`: the input methods, which of them are enabled, and which one types. The choice lives in the settings.

use super::shell_command::{self, Answer, MINUS_ONE, User};
use super::thrown::{Thrown, Words};
use crate::android::Namespace;
use crate::process::Process;
use crate::userland::Outcome;
use std::fmt::Write as _;

const HANDLER: &str = "com.android.server.inputmethod.InputMethodManagerService$ShellCommandImpl";
const ENABLED: &str = "enabled_input_methods";
const SELECTED: &str = "default_input_method";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let Some(command) = words.first() else {
        process.print(HELP).await?;
        return Ok(MINUS_ONE);
    };
    let words = Words::new(words);
    let answer = match command.as_str() {
        "list" => list(process, words).await,
        "enable" => enable(process, words, true).await,
        "disable" => enable(process, words, false).await,
        "set" => set(process, words).await,
        "reset" => reset(process, words).await,
        "help" | "-h" => {
            process.print(HELP).await?;
            Ok(MINUS_ONE)
        }
        _ => shell_command::unknown(process, command).await,
    };
    shell_command::finish(process, command, HANDLER, answer).await
}

async fn list(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut all, mut brief) = (false, false);
    while let Some(option) = words.option() {
        match option {
            "-a" => all = true,
            "-s" => brief = true,
            "--user" => drop(User::parse(&mut words)?),
            _ => {
                process.complain(format!("Unknown option: {option}\n")).await;
                return Ok(MINUS_ONE);
            }
        }
    }
    let enabled = enabled(process);
    let mut text = String::new();
    for id in process.android().input_methods() {
        if !all && !enabled.contains(&id) {
            continue;
        }
        if brief {
            writeln!(text, "{id}").ok();
            continue;
        }
        let (package, class) = id.split_once('/').unwrap_or((&id, ""));
        writeln!(
            text,
            "{id}:\n  mId={id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true\n  mIsDefaultResId=0x0\n  Service:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false\n    ServiceInfo:\n      name={package}{class}\n      packageName={package}"
        )
        .ok();
    }
    process.print(text).await?;
    Ok(0)
}

async fn enable(process: &Process, mut words: Words<'_>, on: bool) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        process.complain(format!("Unknown option: {option}\n")).await;
        return Ok(MINUS_ONE);
    }
    let id = normal(words.required()?);
    let (done, verb) = if on { ("enabled", "enabled") } else { ("disabled", "disabled") };
    if !process.android().input_methods().contains(&id) {
        unknown_before_30(process, &id)?;
        let text = format!("Unknown input method {id} cannot be {verb} for user #0\n");
        process.complain(text).await;
        return Ok(MINUS_ONE);
    }
    let mut methods = enabled(process);
    let changes = methods.contains(&id) != on;
    if changes {
        if on {
            methods.push(id.clone());
        } else {
            methods.retain(|have| *have != id);
        }
        put(process, ENABLED, &methods.join(":"));
        if !on && selected(process) == id {
            let next = methods.first().map_or("", String::as_str);
            put(process, SELECTED, next);
        }
    }
    let when = if changes { "now" } else { "already" };
    let user = if process.android().api().since(30) { " for user #0" } else { "" };
    process.print(format!("Input method {id}: {when} {done}{user}\n")).await?;
    Ok(0)
}

async fn set(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        process.complain(format!("Unknown option: {option}\n")).await;
        return Ok(MINUS_ONE);
    }
    let id = normal(words.required()?);
    if !enabled(process).contains(&id) {
        unknown_before_30(process, &id)?;
        let text = format!("Unknown input method {id} cannot be selected for user #0\n");
        process.complain(text).await;
        return Ok(MINUS_ONE);
    }
    put(process, SELECTED, &id);
    // The two blanks are Android 9's own.
    let how = if process.android().api().since(30) { "selected for user #0" } else { " selected" };
    process.print(format!("Input method {id} {how}\n")).await?;
    Ok(0)
}

/// Before API level 30 an id that nobody has was an exception.
fn unknown_before_30(process: &Process, id: &str) -> Result<(), Thrown> {
    if process.android().api().since(30) {
        return Ok(());
    }
    Err(Thrown::illegal_argument(format!("Unknown id: {id}")))
}

async fn reset(process: &Process, mut words: Words<'_>) -> Answer {
    if let Err(option) = User::only_option(&mut words, User::Number(0))? {
        process.complain(format!("Unknown option: {option}\n")).await;
        return Ok(MINUS_ONE);
    }
    let methods = process.android().input_methods();
    let own = methods.first().map_or("", String::as_str);
    put(process, ENABLED, own);
    put(process, SELECTED, own);
    process
        .print(format!(
            "Reset current and enabled IMEs for user #0\n  Newly selected IME: {own}\n  Newly enabled IMEs:\n    {own}\n"
        ))
        .await?;
    Ok(0)
}

/// `com.x/.Ime` also when the whole class was given.
fn normal(id: &str) -> String {
    id.parse::<crate::android::Component>().map_or_else(|_| id.to_owned(), |found| found.short())
}

fn enabled(process: &Process) -> Vec<String> {
    let setting = process.android().setting(Namespace::Secure, ENABLED).unwrap_or_default();
    // Subtypes follow an id after `;`.
    let ids = setting.split(':').map(|id| normal(id.split(';').next().unwrap_or_default()));
    ids.filter(|id| !id.is_empty()).collect()
}

fn selected(process: &Process) -> String {
    process.android().setting(Namespace::Secure, SELECTED).unwrap_or_default()
}

fn put(process: &Process, key: &str, value: &str) {
    process.android().put_setting(Namespace::Secure, key, value);
}

const HELP: &str = "\
InputMethodManagerService commands:
  list [-a] [-s]
    prints all enabled input methods. -a: see all input methods -s: only a single summary line of each
  enable [--user <USER_ID>] <ID>
    allows the given input method ID to be used.
  disable [--user <USER_ID>] <ID>
    disallows the given input method ID to be used.
  set [--user <USER_ID>] <ID>
    switches to the given input method ID.
  reset [--user <USER_ID>]
    reset currently selected/enabled IMEs to the default ones.
";

#[cfg(test)]
mod tests {
    use crate::android::built::{ApkBuilder, Node, attribute as a};
    use crate::shell::tests::run_in;
    use crate::userland::system::on_phone::OnPhone;

    const LATIN: &str = "com.android.inputmethod.latin/.LatinIME";

    #[tokio::test(start_paused = true)]
    async fn lists_and_switches() {
        let phone = OnPhone::home().await;
        let line = format!("{LATIN}\n");
        phone.check("ime list -s", &line, "", 0).await;
        phone.check("ime list -s -a", &line, "", 0).await;
        let long = phone.out("ime list -a").await;
        assert!(long.starts_with(&format!("{LATIN}:\n  mId={LATIN} ")), "{long}");
        let text = format!("Input method {LATIN}: already enabled for user #0\n");
        phone.check(&format!("ime enable {LATIN}"), &text, "", 0).await;
        let text = format!("Input method {LATIN}: now disabled for user #0\n");
        phone.check(&format!("cmd input_method disable {LATIN}"), &text, "", 0).await;
        phone.check("ime list -s", "", "", 0).await;
        phone.check("settings get secure default_input_method", "\n", "", 0).await;
        let text = format!("Input method {LATIN}: now enabled for user #0\n");
        phone.check(&format!("ime enable {LATIN}"), &text, "", 0).await;
        let text = format!("Input method {LATIN} selected for user #0\n");
        phone
            .check(
                "ime set com.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME",
                &text,
                "",
                0,
            )
            .await;
        phone.check("settings get secure default_input_method", &line, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn knows_only_what_is_installed() {
        let phone = OnPhone::home().await;
        for (command, verb) in [("enable", "enabled"), ("set", "selected")] {
            let text = format!("Unknown input method com.x/.Ime cannot be {verb} for user #0\n");
            phone.check(&format!("ime {command} com.x/.Ime"), "", &text, 255).await;
        }
    }

    /// A service that asks to be taken for an input method.
    fn service(class: &str, permission: &str) -> Node {
        let action = Node::new("action").with(a::NAME, "android.view.InputMethod");
        Node::new("service")
            .with(a::NAME, class)
            .with(a::PERMISSION, permission)
            .with(a::EXPORTED, true)
            .child(Node::new("intent-filter").child(action))
    }

    #[tokio::test(start_paused = true)]
    async fn installed_apps_bring_their_own() {
        let phone = OnPhone::home().await;
        let apk = ApkBuilder::new("com.x.keys")
            .component(service(".Keys", "android.permission.BIND_INPUT_METHOD"))
            .component(service(".Open", "android.permission.INTERNET"))
            .build();
        let script = format!("cmd package install -S {}", apk.len());
        assert_eq!(run_in(&phone.process, &script, &apk).await.out, "Success\n");
        phone.check("ime list -s -a", &format!("{LATIN}\ncom.x.keys/.Keys\n"), "", 0).await;
        phone.check("ime list -s", &format!("{LATIN}\n"), "", 0).await;
        phone.out("ime enable com.x.keys/.Keys; ime set com.x.keys/.Keys").await;
        let selected = "settings get secure default_input_method";
        phone.check(selected, "com.x.keys/.Keys\n", "", 0).await;
        phone.out("pm uninstall com.x.keys").await;
        phone.check(selected, &format!("{LATIN}\n"), "", 0).await;
        let enabled = "settings get secure enabled_input_methods";
        phone.check(enabled, &format!("{LATIN}\n"), "", 0).await;
        phone.check("ime list -s -a", &format!("{LATIN}\n"), "", 0).await;
    }
}
