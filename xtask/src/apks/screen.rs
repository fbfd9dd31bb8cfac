//! A screen as the crawl sees it: where it is, what it says, what can be tapped, and whether it is one that is known.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// Views whose content nobody can see here, by the end of their class name.
const EMPTY_VIEWS: [(&str, &str); 5] = [
    ("WebView", "WebView"),
    ("GLSurfaceView", "GL"),
    ("VideoView", "video"),
    ("SurfaceView", "surface"),
    ("TextureView", "surface"),
];

/// Views that are there to be filled.
const LISTS: [&str; 4] = ["ListView", "GridView", "RecyclerView", "ViewPager"];

#[derive(Debug, Clone, Default)]
pub(super) struct Screen {
    pub(super) place: Place,
    pub(super) targets: Vec<Target>,
    /// What is on it whose content cannot be had.
    pub(super) gaps: BTreeSet<&'static str>,
    /// The tallest thing on it that scrolls: left, top, right, bottom.
    pub(super) scrolls: Option<[i64; 4]>,
    /// It has more to say than its title.
    pub(super) says: bool,
    /// Where its content is.
    pub(super) content: Option<[i64; 4]>,
}

/// What makes a screen itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub(super) package: String,
    pub(super) activity: String,
    pub(super) labels: BTreeSet<String>,
}

/// Something to tap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// How it is found again on the same screen.
    pub(super) key: String,
    /// What it shares with rows like it.
    pub(super) kind: String,
    pub(super) label: String,
    /// A ref, good for the moment.
    pub(super) reference: String,
}

impl Place {
    /// Whether this is where the other one is, which may be scrolled, and have been looked at longer.
    pub(super) fn is(&self, known: &Self) -> bool {
        if !self.is_beside(known) {
            return false;
        }
        let common = self.labels.intersection(&known.labels).count();
        // More than half of what is here was there.
        self.labels.is_empty() == known.labels.is_empty() && common * 5 >= self.labels.len() * 3
    }

    /// Whether both are of one activity.
    pub(super) fn is_beside(&self, known: &Self) -> bool {
        self.package == known.package && self.activity == known.activity
    }

    /// The same, for two that were only glanced at.
    pub(super) fn equals(&self, other: &Self) -> bool {
        self.is(other) && other.is(self)
    }

    pub(super) fn learn(&mut self, more: &Self) {
        self.labels.extend(more.labels.iter().cloned());
    }
}

impl Screen {
    /// From the list of elements that `get_ui_tree` gives.
    pub(super) fn of(package: &str, told: &Value) -> Self {
        let mut screen = Self {
            place: Place {
                package: package.to_owned(),
                activity: told["screen"].as_str().unwrap_or_default().to_owned(),
                labels: BTreeSet::new(),
            },
            ..Self::default()
        };
        let elements: &[Value] = told["elements"].as_array().map_or(&[], Vec::as_slice);
        let content = elements.iter().find(|each| each["stable_id"] == "android:id/content");
        screen.content = content.and_then(bounds);
        let mut met: BTreeMap<String, usize> = BTreeMap::new();
        for element in elements {
            screen.take(element, &mut met);
        }
        screen
    }

    fn take(&mut self, element: &Value, met: &mut BTreeMap<String, usize>) {
        let text = |key: &str| element[key].as_str().unwrap_or_default();
        let class = text("type");
        let label = if text("label").is_empty() { text("text") } else { text("label") };
        let can = |action: &str| {
            element["actions"].as_array().is_some_and(|all| all.iter().any(|it| it == action))
        };
        if let Some((_, gap)) = EMPTY_VIEWS.iter().find(|(end, _)| class.ends_with(end)) {
            self.gaps.insert(gap);
        }
        if can("scroll") {
            let height = |[_, top, _, bottom]: &[i64; 4]| bottom - top;
            self.scrolls = self.scrolls.into_iter().chain(bounds(element)).max_by_key(height);
        }
        if !label.is_empty() {
            self.place.labels.insert(lasting(label));
        }
        // A list without rows is a screen that says so; a button is more than a title, wherever it is.
        let empty = LISTS.iter().any(|list| class.ends_with(list));
        if can("tap") || ((empty || !label.is_empty()) && self.is_content(element)) {
            self.says = true;
        }
        let reference = text("element_id");
        let ignored = ["type", "check", "set_value", "adjust"].iter().any(|action| can(action));
        if !can("tap") || ignored || reference.is_empty() || element["enabled"] == false {
            return;
        }
        let kind = format!("{class} {}", text("stable_id"));
        let name = format!("{kind} {}", lasting(label));
        let count = met.entry(name.clone()).or_default();
        let key = format!("{name} {count}");
        *count += 1;
        let label = if label.is_empty() { short(text("stable_id"), class) } else { label };
        let (label, reference) = (label.to_owned(), reference.to_owned());
        self.targets.push(Target { key, kind, label, reference });
    }

