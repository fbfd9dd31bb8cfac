//! `monkey`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/monkey-launch.txt", "dumpsys/monkey-output.txt"],
    lacking: &[(
        "this monkey does not open a keyboard that is not there",
        "line/// Injection Failed, line/:Sending Flip keyboardOpen=false, \
             line/Got IOException performing flipjava.io.FileNotFoundException",
    )],
    beyond: &[
        ("swipes, of which the recording has none", "event/ACTION_MOVE"),
        (
            "behind the end of the recording",
            "line/// Monkey finished, line/:Sending rotation degree=0; persist=false, \
             line/Dropped",
        ),
    ],
};

/// Lines that begin with `:`, `//` or `##`, each with its words, pairs or place.
fn read(text: &str) -> Fields {
    static TOUCH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^:Sending (\w+) \((\w+)\): 0:\(([\d.]+),([\d.]+)\)$").unwrap()
    });
    let mut fields = Fields::default();
    for line in text.lines() {
        let body = line.trim_start();
        if let Some(touch) = TOUCH.captures(body) {
            fields.put("event", &touch[1], "");
            fields.put("event", &touch[2], &touch[3]);
        } else if let Some(share) = body.strip_prefix("//   ") {
            let (kind, percent) = share.split_once(": ").unwrap();
            fields.put("share", kind, percent.trim_end_matches('%'));
        } else if let Some(argument) = body.strip_prefix("bash arg: ") {
            fields.put("argument", "bash arg", &format!("text:{argument}"));
        } else if body.starts_with("// Allowing start of Intent") {
            fields.put("line", "Allowing start of Intent", "");
        } else if body.starts_with("##") {
            fields.put("line", body.split(':').next().unwrap(), "");
            fields.put_pairs("line", body);
        } else if !fields.put_label("line", body.trim_start_matches(['/', ':', ' '])) {
            fields.put("line", body, "");
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    let mut device = Device::home().await;
    let launch = format!("monkey -p {SHOP} -c android.intent.category.LAUNCHER 1");
    let play = format!("monkey -p {SHOP} -s 7 --pct-touch 70 --pct-motion 20 --throttle 50 -v 40");
    FORMAT.check(&device.run(&format!("{launch}; {play}")).await);
}
