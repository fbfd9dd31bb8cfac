//! The one matcher: which elements a caller means, how sure that is, and what came closest.

use crate::view::effective_label;
use crate::visibility::Visibility;
use crate::{Node, NodeId, Role, Tree};

/// What a caller says of an element. Every given field must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selector {
    /// A whole resource id, or its part after the slash.
    pub id: Option<String>,
    /// The label as shown.
    pub text: Option<String>,
    /// A part of the label.
    pub text_contains: Option<String>,
    pub description: Option<String>,
    pub role: Option<Role>,
    pub class_name: Option<String>,
    /// Take `text`, `description` and `id` as parts.
    pub contains: bool,
    pub ignore_case: bool,
    /// Which of several matches, from 0, in reading order.
    pub index: Option<usize>,
    /// Also what is not on the display.
    pub include_hidden: bool,
}

impl Selector {
    pub fn is_empty(&self) -> bool {
        self.id.is_none()
            && self.text.is_none()
            && self.text_contains.is_none()
            && self.description.is_none()
            && self.role.is_none()
            && self.class_name.is_none()
    }

    /// All elements that match, narrowed by rule and never by luck.
    pub fn find(&self, tree: &Tree, visibility: &Visibility) -> Found {
        let mut matches: Vec<Match> = Vec::new();
        for (window, root) in tree.roots().enumerate() {
            let nodes = std::iter::once(root).chain(root.descendants());
            for node in nodes.filter(|node| self.include_hidden || !visibility.is_pruned(node.id()))
            {
                if let Some(evidence) = self.evidence(node) {
                    matches.push(Match::new(node, visibility, window, evidence));
                }
            }
        }
        let mut narrowings = 0;
        let mut narrow = |matches: &mut Vec<Match>, keep: &dyn Fn(&Match) -> bool| {
            let kept = matches.iter().filter(|found| keep(found)).count();
            if kept > 0 && kept < matches.len() {
                matches.retain(keep);
                narrowings += 1;
            }
        };
        narrow(&mut matches, &|found| found.exact);
        // An element and the label inside it are one thing to the caller: keep the outermost match.
        let mut seen = std::collections::HashSet::new();
        matches.retain(|found| seen.insert(found.target));
        narrow(&mut matches, &|found| found.visible);
        narrow(&mut matches, &|found| found.actionable);
        // A later root lies above an earlier one.
        let top = matches.iter().map(|found| found.window).max().unwrap_or_default();
        narrow(&mut matches, &|found| found.window == top);
        let count = matches.len();
        // Counts what AMBIGUOUS_TARGET would list, and nothing else.
        if let Some(index) = self.index {
            matches = matches.into_iter().nth(index).into_iter().collect();
        }
        for found in &mut matches {
            found.narrowings = narrowings;
        }
        Found { matches, count }
    }

    /// The labels on screen that come closest to what was asked for.
    pub fn nearest(&self, tree: &Tree, visibility: &Visibility) -> Vec<NodeId> {
        const MOST: usize = 3;
        let wanted: Vec<String> = [&self.text, &self.text_contains, &self.description, &self.id]
            .into_iter()
            .flatten()
            .map(|wanted| comparable(wanted))
            .filter(|wanted| !wanted.is_empty())
            .collect();
        let mut scored: Vec<(f64, NodeId)> = tree
            .nodes()
            .filter(|node| !visibility.is_pruned(node.id()))
            .filter_map(|node| {
                let score = wanted.iter().map(|wanted| likeness(node, wanted)).fold(0.0, f64::max);
                let target = actionable(node, visibility).unwrap_or(node.id());
                (score >= LIKE && shows(tree.node(target), visibility)).then_some((score, target))
            })
            .collect();
        scored.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut nearest: Vec<NodeId> = Vec::new();
        for (_, node) in scored {
            if !nearest.contains(&node) {
                nearest.push(node);
            }
        }
        nearest.truncate(MOST);
        nearest
    }

