//! What a screen is, guessed from all that is known of it, with the evidence for the guess.

use foldhash::{HashSet, HashSetExt as _};
use serde::Serialize;

use crate::{Node, Reading};

/// All that may be known of a moment. What is not known is left at its default.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    pub reading: Option<&'a Reading>,
    /// What the tree itself calls the screen.
    pub screen: Option<&'a str>,
    pub place: Option<Place<'a>>,
    pub has_screenshot: bool,
    /// What the app's own process logged: other processes prove nothing about this screen.
    pub app_log: &'a [&'a str],
}

/// Where the phone says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// A part of an app, which often names the screen.
    Activity(&'a str),
    /// An app on a phone that knows no parts: as good as an activity, but no name for a screen.
    Bundle(&'a str),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScreenSemantic {
    pub screen: Option<String>,
    pub signals: Signals,
    /// What could be done first, by name.
    pub actions_available: Option<Vec<String>>,
    /// 0 to 1: how much evidence there is.
    pub confidence: f64,
    pub warnings: Vec<&'static str>,
}

#[expect(clippy::struct_excessive_bools, reason = "the contract's record of signals")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Signals {
    pub has_activity: bool,
    pub has_ui_tree: bool,
    pub has_screenshot: bool,
    pub has_visible_text: bool,
    pub has_clickable_elements: bool,
    pub has_error_logs: bool,
    pub has_loading_signals: bool,
    pub has_primary_text: bool,
}

const LOADING: [&str; 4] = ["loading", "please wait", "spinner", "progress"];
const PRIMARY: [&str; 9] =
    ["sign in", "log in", "login", "home", "checkout", "settings", "menu", "profile", "search"];
const ERRORS: [&str; 3] = ["error", "exception", "failed"];
const MOST_ACTIONS: usize = 10;

impl ScreenSemantic {
    /// None where too little is known to say anything.
    pub fn of(known: Known<'_>) -> Option<Self> {
        let hints = known.reading.map(Hints::of).unwrap_or_default();
        let tree_screen = known.screen.map(title_case).filter(|screen| !screen.is_empty());
        let activity = match known.place {
            Some(Place::Activity(activity)) => name_of_activity(activity),
            Some(Place::Bundle(_)) | None => None,
        };
        let has_activity = known.place.is_some_and(|place| match place {
            Place::Activity(name) | Place::Bundle(name) => !name.trim().is_empty(),
        });
        if tree_screen.is_none()
            && !has_activity
            && hints.texts.is_empty()
            && known.app_log.is_empty()
        {
            return None;
        }
        let says = |words: &[&str]| {
            hints.texts.iter().any(|text| words.iter().any(|word| text.contains(word)))
        };
        let signals = Signals {
            has_activity,
            has_ui_tree: known.reading.is_some_and(|reading| !reading.tree.is_empty()),
            has_screenshot: known.has_screenshot,
            has_visible_text: !hints.texts.is_empty(),
            has_clickable_elements: !hints.actionables.is_empty(),
            has_error_logs: known.app_log.iter().any(|line| {
                let line = line.to_lowercase();
                ERRORS.iter().any(|word| line.contains(word))
            }),
            has_loading_signals: says(&LOADING),
            has_primary_text: says(&PRIMARY),
        };
        let differ = match (&tree_screen, &activity) {
            (Some(screen), Some(activity)) => !screen.eq_ignore_ascii_case(activity),
            _ => false,
        };
        let first_text = hints.texts.first().map(|text| title_case(text));
        let screen = tree_screen.or(activity).or(first_text);
        let confidence = evidence(signals, screen.is_some());
        if screen.is_none() && confidence < 0.3 {
            return None;
        }
        let warnings = [
            (differ, "the tree's screen and the activity differ"),
            (!signals.has_ui_tree, "ui tree unavailable"),
            (!signals.has_activity, "activity unavailable"),
            (signals.has_error_logs, "error signals in the app's logs"),
        ];
        let warnings = warnings.into_iter().filter(|(holds, _)| *holds).map(|(_, warning)| warning);
        let actions: Vec<_> = hints.actionables.into_iter().take(MOST_ACTIONS).collect();
        Some(Self {
            screen,
            signals,
            actions_available: (!actions.is_empty()).then_some(actions),
            confidence,
            warnings: warnings.collect(),
        })
    }
}

