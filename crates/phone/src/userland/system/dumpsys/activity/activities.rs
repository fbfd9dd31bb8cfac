//! `dumpsys activity activities`: tasks and their activities, what is in front first, then the display.

use super::history;
use crate::android::{ActivityState, Android, Task};
use crate::userland::system::dumpsys::{identity, lines::Lines, window};

pub(super) fn dump(android: &Android) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
    lines.add("Display #0 (activities from top to bottom):");
    let tasks = android.tasks();
    let resumed = android.resumed_activity();
    for (depth, task) in tasks.iter().rev().enumerate() {
        block(android, &mut lines, task, depth == 0);
    }
    if let Some(resumed) = resumed {
        let record = resumed.record();
        lines.add("  Resumed activities in task display areas (from top to bottom):");
        lines.add(format_args!("    Resumed: {record}\n"));
        lines.add(format_args!("  mResumedActivity: {record}\n  ResumedActivity: {record}\n"));
    }
    lines.add("ActivityTaskSupervisor state:");
    if let Some(front) = tasks.last() {
        let name = identity::task(android, front);
        lines.add(format_args!("  topDisplayFocusedRootTask={name}}}"));
    }
    lines.append(&window::contents(android));
    supervisor(android, &mut lines);
    lines.text()
}

fn block(android: &Android, lines: &mut Lines, task: &Task, visible: bool) {
    let (name, count) = (identity::task(android, task), task.activities.len());
    lines.add(format_args!(
        "  * {name} U=0 visible={visible} visibleRequested={visible} mode=fullscreen \
         translucent={} sz={count}}}",
        !visible
    ));
    let left = |state| matches!(state, ActivityState::Paused | ActivityState::Stopped);
    if let Some(paused) = task.activities.iter().rev().find(|have| left(have.state)) {
        lines.add(format_args!("    mLastPausedActivity: {}", paused.record()));
    }
    lines.add(format_args!("    isSleeping={}", !android.power().awake));
    if let Some(top) = task.activities.last().filter(|top| top.state == ActivityState::Resumed) {
        let name =
            if android.api().since(33) { "topResumedActivity=" } else { "mResumedActivity: " };
        lines.add(format_args!("    {name}{}", top.record()));
    }
    for (index, activity) in task.activities.iter().enumerate().rev() {
        history::block(android, lines, task, index, activity);
    }
    lines.add("");
}

fn supervisor(android: &Android, lines: &mut Lines) {
    let keyguard = android.power().keyguard;
    let highest = android.tasks().iter().map(|task| task.id).max().unwrap_or(0);
    lines.add(format_args!("\n  mCurTaskIdForUser={{0={highest}}}\n  mUserRootTaskInFront={{}}"));
    lines.add("  mVisibilityTransactionDepth=0\n  isHomeRecentsComponent=true");
    let processes = android.processes();
    let front = android.resumed_activity().and_then(|resumed| resumed.pid);
    let visible = processes.iter().find(|process| Some(process.pid) == front);
    let visible = visible.map_or_else(String::new, identity::process);
    lines.add(format_args!("  VisibleActivityProcess:[ {visible}]"));
    lines.add("  KeyguardController:");
    lines.add(format_args!(
        "    mKeyguardShowing={keyguard}\n    mAodShowing=false\n    mKeyguardGoingAway=false\n    mDismissalRequested=false"
    ));
    lines.add(format_args!(
        "     KeyguardShowing={keyguard} AodShowing=false KeyguardGoingAway=false DismissalRequested=false  Occluded=false DismissingKeyguardActivity=null TurnScreenOnActivity=null at display=0"
    ));
    lines.add("  LockTaskController:\n    mLockTaskModeState=NONE\n    mLockTaskModeTasks=");
}
