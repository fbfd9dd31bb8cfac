//! `dumpsys activity recents`: tasks, the latest first.

use super::record;
use crate::android::Android;
use crate::userland::system::dumpsys::lines::Lines;

pub(super) fn dump(android: &Android) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)");
    for (index, task) in android.tasks().iter().rev().enumerate() {
        lines.add(format_args!("  * Recent #{index}: {}}}", record::task(android, task)));
        lines.add(format_args!("    userId=0 affinity={}", record::affinity(android, task)));
        if let Some(root) = task.activities.first() {
            lines.add(format_args!("    realActivity={{{}}}", root.component.short()));
            lines.add(format_args!("    intent={{{}}}", root.intent.short()));
        }
        lines.add(format_args!("    numActivities={}", task.activities.len()));
    }
    lines.text()
}
