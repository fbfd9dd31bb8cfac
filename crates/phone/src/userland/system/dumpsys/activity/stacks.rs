//! `dumpsys activity activities` before API level 29: tasks lie in stacks, and each stack names what it resumed.

use super::recents;
use crate::android::{ActivityRecord, ActivityState, Android, Task};
use crate::userland::system::dumpsys::{configuration, duration, identity, lines::Lines};

const INSIDE: &str = "          ";

pub(super) fn dump(android: &Android) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)");
    lines.add("Display #0 (activities from top to bottom):");
    let tasks = android.tasks();
    for task in tasks.iter().rev() {
        stack(android, &mut lines, task);
    }
    if let Some(resumed) = android.resumed_activity() {
        lines.add(format_args!("\n  ResumedActivity: {}", resumed.record()));
    }
    supervisor(android, &mut lines, &tasks);
    lines.text()
}

/// One stack for each task, with the task's number.
fn stack(android: &Android, lines: &mut Lines, task: &Task) {
    let id = task.id;
    let kind = if task.home { "home" } else { "standard" };
    lines.add(format_args!("\n  Stack #{id}: type={kind} mode=fullscreen"));
    lines.add(format_args!("  isSleeping={}", !android.power().awake));
    lines.add("  mBounds=Rect(0, 0 - 0, 0)");
    lines.add(format_args!("    Task id #{id}\n    mBounds=Rect(0, 0 - 0, 0)"));
    lines.add("    mMinWidth=-1\n    mMinHeight=-1\n    mLastNonFullscreenBounds=null");
    lines.add(format_args!("    * {}", record(task)));
    recents::older_details(android, lines, task, "      ");
    for (index, activity) in task.activities.iter().enumerate().rev() {
        history(android, lines, task, index, activity);
    }
    lines.add("\n    Running activities (most recent first):");
    lines.add(format_args!("      {}", record(task)));
    for (index, activity) in task.activities.iter().enumerate().rev() {
        lines.add(format_args!("        Run #{index}: {}", activity.record()));
    }
    lines.add("");
    let is = |state| move |have: &&ActivityRecord| have.state == state;
    if let Some(resumed) = task.activities.iter().find(is(ActivityState::Resumed)) {
        lines.add(format_args!("    mResumedActivity: {}", resumed.record()));
    }
    let left = |have: &&ActivityRecord| {
        matches!(have.state, ActivityState::Paused | ActivityState::Stopped)
    };
    if let Some(paused) = task.activities.iter().rev().find(left) {
        lines.add(format_args!("    mLastPausedActivity: {}", paused.record()));
    }
}

/// `TaskRecord{22571e3 #75 A=com.x U=0 StackId=75 sz=1}`
pub(super) fn record(task: &Task) -> String {
    let Task { id, package, activities, .. } = task;
    let hash = identity::of_number("task", *id);
    format!("TaskRecord{{{hash} #{id} A={package} U=0 StackId={id} sz={}}}", activities.len())
}

