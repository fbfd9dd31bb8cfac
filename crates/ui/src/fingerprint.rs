//! "Am I on the same screen?": what makes a screen itself, whatever is typed, checked or ticking on it.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::change::speaks_its_state;
use crate::dynamic::is_dynamic;
use crate::visibility::Visibility;
use crate::{Node, NodeId, Role, Tree};

/// Twelve base-36 characters that stay the same while a person would say "still this screen".
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// `place` is what the platform calls the screen: platform, and activity or bundle.
    pub fn of(tree: &Tree, visibility: &Visibility, place: &[&str]) -> Self {
        // Gathered first: many small updates cost more than the hash itself.
        let mut parts = Vec::with_capacity(tree.len() * 48);
        let mut part = |text: &str| {
            parts.extend_from_slice(text.as_bytes());
            parts.push(0);
        };
        for place in place {
            part(place);
        }
        let mut rows = Rows::default();
        let mut skip_to = 0;
        for node in tree.nodes() {
            if node.id().0 < skip_to {
                continue;
            }
            if !visibility.leads_somewhere(node.id()) || rows.is_late(node) {
                skip_to = node.data().end;
                continue;
            }
            if visibility.is_pruned(node.id()) {
                continue;
            }
            part(node.role().name());
            part(node.resource_id());
            part(name(node).filter(|name| !is_dynamic(name)).unwrap_or_default());
            part(node.pane());
            if holds_a_value(node) {
                // What stands inside is the value, a placeholder that comes with the focus, or a cursor.
                skip_to = node.data().end;
            }
        }
        Self(base36(&Sha256::digest(&parts)[..8]))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form that stands in a screen's header.
    pub fn short(&self) -> &str {
        &self.0[..6]
    }
}

/// What a node is called, without what it is set to.
fn name(node: Node<'_>) -> Option<&str> {
    if holds_a_value(node) {
        let described = node.description().trim();
        let repeats = !node.text().trim().is_empty() && described.contains(node.text().trim());
        Some(described).filter(|_| !repeats)
    } else if speaks_its_state(node) {
        Some(node.description().trim())
    } else {
        node.own_label()
    }
}

fn holds_a_value(node: Node<'_>) -> bool {
    node.is_editable()
        || matches!(node.role(), Role::Slider | Role::ProgressBar | Role::Spinner | Role::Dropdown)
}

/// Counts the rows of every list. Those far down say little about which screen it is.
#[derive(Default)]
struct Rows {
    /// The lists that are open, innermost last, and how many rows of each have been met.
    open: Vec<(NodeId, u32)>,
}

impl Rows {
    /// Nodes come in document order.
    fn is_late(&mut self, node: Node<'_>) -> bool {
        const ROWS: u32 = 50;
        let Some(parent) = node.parent().filter(|parent| is_list(*parent)) else { return false };
        while let Some((list, met)) = self.open.last_mut() {
            if *list == parent.id() {
                *met += 1;
                return *met > ROWS;
            }
            if node.tree.node(*list).contains(node.id()) {
                break;
            }
            self.open.pop();
        }
        self.open.push((parent.id(), 1));
        false
    }
}

fn is_list(node: Node<'_>) -> bool {
    node.role() == Role::List || node.is_scrollable()
}

