//! Outputs with a heading and rows below it: `ps`, `top`, `df`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const PS: Format = Format {
    read: read_ps,
    recordings: &["dumpsys/ps-A-mediatek-device.txt"],
    lacking: &[],
    beyond: &[],
};

pub(crate) const TOP: Format = Format {
    read: read_top,
    recordings: &[
        "dumpsys/top-n-batch.txt",
        "dumpsys/top-n-batch-no-process.txt",
        "dumpsys/top-mediatek-device.txt",
    ],
    lacking: &[],
    beyond: &[],
};

pub(crate) const DF: Format = Format {
    read: read_df,
    recordings: &["dumpsys/df-ics.txt"],
    lacking: &[("the df of Android 4's toolbox", "df/Blksize, df/Free")],
    beyond: &[("the df of toybox", "df/Avail, df/Mounted, df/Use%")],
};

/// Nine columns; the last may hold blanks.
fn read_ps(text: &str) -> Fields {
    let mut fields = Fields::default();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split_whitespace().collect();
    for line in lines.filter(|line| !line.is_empty()) {
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert!(cells.len() >= names.len(), "{line}");
        for (name, cell) in names.iter().zip(cells) {
            // Names and users may look like anything.
            let value = if ["USER", "WCHAN", "NAME"].contains(name) { "text" } else { cell };
            fields.put("ps", name, value);
        }
    }
    fields
}

/// Four lines about the whole, then rows. On a terminal there are escapes in between.
fn read_top(text: &str) -> Fields {
    static ESCAPE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new("\x1b\\[[0-9?]*[A-Za-z]").unwrap());
    static AMOUNT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\d+)[KM]? (\w+)").unwrap());
    static SHARE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(\d+)%(\w+)").unwrap());
    let mut fields = Fields::default();
    let text = ESCAPE.replace_all(text, "");
    let mut names: Vec<String> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some((title, rest)) =
            line.split_once(": ").filter(|(title, _)| ["Tasks", "Mem", "Swap"].contains(title))
        {
            AMOUNT.captures_iter(rest).for_each(|amount| fields.put(title, &amount[2], &amount[1]));
        } else if line.contains("%cpu") {
            SHARE.captures_iter(line).for_each(|share| fields.put("cpu", &share[2], &share[1]));
        } else if line.starts_with("PID ") {
            // `S[%CPU]` are two columns.
            names = line.replace("[%CPU]", " %CPU").split_whitespace().map(str::to_owned).collect();
            for name in &names {
                fields.put("row", name, "");
            }
        } else {
            let cells = line.split_whitespace().count();
            assert!(cells >= names.len() && !names.is_empty(), "{line}");
        }
    }
    fields
}

/// `Filesystem` and its sizes. Where it is mounted is a column of its own since Android 6.
fn read_df(text: &str) -> Fields {
    let mut fields = Fields::default();
    for name in
        text.lines().next().unwrap_or_default().replace("Mounted on", "Mounted").split_whitespace()
    {
        fields.put("df", name, "");
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn processes_as_recorded() {
    PS.check(&Device::shop().await.run("ps -A").await);
}

#[tokio::test(start_paused = true)]
async fn top_as_recorded() {
    let mut device = Device::shop().await;
    TOP.check(&device.run("top -b -n 3").await);
    TOP.check(&device.run(&format!("top -b -n 3 -p $(pidof {SHOP})")).await);
}

#[tokio::test(start_paused = true)]
async fn disks_as_recorded() {
    DF.check(&Device::home().await.run("df -h").await);
}
