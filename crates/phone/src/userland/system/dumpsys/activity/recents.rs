//! `dumpsys activity recents`: tasks, the latest first.

use crate::android::{ActivityRecord, Android, Task};
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
    let packages = android.packages();
    let caller = packages.iter().find(|package| package.uid == root.caller);
    let caller_name = caller.map_or("com.android.shell", |package| package.name());
    lines.add(format_args!(
        "    userId=0 effectiveUid={} mCallingUid={} mUserSetupComplete=true mCallingPackage={caller_name} mCallingFeatureId=null",
        identity::user(root.uid),
        identity::user(root.caller),
    ));
    lines.add(format_args!("    affinity={}", identity::affinity(android, task)));
    lines.add(format_args!("    intent={{{}}}", root.intent.short()));
    lines.add(format_args!("    mActivityComponent={}", root.component.short()));
    let kind = if task.home { 2 } else { 1 };
    lines.add(format_args!(
        "    autoRemoveRecents=false isPersistable=true activityType={kind}\n    rootWasReset=false \
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