    /// What speaks for this node, if every given field holds.
    fn evidence(&self, node: Node<'_>) -> Option<Evidence> {
        let mut evidence = Evidence { source: Source::Class, exact: true };
        let mut add = |source: Source, exact: bool| {
            evidence.source = evidence.source.max(source);
            evidence.exact &= exact;
        };
        if let Some(role) = self.role
            && node.role() != role
        {
            return None;
        }
        if let Some(class) = &self.class_name {
            let full = node.class();
            let ends = full
                .strip_suffix(class.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            if !ends {
                return None;
            }
        }
        if let Some(id) = &self.id {
            let exact = self.equal(node.resource_id(), id) || self.equal(node.short_id(), id);
            if !(exact || self.contains && self.includes(node.resource_id(), id)) {
                return None;
            }
            add(Source::Id, exact);
        }
        if let Some(description) = &self.description {
            let exact = self.equal(node.description(), description);
            if !(exact || self.contains && self.includes(node.description(), description)) {
                return None;
            }
            add(Source::Description, exact);
        }
        if let Some(text) = &self.text {
            let (source, exact) = self.label(node, text, self.contains)?;
            add(source, exact);
        }
        if let Some(text) = &self.text_contains {
            let (source, exact) = self.label(node, text, true)?;
            add(source, exact);
        }
        Some(evidence)
    }

    /// A label is what is shown: the text, or where there is none the description or the hint.
    fn label(&self, node: Node<'_>, wanted: &str, contains: bool) -> Option<(Source, bool)> {
        let sources = [
            (Source::Text, node.text()),
            (Source::Description, node.description()),
            (Source::Text, node.hint()),
        ];
        let exact = sources.iter().find(|(_, label)| self.equal(label, wanted));
        if let Some((source, _)) = exact {
            return Some((*source, true));
        }
        let partial = sources.iter().find(|(_, label)| contains && self.includes(label, wanted));
        partial.map(|(source, _)| (*source, false))
    }

    fn equal(&self, label: &str, wanted: &str) -> bool {
        let (label, wanted) = (label.trim(), wanted.trim());
        !label.is_empty()
            && (label == wanted
                || self.ignore_case && label.to_lowercase() == wanted.to_lowercase())
    }

    fn includes(&self, label: &str, wanted: &str) -> bool {
        let wanted = wanted.trim();
        !wanted.is_empty()
            && (label.contains(wanted)
                || self.ignore_case && label.to_lowercase().contains(&wanted.to_lowercase()))
    }
}

/// What a match rests on, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Class,
    Text,
    Description,
    Id,
}

#[derive(Clone, Copy)]
struct Evidence {
    source: Source,
    exact: bool,
}

/// The answer of [`Selector::find`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub matches: Vec<Match>,
    /// Distinct elements that matched, before `index` chose one.
    pub count: usize,
}

/// One element that a selector fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The node that carries what was asked for.
    pub node: NodeId,
    /// The element to act on: the node, or what it is the label of.
    pub target: NodeId,
    pub actionable: bool,
    visible: bool,
    /// Which root it stands under.
    window: usize,
    exact: bool,
    source: Source,
    narrowings: i32,
}

impl Match {
    fn new(node: Node<'_>, visibility: &Visibility, window: usize, evidence: Evidence) -> Self {
        let actionable = actionable(node, visibility);
        Self {
            node: node.id(),
            target: actionable.unwrap_or(node.id()),
            actionable: actionable.is_some(),
            visible: !visibility.is_pruned(node.id()),
            window,
            exact: evidence.exact,
            source: evidence.source,
            narrowings: 0,
        }
    }

    /// 0 to 1: how good the source of the match is, less a little for each narrowing.
    pub fn confidence(&self) -> f64 {
        let score = match self.source {
            Source::Id => 100,
            Source::Description => 90,
            Source::Text => 60,
            Source::Class => 35,
        };
        f64::from(score - 5 * self.narrowings) / 100.0
    }

