//! `dumpsys activity top`: the top activity of each task with its views. The one in front comes last.

use crate::android::{ActivityRecord, ActivityState, Android};
use crate::screen::{Flags, Node, Rect, Tree};
use crate::userland::system::dumpsys::{configuration, identity, lines::Lines, target};

/// Those whose component the caller wants.
pub(super) async fn dump(android: &Android, wanted: impl Fn(&str) -> bool) -> String {
    let mut lines = Lines::default();
    for task in android.tasks() {
        let Some(top) = task.activities.last().filter(|top| wanted(&top.component.long())) else {
            continue;
        };
        lines.add(format_args!(
            "TASK {} id={} userId=0",
            identity::affinity(android, &task),
            task.id
        ));
        activity(android, &mut lines, top).await;
        lines.add("");
    }
    lines.text()
}

async fn activity(android: &Android, lines: &mut Lines, top: &ActivityRecord) {
    let (name, hash) = (top.component.short(), top.hash());
    let Some(pid) = top.pid else {
        lines.add(format_args!("  ACTIVITY {name} {hash} pid=(not running)"));
        return;
    };
    let uid = top.uid;
    lines.add(format_args!("  ACTIVITY {name} {hash} pid={pid} userId=0 uid={uid}"));
    let resumed = top.state == ActivityState::Resumed;
    lines.add(format_args!("    Local Activity {hash} State:"));
    lines.add(format_args!("      mResumed={resumed} mStopped={} mFinished=false", !resumed));
    lines.add("      mIsInMultiWindowMode=false mIsInPictureInPictureMode=false");
    lines.add("      mChangingConfigurations=false");
    lines.add(format_args!("      mCurrentConfig={}", configuration::text(android)));
    let frames = android.frames(pid);
    if !top.windows.is_empty() {
        root(android, lines, top);
        let last = frames.recent.back().map_or(0, std::time::Duration::as_millis);
        lines.add("    Choreographer:\n      mFrameScheduled=false");
        lines.add(format_args!(
            "      mLastFrameTime={last} ({} ms ago)",
            android.uptime().as_millis() - last
        ));
    }
    for window in &top.windows {
        if let Some(tree) = target::tree(android, pid, window.id).await {
            lines.add("    View Hierarchy:");
            lines.add(format_args!("      DecorView@{hash}[{}]", top.component.class));
            views(lines, &tree);
        }
    }
}

/// The root of a window's views, as the app knows it.
fn root(android: &Android, lines: &mut Lines, top: &ActivityRecord) {
    let resumed = top.state == ActivityState::Resumed;
    let configuration = configuration::text(android);
    let none = configuration::NONE;
    lines.add("    ViewRoot:\n      mAdded=true\n      mRemoved=false");
    lines.add(format_args!("      mStopped={}\n      mPausedForTransition=false", !resumed));
    lines.add("      mConsumeBatchedInputScheduled=false\n      mConsumeBatchedInputImmediatelyScheduled=false");
    lines.add("      mPendingInputEventCount=0\n      mProcessInputEventsScheduled=false");
    lines.add("      mTraversalScheduled=false\n      mReportNextDraw=false");
    lines.add(format_args!(
        "      mLastReportedMergedConfiguration={{mGlobalConfig={configuration} mOverrideConfig={none}}}"
    ));
    lines.add(format_args!("      mLastConfigurationFromResources={configuration}"));
    lines.add("      mIsAmbientMode=false\n      mUnbufferedInputSource=0\n      mAttachInfo=       AttachInfo:");
    let focused = android.focused_window().is_some_and(|window| window.activity == Some(top.id));
    lines.add(format_args!("        mHasWindowFocus={focused}"));
    lines.add(format_args!("        mWindowVisibility={}", if resumed { 0 } else { 8 }));
    lines.add("        mInTouchMode=true\n        mUnbufferedDispatchRequested=false");
}

fn views(lines: &mut Lines, tree: &Tree) {
    // The ends of the open subtrees, innermost last, with where each parent sits.
    let mut open: Vec<(usize, Rect)> = Vec::new();
    for (index, node) in tree.nodes.iter().enumerate() {
        while open.last().is_some_and(|(end, _)| *end <= index) {
            open.pop();
        }
        let parent = open.last().map(|(_, bounds)| *bounds).unwrap_or_default();
        let indent = " ".repeat(8 + 2 * open.len());
        lines.add(format_args!("{indent}{}", view(index, node, &parent)));
        open.push((node.end as usize, node.bounds));
    }
}

/// `android.widget.Button{abc1234 VFED..C.. ........ 0,63-1080,2274 #7f0a0042 app:id/ok}`, placed in its parent.
fn view(index: usize, node: &Node, parent: &Rect) -> String {
    let has = |flag: Flags, letter: char| if node.flags.has(flag) { letter } else { '.' };
    let enabled = if node.flags.has(Flags::DISABLED) { '.' } else { 'E' };
    let flags: String = [
        'V',
        has(Flags::FOCUSABLE, 'F'),
        enabled,
        'D',
        '.',
        has(Flags::SCROLLABLE, 'V'),
        has(Flags::CLICKABLE, 'C'),
        has(Flags::LONG_CLICKABLE, 'L'),
        '.',
        ' ',
        '.',
        has(Flags::FOCUSED, 'F'),
        has(Flags::SELECTED, 'S'),
    ]
    .into_iter()
    .collect();
    let hash = identity::of_text("view", &format!("{index}{}{}", node.class, node.id));
    let Rect { left, top, right, bottom } = node.bounds;
    format!(
        "{}{{{hash} {flags}..... {},{}-{},{}{}}}",
        node.class,
        left - parent.left,
        top - parent.top,
        right - parent.left,
        bottom - parent.top,
        resource(&node.id),
    )
}

/// ` #7f0a0042 app:id/ok`; nothing without an id.
fn resource(id: &str) -> String {
    let Some((package, name)) = id.split_once(":id/") else { return String::new() };
    let number = identity::of_text("resource", id);
    let last = &number[number.len().saturating_sub(4)..];
    if package == "android" {
        format!(" #102{last} android:id/{name}")
    } else {
        format!(" #7f0a{last} app:id/{name}")
    }
}
