//! What `adb install` prints: its own line, then what the phone's package manager says.

use crate::device::Device;
use crate::recordings;

pub(crate) const RECORDINGS: [&str; 1] = ["dumpsys/adb-install-streamed.txt"];

/// The success of the recording is a word of its own; a refusal is a word with the reason in brackets.
#[tokio::test(start_paused = true)]
async fn as_recorded() {
    let Some(recorded) = recordings::read(RECORDINGS[0]) else { return };
    let lines: Vec<&str> = recorded.lines().collect();
    assert_eq!(lines, ["Performing Streamed Install", "Success"]);
    let mut device = Device::home().await;
    let cleared = device.run("pm clear com.example.shop").await;
    assert_eq!(cleared, "Success\n");
    let refused = device.run("cmd package install -S 3 < /dev/null; pm uninstall com.nosuch").await;
    for line in refused.lines() {
        assert!(line.starts_with("Failure [") && line.ends_with(']'), "{refused}");
    }
    assert!(!refused.is_empty());
}
