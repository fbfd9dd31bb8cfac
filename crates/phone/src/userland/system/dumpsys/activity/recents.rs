//! `dumpsys activity recents`: tasks, the latest first.

use super::stacks;
use crate::android::{ActivityRecord, Android, Component, Intent, Task};
use crate::userland::system::dumpsys::{identity, lines::Lines};

pub(super) fn dump(android: &Android) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)");
    let tasks = android.tasks();
    let home = tasks.iter().find(|task| task.home).and_then(|task| task.activities.first());
    let (uid, component) = match home {
        Some(home) => (i64::from(home.uid), home.component.short()),
        None => (-1, "null".to_owned()),
    };
    lines.add(format_args!("mRecentsUid={uid}\nmRecentsComponent=ComponentInfo{{{component}}}"));
    if !android.api().since(29) {
        lines.add("  Recent tasks:");
        for (index, task) in tasks.iter().rev().enumerate() {
            lines.add(format_args!("  * Recent #{index}: {}", stacks::record(task)));
            older_details(android, &mut lines, task, "    ");
        }
        return lines.text();
    }
    lines.add("mFreezeTaskListReordering=false\n  Recent tasks:");
    for (index, task) in tasks.iter().rev().enumerate() {
        block(android, &mut lines, index, task);
    }
    lines.text()
}

fn block(android: &Android, lines: &mut Lines, index: usize, task: &Task) {
    let (id, count) = (task.id, task.activities.len());
    let visible = task.activities.iter().any(|have| have.state.is_visible());
    lines.add(format_args!(
        "  * Recent #{index}: {} U=0 rootTaskId={id} visible={visible} visibleRequested={visible} mode=fullscreen translucent={} sz={count}}}",
        identity::task(android, task),
        !visible,
    ));
    let Some(root) = task.activities.first() else { return };
    let caller_name = caller(android, task.caller);
    lines.add(format_args!(
        "    userId=0 effectiveUid={} mCallingUid={} mUserSetupComplete=true mCallingPackage={caller_name} mCallingFeatureId=null",
        identity::user(root.uid),
        identity::user(task.caller),
    ));
    lines.add(format_args!("    affinity={}", identity::affinity(android, task)));
    lines.add(format_args!("    intent={{{}}}", task.intent.short()));
    lines.add(format_args!("    mActivityComponent={}", real_activity(task)));
    let kind = if task.home { 2 } else { 1 };
    let reset = task.intent.has_flag(Intent::FLAG_RESET_TASK_IF_NEEDED);
    lines.add(format_args!(
        "    autoRemoveRecents=false isPersistable=true activityType={kind}\n    rootWasReset={reset} \
         mNeverRelinquishIdentity=true mReuseTask=false mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE"
    ));
    let records: Vec<String> = task.activities.iter().map(ActivityRecord::record).collect();
    lines.add(format_args!("    Activities=[{}]", records.join(", ")));
    lines.add("    askedCompatMode=false inRecents=true isAvailable=true");
    let processes = android.processes();
    if let Some(process) = processes.iter().find(|process| Some(process.pid) == root.pid) {
        lines.add(format_args!("    mRootProcess={}", identity::process(process)));
    }
    lines.add(format_args!("    taskId={id} rootTaskId={id}"));
    let top = task.activities.last().unwrap_or(root);
    let inactive = if visible { 0 } else { top.launched.elapsed().as_secs() };
    let active = android.uptime().as_millis() - u128::from(inactive) * 1000;
    lines.add(format_args!(
        "    mHasBeenVisible={}\n    mResizeMode=RESIZE_MODE_RESIZEABLE mSupportsPictureInPicture=false \
         isResizeable=true lastActiveTime={active} (inactive for {inactive}s)",
        visible || task.activities.iter().any(|have| have.displayed),
    ));
}

/// The activity that the task was made for.
fn real_activity(task: &Task) -> String {
    task.intent.component.as_ref().map_or_else(|| "null".to_owned(), Component::short)
}

/// The package of the uid that started an activity or a task.
pub(super) fn caller(android: &Android, uid: u32) -> String {
    let packages = android.packages();
    let caller = packages.iter().find(|package| package.uid == uid);
    caller.map_or("com.android.shell", |package| package.name()).to_owned()
}

/// What a task of API level 28 says of itself.
pub(super) fn older_details(android: &Android, lines: &mut Lines, task: &Task, inside: &str) {
    let Some(root) = task.activities.first() else { return };
    let mut add = |text: String| lines.add(format_args!("{inside}{text}"));
    add(format!(
        "userId=0 effectiveUid={} mCallingUid={} mUserSetupComplete=true mCallingPackage={}",
        identity::user(root.uid),
        identity::user(task.caller),
        caller(android, task.caller),
    ));
    add(format!("affinity={}", task.package));
    add(format!("intent={{{}}}", task.intent.short()));
    add(format!("realActivity={}", real_activity(task)));
    let kind = if task.home { 2 } else { 1 };
    add(format!("autoRemoveRecents=false isPersistable=true numFullscreen=1 activityType={kind}"));
    let reset = task.intent.has_flag(Intent::FLAG_RESET_TASK_IF_NEEDED);
    add(format!(
        "rootWasReset={reset} mNeverRelinquishIdentity=true mReuseTask=false mLockTaskAuth=LOCK_TASK_AUTH_PINNABLE"
    ));
    let records: Vec<String> = task.activities.iter().map(ActivityRecord::record).collect();
    add(format!("Activities=[{}]", records.join(", ")));
    add("askedCompatMode=false inRecents=true isAvailable=true".to_owned());
    let processes = android.processes();
    if let Some(process) = processes.iter().find(|process| Some(process.pid) == root.pid) {
        add(format!("mRootProcess={}", identity::process(process)));
    }
    add(format!("stackId={}", task.id));
    let visible = task.activities.iter().any(|have| have.state.is_visible());
    let seen = visible || task.activities.iter().any(|have| have.displayed);
    let top = task.activities.last().unwrap_or(root);
    let inactive = if visible { 0 } else { top.launched.elapsed().as_secs() };
    let active = android.uptime().as_millis().saturating_sub(u128::from(inactive) * 1000);
    add(format!(
        "hasBeenVisible={seen} mResizeMode=RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION mSupportsPictureInPicture=false isResizeable=true lastActiveTime={active} (inactive for {inactive}s)"
    ));
}
