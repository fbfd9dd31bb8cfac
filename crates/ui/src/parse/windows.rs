//! The windows around the nodes of a dump: what their frames say, and which lies above which. In the tree
//! a later root lies above an earlier one; dumps mostly have it the other way round.

use std::cmp::Reverse;

use super::build::Builder;
use super::entities::unescape;
use super::xml::Scanner;
use crate::tree::{Flag, NodeId, Said, Tree, node_id};
use crate::{Bounds, Window, WindowKind};

/// The windows and roots met so far, in the order of the dump.
#[derive(Debug, Default)]
pub(super) struct Windows {
    windows: Vec<(Window, Display)>,
    roots: Vec<Root>,
}

/// The number of a display; the one that people mean is the lowest, and usually 0.
type Display = i32;

#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    pub(super) node: NodeId,
    pub(super) display: Display,
    /// The window around it, as [`Windows::open`] numbers them.
    pub(super) window: Option<usize>,
    /// Where in the dump it stands.
    pub(super) at: usize,
}

impl Windows {
    /// Reads the attributes of a `window` tag; none for a bare frame.
    pub(super) fn open(&mut self, scanner: &mut Scanner<'_>, display: Display) -> Option<usize> {
        let mut window = None;
        while let Some(pair) = scanner.attribute() {
            let window = window.get_or_insert_with(Window::default);
            match pair.name {
                "id" => window.id = pair.value.parse().ok(),
                "layer" => window.layer = pair.value.parse().ok(),
                "type" => window.kind = kind(pair.value),
                "active" => window.active = pair.value == "true",
                "focused" => window.focused = pair.value == "true",
                "title" => window.title = unescape(pair.value).into(),
                "package" => window.package = unescape(pair.value).into(),
                "bounds" => window.bounds = Bounds::parse(pair.value).unwrap_or_default(),
                _ => {}
            }
        }
        self.windows.push((window?, display));
        Some(self.windows.len() - 1)
    }

    pub(super) fn root(&mut self, root: Root) {
        if let Some(at) = root.window {
            self.windows[at].0.root.get_or_insert(root.node);
        }
        self.roots.push(root);
    }

    /// Puts what lies above behind what lies below, and hides what is on another display.
    pub(super) fn arrange(mut self, builder: &mut Builder) {
        let main = self.roots.iter().map(|root| root.display).min().unwrap_or_default();
        for root in self.roots.iter().filter(|root| root.display != main) {
            hide(builder, *root);
        }
        let tree = &mut builder.tree;
        for (window, _) in &mut self.windows {
            if let Some(root) = window.root.filter(|_| window.package.is_empty()) {
                window.package = tree.node(root).package().into();
            }
        }
        if self.roots.len() > 1 {
            self.sort_roots(tree, main);
            let moved = reorder(tree, &self.roots);
            for (window, _) in &mut self.windows {
                window.root = window.root.map(|root| moved[root.index()]);
            }
        }
        self.windows.sort_by_key(|(window, display)| (*display != main, Reverse(window.layer)));
        tree.windows = self.windows.into_iter().map(|(window, _)| window).collect();
    }

    /// Bottom first. Where the phone does not say what lies above, it is what is smaller: nobody would
    /// see it otherwise. Of equals it is what comes first, as in the list that dumps are made from.
    fn sort_roots(&mut self, tree: &Tree, main: Display) {
        let layer = |root: &Root| self.windows[root.window?].0.layer;
        let layers: Option<Vec<i32>> = self.roots.iter().map(layer).collect();
        let height = |at: usize| {
            let root = self.roots[at];
            let bounds = tree.node(root.node).bounds();
            let area = i64::from(bounds.width().max(0)) * i64::from(bounds.height().max(0));
            let by_size = if layers.is_some() { 0 } else { area };
            (root.display == main, layers.as_ref().map(|layers| layers[at]), Reverse(by_size))
        };
        let mut order: Vec<usize> = (0..self.roots.len()).rev().collect();
        order.sort_by_key(|at| height(*at));
        self.roots = order.into_iter().map(|at| self.roots[at]).collect();
    }
}

/// Nobody can see it here, or touch it.
fn hide(builder: &mut Builder, root: Root) {
    let end = builder.tree.nodes[root.node.index()].end as usize;
    for node in &mut builder.tree.nodes[root.node.index()..end] {
        node.flags.apply(Said::one(Flag::Displayed, false));
    }
    let what = format!("{} nodes are on display {}", end - root.node.index(), root.display);
    builder.gap(root.at, what);
}

/// Lays the subtrees of `roots`, which are all there are, in this order. Answers where each node went.
fn reorder(tree: &mut Tree, roots: &[Root]) -> Vec<NodeId> {
    let mut moved = vec![NodeId(0); tree.len()];
    let mut next = 0;
    for root in roots {
        let range = root.node.index()..tree.nodes[root.node.index()].end as usize;
        for (place, at) in (next..).zip(range.clone()) {
            moved[at] = node_id(place);
        }
        next += range.len();
    }
    let mut nodes = Vec::with_capacity(tree.len());
    for root in roots {
        let range = root.node.index()..tree.nodes[root.node.index()].end as usize;
        nodes.extend(tree.nodes[range].iter().cloned().map(|mut data| {
            // An end is one past the last node of the subtree, which moved along.
            data.end = moved[data.end as usize - 1].0 + 1;
            data.parent = data.parent.map(|parent| moved[parent.index()]);
            data
        }));
    }
    tree.nodes = nodes;
    moved
}