fn evidence(signals: Signals, has_screen: bool) -> f64 {
    let weights = [
        (signals.has_ui_tree, 35),
        (has_screen, 20),
        (signals.has_activity, 15),
        (signals.has_clickable_elements, 15),
        (signals.has_visible_text, 10),
        (signals.has_screenshot, 5),
        (signals.has_error_logs, -15),
        (signals.has_loading_signals, -5),
    ];
    let score: i32 = weights.iter().filter(|(holds, _)| *holds).map(|(_, weight)| weight).sum();
    f64::from(score.clamp(0, 100)) / 100.0
}

/// The words on a screen, each once, in reading order.
#[derive(Debug, Default)]
struct Hints {
    texts: Vec<String>,
    actionables: Vec<String>,
}

impl Hints {
    fn of(reading: &Reading) -> Self {
        let (tree, visibility) = (&reading.tree, &reading.visibility);
        let shown = tree.nodes().filter(|node| !visibility.is_pruned(node.id()));
        // An id speaks for what has no words only where there is something to act on.
        let texts =
            unique(shown.filter_map(|node| {
                words(node).or_else(|| hint(node).filter(|_| node.is_clickable()))
            }));
        let enabled = reading.outline.elements().filter(|element| {
            let node = tree.node(element.node);
            node.is_clickable() && node.is_enabled()
        });
        let actionables = unique(enabled.filter_map(|element| {
            let named = element.label.map(|label| tree.node(label.0)).and_then(hint);
            named.or_else(|| hint(tree.node(element.node)))
        }));
        Self { texts, actionables }
    }
}

/// What a node would be called, if only by its id.
fn hint(node: Node<'_>) -> Option<String> {
    words(node).or_else(|| Some(normalise(node.short_id())).filter(|id| !id.is_empty()))
}

/// What a node says. A password is never read out.
fn words(node: Node<'_>) -> Option<String> {
    let text = if node.is_password() { "" } else { node.text() };
    [text, node.description(), node.hint()]
        .into_iter()
        .map(normalise)
        .find(|words| !words.is_empty())
}

fn unique(hints: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    hints.filter(|hint| seen.insert(hint.clone())).collect()
}

/// Trimmed, in lower case, with single blanks, and no longer than a label may be.
fn normalise(text: &str) -> String {
    const LONGEST: usize = crate::text::LABEL_LIMIT;
    let mut out = String::new();
    let mut left = LONGEST;
    for word in text.split_whitespace() {
        if !out.is_empty() && left > 0 {
            out.push(' ');
            left -= 1;
        }
        for character in word.chars().take(left) {
            out.extend(character.to_lowercase());
            left -= 1;
        }
        if left == 0 {
            break;
        }
    }
    out
}

fn title_case(name: &str) -> String {
    let words =
        name.split(|character: char| matches!(character, '_' | '-') || character.is_whitespace());
    let mut out = String::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        let mut characters = word.chars();
        out.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        out.push_str(characters.as_str());
    }
    out
}

