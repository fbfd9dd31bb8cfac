//! What is said when there is nothing to show: texts that are the same but for a name.

use crate::device::{Device, SHOP};
use crate::recordings;

/// Recording, the command that it answers, and the name in it.
pub(crate) const MESSAGES: [(&str, &str, &str); 2] = [
    ("dumpsys/activity-bad-command.txt", "dumpsys activity NAME", "com.funnyenglish.app"),
    ("dumpsys/package-not-found.txt", "dumpsys package NAME", "com.funnyenglish.app"),
];

#[tokio::test(start_paused = true)]
async fn as_recorded() {
    let mut device = Device::home().await;
    for (path, command, name) in MESSAGES {
        let Some(recorded) = recordings::read(path) else { return };
        let printed = device.run(&command.replace("NAME", name)).await;
        assert_eq!(printed, recorded, "{path}");
    }
}

/// A process that ends while it is asked leaves the titles alone; one that never ran has not even these.
#[tokio::test(start_paused = true)]
async fn nothing_runs() {
    let mut device = Device::home().await;
    for command in ["meminfo", "gfxinfo"] {
        let printed = device.run(&format!("dumpsys {command} {SHOP}")).await;
        assert_eq!(printed, format!("No process found for: {SHOP}\n"));
    }
}
