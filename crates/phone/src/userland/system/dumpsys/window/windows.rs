//! `dumpsys window windows`: each window, topmost first.

use super::focus;
use crate::android::{Android, Namespace, Window, WindowKind};
use crate::screen::Rect;
use crate::userland::system::dumpsys::{configuration, lines::Lines};

const TITLE: &str = "WINDOW MANAGER WINDOWS (dumpsys window windows)";

pub(super) fn dump(android: &Android) -> String {
    let windows = android.windows();
    let mut lines = Lines::new(TITLE);
    for (index, window) in windows.iter().enumerate() {
        lines.add(block(android, index, window));
    }
    lines.add(format_args!("\n  mGlobalConfiguration={}", configuration::text(android)));
    lines.add("  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0");
    lines.append(&focus::lines(android));
    if let Some(keyboard) = windows.iter().find(|window| window.kind == WindowKind::Keyboard) {
        if let Some(target) = windows.iter().find(|window| window.focused) {
            lines.add(format_args!("  imeInputTarget in display# 0 {}", target.record()));
        }
        lines.add(format_args!("  mInputMethodWindow={}", keyboard.record()));
    }
    lines.add("  mSystemBooted=true mDisplayEnabled=true");
    lines.add(format_args!("  mRotation={}", android.display().rotation.number()));
    let scale = |key| android.setting(Namespace::Global, key).unwrap_or_else(|| "1.0".to_owned());
    lines.add(format_args!(
        "  Animation settings: disabled=false window={} transition={} animator={}",
        scale("window_animation_scale"),
        scale("transition_animation_scale"),
        scale("animator_duration_scale"),
    ));
    lines.text()
}

/// Only the windows whose title contains the name or whose hash it is.
pub(super) fn dump_matching(android: &Android, name: &str) -> Option<String> {
    let windows = android.windows();
    let matches = |window: &Window| window.title.contains(name) || window.hash() == name;
    let mut found = windows.iter().enumerate().filter(|(_, window)| matches(window)).peekable();
    found.peek()?;
    let mut lines = Lines::new(TITLE);
    for (index, window) in found {
        lines.add(block(android, index, window));
    }
    Some(lines.text())
}

/// What is known of one window; the last line is not ended.
fn block(android: &Android, index: usize, window: &Window) -> String {
    let display = Rect::at(0, 0, android.display().size());
    let (all, frame) = (bounds(&display), bounds(&window.frame));
    let user = window.uid.saturating_sub(10_000);
    let layer = match window.kind {
        WindowKind::Activity | WindowKind::Dialog | WindowKind::Popup => 21_000,
        WindowKind::SystemAlert => 121_000,
        WindowKind::Keyboard => 151_000,
        WindowKind::Toast => 81_000,
        WindowKind::StatusBar => 171_000,
        WindowKind::NavigationBar => 241_000,
    };
    let flags = if window.focused { "LAYOUT_IN_SCREEN" } else { "NOT_FOCUSABLE LAYOUT_IN_SCREEN" };
    let is_app = window.activity.is_some();
    format!(
        "  Window #{index} {record}:\n    \
         mDisplayId=0 mSession=Session{{{hash} {pid}:u0a{user}}} mClient=android.os.BinderProxy@{hash}\n    \
         mOwnerUid={uid} showForAllUsers={all_users} package={package} appop=NONE\n    \
         mAttrs={{(0,0)({width}x{height}) ty={kind} fmt=TRANSLUCENT\n      fl={flags}}}\n    \
         Requested w={width} h={height} mLayoutSeq=1\n    \
         mBaseLayer={layer} mSubLayer=0\n    \
         mViewVisibility=0x0 mHaveFrame=true mObscured=false\n    \
         mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false\n    \
         Frames: parent={all} display={all} frame={frame} last={frame} insetsChanged=false\n    \
         isOnScreen=true\n    isVisible=true",
        record = window.record(),
        hash = window.hash(),
        pid = window.pid,
        uid = window.uid,
        all_users = !is_app,
        package = window.package,
        width = window.frame.width(),
        height = window.frame.height(),
        kind = window.kind.type_name(),
    )
}

/// `[0,63][1080,2337]`
fn bounds(rect: &Rect) -> String {
    format!("[{},{}][{},{}]", rect.left, rect.top, rect.right, rect.bottom)
}
