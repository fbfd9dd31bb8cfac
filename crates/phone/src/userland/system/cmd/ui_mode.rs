//! `cmd uimode`: dark or light, kept in the settings.

use super::list::Reply;
use crate::android::{Api, Namespace};
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

const KEY: &str = "ui_night_mode";

/// Names by the number that the setting holds.
fn modes(api: Api) -> impl Iterator<Item = (&'static str, &'static str)> {
    let custom = match api {
        Api::Android9 => None,
        Api::Android12 => Some(("custom", "3")),
        Api::Android14 | Api::Android15 | Api::Android16 => Some(("custom_schedule", "3")),
    };
    [("auto", "0"), ("no", "1"), ("yes", "2")].into_iter().chain(custom)
}

const fn refusal(api: Api) -> &'static str {
    match api {
        Api::Android9 => "Error: mode must be 'yes', 'no', or 'auto'\n",
        Api::Android12 => "Error: mode must be 'yes', 'no', or 'auto', or 'custom'\n",
        Api::Android14 | Api::Android15 | Api::Android16 => {
            "Error: mode must be 'yes', 'no', or 'auto', or 'custom_schedule', or 'custom_bedtime'\n"
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "all services have one signature")]
pub(super) fn answer(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("night") => Ok(night(process, words.next())),
        Some("car") if process.android().api().since(30) => Ok(match words.next() {
            None | Some("no") => Reply::out("Car mode: no\n"),
            Some(_) => Reply::refused("Error: mode must be 'yes', or 'no'\n"),
        }),
        other => Ok(Reply::unknown(other)),
    }
}

fn night(process: &Process, wanted: Option<&str>) -> Reply {
    let android = process.android();
    if let Some(wanted) = wanted {
        let Some((_, number)) = modes(android.api()).find(|(name, _)| *name == wanted) else {
            return Reply::refused(refusal(android.api()));
        };
        android.put_setting(Namespace::Secure, KEY, number);
    }
    let number = android.setting(Namespace::Secure, KEY);
    let mode = modes(android.api()).find(|(_, have)| Some(*have) == number.as_deref());
    Reply::out(format!("Night mode: {}\n", mode.map_or("no", |(name, _)| name)))
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn turns_night_and_day() {
        let phone = OnPhone::home().await;
        phone.check("cmd uimode night", "Night mode: no\n", "", 0).await;
        phone.check("cmd uimode night yes", "Night mode: yes\n", "", 0).await;
        phone.check("cmd uimode night", "Night mode: yes\n", "", 0).await;
        phone.check("settings get secure ui_night_mode", "2\n", "", 0).await;
        let ran = phone.run("cmd uimode night maybe").await;
        assert!(ran.err.starts_with("Error: mode must be 'yes', 'no', or 'auto'"));
        assert_eq!(ran.status, 255);
        phone.check("cmd uimode nosuch", "Unknown command: nosuch\n", "", 255).await;
    }
}
