//! One activity of a task, as `dumpsys activity activities` describes it.

use crate::android::{ActivityRecord, ActivityState, Android, Task, Window};
use crate::userland::system::dumpsys::{configuration, duration, identity, lines::Lines};

pub(super) fn block(
    android: &Android,
    lines: &mut Lines,
    task: &Task,
    index: usize,
    activity: &ActivityRecord,
) {
    lines.add(format_args!("    * Hist  #{index}: {}", activity.record()));
    origin(android, lines, activity);
    place(android, lines, task, index, activity);
    configurations(android, lines);
    life(android, lines, task, activity);
    visibility(android, lines, activity);
    lines.add("      resizeMode=RESIZE_MODE_RESIZEABLE");
    lines.add("      mLastReportedMultiWindowMode=false mLastReportedPictureInPictureMode=false");
    lines.add(
        "      supportsSizeChanges=SIZE_CHANGES_UNSUPPORTED_METADATA\n      configChanges=0x0",
    );
    lines.add("      neverSandboxDisplayApis=false\n      alwaysSandboxDisplayApis=false");
    lines.add("      areBoundsLetterboxed=false");
}

/// Who started it, and where it runs.
fn origin(android: &Android, lines: &mut Lines, activity: &ActivityRecord) {
    let package = &activity.component.package;
    let processes = android.processes();
    let process = processes.iter().find(|process| Some(process.pid) == activity.pid);
    let app = process.map_or_else(|| "null".to_owned(), identity::process);
    let caller = activity.caller;
    let packages = android.packages();
    let starter = match caller {
        2000 => "com.android.shell",
        1000 => "android",
        uid => packages.iter().find(|have| have.uid == uid).map_or("null", |have| have.name()),
    };
    lines.add(format_args!("      packageName={package} processName={package}"));
    lines.add(format_args!(
        "      launchedFromUid={caller} launchedFromPackage={starter} launchedFromFeature=null userId=0"
    ));
    lines.add(format_args!("      app={app}\n      {}", activity.intent));
}

fn place(
    android: &Android,
    lines: &mut Lines,
    task: &Task,
    index: usize,
    activity: &ActivityRecord,
) {
    let root = index == 0;
    let name = identity::task(android, task);
    lines.add(format_args!("      rootOfTask={root} task={name}}}"));
    lines.add(format_args!("      taskAffinity={}", identity::affinity(android, task)));
    lines.add(format_args!("      mActivityComponent={}", activity.component.short()));
    if let Some(installed) = android.package(&activity.component.package) {
        let (apk, data) = (installed.apk_path(), installed.data_dir);
        lines.add(format_args!("      baseDir={apk}\n      dataDir={data}"));
    }
    lines.add(format_args!(
        "      stateNotNeeded={} componentSpecified={} mActivityType={}",
        task.home,
        activity.intent.action.is_none(),
        kind(task),
    ));
    let theme = identity::of_text("theme", &activity.component.package);
    let theme = &theme[theme.len().saturating_sub(4)..];
    let density = android.display().density();
    lines.add(format_args!("      compat={{{density}dpi}} theme=0x7f13{theme}"));
}

fn kind(task: &Task) -> &'static str {
    if task.home { "home" } else { "standard" }
}

fn configurations(android: &Android, lines: &mut Lines) {
    let text = configuration::text(android);
    let none = configuration::NONE;
    lines.add("      mLastReportedConfigurations:");
    lines.add(format_args!("        mGlobalConfig={text}\n        mOverrideConfig={text}"));
    lines.add(format_args!("      CurrentConfiguration={text}"));
    lines.add(format_args!("      RequestedOverrideConfiguration={none}"));
    lines.add(format_args!("      ResolvedOverrideConfiguration={none}"));
}

fn life(android: &Android, lines: &mut Lines, task: &Task, activity: &ActivityRecord) {
    let package = android.package(&activity.component.package);
    let declared = package.as_ref().and_then(|package| package.activity(&activity.component.class));
    let mode = declared.map_or(0, |have| have.launch_mode.number());
    let occludes = declared.is_none_or(|have| !have.translucent);
    let color = package.as_ref().map_or(0, |package| package.manifest.icon);
    lines.add(format_args!(
        "      taskDescription: label=\"null\" icon=null iconResource=/0 iconFilename=null primaryColor=ff{color:06x}"
    ));
    lines.add("        backgroundColor=fffafafa statusBarColor=0 navigationBarColor=0");
    lines.add("       backgroundColorFloating=fffafafa");
    let launched = duration::ago(activity.launched.elapsed());
    let created = u32::from(activity.pid.is_some());
    lines.add(format_args!(
        "      launchFailed=false launchCount={created} lastLaunchTime={launched}"
    ));
    let gone = activity.state == ActivityState::Destroyed;
    lines.add(format_args!("      mHaveState={gone} mIcicle=null"));
    lines.add(format_args!("      state={} finishing=false", activity.state.name()));
    let idle = activity.displayed;
    lines.add(format_args!("      keysPaused=false inHistory=true idle={idle}"));
    lines.add(format_args!(
        "      occludesParent={occludes} noDisplay=false immersive=false launchMode={mode}"
    ));
    lines.add(format_args!("      mActivityType={}", kind(task)));
}

fn visibility(android: &Android, lines: &mut Lines, activity: &ActivityRecord) {
    let windows = android.windows();
    let own = windows.iter().filter(|window| window.activity == Some(activity.id));
    let own: Vec<String> = own.map(Window::record).collect();
    let visible = activity.state.is_visible();
    let drawn = visible && activity.displayed;
    lines.add(format_args!("      windows=[{}]\n      windowType=2", own.join(", ")));
    let package = android.package(&activity.component.package);
    let declared = package.as_ref().and_then(|package| package.activity(&activity.component.class));
    let occludes = declared.is_none_or(|have| !have.translucent);
    lines.add(format_args!("      mOccludesParent={occludes}"));
    lines.add("      overrideOrientation=SCREEN_ORIENTATION_UNSPECIFIED");
    lines.add("      requestedOrientation=SCREEN_ORIENTATION_UNSPECIFIED");
    lines.add(format_args!(
        "      mVisibleRequested={visible} mVisible={visible} mClientVisible={visible} reportedDrawn={drawn} reportedVisible={drawn}"
    ));
    if !visible {
        lines.add("      mAppStopped=true");
    }
    let count = activity.windows.len();
    // The bracket that nothing opens is Android's own.
    lines.add(format_args!(
        "      mNumInterestingWindows={count} mNumDrawnWindows={count} allDrawn={drawn})"
    ));
    lines.add(format_args!("      startingData=null firstWindowDrawn={}", activity.displayed));
    let since = duration::ago(activity.launched.elapsed());
    lines.add(format_args!("      nowVisible={visible} lastVisibleTime={since}"));
}