    pub fn reason(&self) -> &'static str {
        match (self.source, self.exact) {
            (Source::Id, true) => "resource_id",
            (Source::Id, false) => "partial_resource_id",
            (Source::Description, true) => "content_description",
            (Source::Description, false) => "partial_content_description",
            (Source::Text, true) => "text_match",
            (Source::Text, false) => "partial_text_match",
            (Source::Class, _) => "class_match",
        }
    }
}

/// The element that acting on `node` means: itself, the nearest ancestor that takes a tap, or the
/// smallest element around it that does.
fn actionable(node: Node<'_>, visibility: &Visibility) -> Option<NodeId> {
    const CLIMB: usize = 20;
    let acts = |node: &Node<'_>| node.is_clickable() || node.is_editable() || node.is_checkable();
    if acts(&node) || node.role() == Role::Slider {
        return Some(node.id());
    }
    let above =
        node.ancestors().take(CLIMB).take_while(|above| !above.is_scrollable()).find(acts)?;
    (!visibility.is_pruned(above.id())).then(|| above.id())
}

/// What shows as nothing helps nobody.
fn shows(node: Node<'_>, visibility: &Visibility) -> bool {
    node.own_label().is_some()
        || (node.is_interactive() && effective_label(node, visibility).is_some())
}

/// From which likeness on a label is worth offering.
const LIKE: f64 = 0.7;

/// 0 to 1: how like one of the node's names is to `wanted`, which is [`comparable`].
fn likeness(node: Node<'_>, wanted: &str) -> f64 {
    [node.text(), node.description(), node.hint(), node.short_id()]
        .into_iter()
        .map(comparable)
        .filter(|label| !label.is_empty())
        .map(|label| {
            if label.contains(wanted) || (label.len() > 2 && wanted.contains(&label)) {
                return 0.95;
            }
            // Each missing character is an edit: far shorter or longer cannot be like enough.
            let lengths = [label.chars().count(), wanted.chars().count()];
            let [shorter, longer] = [lengths[0].min(lengths[1]), lengths[0].max(lengths[1])];
            if shorter * 10 < longer * 7 {
                return 0.0;
            }
            strsim::normalized_damerau_levenshtein(&label, wanted)
        })
        .fold(0.0, f64::max)
}

