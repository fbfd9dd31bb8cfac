//! One window as `dumpsys window windows` describes it.

use super::attributes;
use crate::android::{Android, Window, WindowKind};
use crate::screen::Rect;
use crate::userland::system::dumpsys::identity;
use crate::userland::system::dumpsys::{configuration, lines::Lines};

pub(super) fn block(android: &Android, index: usize, window: &Window) -> String {
    let display = Rect::at(0, 0, android.display().size());
    let (all, frame) = (bounds(&display), bounds(&window.frame));
    let activity = activity(android, window);
    let token = activity.clone().unwrap_or_else(|| {
        let role = identity::of_text("token", &window.title);
        format!("WindowToken{{{role} type={} {}}}", window.kind.number(), client(window))
    });
    let (width, height) = (window.frame.width(), window.frame.height());
    let task = task(android, window).map_or_else(String::new, |task| format!(" rootTaskId={task}"));
    let (title, uid) = (&window.title, window.uid);
    let mut lines = Lines::default();
    lines.add(format_args!("  Window #{index} {}:", window.record()));
    lines.add(format_args!(
        "    mDisplayId=0{task} mSession=Session{{{} {}:{}}} mClient={}",
        identity::of_number("session", window.pid),
        window.pid,
        session_user(uid),
        client(window),
    ));
    lines.add(format_args!(
        "    mOwnerUid={uid} showForAllUsers={} package={} appop={}",
        window.activity.is_none(),
        window.package,
        match window.kind {
            WindowKind::Toast => "TOAST_WINDOW",
            WindowKind::SystemAlert => "SYSTEM_ALERT_WINDOW",
            WindowKind::Activity
            | WindowKind::Dialog
            | WindowKind::Popup
            | WindowKind::Keyboard
            | WindowKind::StatusBar
            | WindowKind::NavigationBar => "NONE",
        },
    ));
    lines.append(&attributes::text(android, window));
    lines.add(format_args!("    Requested w={width} h={height} mLayoutSeq=1"));
    if window.kind == WindowKind::Keyboard {
        lines.add("    mIsImWindow=true mIsWallpaper=false mIsFloatingLayer=true");
    }
    let (layer, above) = (layer(window.kind), u32::from(window.kind == WindowKind::Popup));
    lines.add(format_args!("    mBaseLayer={layer} mSubLayer={above}    mToken={token}"));
    if let Some(parent) = parent(android, window) {
        lines.add(format_args!("    mParentWindow={} mLayoutAttached=true", parent.record()));
    }
    if let Some(activity) = &activity {
        lines.add(format_args!("    mActivityRecord={activity}"));
        lines.add("    drawnStateEvaluated=true    mightAffectAllDrawn=true");
    }
    lines.add("    mViewVisibility=0x0 mHaveFrame=true mObscured=false");
    let old = !android.api().since(30);
    // A keyboard's window used to be as tall as the display, and said what of it was empty.
    let empty = if old && window.kind == WindowKind::Keyboard { window.frame.top } else { 0 };
    lines.add(format_args!(
        "    mGivenContentInsets=[0,{empty}][0,0] mGivenVisibleInsets=[0,{empty}][0,0]"
    ));
    if window.kind == WindowKind::Keyboard {
        let Rect { left, top, right, bottom } = window.frame;
        lines.add("    mTouchableInsets=3 mGivenInsetsPending=false");
        lines.add(format_args!("    touchable region=SkRegion(({left},{top},{right},{bottom}))"));
    }
    let configuration = configuration::text(android);
    lines.add(format_args!("    mFullConfiguration={configuration}"));
    lines.add(format_args!("    mLastReportedConfiguration={configuration}"));
    lines.add("    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false");
    if old {
        let frame = if empty > 0 { &all } else { &frame };
        lines.add(format_args!("    mFrame={frame} last={frame}"));
        lines.add(format_args!("    Frames: containing={all} parent={all}"));
        lines.add(format_args!("        display={all} overscan={all}"));
        lines.add(format_args!("        content={frame} visible={frame}"));
        lines.add("        decor=[0,0][0,0]\n        outset=[0,0][0,0]");
    } else {
        lines.add(format_args!(
            "    Frames: parent={all} display={all} frame={frame} last={frame} insetsChanged=false"
        ));
        lines.add("     surface=[0,0][0,0]");
    }
    let animator = identity::of_text("animator", &window.hash());
    lines.add(format_args!("    WindowStateAnimator{{{animator} {title}}}:"));
    let surface = identity::of_text("surface", &window.hash());
    lines.add(format_args!("      mSurface=Surface(name={title})/@0x{surface}"));
    lines.add("      Surface: shown=true      mDrawState=HAS_DRAWN       mLastHidden=false");
    lines.add("      mEnterAnimationPending=false");
    lines.add("    isOnScreen=true\n    isVisible=true");
    lines.add("    keepClearAreas: restricted=[], unrestricted=[]");
    lines.add("    mPrepareSyncSeqId=0");
    lines.text()
}

/// `[0,63][1080,2337]`
pub(super) fn bounds(rect: &Rect) -> String {
    format!("[{},{}][{},{}]", rect.left, rect.top, rect.right, rect.bottom)
}

fn activity(android: &Android, window: &Window) -> Option<String> {
    let wanted = window.activity?;
    let tasks = android.tasks();
    let record = tasks.iter().flat_map(|task| &task.activities).find(|have| have.id == wanted)?;
    Some(record.record())
}

/// The window that a popup belongs to: the next below it of the same activity.
fn parent(android: &Android, window: &Window) -> Option<Window> {
    if window.kind != WindowKind::Popup {
        return None;
    }
    let mut below = android.windows().into_iter().skip_while(|have| have.id != window.id).skip(1);
    below.find(|have| have.activity == window.activity && have.kind != WindowKind::Popup)
}

fn task(android: &Android, window: &Window) -> Option<u32> {
    let wanted = window.activity?;
    let tasks = android.tasks();
    let holds = |task: &&crate::android::Task| task.activities.iter().any(|have| have.id == wanted);
    Some(tasks.iter().find(holds)?.id)
}

fn client(window: &Window) -> String {
    format!("android.os.BinderProxy@{}", identity::of_text("client", &window.hash()))
}

/// `u0a10123`, or the number alone for the system's own.
fn session_user(uid: u32) -> String {
    if uid >= 10_000 { format!("u0a{uid}") } else { uid.to_string() }
}

fn layer(kind: WindowKind) -> u32 {
    match kind {
        WindowKind::Activity | WindowKind::Dialog | WindowKind::Popup => 21_000,
        WindowKind::SystemAlert => 121_000,
        WindowKind::Keyboard => 131_000,
        WindowKind::Toast => 71_000,
        WindowKind::StatusBar => 151_000,
        WindowKind::NavigationBar => 231_000,
    }
}