/// `Login` of `com.example/.ui.LoginActivity`.
fn name_of_activity(activity: &str) -> Option<String> {
    let last = activity.trim().rsplit(['.', '/', '$']).next()?;
    let name = last.strip_suffix("Activity").filter(|name| !name.is_empty()).unwrap_or(last);
    Some(title_case(name)).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::parse_uiautomator;

    fn reading(body: &str) -> Reading {
        let xml = format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,1920]">{body}</node></hierarchy>"#
        );
        Reading::of(parse_uiautomator(xml.as_bytes()).unwrap(), None)
    }

    fn login() -> Reading {
        reading(
            r#"<node class="android.widget.FrameLayout" resource-id="android:id/content" bounds="[0,0][900,90]"/><node class="android.widget.TextView" text="Sign  in" bounds="[0,0][900,90]"/><node class="android.widget.EditText" text="hunter2" password="true" clickable="true" resource-id="a:id/secret" bounds="[0,100][900,190]"/><node class="android.widget.Button" text="Continue" clickable="true" bounds="[0,200][900,290]"/><node class="android.widget.Button" text="Skip" clickable="true" enabled="false" bounds="[0,300][900,390]"/>"#,
        )
    }

    #[test]
    fn everything_known_is_full_evidence() {
        let reading = login();
        let known = Known {
            reading: Some(&reading),
            screen: None,
            place: Some(Place::Activity("com.example.shop/.ui.LoginActivity")),
            has_screenshot: true,
            app_log: &[],
        };
        assert_eq!(
            serde_json::to_value(ScreenSemantic::of(known).unwrap()).unwrap(),
            json!({
                "screen": "Login",
                "signals": {
                    "has_activity": true, "has_ui_tree": true, "has_screenshot": true,
                    "has_visible_text": true, "has_clickable_elements": true, "has_error_logs": false,
                    "has_loading_signals": false, "has_primary_text": true,
                },
                "actions_available": ["secret", "continue"],
                "confidence": 1.0,
                "warnings": [],
            })
        );
    }

    #[test]
    fn each_weight_counts() {
        let score =
            |known: Known<'_>| ScreenSemantic::of(known).map(|semantic| semantic.confidence);
        let reading = login();
        let tree = Known { reading: Some(&reading), ..Known::default() };
        assert_eq!(score(tree), Some(0.8));
        assert_eq!(
            score(Known { app_log: &["java.lang.IllegalStateException"], ..tree }),
            Some(0.65)
        );
        assert_eq!(score(Known { app_log: &["all is well"], ..tree }), Some(0.8));
        assert_eq!(
            score(Known { place: Some(Place::Bundle("com.example.shop")), ..tree }),
            Some(0.95)
        );
        let busy = self::reading(r#"<node text="Loading" bounds="[0,0][90,90]"/>"#);
        assert_eq!(score(Known { reading: Some(&busy), ..Known::default() }), Some(0.6));
        assert_eq!(score(Known { screen: Some("home"), ..Known::default() }), Some(0.2));
    }

    #[test]
    fn names_come_from_the_tree_then_the_activity_then_the_text() {
        let reading = login();
        let screen = |screen, place| {
            let known = Known { reading: Some(&reading), screen, place, ..Known::default() };
            ScreenSemantic::of(known).unwrap()
        };
        let activity = Some(Place::Activity("com.example.shop.LoginActivity"));
        let both = screen(Some("order_history"), activity);
        assert_eq!(both.screen.as_deref(), Some("Order History"));
        assert_eq!(both.warnings, ["the tree's screen and the activity differ"]);
        assert_eq!(
            screen(None, Some(Place::Activity("a/.Activity"))).screen.as_deref(),
            Some("Activity")
        );
        let bundle = screen(None, Some(Place::Bundle("com.example.shop")));
        assert_eq!((bundle.screen.as_deref(), bundle.warnings.len()), (Some("Sign In"), 0));
        assert_eq!(screen(None, None).warnings, ["activity unavailable"]);
    }

    #[test]
    fn too_little_is_nothing() {
        assert_eq!(ScreenSemantic::of(Known::default()), None);
        assert_eq!(ScreenSemantic::of(Known { has_screenshot: true, ..Known::default() }), None);
        assert_eq!(ScreenSemantic::of(Known { app_log: &["failed"], ..Known::default() }), None);
        let place = Some(Place::Bundle("com.example.shop"));
        assert_eq!(ScreenSemantic::of(Known { place, ..Known::default() }), None);
    }
}
