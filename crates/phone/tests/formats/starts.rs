//! `am start` and `am start -W`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &[
        "dumpsys/am-start-W-cold.txt",
        "dumpsys/am-start-W-brought-to-front.txt",
        "dumpsys/am-start-W-delivered-to-top.txt",
        "dumpsys/am-start-plain.txt",
        "dumpsys/am-start-several.txt",
    ],
    lacking: &[],
    beyond: &[],
};

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().filter(|line| !line.starts_with("====")) {
        match line.split_once(": ") {
            Some(("LaunchState", state)) => fields.put("launch", state, ""),
            Some(("Warning", words)) => fields.put("warning", words, ""),
            Some(("Starting", intent)) => {
                let inside =
                    intent.strip_prefix("Intent { ").and_then(|rest| rest.strip_suffix(" }"));
                fields.put_pairs("intent", inside.unwrap());
            }
            Some((name, value)) => fields.put("start", name, value),
            None => fields.put("start", line, ""),
        }
    }
    fields
}

/// Cold, delivered to what is in front, brought to the front, and without waiting.
#[tokio::test(start_paused = true)]
async fn as_recorded() {
    let main = format!("-n {SHOP}/.MainActivity");
    let script = format!(
        "am start -W {main}; am start -W -f 0x24000000 {main}; input keyevent HOME; \
         am start -W -f 0x24000000 {main}; am start {main}"
    );
    FORMAT.check(&Device::home().await.run(&script).await);
}
