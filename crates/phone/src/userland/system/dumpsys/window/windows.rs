//! `dumpsys window windows`: each window, topmost first.

use super::block::block;
use super::focus;
use crate::android::{Android, Namespace, Window, WindowKind};
use crate::userland::system::dumpsys::{configuration, lines::Lines};

const TITLE: &str = "WINDOW MANAGER WINDOWS (dumpsys window windows)";

pub(super) fn dump(android: &Android) -> String {
    let windows = android.windows();
    let mut lines = Lines::new(TITLE);
    for (index, window) in windows.iter().enumerate() {
        lines.append(&block(android, index, window));
    }
    lines.add(format_args!("\n  mGlobalConfiguration={}", configuration::text(android)));
    lines.add("  mHasPermanentDpad=false\n  mTopFocusedDisplayId=0");
    lines.append(&focus::lines(android));
    if let Some(target) = windows.iter().find(|window| window.focused) {
        for role in ["imeLayeringTarget", "imeInputTarget", "imeControlTarget"] {
            lines.add(format_args!("  {role} in display# 0 {}", target.record()));
        }
    }
    lines.add("  Minimum task size of display#0 220\n  mBlurEnabled=false");
    for cache in ["Task", "Activity"] {
        lines.add("  mHighResSnapshotScale=1.0\n  mSnapshotEnabled=true");
        lines.add(format_args!("  SnapshotCache {cache}"));
    }
    if let Some(keyboard) = windows.iter().find(|window| window.kind == WindowKind::Keyboard) {
        lines.add(format_args!("  mInputMethodWindow={}", keyboard.record()));
    }
    lines.add("  mTraversalScheduled=false");
    lines.add("  mSystemBooted=true mDisplayEnabled=true");
    lines.add(format_args!("  mTransactionSequence={}", android.frames_drawn()));
    lines.add("  mDisplayFrozen=false windows=0 client=false apps=0");
    lines.add(format_args!("  mRotation={}", android.display().rotation.number()));
    lines.add("  mLastOrientation=-1\n  mWaitingForConfig=false\n  mWindowsInsetsChanged=0");
    lines.add("  mDisplayRotationWatchers: []");
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
        lines.append(&block(android, index, window));
    }
    Some(lines.text())
}
