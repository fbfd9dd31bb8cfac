//! `locksettings`: what unlocks the phone. Whoever changes it must know what did so far.

use super::shell_command::{self, Answer, MINUS_ONE, User};
use super::thrown::{Thrown, Words};
use crate::android::Namespace;
use crate::process::Process;
use crate::userland::Outcome;

const HANDLER: &str = "com.android.server.locksettings.LockSettingsShellCommand";
const DISABLED: &str = "lockscreen.disabled";
const HELP: &str = "\
lockSettings service commands:

NOTE: when lock screen is set, all commands require the --old <CREDENTIAL> argument.

  help
    Prints this help text.

  get-disabled [--old <CREDENTIAL>] [--user USER_ID]
    Checks whether lock screen is disabled.

  set-disabled [--old <CREDENTIAL>] [--user USER_ID] <true|false>
    When true, disables lock screen.

  set-pattern, set-pin, set-password [--old <CREDENTIAL>] [--user USER_ID] <CREDENTIAL>
    Sets the lock screen, using the given credential to unlock.

  clear [--old <CREDENTIAL>] [--user USER_ID]
    Clears the lock credentials.

  verify [--old <CREDENTIAL>] [--user USER_ID]
    Verifies the lock credentials.
";

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = &arguments[1..];
    let command = words.first().map_or("help", String::as_str);
    let answer = answer(process, command, Words::new(words)).await;
    shell_command::finish(process, command, HANDLER, answer).await
}

async fn answer(process: &Process, command: &str, mut words: Words<'_>) -> Answer {
    let kind = match command {
        "help" | "-h" => {
            process.print(HELP).await?;
            return Ok(MINUS_ONE);
        }
        "set-pin" => Some("Pin"),
        "set-pattern" => Some("Pattern"),
        "set-password" => Some("Password"),
        "clear" | "verify" | "get-disabled" | "set-disabled" => None,
        _ => return shell_command::unknown(process, command).await,
    };
    if let Some(refusal) = wrong_old(process, &mut words)? {
        process.print(refusal).await?;
        return Ok(MINUS_ONE);
    }
    let android = process.android();
    let text = if let Some(kind) = kind {
        let credential = words.required()?;
        android.set_credential(Some(credential.to_owned()));
        format!("{kind} set to '{credential}'\n")
    } else {
        match command {
            "clear" => {
                android.set_credential(None);
                "Lock credential cleared\n".to_owned()
            }
            "verify" => "Lock credential verified successfully\n".to_owned(),
            "get-disabled" => {
                let disabled = android.setting(Namespace::Secure, DISABLED).as_deref() == Some("1");
                format!("{}\n", disabled && android.credential().is_none())
            }
            _ => {
                let disabled = words.required()? == "true";
                android.put_setting(Namespace::Secure, DISABLED, if disabled { "1" } else { "0" });
                format!("Lock screen disabled set to {disabled}\n")
            }
        }
    };
    process.print(text).await?;
    Ok(0)
}

/// Reads the options; says so when the old credential is not the one in force.
fn wrong_old(process: &Process, words: &mut Words<'_>) -> Result<Option<String>, Thrown> {
    let mut old = "";
    while let Some(option) = words.option() {
        match option {
            "--old" => old = words.required()?,
            "--user" => drop(User::parse(words)?),
            _ => return Err(Thrown::illegal_argument(format!("Unknown option: {option}"))),
        }
    }
    Ok(match process.android().credential() {
        Some(credential) if credential != old => {
            Some(format!("Old password '{old}' didn't match\n"))
        }
        None if !old.is_empty() => {
            Some("Old password provided but user has no password\n".to_owned())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn a_pin_is_set_asked_for_and_cleared() {
        let phone = OnPhone::home().await;
        let verified = "Lock credential verified successfully\n";
        phone.check("locksettings verify", verified, "", 0).await;
        let extra = "Old password provided but user has no password\n";
        phone.check("locksettings verify --old 1", extra, "", 255).await;
        phone.check("locksettings set-pin 1234", "Pin set to '1234'\n", "", 0).await;
        phone.check("locksettings verify", "Old password '' didn't match\n", "", 255).await;
        phone.check("cmd lock_settings verify --old 1234", verified, "", 0).await;
        let secure = "dumpsys window policy | grep -o 'secure=.*'";
        phone.check(secure, "secure=true\n", "", 0).await;
        phone.driver.android.state().power.keyguard = true;
        let showing = "wm dismiss-keyguard; dumpsys window policy | grep -o 'mIsShowing=.*'";
        phone.check(showing, "mIsShowing=true\n", "", 0).await;
        let clear = "locksettings clear --old 1234";
        phone.check(clear, "Lock credential cleared\n", "", 0).await;
        phone.check(showing, "mIsShowing=false\n", "", 0).await;
        phone.check("locksettings get-disabled", "false\n", "", 0).await;
        let off = "locksettings set-disabled true; locksettings get-disabled";
        phone.check(off, "Lock screen disabled set to true\ntrue\n", "", 0).await;
        phone.check("locksettings frob", "Unknown command: frob\n", "", 255).await;
    }
}
