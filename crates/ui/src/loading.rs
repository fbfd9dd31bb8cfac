//! Signs that a screen is not finished: spinners, skeletons, "Loading…".

use crate::visibility::Visibility;
use crate::{Bounds, Node, Role, Tree};

/// One loading indicator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loading {
    pub signal: &'static str,
    /// What it is called: a text, a description or a class.
    pub name: String,
    pub bounds: Bounds,
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
    } else if node.role() == Role::ProgressBar
        || class.contains("ProgressBar")
        || class.contains("ActivityIndicator")
    {
        Some(("progress_indicator", node.own_label().unwrap_or(class)))
    } else if is_waiting_text(text) {
        Some(("loading_indicator", text))
    } else if contains_word(description) {
        Some(("loading_indicator", description))
    } else {
        None
    }
}

fn is_waiting_text(text: &str) -> bool {
    // Longer texts are sentences about loading, not signs of it.
    if text.is_empty() || text.len() > 24 {
        return false;
    }
    let words = text.trim_end_matches(['.', '…']);
    let dots = text.len() - words.len();
    dots <= 3
        && ["loading", "please wait", "fetching", "connecting"]
            .iter()
            .any(|wait| words.eq_ignore_ascii_case(wait))
}

fn contains_word(description: &str) -> bool {
    !description.is_empty() && {
        let description = description.to_lowercase();
        ["loading", "progress", "spinner"].iter().any(|word| description.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;

    fn check(attributes: &str, expected: Option<&str>) {
        let xml = format!(
            r#"<hierarchy><node bounds="[0,0][100,100]"><node {attributes} bounds="[0,0][50,50]"/></node></hierarchy>"#
        );
        let tree = parse_uiautomator(xml.as_bytes()).unwrap();
        let found = Loading::find(&tree, &Visibility::of(&tree, tree.extent()));
        assert_eq!(found.first().map(|loading| loading.signal), expected, "{attributes}");
    }

    #[test]
    fn indicators_are_told_from_ordinary_nodes() {
        check(r#"class="android.widget.ProgressBar""#, Some("progress_indicator"));
        check(r#"class="com.facebook.shimmer.ShimmerFrameLayout""#, Some("skeleton"));
        check(r#"class="android.widget.TextView" text="Loading…""#, Some("loading_indicator"));
        check(
            r#"class="android.widget.TextView" text="Please wait...""#,
            Some("loading_indicator"),
        );
        check(
            r#"class="android.view.View" content-desc="Order in progress""#,
            Some("loading_indicator"),
        );
        check(r#"class="android.widget.TextView" text="Loading docks are closed""#, None);
        check(r#"class="android.widget.TextView" text="Connecting people""#, None);
        check(r#"class="android.widget.ProgressBar" enabled="false""#, None);
    }
}
