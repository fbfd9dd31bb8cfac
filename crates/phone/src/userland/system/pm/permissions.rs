//! `pm list permissions` and `pm list permission-groups`: the dangerous ones, which have groups.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

pub(super) async fn list(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut grouped, mut full, mut dangerous) = (false, false, false);
    while let Some(option) = words.option() {
        match option {
            "-g" => grouped = true,
            "-f" => full = true,
            "-d" => dangerous = true,
            "-s" | "-u" => {}
            _ => {
                process.print(format!("Error: Unknown option: {option}\n")).await?;
                return Ok(1);
            }
        }
    }
    let wanted = words.next();
    let kind = if dangerous { "Dangerous" } else { "All" };
    let mut text = match wanted {
        None => format!("{kind} Permissions:\n\n"),
        Some(_) => String::new(),
    };
    for (group, names) in GROUPS {
        if wanted.is_some_and(|wanted| wanted != group) {
            continue;
        }
        let indent = if grouped { "  " } else { "" };
        if grouped {
            writeln!(text, "group:{group}").ok();
        }
        for name in names.split(' ') {
            writeln!(text, "{indent}permission:{PREFIX}{name}").ok();
            if full {
                writeln!(text, "{indent}  package:android\n{indent}  protectionLevel:dangerous")
                    .ok();
            }
        }
        if grouped {
            text.push('\n');
        }
    }
    if !dangerous && wanted.is_none() {
        if grouped {
            text.push_str("ungrouped:\n");
        }
        let indent = if grouped { "  " } else { "" };
        for name in NORMAL.split(' ') {
            writeln!(text, "{indent}permission:{PREFIX}{name}").ok();
            if full {
                writeln!(text, "{indent}  package:android\n{indent}  protectionLevel:normal").ok();
            }
        }
    }
    process.print(text).await?;
    Ok(0)
}

pub(super) async fn groups(process: &Process, mut words: Words<'_>) -> Answer {
    if let Some(option) = words.option() {
        process.print(format!("Error: Unknown option: {option}\n")).await?;
        return Ok(MINUS_ONE);
    }
    let text = GROUPS.map(|(group, _)| format!("permission group:{group}\n")).concat();
    process.print(text).await?;
    Ok(0)
}

const PREFIX: &str = "android.permission.";

const GROUPS: [(&str, &str); 11] = [
    ("android.permission-group.CALENDAR", "READ_CALENDAR WRITE_CALENDAR"),
    ("android.permission-group.CALL_LOG", "READ_CALL_LOG WRITE_CALL_LOG"),
    ("android.permission-group.CAMERA", "CAMERA"),
    ("android.permission-group.CONTACTS", "GET_ACCOUNTS READ_CONTACTS WRITE_CONTACTS"),
    (
        "android.permission-group.LOCATION",
        "ACCESS_BACKGROUND_LOCATION ACCESS_COARSE_LOCATION ACCESS_FINE_LOCATION",
    ),
    ("android.permission-group.MICROPHONE", "RECORD_AUDIO"),
    ("android.permission-group.NEARBY_DEVICES", "BLUETOOTH_CONNECT BLUETOOTH_SCAN"),
    ("android.permission-group.NOTIFICATIONS", "POST_NOTIFICATIONS"),
    ("android.permission-group.PHONE", "CALL_PHONE READ_PHONE_STATE"),
    ("android.permission-group.SMS", "READ_SMS SEND_SMS"),
    (
        "android.permission-group.STORAGE",
        "READ_EXTERNAL_STORAGE READ_MEDIA_IMAGES WRITE_EXTERNAL_STORAGE",
    ),
];

const NORMAL: &str = "ACCESS_NETWORK_STATE ACCESS_WIFI_STATE FOREGROUND_SERVICE INTERNET \
                      RECEIVE_BOOT_COMPLETED VIBRATE WAKE_LOCK";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn lists_by_group_and_danger() {
        let phone = OnPhone::home().await;
        let all = phone.out("pm list permissions").await;
        assert!(
            all.starts_with("All Permissions:\n\npermission:android.permission.READ_CALENDAR\n")
        );
        assert!(all.contains("\npermission:android.permission.INTERNET\n"));
        let dangerous = phone.out("pm list permissions -d -g").await;
        assert!(dangerous.starts_with(
            "Dangerous Permissions:\n\ngroup:android.permission-group.CALENDAR\n  permission:"
        ));
        assert!(!dangerous.contains("INTERNET"));
        let camera = "permission:android.permission.CAMERA\n  package:android\n  protectionLevel:dangerous\n";
        phone.check("pm list permissions -f android.permission-group.CAMERA", camera, "", 0).await;
        let groups = phone.out("pm list permission-groups").await;
        assert!(groups.contains("permission group:android.permission-group.SMS\n"));
    }
}
