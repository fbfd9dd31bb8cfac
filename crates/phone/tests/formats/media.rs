//! `dumpsys media_session`.

use crate::comparison::Format;
use crate::device::Device;
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/media-session.txt"],
    lacking: &[(
        "no app of the phone plays anything",
        "session/description, session/packages, session/uid, user/Media button session, \
             user/session",
    )],
    beyond: &[],
};

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut part = "service";
    for line in text.lines() {
        let body = line.trim_start();
        part = match body {
            _ if body.starts_with("ownerPid=") => "session",
            "User Records:" => "user",
            "Media session config:" => "configuration",
            _ => part,
        };
        if let Some((count, rest)) =
            body.split_once(' ').filter(|(count, _)| count.parse::<u32>().is_ok())
        {
            fields.put(part, rest, count);
        } else if body.ends_with("(userId=0)") {
            fields.put(
                part,
                body.split(" is ")
                    .next()
                    .filter(|name| name.len() < body.len())
                    .unwrap_or("session"),
                "",
            );
        } else if body.starts_with("Sessions Stack - have ") {
            fields.put(part, "Sessions Stack", "");
        } else if part == "configuration" {
            fields.put_label(part, body);
        } else if !body.starts_with("from ") {
            fields.put_line(part, body);
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    FORMAT.check(&Device::home().await.run("dumpsys media_session").await);
}
