//! `dumpsys window`: whose window takes the next input, which need not be the app's that is in front.

use super::focus::Focus;
use crate::{Front, Over};

/// Reads what `dumpsys window displays` and `dumpsys window windows` say of the focus and of each window's owner.
pub(super) fn parse(text: &str) -> Front {
    let app = Focus::parse(text).app;
    let over = focused(text).and_then(|window| {
        let owner = match owners(text, window.hash).as_slice() {
            [] => window.package(),
            [owner] => Some(*owner),
            // A title may hold a line of its own.
            _ => None,
        };
        let is_other = owner.is_none() || owner != app.as_deref();
        is_other.then(|| Over { app: owner.map(str::to_owned), title: window.title.to_owned() })
    });
    Front { app, over }
}

#[derive(Clone, Copy)]
struct Focused<'a> {
    hash: &'a str,
    title: &'a str,
}

impl<'a> Focused<'a> {
    /// The package in a title such as `com.x/com.x.Main`: a window without a listed owner has at least a name.
    fn package(&self) -> Option<&'a str> {
        let (package, class) = self.title.split_once('/')?;
        let is_name = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        (is_name(package) && is_name(class)).then_some(package)
    }
}

/// The window that keys go to: displays without one say `null`.
fn focused(text: &str) -> Option<Focused<'_>> {
    let windows = text.lines().filter_map(|line| line.trim().strip_prefix("mCurrentFocus="));
    windows.into_iter().find_map(record)
}

/// `Window{1f2e3d4 u0 com.x/com.x.Main}`.
fn record(text: &str) -> Option<Focused<'_>> {
    let (hash, rest) = text.strip_prefix("Window{")?.split_once(' ')?;
    let title = rest.split_once(' ').map_or("", |(_user, title)| title);
    Some(Focused { hash, title: title.strip_suffix('}').unwrap_or(title) })
}

/// What the lines about the window say of its owner: one name, unless they do not agree.
fn owners<'a>(text: &'a str, hash: &str) -> Vec<&'a str> {
    let mut inside = false;
    let mut owners = Vec::new();
    for line in text.lines().map(str::trim) {
        if let Some(window) = line.strip_prefix("Window #") {
            let window = window.split_once(' ').and_then(|(_, window)| record(window));
            inside = window.is_some_and(|window| window.hash == hash);
        } else if inside && line.starts_with("mOwnerUid=") {
            let said = line.split(' ').find_map(|word| word.strip_prefix("package="));
            owners.extend(said.filter(|said| !owners.contains(said)));
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOWS: &str = "\
  Window #0 Window{aaa u0 NotificationShade}:
    mOwnerUid=10198 showForAllUsers=true package=com.android.systemui appop=NONE
  Window #1 Window{bbb u0 Application Not Responding: com.x}:
    mOwnerUid=1000 showForAllUsers=true package=android appop=SYSTEM_ALERT_WINDOW
  Window #2 Window{ccc u0 PopupWindow:1a2b}:
    mOwnerUid=10200 mShowToOwnerOnly=true package=com.x appop=NONE
  Window #3 Window{ddd u0 com.x/com.x.Main}:
    mOwnerUid=10200 showForAllUsers=false package=com.x appop=NONE
  Window #4 Window{eee u0 com.x/com.x.Main}:
    mOwnerUid=10666 showForAllUsers=false package=com.evil appop=SYSTEM_ALERT_WINDOW
  Window #5 Window{fff u0 com.x/a
    mOwnerUid=10200 package=com.x
}:
    mOwnerUid=10666 showForAllUsers=false package=com.evil appop=SYSTEM_ALERT_WINDOW
";

    fn front(focus: &str) -> Front {
        let focused = "  mFocusedApp=ActivityRecord{5a u0 com.x/.Main t12}\n";
        parse(&format!("  mCurrentFocus={focus}\n{focused}{WINDOWS}"))
    }

    fn check(focus: &str, over: Option<(Option<&str>, &str)>) {
        let front = front(focus);
        assert_eq!(front.app.as_deref(), Some("com.x"), "{focus}");
        let seen = front.over.as_ref().map(|over| (over.app.as_deref(), over.title.as_str()));
        assert_eq!(seen, over, "{focus}");
    }

    #[test]
    fn what_the_app_itself_shows_lies_not_over_it() {
        check("Window{ddd u0 com.x/com.x.Main}", None);
        check("Window{ccc u0 PopupWindow:1a2b}", None);
        check("null", None);
        check("Window{999 u0 com.x/com.x.Main}", None);
    }

    #[test]
    fn windows_of_others_are_told_by_their_owner() {
        let systemui = Some("com.android.systemui");
        check("Window{aaa u0 NotificationShade}", Some((systemui, "NotificationShade")));
        let title = "Application Not Responding: com.x";
        check("Window{bbb u0 Application Not Responding: com.x}", Some((Some("android"), title)));
        // A title that names another app, and one that holds a line of its own.
        check("Window{eee u0 com.x/com.x.Main}", Some((Some("com.evil"), "com.x/com.x.Main")));
        check("Window{fff u0 com.x/a", Some((None, "com.x/a")));
        check("Window{999 u0 StatusBar}", Some((None, "StatusBar")));
    }

    #[test]
    fn another_app_in_front_lies_over_nothing() {
        let text = "  mCurrentFocus=Window{1 u0 a.b/a.b.C}\n  mFocusedApp=ActivityRecord{2 u0 a.b/.C t1}\n";
        assert_eq!(parse(text), Front { app: Some("a.b".to_owned()), over: None });
        assert_eq!(parse(""), Front::default());
    }
}
