//! `dumpsys activity exit-info PACKAGE`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;

pub(crate) const FORMAT: Format = Format {
    read,
    recordings: &["dumpsys/activity-exit-info-utf16.txt"],
    lacking: &[],
    beyond: &[],
};

fn read(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().skip(1) {
        let body = line.trim_start();
        if body.starts_with("ApplicationExitInfo #") {
            fields.put("exit", "ApplicationExitInfo", "");
        } else {
            fields.put_line("exit", body);
        }
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    let script = format!(
        "am crash {SHOP}; am start -W -n {SHOP}/.MainActivity >/dev/null; am force-stop {SHOP}; dumpsys activity exit-info {SHOP}"
    );
    FORMAT.check(&Device::shop().await.run(&script).await);
}

/// How each of the ends is called.
#[tokio::test(start_paused = true)]
async fn reasons() {
    let mut device = Device::shop().await;
    let script = format!(
        "am crash {SHOP}; am start -W -n {SHOP}/.MainActivity >/dev/null; input keyevent HOME; am kill {SHOP}; \
         am start -W -n {SHOP}/.MainActivity >/dev/null; am force-stop {SHOP}; \
         dumpsys activity exit-info {SHOP} | grep -oE 'reason=[0-9]+ .*|importance=[0-9]+'"
    );
    let said = device.run(&script).await;
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "reason=10 (USER REQUESTED) subreason=21 (FORCE STOP) status=0",
        "importance=100",
        "reason=10 (USER REQUESTED) subreason=24 (KILL BACKGROUND) status=0",
        "importance=400",
        "reason=4 (APP CRASH(EXCEPTION)) subreason=0 (UNKNOWN) status=0",
        "importance=100",
    ];
    assert_eq!(lines, expected);
}