fn history(
    android: &Android,
    lines: &mut Lines,
    task: &Task,
    index: usize,
    activity: &ActivityRecord,
) {
    let package = &activity.component.package;
    let installed = android.package(package);
    lines.add(format_args!("      * Hist #{index}: {}", activity.record()));
    let mut add = |text: String| lines.add(format_args!("{INSIDE}{text}"));
    let processes = android.processes();
    let process = processes.iter().find(|process| Some(process.pid) == activity.pid);
    let app = process.map_or_else(|| "null".to_owned(), identity::process);
    add(format!("packageName={package} processName={package}"));
    add(format!(
        "launchedFromUid={} launchedFromPackage={} userId=0",
        activity.caller,
        recents::caller(android, activity.caller)
    ));
    add(format!("app={app}"));
    add(activity.intent.to_string());
    add(format!("frontOfTask={} task={}", index == 0, record(task)));
    add(format!("taskAffinity={package}"));
    add(format!("realActivity={}", activity.component.short()));
    if let Some(installed) = &installed {
        add(format!("baseDir={}", installed.apk_path()));
        add(format!("dataDir={}", installed.data_dir));
    }
    let kind = if task.home { "home" } else { "standard" };
    let density = android.display().density();
    add(format!(
        "stateNotNeeded={} componentSpecified={} mActivityType={kind}",
        task.home,
        activity.intent.action.is_none()
    ));
    add(format!("compat={{{density}dpi always-compat}} labelRes=0x0 icon=0x0 theme=0x0"));
    let text = configuration::text(android);
    add("mLastReportedConfigurations:".to_owned());
    add(format!(" mGlobalConfig={text}"));
    add(format!(" mOverrideConfig={text}"));
    add(format!("CurrentConfiguration={text}"));
    let color = installed.as_ref().map_or(0, |package| package.manifest.icon);
    add(format!(
        "taskDescription: label=\"null\" icon=null iconResource=0 iconFilename=null primaryColor=ff{color:06x}"
    ));
    add(" backgroundColor=fffafafa".to_owned());
    add(" statusBarColor=0".to_owned());
    add(" navigationBarColor=0".to_owned());
    let since = duration::ago(activity.launched.elapsed());
    let created = u32::from(activity.pid.is_some());
    add(format!("launchFailed=false launchCount={created} lastLaunchTime={since}"));
    let gone = activity.state == ActivityState::Destroyed;
    add(format!("haveState={gone} icicle=null"));
    let (state, visible) = (activity.state.name(), activity.state.is_visible());
    let stopped = matches!(activity.state, ActivityState::Stopped | ActivityState::Destroyed);
    add(format!("state={state} stopped={stopped} delayedResume=false finishing=false"));
    let (idle, asleep) = (activity.displayed, !android.power().awake);
    add(format!(
        "keysPaused=false inHistory=true visible={visible} sleeping={asleep} idle={idle} mStartingWindowState=STARTING_WINDOW_NOT_SHOWN"
    ));
    let declared = installed.as_ref().and_then(|have| have.activity(&activity.component.class));
    let full = declared.is_none_or(|have| !have.translucent);
    let mode = declared.map_or(0, |have| have.launch_mode.number());
    add(format!("fullscreen={full} noDisplay=false immersive=false launchMode={mode}"));
    add("frozenBeforeDestroy=false forceNewConfig=false".to_owned());
    add(format!("mActivityType={kind}"));
    add(format!("waitingVisible=false nowVisible={visible} lastVisibleTime={since}"));
    add("resizeMode=RESIZE_MODE_RESIZEABLE_VIA_SDK_VERSION".to_owned());
    add("mLastReportedMultiWindowMode=false mLastReportedPictureInPictureMode=false".to_owned());
}

fn supervisor(android: &Android, lines: &mut Lines, tasks: &[Task]) {
    let Some(front) = tasks.last() else { return };
    let stack = |task: &Task| {
        let kind = if task.home { "home" } else { "standard" };
        let hash = identity::of_number("stack", task.id);
        format!(
            "ActivityStack{{{hash} stackId={} type={kind} mode=fullscreen visible={} translucent={}, 1 tasks}}",
            task.id,
            task.id == front.id,
            task.id != front.id,
        )
    };
    lines.add(format_args!("  mFocusedStack={0} mLastFocusedStack={0}", stack(front)));
    let highest = tasks.iter().map(|task| task.id).max().unwrap_or(0);
    let home = tasks.iter().find(|task| task.home).map_or(0, |task| task.id);
    lines.add(format_args!("  mCurTaskIdForUser={{0={highest}}}\n  mUserStackInFront={{}}"));
    lines.add(format_args!("  displayId=0 stacks={}", tasks.len()));
    lines.add(format_args!("   mHomeStack=#{home}"));
    let keyguard = android.power().keyguard;
    // On one line, as Android 9 has it.
    lines.add("  isHomeRecentsComponent=true  KeyguardController:");
    lines.add(format_args!(
        "    mKeyguardShowing={keyguard}\n    mAodShowing=false\n    mKeyguardGoingAway=false\n    mOccluded=false\n    mDismissingKeyguardActivity=null\n    mDismissalRequested=false\n    mVisibilityTransactionDepth=0"
    ));
    lines.add("  LockTaskController\n    mLockTaskModeState=NONE\n    mLockTaskModeTasks=");
}
