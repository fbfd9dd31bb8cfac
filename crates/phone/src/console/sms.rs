//! `sms`: a message comes in. No messaging app is installed, so the telephony service itself shows it.

use super::command::{Command, Does, Reply, done, ko};
use super::line::split;
use super::session::Console;
use crate::android::Notification;

pub(super) const COMMANDS: &[Command] = &[Command {
    names: "send",
    about: "send inbound SMS text message",
    help: &["'sms send <phonenumber> <message>' allows you to simulate a new inbound sms message"],
    does: Does::Run(send),
}];
/// Who has the number, and so shows the message.
const PACKAGE: &str = "com.android.phone";

fn send(console: &Console, arguments: Option<&str>) -> Reply {
    let (number, Some(text)) = split(arguments.unwrap_or_default()) else {
        return ko("missing argument, try 'sms send <phonenumber> <text message>'");
    };
    let digits = number.strip_prefix('+').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return ko("bad phone number format, must be [+](0-9)*");
    }
    let android = console.android();
    android.post_notification(Notification {
        package: PACKAGE.to_owned(),
        uid: 1001,
        id: 1,
        tag: Some(number.to_owned()),
        channel: "sms".to_owned(),
        importance: 4,
        title: number.to_owned(),
        text: text.to_owned(),
        // Posting sets it.
        posted: jiff::Timestamp::UNIX_EPOCH,
    });
    done()
}
