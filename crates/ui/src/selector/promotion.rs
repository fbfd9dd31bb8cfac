//! From what was matched to what can be acted on.

use super::names::Names;
use crate::{Bounds, Node, NodeId, Reading};

/// How far up an element may be that a label stands for.
const CLIMB: usize = 20;

/// How the element to act on was reached from the node that matched, plainest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// It is the match, or the match is its name, or nothing can be acted on.
    Itself,
    Parent,
    /// It is around the match on the display, but not above it in the tree.
    Around,
    /// It stands near the match, which reads like its label.
    Nearby,
}

/// The element that acting on `node` means, as the tree says: itself, the one it names, or the nearest
/// one above that takes a tap. What scrolls is a surface and stands for nothing on it.
pub(super) fn actionable(
    node: Node<'_>,
    reading: &Reading,
    names: Names<'_>,
) -> Option<(NodeId, Reach)> {
    if node.is_interactive() {
        return Some((names.row_of(node.id()).unwrap_or(node.id()), Reach::Itself));
    }
    let above = node
        .ancestors()
        .take(CLIMB)
        .take_while(|above| !above.is_scrollable())
        .find(|above| takes_taps(*above) && !reading.visibility.is_pruned(above.id()));
    match (names.named_by(node.id()), above) {
        (Some(named), Some(above)) if named == above.id() => Some((named, Reach::Parent)),
        (Some(named), _) => Some((named, Reach::Itself)),
        (None, above) => Some((above?.id(), Reach::Parent)),
    }
}

/// Whether a touch on it does something to it, and not to what it carries.
fn takes_taps(node: Node<'_>) -> bool {
    node.is_interactive() && !node.is_scrollable()
}

/// The smallest element in the match's window that takes taps and lies around the match, whatever the
/// tree says; none where two are equally small, for then nothing says which.
pub(super) fn around(node: Node<'_>, reading: &Reading) -> Option<NodeId> {
    let inner = reading.visibility.shown(node)?;
    let root = node.ancestors().last().unwrap_or(node);
    let mut best: Option<(i64, NodeId)> = None;
    let mut shared = false;
    for other in root.descendants().filter(|other| takes_taps(*other)) {
        let Some(outer) = reading.visibility.shown(other) else { continue };
        if other.id() == node.id() || !outer.encloses(inner) {
            continue;
        }
        let size = area(outer);
        match best {
            Some((least, _)) if size > least => {}
            Some((least, _)) if size == least => shared = true,
            _ => (best, shared) = (Some((size, other.id())), false),
        }
    }
    best.filter(|_| !shared).map(|(_, id)| id)
}

fn area(bounds: Bounds) -> i64 {
    i64::from(bounds.width()) * i64::from(bounds.height())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;
    use crate::selector::{Purpose, Selector};

    fn target(body: &str, label: &str, purpose: Purpose) -> (u32, bool, String) {
        let screen =
            format!(r#"<hierarchy><node bounds="[0,0][1080,2400]">{body}</node></hierarchy>"#);
        let reading = Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None);
        let selector = Selector { text: Some(label.into()), ..Selector::default() };
        let found = selector.find(&reading, purpose);
        let [only] = found.matches.as_slice() else { panic!("{found:?}") };
        (only.target.0, only.actionable, only.reason())
    }

    #[test]
    fn what_scrolls_is_not_what_its_labels_stand_for() {
        let card = |flags: &str| {
            format!(
                r#"<node {flags} bounds="[0,0][1080,900]"><node bounds="[0,0][1080,900]"><node text="A" bounds="[10,10][90,90]"/></node></node>"#
            )
        };
        let clickable = card(r#"clickable="true""#);
        assert_eq!(target(&clickable, "A", Purpose::Look).0, 1);
        let surface = card(r#"clickable="true" scrollable="true""#);
        assert_eq!(target(&surface, "A", Purpose::Act), (3, false, "text_match".into()));
        let inside = format!(r#"<node clickable="true" bounds="[0,0][1080,950]">{surface}</node>"#);
        assert_eq!(target(&inside, "A", Purpose::Look).0, 4, "nor is anything beyond it");
    }

    #[test]
    fn a_climb_ends() {
        let deep = |layers: usize| {
            let open = r#"<node bounds="[0,0][500,500]">"#.repeat(layers);
            let close = "</node>".repeat(layers);
            format!(
                r#"<node content-desc="Card" clickable="true" bounds="[0,0][500,500]">{open}<node text="A" bounds="[0,0][90,90]"/>{close}</node>"#
            )
        };
        assert!(target(&deep(CLIMB - 1), "A", Purpose::Look).1);
        assert!(!target(&deep(CLIMB), "A", Purpose::Look).1);
    }

    #[test]
    fn what_lies_around_a_label_is_taken_when_nothing_is_above_it() {
        let label = r#"<node text="A" bounds="[100,100][200,150]"/>"#;
        let large = r#"<node clickable="true" bounds="[0,0][900,900]"/>"#;
        let small = r#"<node clickable="true" bounds="[90,90][300,200]"/>"#;
        let beside = r#"<node clickable="true" bounds="[150,100][250,150]"/>"#;
        let all = [large, label, small, beside].concat();
        assert_eq!(target(&all, "A", Purpose::Look).0, 2, "looking needs no control");
        let expected = (3, true, "text_match, clickable_container_preferred".into());
        assert_eq!(target(&all, "A", Purpose::Reach), expected);
        let twice = [large, label, small, small].concat();
        assert!(!target(&twice, "A", Purpose::Reach).1, "nothing says which of two it is");
    }

    #[test]
    fn another_window_is_never_around_a_label() {
        let screen = r#"<hierarchy><node bounds="[0,0][500,500]"><node text="A" bounds="[10,10][90,90]"/></node><node bounds="[0,0][1080,2400]"><node clickable="true" bounds="[0,0][1080,2400]"/></node></hierarchy>"#;
        let reading = Reading::of(parse_uiautomator(screen.as_bytes()).unwrap(), None);
        assert_eq!(around(reading.tree.node(NodeId(1)), &reading), None);
    }
}
