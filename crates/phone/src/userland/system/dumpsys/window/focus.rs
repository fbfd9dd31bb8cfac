//! Which window takes keys, and whose app that is.

use crate::android::Android;

/// The two lines by which clients learn what is in front.
pub(super) fn lines(android: &Android) -> String {
    let window = android.focused_window().map(|window| window.record());
    let app = android.resumed_activity().map(|activity| activity.record());
    let or_null = |record: Option<String>| record.unwrap_or_else(|| "null".to_owned());
    format!("  mCurrentFocus={}\n  mFocusedApp={}\n", or_null(window), or_null(app))
}
