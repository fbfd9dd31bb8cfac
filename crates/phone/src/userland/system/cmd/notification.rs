//! `cmd notification`: posts for the shell, and lists what is posted.

use super::list::Reply;
use crate::android::Notification;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

const SHELL: &str = "com.android.shell";
const SHELL_UID: u32 = 2000;
/// The id under which the shell posts, told apart by the tag.
const ID: i32 = 2020;
const POST_USAGE: &str = "usage: cmd notification post [flags] <tag> <text>\n";

pub(super) fn answer(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let android = process.android();
    match words.next() {
        Some("post" | "notify") => post(process, words),
        Some("list") => {
            let keys = android.notifications().into_iter().map(|posted| posted.key() + "\n");
            Ok(Reply::out(keys.collect::<String>()))
        }
        Some("get") => {
            let key = words.required()?;
            let found = android.notifications().into_iter().find(|posted| posted.key() == key);
            Ok(match found {
                Some(posted) => Reply::out(format!("{}: {}\n", posted.title, posted.text)),
                None => Reply::out(format!("error: no active notification matching key: {key}\n")),
            })
        }
        other => Ok(Reply::unknown(other)),
    }
}

fn post(process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    let mut title = String::new();
    let mut plain = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "-t" | "--title" => words.required()?.clone_into(&mut title),
            "-v" | "--verbose" => {}
            "-i" | "--icon" | "-I" | "--large-icon" | "-c" | "--content-intent" | "-S"
            | "--style" => {
                words.required()?;
            }
            _ if word.starts_with('-') => return Ok(Reply::out(POST_USAGE)),
            word => plain.push(word),
        }
    }
    let [tag, text, ..] = plain.as_slice() else { return Ok(Reply::out(POST_USAGE)) };
    let android = process.android();
    let notification = Notification {
        package: SHELL.to_owned(),
        uid: SHELL_UID,
        id: ID,
        tag: Some((*tag).to_owned()),
        channel: "shell_cmd".to_owned(),
        importance: 3,
        title,
        text: (*text).to_owned(),
        posted: android.now().timestamp(),
    };
    let channel = format!("posting:\n  {}\n", notification.key());
    android.post_notification(notification);
    Ok(Reply::out(channel))
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn a_tag_is_replaced() {
        let phone = OnPhone::home().await;
        phone.out("cmd notification post a one; cmd notification post a two").await;
        let key = "0|com.android.shell|2020|a|2000";
        phone.check("cmd notification list", &format!("{key}\n"), "", 0).await;
        phone.check(&format!("cmd notification get '{key}'"), ": two\n", "", 0).await;
        let usage = "usage: cmd notification post [flags] <tag> <text>\n";
        phone.check("cmd notification post a", usage, "", 0).await;
        let none = "error: no active notification matching key: x\n";
        phone.check("cmd notification get x", none, "", 0).await;
    }
}