fn base36(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
    let mut number = bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    let digits = (0..12).map(|_| {
        let digit = DIGITS[usize::try_from(number % 36).unwrap_or_default()];
        number /= 36;
        char::from(digit)
    });
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reading, Signature, parse_uiautomator};

    const PLACE: [&str; 2] = ["android", "com.example.shop.LoginActivity"];

    fn read(body: &str) -> Reading {
        let xml = format!("<hierarchy>{body}</hierarchy>");
        Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None)
    }

    fn of_reading(reading: &Reading) -> (Fingerprint, Signature) {
        let (tree, visibility) = (&reading.tree, &reading.visibility);
        (Fingerprint::of(tree, visibility, &PLACE), Signature::of(tree, visibility, &PLACE))
    }

    fn of(body: &str) -> (Fingerprint, Signature) {
        of_reading(&read(body))
    }

    fn node(class: &str, bounds: &str, rest: &str, inside: &str) -> String {
        format!(
            r#"<node class="{class}" package="com.example.shop" bounds="{bounds}" {rest}>{inside}</node>"#
        )
    }

    /// The worked vector of the contract.
    fn login() -> String {
        const GROUP: &str = "com.facebook.react.views.view.ReactViewGroup";
        let text = |text: &str, bounds: &str, rest: &str| {
            node("android.widget.TextView", bounds, &format!("text=\"{text}\" {rest}"), "")
        };
        let content = [
            text("Sign in", "[48,72][400,140]", ""),
            text("9:41", "[900,72][1040,140]", ""),
            node(
                "android.widget.EditText",
                "[48,240][1032,385]",
                r#"resource-id="com.example.shop:id/email" hint="Email" clickable="true" long-clickable="true" focused="true""#,
                "",
            ),
            node(
                "android.widget.EditText",
                "[48,408][1032,552]",
                r#"resource-id="com.example.shop:id/password" clickable="true" long-clickable="true" password="true""#,
                "",
            ),
            node(
                "android.widget.CheckBox",
                "[48,576][120,648]",
                r#"resource-id="com.example.shop:id/remember" checkable="true" checked="true" clickable="true""#,
                "",
            ),
            node(
                GROUP,
                "[48,744][1032,888]",
                r#"clickable="true""#,
                &text("Continue", "[400,780][680,850]", ""),
            ),
            node(
                GROUP,
                "[48,920][1032,1000]",
                r#"clickable="true" enabled="false""#,
                &node("android.widget.ImageView", "[60,930][120,990]", "", ""),
            ),
            text("Forgot password?", "[350,1040][730,1090]", r#"clickable="true""#),
        ];
        let inner = node("android.widget.LinearLayout", "[0,48][1080,1920]", "", &content.concat());
        node("android.widget.FrameLayout", "[0,0][1080,1920]", "", &inner)
    }

    #[test]
    fn the_worked_vector() {
        let fingerprint = of(&login()).0;
        assert_eq!(fingerprint.as_str(), "jzbpiad9eqb2");
        assert_eq!(fingerprint.short(), &fingerprint.as_str()[..6]);
    }

    #[test]
    fn what_is_still_the_same_screen() {
        let (same, _) = of(&login());
        let status_bar = node(
            "android.widget.FrameLayout",
            "[0,0][1080,60]",
            "",
            &node("android.widget.TextView", "[0,0][90,60]", r#"text="LTE""#, ""),
        )
        .replace("com.example.shop", "com.android.systemui");
        let keyboard = node("android.widget.FrameLayout", "[0,1200][1080,1920]", "", "")
            .replace("com.example.shop", "com.google.android.inputmethod.latin");
        let typed = r#"<node text="me@x.y" "#;
        let beside = |root: &str| format!("{}{root}", login());
        for (what, body) in [
            ("typing", login().replacen(r#"hint="Email""#, r#"hint="Email" text="me@x.y""#, 1)),
            (
                "typing a password",
                login().replace(r#"password="true""#, r#"password="true" text="••""#),
            ),
            (
                "a placeholder",
                login().replacen(
                    r#"focused="true"></node>"#,
                    &format!(r#"focused="true">{typed} bounds="[50,250][900,300]"/></node>"#),
                    1,
                ),
            ),
            ("the time", login().replace("9:41", "10:02 PM")),
            ("focus", login().replace(r#"focused="true""#, r#"focused="false""#)),
            ("a check", login().replace(r#"checked="true""#, r#"checked="false""#)),
            ("enabling", login().replace(r#"enabled="false""#, r#"enabled="true""#)),
            (
                "selecting",
                login().replace(r#"text="Sign in""#, r#"text="Sign in" selected="true""#),
            ),
            ("moving", login().replace("[350,1040][730,1090]", "[350,1140][730,1190]")),
            ("the status bar", beside(&status_bar)),
            ("the keyboard", beside(&keyboard)),
        ] {
            assert_ne!(body, login(), "{what} changes the tree");
            assert_eq!(of(&body).0, same, "{what}");
        }
    }

    #[test]
    fn what_is_another_screen() {
        let (login_screen, _) = of(&login());
        for (what, body) in [
            ("a title", login().replace("Sign in", "Welcome")),
            ("an id", login().replace("id/email", "id/phone")),
            ("a role", login().replace("CheckBox", "Switch")),
            ("a pane", login().replacen("<node ", r#"<node pane-title="Login" "#, 1)),
            (
                "one more",
                login().replacen("</node>", r#"</node><node text="x" bounds="[0,0][9,9]"/>"#, 1),
            ),
        ] {
            assert_ne!(of(&body).0, login_screen, "{what}");
        }
        let reading = read(&login());
        let elsewhere = ["android", "com.example.shop.HomeActivity"];
        assert_ne!(Fingerprint::of(&reading.tree, &reading.visibility, &elsewhere), login_screen);
    }

    #[test]
    fn values_are_not_the_screen() {
        let screen =
            |control: &str| node("android.widget.FrameLayout", "[0,0][900,900]", "", control);
        for (before, after) in [
            (
                node("android.widget.SeekBar", "[0,0][9,9]", r#"text="30.0""#, ""),
                node("android.widget.SeekBar", "[0,0][9,9]", r#"text="40.0""#, ""),
            ),
            (
                node("android.widget.Switch", "[0,0][9,9]", r#"text="ON""#, ""),
                node("android.widget.Switch", "[0,0][9,9]", r#"text="OFF""#, ""),
            ),
            (
                node(
                    "android.widget.Spinner",
                    "[0,0][9,9]",
                    "",
                    r#"<node text="Monthly" bounds="[0,0][9,9]"/>"#,
                ),
                node(
                    "android.widget.Spinner",
                    "[0,0][9,9]",
                    "",
                    r#"<node text="Yearly" bounds="[0,0][9,9]"/>"#,
                ),
            ),
            (
                node(
                    "android.widget.EditText",
                    "[0,0][9,9]",
                    r#"text="a@b" content-desc="Email, a@b""#,
                    "",
                ),
                node(
                    "android.widget.EditText",
                    "[0,0][9,9]",
                    r#"text="c@d" content-desc="Email, c@d""#,
                    "",
                ),
            ),
        ] {
            let (before, after) = (of(&screen(&before)), of(&screen(&after)));
            assert_eq!(before.0, after.0);
            assert_ne!(before.1, after.1);
        }
    }

    #[test]
    fn rows_beyond_the_fiftieth_do_not_count() {
        let list = |rows: usize, last: &str| {
            let rows: String = (1..=rows)
                .map(|row| {
                    let says = if row == rows { last } else { "row" };
                    node(
                        "android.widget.TextView",
                        "[0,0][900,90]",
                        &format!("text=\"{says}\""),
                        "",
                    )
                })
                .collect();
            let list = node("android.widget.ListView", "[0,0][900,900]", "", &rows);
            node("android.widget.FrameLayout", "[0,0][900,900]", "", &list)
        };
        assert_ne!(of(&list(50, "a")).0, of(&list(50, "b")).0);
        assert_eq!(of(&list(51, "a")).0, of(&list(51, "b")).0);
        assert_eq!(of(&list(51, "a")).0, of(&list(60, "a")).0);
        // A list inside a row has rows of its own, and the outer count goes on after it.
        let inner = format!(">{}</node>", list(60, "x"));
        let nested = |rows, last: &str| list(rows, last).replacen("></node>", &inner, 1);
        assert_ne!(of(&nested(50, "a")).0, of(&nested(50, "b")).0);
        assert_ne!(of(&nested(51, "a")).0, of(&list(51, "a")).0);
        assert_eq!(of(&nested(51, "a")).0, of(&nested(51, "b")).0);
    }
}