    /// Inside the content, where that is known; else anywhere.
    fn is_content(&self, element: &Value) -> bool {
        let (Some(content), Some(own)) = (self.content, bounds(element)) else { return true };
        own[1] >= content[1] && own != content
    }
}

fn bounds(element: &Value) -> Option<[i64; 4]> {
    let numbers = element["bounds"].as_array()?;
    let at = |index: usize| numbers.get(index)?.as_i64();
    Some([at(0)?, at(1)?, at(2)?, at(3)?])
}

/// What has no label is called by its id, or its class.
fn short<'t>(id: &'t str, class: &'t str) -> &'t str {
    let name = if id.is_empty() { class.rsplit('.').next() } else { id.rsplit('/').next() };
    name.unwrap_or_default()
}

/// A label without its digits, so that a clock or a counter stays the same, unless nothing else is left.
fn lasting(label: &str) -> String {
    const MOST: usize = 80;
    let words: String = label.chars().filter(|c| !c.is_ascii_digit()).take(MOST).collect();
    if words.chars().any(char::is_alphabetic) && label.contains(':') {
        return words;
    }
    label.chars().take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn list(labels: &[&str]) -> Screen {
        let row = |label: &&str| {
            json!({ "element_id": format!("@l{label}"), "text": label, "type": "android.widget.TextView",
                "stable_id": "android:id/text1", "actions": ["tap"], "bounds": [0, 300, 9, 400] })
        };
        let elements: Vec<Value> = labels.iter().map(row).collect();
        Screen::of("a.b", &json!({ "screen": "a.b.Main", "elements": elements }))
    }

    #[test]
    fn a_scrolled_list_is_the_same_and_another_list_is_not() {
        let mut known = list(&["one", "two", "three"]).place;
        known.learn(&list(&["three", "four", "five"]).place);
        assert!(list(&["two", "three", "four"]).place.is(&known));
        assert!(!list(&["one", "other", "others"]).place.is(&known));
        assert!(!list(&[]).place.is(&known));
    }

    #[test]
    fn rows_are_told_apart_and_know_what_they_are_like() {
        let screen = list(&["one", "one", "two"]);
        let keys: BTreeSet<&str> = screen.targets.iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys.len(), 3);
        assert!(screen.targets.iter().all(|it| it.kind == screen.targets[0].kind));
        assert!(screen.says);
    }

    #[test]
    fn fields_and_switches_are_left_alone() {
        let field = json!({ "element_id": "@f1", "text": "x", "actions": ["tap", "type"] });
        let off = json!({ "element_id": "@b1", "text": "y", "actions": ["tap"], "enabled": false });
        let screen = Screen::of("a", &json!({ "screen": "a.B", "elements": [field, off] }));
        assert_eq!(screen.targets, []);
    }

    #[test]
    fn a_title_alone_says_nothing() {
        let content = json!({ "stable_id": "android:id/content", "bounds": [0, 210, 9, 900] });
        let title = json!({ "text": "A title", "bounds": [0, 60, 9, 200] });
        let web = json!({ "type": "android.webkit.WebView", "bounds": [0, 210, 9, 900] });
        let told = json!({ "screen": "a.B", "elements": [content, title, web] });
        let screen = Screen::of("a", &told);
        assert!(!screen.says);
        assert!(screen.gaps.contains("WebView"));
        let list = json!({ "type": "android.widget.ListView", "bounds": [0, 210, 9, 800] });
        let content = json!({ "stable_id": "android:id/content", "bounds": [0, 210, 9, 900] });
        let told = json!({ "screen": "a.B", "elements": [content, list] });
        assert!(Screen::of("a", &told).says);
    }
}
