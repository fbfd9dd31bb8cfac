//! Dialogs that the system lays over an app: a permission prompt, a crash, an app that hangs.

use crate::{Node, Reading};

/// What the system asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemDialog<'t> {
    pub package: &'t str,
    pub title: &'t str,
    pub buttons: Vec<&'t str>,
    pub kind: DialogKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// An app has stopped, or keeps stopping.
    Crashed,
    NotResponding,
    Permission,
    Other,
}

/// Packages whose windows over an app are dialogs.
const ASKING: [&str; 5] = [
    "android",
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "com.google.android.packageinstaller",
];

/// These show much else too: only what looks like a dialog is one.
const SHOWING: [&str; 2] = ["com.android.systemui", "com.android.settings"];

const TITLES: [&str; 3] = ["alertTitle", "permission_message", "title"];

impl<'t> SystemDialog<'t> {
    /// The dialog on top of the screen, if it is one of the system's.
    pub fn find(reading: &'t Reading) -> Option<Self> {
        let package = reading.package()?;
        let asks = ASKING.contains(&package);
        if !asks && !SHOWING.contains(&package) {
            return None;
        }
        let shown = || {
            let nodes = reading.tree.nodes().filter(|node| node.package() == package);
            nodes.filter(|node| !reading.visibility.is_pruned(node.id()))
        };
        let is_button = |node: &Node<'_>| node.is_clickable() && !node.is_editable();
        if !asks && !shown().any(|node| node.short_id() == "alertTitle") {
            return None;
        }
        let buttons: Vec<&str> = shown().filter(is_button).filter_map(Node::own_label).collect();
        let named = |id: &str| shown().find(|node| node.short_id() == id)?.own_label();
        let text = || shown().filter(|node| !is_button(node)).find_map(Node::own_label);
        let title = TITLES.iter().find_map(|id| named(id)).or_else(text).unwrap_or_default();
        if buttons.is_empty() {
            return None;
        }
        let has = |id: &str| shown().any(|node| node.short_id() == id);
        let kind = if package == "android" && has("aerr_wait") {
            DialogKind::NotResponding
        } else if package == "android" && ["aerr_close", "aerr_restart"].iter().any(|id| has(id)) {
            DialogKind::Crashed
        } else if shown().any(|node| node.short_id().starts_with("permission_")) {
            DialogKind::Permission
        } else {
            DialogKind::Other
        };
        Some(Self { package, title, buttons, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, parse};

    fn find(nodes: &str) -> Option<String> {
        let xml = format!("<hierarchy rotation=\"0\">{nodes}</hierarchy>");
        let reading = Reading::of(parse(xml.as_bytes(), Format::UiautomatorXml).unwrap(), None);
        SystemDialog::find(&reading).map(|found| {
            format!("{:?} {} {:?} {:?}", found.kind, found.package, found.title, found.buttons)
        })
    }

    fn node(package: &str, id: &str, text: &str, clickable: bool, inside: &str) -> String {
        let bounds = if clickable { "[0,900][500,1000]" } else { "[0,0][1080,1000]" };
        format!(
            "<node index=\"0\" text=\"{text}\" resource-id=\"{id}\" class=\"android.view.View\" package=\"{package}\" content-desc=\"\" clickable=\"{clickable}\" enabled=\"true\" bounds=\"{bounds}\">{inside}</node>"
        )
    }

    fn dialog(package: &str, title: &str, buttons: &[(&str, &str)]) -> String {
        let mut inside = node(package, title, "What?", false, "");
        for (id, text) in buttons {
            inside.push_str(&node(package, id, text, true, ""));
        }
        node(package, "", "", false, &inside)
    }

    #[test]
    fn dialogs_of_the_system_are_found() {
        let close = [("android:id/aerr_close", "Close app")];
        let found = find(&dialog("android", "android:id/alertTitle", &close));
        assert_eq!(found.as_deref(), Some(r#"Crashed android "What?" ["Close app"]"#));
        let wait = [("android:id/aerr_close", "Close app"), ("android:id/aerr_wait", "Wait")];
        let found = find(&dialog("android", "android:id/alertTitle", &wait)).unwrap();
        assert!(found.starts_with("NotResponding"), "{found}");
        let id = "com.android.permissioncontroller:id/permission_message";
        let allow = [("com.android.permissioncontroller:id/permission_allow_button", "Allow")];
        let found = find(&dialog("com.google.android.permissioncontroller", id, &allow)).unwrap();
        assert!(found.starts_with("Permission com.google"), "{found}");
    }

    #[test]
    fn other_windows_are_none() {
        let button = [("x:id/ok", "OK")];
        assert_eq!(find(&dialog("com.example.shop", "android:id/alertTitle", &button)), None);
        assert_eq!(find(&dialog("com.android.settings", "x:id/heading", &button)), None);
        assert_eq!(find(&dialog("android", "android:id/alertTitle", &[])), None);
        assert!(find(&dialog("com.android.settings", "android:id/alertTitle", &button)).is_some());
    }
}
