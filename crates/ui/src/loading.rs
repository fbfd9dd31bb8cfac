//! Signs that a screen is not finished: spinners, skeletons, "Loading…".

use serde::Serialize;

use crate::extra::Range;
use crate::state::is_range;
use crate::visibility::Visibility;
use crate::{Bounds, Node, Role, Tree};

/// One loading indicator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loading {
    pub signal: &'static str,
    /// What it is called: a text, a description or a class.
    pub name: String,
    pub bounds: Bounds,
    /// How far it has come, in thousandths, where it says so. One that stands still is not waited for:
    /// it may as well show how full something is.
    pub determinate: Option<u16>,
}

/// What a snapshot says about loading. A hint only: what has loaded may still be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LoadingState {
    pub active: bool,
    pub signal: &'static str,
    pub source: &'static str,
}

impl LoadingState {
    /// None where nothing is loading.
    pub fn of(loading: &[Loading]) -> Option<Self> {
        // One that says how far it is may be a gauge: others speak first.
        let sign = loading.iter().find(|sign| sign.determinate.is_none()).or(loading.first())?;
        Some(Self { active: true, signal: sign.signal, source: "ui_tree" })
    }
}

impl Loading {
    /// Every indicator on the screen, in document order.
    pub fn find(tree: &Tree, visibility: &Visibility) -> Vec<Self> {
        tree.nodes()
            .filter(|node| !visibility.is_pruned(node.id()) && node.is_enabled())
            .filter(|node| node.bounds().width() >= 5 && node.bounds().height() >= 5)
            .filter_map(|node| {
                signal(node).map(|(signal, name)| Self {
                    signal,
                    name: name.to_owned(),
                    bounds: node.bounds(),
                    determinate: thousandths(node),
                })
            })
            .collect()
    }
}

fn signal(node: Node<'_>) -> Option<(&'static str, &str)> {
    let class = node.short_class();
    let text = node.text().trim();
    let description = node.description().trim();
    if class.contains("Shimmer") || class.contains("SkeletonLayout") {
        Some(("skeleton", class))
    } else if class.contains("ActivityIndicator") || class.contains("BusyIndicator") {
        Some(("busy_indicator", node.own_label().unwrap_or(class)))
    } else if node.role() == Role::ProgressBar
        || class.contains("ProgressBar")
        || class.contains("ProgressIndicator")
    {
        Some(("progress_indicator", node.own_label().unwrap_or(class)))
    } else if is_waiting_text(text) {
        Some(("loading_indicator", text))
    } else {
        // What can be tapped is no indicator, whatever it is called: a tab "In progress".
        by_words(description).filter(|_| !node.is_clickable()).map(|signal| (signal, description))
    }
}

fn is_waiting_text(text: &str) -> bool {
    // Longer texts are sentences about loading, not signs of it.
    if text.is_empty() || text.len() > 24 {
        return false;
    }
    let words = text.trim_end_matches(['.', '…']);
    let dots = text[words.len()..].chars().count();
    dots <= 3
        && ["loading", "please wait", "fetching", "connecting"]
            .iter()
            .any(|wait| words.eq_ignore_ascii_case(wait))
}

fn by_words(description: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 3] = [
        ("progress", "progress_indicator"),
        ("spinner", "spinner"),
        ("loading", "loading_indicator"),
    ];
    let contains = |word: &str| {
        let mut windows = description.as_bytes().windows(word.len());
        windows.any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
    };
    WORDS.iter().find(|(word, _)| contains(word)).map(|(_, signal)| *signal)
}