fn kind(name: &str) -> WindowKind {
    let name = name.strip_prefix("TYPE_").unwrap_or(name);
    match name.to_ascii_lowercase().as_str() {
        "application" => WindowKind::Application,
        "input_method" => WindowKind::InputMethod,
        "system" => WindowKind::System,
        "accessibility_overlay" => WindowKind::AccessibilityOverlay,
        "split_screen_divider" => WindowKind::SplitScreenDivider,
        "magnification_overlay" => WindowKind::MagnificationOverlay,
        "window_control" => WindowKind::WindowControl,
        _ => WindowKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Node, NodeId, Tree, WindowKind, parse_uiautomator};

    fn labels(tree: &Tree) -> Vec<(u32, &str)> {
        tree.nodes().map(|node| (node.depth(), node.text())).collect()
    }

    fn node(text: &str, bounds: &str, inside: &str) -> String {
        format!(r#"<node text="{text}" package="p.{text}" bounds="{bounds}">{inside}</node>"#)
    }

    const WHOLE: &str = "[0,0][100,200]";
    const PART: &str = "[10,50][90,150]";

    #[test]
    fn what_is_smaller_lies_above_and_of_equals_the_first() {
        let dialog = node("dialog", PART, &node("ok", "[10,100][90,120]", ""));
        let app = node("app", WHOLE, &(node("list", WHOLE, &node("row", PART, "")) + "<node/>"));
        for screen in [format!("{dialog}{app}"), format!("{app}{dialog}")] {
            let tree = parse_uiautomator(format!("<hierarchy>{screen}</hierarchy>").as_bytes());
            let tree = tree.unwrap();
            assert_eq!(
                labels(&tree),
                [(0, "app"), (1, "list"), (2, "row"), (1, ""), (0, "dialog"), (1, "ok")]
            );
            let parents: Vec<_> = tree.nodes().map(|node| node.parent().map(Node::text)).collect();
            let [app, list, dialog] = ["app", "list", "dialog"].map(Some);
            assert_eq!(parents, [None, app, list, app, None, dialog]);
            assert_eq!(tree.roots().map(Node::text).collect::<Vec<_>>(), ["app", "dialog"]);
            assert_eq!(tree.node(NodeId(0)).children().count(), 2);
        }
        let twins = node("above", WHOLE, "") + &node("below", WHOLE, "");
        let tree = parse_uiautomator(format!("<hierarchy>{twins}</hierarchy>").as_bytes()).unwrap();
        assert_eq!(labels(&tree), [(0, "below"), (0, "above")]);
    }

    #[test]
    fn windows_say_who_they_are() {
        let window = |attributes: &str, inside: &str| {
            format!(r#"<window {attributes}><hierarchy rotation="1">{inside}</hierarchy></window>"#)
        };
        let popup = window(
            r#"index="0" title="P &amp; Q" bounds="[10,50][90,150]" active="true" focused="true" accessibility-focused="false" id="7" layer="2" type="TYPE_APPLICATION""#,
            &node("popup", WHOLE, ""),
        );
        let bare = r#"<window title="bare" id="8" layer="5" type="TYPE_SYSTEM" />"#;
        let keys = window(
            r#"id="9" layer="9" type="TYPE_INPUT_METHOD" bounds="[0,150][100,200]""#,
            &node("keys", "[0,150][100,200]", ""),
        );
        // A window is written inside the one that it belongs to.
        let app = format!(
            r#"<window id="6" layer="1" title="app" type="TYPE_SOMETHING">{popup}<hierarchy>{}</hierarchy></window>"#,
            node("app", PART, "")
        );
        let other = r#"<display id="3"><window id="1" layer="99"><hierarchy><node text="car"><node/></node></hierarchy></window></display>"#;
        let dump =
            format!(r#"<displays>{other}<display id="0">{keys}{bare}{app}</display></displays>"#);
        let tree = parse_uiautomator(dump.as_bytes()).unwrap();
        assert_eq!(tree.rotation(), 1);
        assert_eq!(labels(&tree), [(0, "car"), (1, ""), (0, "app"), (0, "popup"), (0, "keys")]);
        let shown: Vec<_> = tree.nodes().filter(|node| node.is_displayed()).collect();
        assert_eq!(shown.len(), 3, "another display is not this one");
        let gaps: Vec<_> = tree.gaps().iter().map(|gap| gap.what.as_str()).collect();
        assert_eq!(gaps, ["2 nodes are on display 3"]);
        let windows: Vec<_> = tree
            .windows()
            .iter()
            .map(|window| (window.id, window.root.map(|root| tree.node(root).text())))
            .collect();
        assert_eq!(
            windows,
            [
                (Some(9), Some("keys")),
                (Some(8), None),
                (Some(7), Some("popup")),
                (Some(6), Some("app")),
                (Some(1), Some("car"))
            ]
        );
        let popup = &tree.windows()[2];
        assert_eq!((&*popup.title, &*popup.package), ("P & Q", "p.popup"));
        assert!(popup.active && popup.focused);
        assert_eq!(popup.kind, WindowKind::Application);
        assert_eq!(popup.bounds.to_string(), PART);
        assert_eq!(tree.windows()[0].kind, WindowKind::InputMethod);
        assert_eq!(tree.windows()[3].kind, WindowKind::Unknown);
    }

    #[test]
    fn a_root_may_say_which_display_it_is_on() {
        let dump = r#"<hierarchy><node text="here" display-id="0"/><node text="there" display-id="2"/></hierarchy>"#;
        let tree = parse_uiautomator(dump.as_bytes()).unwrap();
        assert_eq!(labels(&tree), [(0, "there"), (0, "here")]);
        assert!(!tree.node(NodeId(0)).is_displayed() && tree.node(NodeId(1)).is_displayed());
        let only = r#"<hierarchy><node text="there" display-id="2"/></hierarchy>"#;
        let tree = parse_uiautomator(only.as_bytes()).unwrap();
        assert!(tree.node(NodeId(0)).is_displayed() && tree.gaps().is_empty());
    }
}
