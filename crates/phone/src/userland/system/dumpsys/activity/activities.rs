//! `dumpsys activity activities`: tasks and their activities, what is in front first.

use super::record;
use crate::android::{ActivityRecord, ActivityState, Android, Task};
use crate::userland::system::dumpsys::lines::Lines;

pub(super) fn dump(android: &Android) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
    lines.add("Display #0 (activities from top to bottom):");
    let tasks = android.tasks();
    let resumed = android.resumed_activity();
    for (depth, task) in tasks.iter().rev().enumerate() {
        let (begin, count, visible) =
            (record::task(android, task), task.activities.len(), depth == 0);
        lines.add(format_args!(
            "  * {begin} U=0 visible={visible} visibleRequested={visible} mode=fullscreen \
             translucent=false sz={count}}}"
        ));
        lines.add(format_args!("    isSleeping={}", !android.power().awake));
        if let Some(top) = task.activities.last().filter(|top| top.state == ActivityState::Resumed)
        {
            lines.add(format_args!("    topResumedActivity={}", top.record()));
        }
        for (index, activity) in task.activities.iter().enumerate().rev() {
            block(android, &mut lines, task, index, activity);
        }
        lines.add("");
    }
    if let Some(resumed) = resumed {
        lines.add(format_args!("  mResumedActivity: {}", resumed.record()));
        lines.add(format_args!("  ResumedActivity: {}\n", resumed.record()));
    }
    lines.add("ActivityTaskSupervisor state:");
    if let Some(front) = tasks.last() {
        lines.add(format_args!("  topDisplayFocusedRootTask={}}}", record::task(android, front)));
    }
    lines.add(format_args!(
        "  KeyguardController:\n    mKeyguardShowing={}",
        android.power().keyguard
    ));
    lines.text()
}

fn block(
    android: &Android,
    lines: &mut Lines,
    task: &Task,
    index: usize,
    activity: &ActivityRecord,
) {
    let package = &activity.component.package;
    let processes = android.processes();
    let process = processes.iter().find(|process| Some(process.pid) == activity.pid);
    let app = process.map_or_else(|| "null".to_owned(), record::process);
    let windows: Vec<String> = android
        .windows()
        .iter()
        .filter(|window| window.activity == Some(activity.id))
        .map(crate::android::Window::record)
        .collect();
    let visible = activity.state == ActivityState::Resumed;
    lines.add(format_args!("    * Hist  #{index}: {}", activity.record()));
    lines.add(format_args!("      packageName={package} processName={package}"));
    lines.add(format_args!("      app={app}\n      {}", activity.intent));
    lines.add(format_args!(
        "      rootOfTask={} task={}}}",
        index == 0,
        record::task(android, task)
    ));
    lines.add(format_args!("      taskAffinity={}", record::affinity(android, task)));
    lines.add(format_args!("      mActivityComponent={}", activity.component.short()));
    if let Some(installed) = android.package(package) {
        lines.add(format_args!(
            "      baseDir={}\n      dataDir={}",
            installed.apk_path(),
            installed.data_dir
        ));
    }
    lines.add(format_args!("      state={} finishing=false", activity.state.name()));
    lines.add(format_args!("      windows=[{}]", windows.join(", ")));
    lines.add(format_args!(
        "      mVisibleRequested={visible} mVisible={visible} reportedDrawn={0} reportedVisible={0}",
        visible && activity.displayed
    ));
}
