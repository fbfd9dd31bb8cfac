//! `am broadcast`: what the receivers of apps make of it; those that only the system may send are refused.

use crate::android::Intent;
use crate::process::Process;
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::{Thrown, Words};
use std::fmt::Write as _;

/// `FLAG_RECEIVER_FROM_SHELL`
const FROM_SHELL: u32 = 0x0040_0000;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let mut asynchronous = false;
    let mut user = User::All;
    let mut intent = intent_arguments::parse(&mut words, |option, words| {
        match option {
            "--async" => asynchronous = true,
            "--user" => user = User::parse(words)?,
            "--receiver-permission" => drop(words.required()?),
            "--allow-background-activity-starts" => {}
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    intent.flags |= FROM_SHELL;
    process.print(format!("Broadcasting: {intent}\n")).await?;
    if process.who.uid != 0 && is_protected(&intent) {
        let action = intent.action.unwrap_or_default();
        return Err(Thrown::security(format!(
            "Permission Denial: not allowed to send broadcast {action} from pid={}, uid={}",
            process.pid, process.who.uid
        ))
        .into());
    }
    if asynchronous {
        let (android, caller) = (process.android().clone(), process.who.uid);
        // Ends with the phone's processes: each app has its limit.
        tokio::spawn(async move { android.broadcast(&intent, caller).await });
        return Ok(0);
    }
    let received = process.android().broadcast(&intent, process.who.uid).await;
    let mut line = format!("Broadcast completed: result={}", received.code);
    if let Some(data) = received.data {
        let _infallible = write!(line, ", data=\"{data}\"");
    }
    if let Some(extras) = received.extras {
        let _infallible = write!(line, ", extras: {extras}");
    }
    process.print(format!("{line}\n")).await?;
    Ok(0)
}

fn is_protected(intent: &Intent) -> bool {
    intent.action.as_deref().is_some_and(|action| {
        action.strip_prefix("android.intent.action.").is_some_and(|name| PROTECTED.contains(&name))
    })
}

const PROTECTED: [&str; 24] = [
    "ACTION_POWER_CONNECTED",
    "ACTION_POWER_DISCONNECTED",
    "ACTION_SHUTDOWN",
    "AIRPLANE_MODE",
    "BATTERY_CHANGED",
    "BATTERY_LOW",
    "BATTERY_OKAY",
    "BOOT_COMPLETED",
    "CONFIGURATION_CHANGED",
    "DEVICE_STORAGE_LOW",
    "DEVICE_STORAGE_OK",
    "LOCALE_CHANGED",
    "LOCKED_BOOT_COMPLETED",
    "MY_PACKAGE_REPLACED",
    "PACKAGE_ADDED",
    "PACKAGE_CHANGED",
    "PACKAGE_REMOVED",
    "PACKAGE_REPLACED",
    "REBOOT",
    "SCREEN_OFF",
    "SCREEN_ON",
    "TIMEZONE_CHANGED",
    "USER_PRESENT",
    "USER_UNLOCKED",
];

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn completes_with_nobody_listening() {
        let phone = OnPhone::home().await;
        phone
            .check(
                "am broadcast -a com.android.systemui.demo -e command clock -e hhmm 0941",
                "Broadcasting: Intent { act=com.android.systemui.demo flg=0x400000 (has extras) }\nBroadcast completed: result=0\n",
                "",
                0,
            )
            .await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_only_the_system_may_send_is_refused() {
        let ran = OnPhone::home()
            .await
            .run("am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true")
            .await;
        let denial = "java.lang.SecurityException: Permission Denial: not allowed to send broadcast android.intent.action.AIRPLANE_MODE from pid=";
        assert!(ran.err.contains(denial), "{}", ran.err);
        assert_eq!(ran.status, 255);
    }
}
