//! `dumpsys window windows`: each window, topmost first.

use super::focus;
use crate::android::{Android, Namespace, Window, WindowKind};
use crate::screen::Rect;
use crate::userland::system::dumpsys::configuration;

const TITLE: &str = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n";

pub(super) fn dump(android: &Android) -> String {
    let windows = android.windows();
    let mut text = TITLE.to_owned();
    for (index, window) in windows.iter().enumerate() {
        text += &block(android, index, window);
    }
    let scale = |key| android.setting(Namespace::Global, key).unwrap_or_else(|| "1.0".to_owned());
    let keyboard = windows.iter().find(|window| window.kind == WindowKind::Keyboard);
    let target = windows.iter().find(|window| window.focused).filter(|_| keyboard.is_some());
    text += &format!(
        "\n  mGlobalConfiguration={}\n  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0\n{}",
        configuration::text(android),
        focus::lines(android),
    );
    if let Some(target) = target {
        text += &format!("  imeInputTarget in display# 0 {}\n", target.record());
    }
    if let Some(keyboard) = keyboard {
        text += &format!("  mInputMethodWindow={}\n", keyboard.record());
    }
    text += &format!(
        "  mSystemBooted=true mDisplayEnabled=true\n  mRotation={}\n  \
         Animation settings: disabled=false window={} transition={} animator={}\n",
        android.display().rotation.number(),
        scale("window_animation_scale"),
        scale("transition_animation_scale"),
        scale("animator_duration_scale"),
    );
    text
}

/// Only the windows whose title contains the name or whose hash it is.
pub(super) fn dump_matching(android: &Android, name: &str) -> Option<String> {
    let mut text = String::new();
    for (index, window) in android.windows().iter().enumerate() {
        if window.title.contains(name) || window.hash() == name {
            text += &block(android, index, window);
        }
    }
    (!text.is_empty()).then(|| format!("{TITLE}{text}"))
}

fn block(android: &Android, index: usize, window: &Window) -> String {
    let display = Rect::at(0, 0, android.display().size());
    let (all, frame) = (bounds(&display), bounds(&window.frame));
    let user = window.uid.saturating_sub(10_000);
    let layer = match window.kind {
        WindowKind::Activity | WindowKind::Dialog => 21_000,
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
         isOnScreen=true\n    isVisible=true\n",
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