/// Where a bar stands between its ends.
fn thousandths(node: Node<'_>) -> Option<u16> {
    let Range { min, max, current } = node.extra()?.range.filter(|range| is_range(*range))?;
    let share = ((current - min) / (max - min)).clamp(0.0, 1.0) * 1000.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
    let share = share.round() as u16;
    Some(share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Extra, parse_uiautomator};

    fn find(attributes: &str, extra: Option<Extra>) -> Vec<Loading> {
        let xml = format!(
            r#"<hierarchy><node bounds="[0,0][100,100]"><node bounds="[0,0][50,50]" {attributes}/></node></hierarchy>"#
        );
        let mut tree = parse_uiautomator(xml.as_bytes()).unwrap();
        if let Some(extra) = extra {
            tree.extras.push(extra);
            tree.nodes[1].extra = 1;
        }
        Loading::find(&tree, &Visibility::of(&tree, tree.extent()))
    }

    fn check(attributes: &str, expected: Option<&str>) {
        let found = find(attributes, None);
        assert_eq!(found.first().map(|loading| loading.signal), expected, "{attributes}");
    }

    #[test]
    fn classes_and_roles() {
        check(r#"class="android.widget.ProgressBar""#, Some("progress_indicator"));
        check(
            r#"class="com.google.android.material.progressindicator.CircularProgressIndicator""#,
            Some("progress_indicator"),
        );
        check(r#"class="XCUIElementTypeProgressIndicator""#, Some("progress_indicator"));
        check(r#"class="XCUIElementTypeActivityIndicator""#, Some("busy_indicator"));
        check(r#"class="com.facebook.shimmer.ShimmerFrameLayout""#, Some("skeleton"));
        check(r#"class="a.SkeletonLayout""#, Some("skeleton"));
        check(r#"class="android.widget.ProgressBar" enabled="false""#, None);
        check(r#"class="android.widget.ProgressBar" bounds="[0,0][4,50]""#, None);
        check(r#"class="android.widget.ProgressBar" bounds="[200,0][250,50]""#, None);
        check(r#"class="android.widget.SeekBar""#, None);
    }

    #[test]
    fn words() {
        for text in
            ["Loading", "LOADING...", "Loading…", "Please wait..", "fetching.", "Connecting…"]
        {
            check(
                &format!(r#"class="android.widget.TextView" text="{text}""#),
                Some("loading_indicator"),
            );
        }
        for text in ["Loading docks are closed", "Connecting people", "Loading....", "Reloading"] {
            check(&format!(r#"class="android.widget.TextView" text="{text}""#), None);
        }
        for (description, signal) in [
            ("Order in progress", "progress_indicator"),
            ("A Spinner", "spinner"),
            ("Page loading", "loading_indicator"),
        ] {
            let view = format!(r#"class="android.view.View" content-desc="{description}""#);
            check(&view, Some(signal));
            check(&format!(r#"{view} clickable="true""#), None);
        }
    }

    #[test]
    fn a_bar_that_says_how_far_it_is_is_determinate() {
        let bar = |min, max, current| {
            let extra = Extra { range: Some(Range { min, max, current }), ..Extra::default() };
            find(r#"class="android.widget.ProgressBar""#, Some(extra))[0].determinate
        };
        assert_eq!(bar(0.0, 200.0, 50.0), Some(250));
        assert_eq!(bar(0.0, 1.0, 7.0), Some(1000));
        assert_eq!(bar(0.0, 0.0, 0.0), None);
        assert_eq!(bar(0.0, f64::INFINITY, 0.0), None);
        assert_eq!(find(r#"class="android.widget.ProgressBar""#, None)[0].determinate, None);
    }

    /// Holds get_ui_tree.19.
    #[test]
    fn the_state_is_all_three_fields_or_none() {
        assert_eq!(LoadingState::of(&[]), None);
        let gauge = Loading {
            signal: "progress_indicator",
            name: String::new(),
            bounds: Bounds::default(),
            determinate: Some(500),
        };
        let shimmer = Loading { signal: "skeleton", determinate: None, ..gauge.clone() };
        let state = LoadingState::of(&[gauge, shimmer]).unwrap();
        let json = serde_json::to_string(&state).unwrap();
        assert_eq!(json, r#"{"active":true,"signal":"skeleton","source":"ui_tree"}"#);
    }
}