/// The start of a text in lower case: comparing takes time that grows with the square of the length.
fn comparable(text: &str) -> String {
    const MOST: usize = 200;
    text.trim().chars().take(MOST).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;

    const SCREEN: &str = r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">
      <node class="android.widget.LinearLayout" clickable="true" resource-id="a.b:id/row" bounds="[0,100][1080,200]"><node class="android.widget.TextView" text="Checkout" resource-id="a.b:id/title" bounds="[10,110][500,190]"/></node>
      <node class="android.widget.Button" text="Delete" clickable="true" resource-id="a.b:id/email_error" bounds="[0,300][1080,400]"/>
      <node class="android.widget.Button" text="Delete" clickable="true" resource-id="a.b:id/email" bounds="[0,400][1080,500]"/>
      <node class="android.widget.TextView" text="Delete" bounds="[0,500][1080,600]"/>
      <node class="android.widget.ImageButton" content-desc="More options" clickable="true" bounds="[0,700][100,800]"/>
      <node class="android.widget.Button" text="Hidden" clickable="true" bounds="[0,2400][1080,2500]"/>
    </node></hierarchy>"#;

    fn find(selector: &Selector) -> (Vec<u32>, usize) {
        find_in(SCREEN, selector)
    }

    fn find_in(screen: &str, selector: &Selector) -> (Vec<u32>, usize) {
        let tree = parse_uiautomator(screen.as_bytes()).unwrap();
        let visibility = Visibility::of(&tree, tree.extent());
        let found = selector.find(&tree, &visibility);
        (found.matches.iter().map(|found| found.target.0).collect(), found.count)
    }

    fn text(text: &str) -> Selector {
        Selector { text: Some(text.into()), ..Selector::default() }
    }

    #[test]
    fn a_label_stands_for_what_it_labels() {
        assert_eq!(find(&text("Checkout")), (vec![1], 1));
        assert_eq!(find(&text(" Checkout ")).0, [1]);
        assert!(find(&text("checkout")).0.is_empty());
        assert_eq!(find(&Selector { ignore_case: true, ..text("checkout") }).0, [1]);
    }

    #[test]
    fn several_matches_are_narrowed_by_rule_only() {
        assert_eq!(find(&text("Delete")), (vec![3, 4], 2));
        assert_eq!(find(&Selector { index: Some(1), ..text("Delete") }).0, [4]);
        assert!(find(&Selector { index: Some(9), ..text("Delete") }).0.is_empty());
    }

    #[test]
    fn an_id_is_whole_or_its_last_part() {
        let id = |id: &str| Selector { id: Some(id.into()), ..Selector::default() };
        assert_eq!(find(&id("email")).0, [4]);
        assert_eq!(find(&id("a.b:id/email")).0, [4]);
        assert!(find(&id("mail")).0.is_empty());
        assert_eq!(
            find(&Selector { contains: true, ..id("email") }).0,
            [4],
            "exact before partial"
        );
    }

    #[test]
    fn descriptions_are_labels_and_hidden_things_are_not_found() {
        assert_eq!(find(&text("More options")).0, [6]);
        assert!(find(&text("Hidden")).0.is_empty());
        assert_eq!(find(&Selector { include_hidden: true, ..text("Hidden") }).0, [7]);
    }

    #[test]
    fn a_miss_offers_what_is_near() {
        let tree = parse_uiautomator(SCREEN.as_bytes()).unwrap();
        let visibility = Visibility::of(&tree, tree.extent());
        assert_eq!(text("Chekout").nearest(&tree, &visibility), [NodeId(1)]);
        assert_eq!(text("zzzz").nearest(&tree, &visibility), []);
        assert_eq!(text(&"Checkout ".repeat(100_000)).nearest(&tree, &visibility), [NodeId(1)]);
    }

    #[test]
    fn what_shows_as_nothing_is_not_offered() {
        let screen = r#"<hierarchy><node bounds="[0,0][1080,2400]"><node resource-id="a:id/basket" bounds="[0,0][100,100]"/><node resource-id="a:id/basket" clickable="true" bounds="[0,100][100,200]"><node text="12" bounds="[0,100][100,200]"/></node></node></hierarchy>"#;
        let tree = parse_uiautomator(screen.as_bytes()).unwrap();
        let visibility = Visibility::of(&tree, tree.extent());
        assert_eq!(text("Baskets").nearest(&tree, &visibility), [NodeId(2)]);
    }

    #[test]
    fn an_index_counts_what_is_left_after_narrowing() {
        let ok = |rest: &str, top: i32| {
            format!(r#"<node class="B" text="OK" {rest} bounds="[0,{top}][100,{}]"/>"#, top + 50)
        };
        let window = |body: String| format!(r#"<node bounds="[0,0][1080,2400]">{body}</node>"#);
        let clickable = r#"clickable="true""#;
        let below = window(ok(clickable, 0));
        let above =
            window(ok("", 0) + &ok(clickable, 100) + &ok(clickable, 3000) + &ok(clickable, 200));
        let screen = format!("<hierarchy>{above}{below}</hierarchy>");
        let hidden = Selector { include_hidden: true, ..text("OK") };
        assert_eq!(find_in(&screen, &hidden), (vec![4, 6], 2));
        for (index, found) in [(0, vec![4]), (1, vec![6]), (2, vec![])] {
            let selector = Selector { index: Some(index), ..hidden.clone() };
            assert_eq!(find_in(&screen, &selector), (found, 2));
        }
    }
}
