//! Which window takes keys, and whose app that is.

use crate::android::{ActivityRecord, Android};
use crate::userland::system::dumpsys::identity;

/// The two lines by which clients learn what is in front.
pub(super) fn lines(android: &Android) -> String {
    let window = android.focused_window().map(|window| window.record());
    let app = android.resumed_activity().map(|activity| app(android, &activity));
    let or_null = |record: Option<String>| record.unwrap_or_else(|| "null".to_owned());
    format!("  mCurrentFocus={}\n  mFocusedApp={}\n", or_null(window), or_null(app))
}

/// Before API level 30 the window manager knew activities by tokens of its own.
fn app(android: &Android, activity: &ActivityRecord) -> String {
    let record = activity.record();
    if android.api().since(30) {
        return record;
    }
    let name = |role| identity::of_text(role, &activity.hash());
    format!("AppWindowToken{{{} token=Token{{{} {record}}}}}", name("window"), name("token"))
}
