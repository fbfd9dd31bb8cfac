//! What of a tree is worth showing: the facts that views, matching and fingerprints share, worked out
//! once for a tree in two linear passes.

use foldhash::HashSet;

use crate::{Bounds, Node, NodeId, Role, Size, Tree, WindowKind};

const SYSTEM_UI: &str = "com.android.systemui";

/// Per node: is it left out, and is something below it that matters.
#[derive(Debug, Clone)]
pub struct Visibility {
    display: Bounds,
    keyboard: bool,
    /// What a keyboard lies over that is not among the nodes.
    covered: Option<Bounds>,
    facts: Vec<Facts>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Facts {
    bits: u8,
    /// Elements below that can be acted on; two stands for more.
    interactive_below: u8,
    /// Children that are shown, or have something shown below; two stands for more.
    shown_children: u8,
}

/// Not shown itself.
const PRUNED: u8 = 1;
/// Part of a bar of the system or of the keyboard, with all that is below.
const ASIDE: u8 = 2;
const SHOWN_BELOW: u8 = 4;
const CONTROL_BELOW: u8 = 8;

impl Visibility {
    pub fn of(tree: &Tree, display: Size) -> Self {
        let display = Bounds::of(display);
        let roots = aside(tree);
        let mut visibility = Self {
            display,
            keyboard: tree.keyboard().is_some(),
            covered: tree.keyboard(),
            facts: vec![Facts::default(); tree.len()],
        };
        for node in tree.nodes() {
            let above = node.parent().map_or(0, |parent| visibility.bits(parent.id()));
            let keyboard = roots.is_keyboard(node) && above & ASIDE == 0;
            visibility.keyboard |= keyboard;
            let aside = keyboard || above & ASIDE != 0 || roots.is_bar(node, display);
            let hidden = aside || !is_on(node, display);
            visibility.facts[node.id().index()].bits =
                if hidden { PRUNED } else { 0 } | if aside { ASIDE } else { 0 };
        }
        for node in tree.nodes().rev() {
            let Some(parent) = node.parent() else { continue };
            let own = visibility.facts[node.id().index()];
            let shown = own.bits & PRUNED == 0;
            if !shown && own.bits & SHOWN_BELOW == 0 {
                continue;
            }
            let interactive = u8::from(shown && node.is_interactive());
            let control = own.bits & CONTROL_BELOW != 0 || shown && is_control(node);
            let parent = &mut visibility.facts[parent.id().index()];
            parent.bits |= SHOWN_BELOW | if control { CONTROL_BELOW } else { 0 };
            parent.interactive_below =
                (parent.interactive_below + own.interactive_below + interactive).min(2);
            parent.shown_children = (parent.shown_children + 1).min(2);
        }
        visibility
    }

    pub fn display(&self) -> Bounds {
        self.display
    }

    /// Whether the on-screen keyboard is up.
    pub fn has_keyboard(&self) -> bool {
        self.keyboard
    }

    /// Not on the display, without extent, not displayed, or part of the system's bars or the keyboard.
    pub fn is_pruned(&self, id: NodeId) -> bool {
        self.bits(id) & PRUNED != 0
    }

    /// Part of the system's bars or the keyboard, wherever it is.
    pub fn is_aside(&self, id: NodeId) -> bool {
        self.bits(id) & ASIDE != 0
    }

    /// Whether it, or something below it, is shown: a layer without extent may hold what has one.
    pub fn leads_somewhere(&self, id: NodeId) -> bool {
        self.bits(id) & (PRUNED | SHOWN_BELOW) != PRUNED
    }

    /// Whether an element that can be acted on stands below this one.
    pub fn has_interactive_below(&self, id: NodeId) -> bool {
        self.facts[id.index()].interactive_below > 0
    }

    /// Whether exactly one does.
    pub fn has_one_interactive_below(&self, id: NodeId) -> bool {
        self.facts[id.index()].interactive_below == 1
    }

    /// Whether a field, a checkable or a scrollable stands below this one.
    pub fn has_control_below(&self, id: NodeId) -> bool {
        self.bits(id) & CONTROL_BELOW != 0
    }

    /// Whether several of its children show something.
    pub fn has_shown_children(&self, id: NodeId) -> bool {
        self.facts[id.index()].shown_children > 1
    }

    /// A layer with one child and nothing to say: the child stands for it.
    pub fn is_empty_wrapper(&self, node: Node<'_>) -> bool {
        self.facts[node.id().index()].shown_children == 1
            && matches!(node.role(), Role::Container | Role::Unknown)
            && !node.is_interactive()
            && node.own_label().is_none()
            && node.resource_id().is_empty()
            && node.pane().is_empty()
            && node.state().is_empty()
    }

    /// The part of a node that is on the display.
    pub fn shown(&self, node: Node<'_>) -> Option<Bounds> {
        if self.is_pruned(node.id()) { None } else { node.bounds().intersection(self.display) }
    }

    /// The part of a node that a finger reaches.
    pub fn reachable(&self, node: Node<'_>) -> Option<Bounds> {
        self.uncovered(self.shown(node)?)
    }

    /// What the keyboard leaves of a part of the display.
    pub fn uncovered(&self, part: Bounds) -> Option<Bounds> {
        match self.covered {
            Some(covered) if part.intersection(covered).is_some() => {
                let above = Bounds { bottom: covered.top, ..part };
                (!above.is_empty()).then_some(above)
            }
            _ => Some(part),
        }
    }

    fn bits(&self, id: NodeId) -> u8 {
        self.facts[id.index()].bits
    }
}

fn is_on(node: Node<'_>, display: Bounds) -> bool {
    node.is_displayed() && node.bounds().intersection(display).is_some()
}

fn is_control(node: Node<'_>) -> bool {
    node.is_scrollable() || node.is_checkable() || node.is_editable()
}

/// What stands beside the app, if there is an app.
struct Aside {
    app_in_front: bool,
    keyboard_roots: HashSet<NodeId>,
}

fn aside(tree: &Tree) -> Aside {
    let is_app = |node: &Node<'_>| node.package() != SYSTEM_UI && !node.bounds().is_empty();
    let input_windows =
        tree.windows().iter().filter(|window| window.kind == WindowKind::InputMethod);
    let mut keyboard_roots: HashSet<NodeId> =
        input_windows.filter_map(|window| window.root).collect();
    let mut app_in_front = tree.roots().any(|root| {
        !keyboard_roots.contains(&root.id())
            && !is_input_method(root.package())
            && (is_app(&root) || root.descendants().any(|node| is_app(&node)))
    });
    if app_in_front {
        let others = tree.roots().filter(|root| is_input_method(root.package()));
        keyboard_roots.extend(others.map(Node::id));
    } else {
        app_in_front = tree.nodes().any(|node| is_app(&node));
    }
    Aside { app_in_front, keyboard_roots }
}

impl Aside {
    fn is_keyboard(&self, node: Node<'_>) -> bool {
        match node.parent() {
            None => self.keyboard_roots.contains(&node.id()),
            Some(_) => {
                matches!(node.class(), "XCUIElementTypeKeyboard" | "Keyboard" | "UIAKeyboard")
            }
        }
    }

    /// The system's bars lie along an edge and are thin. What else it shows is in the way of the app.
    fn is_bar(&self, node: Node<'_>, display: Bounds) -> bool {
        if !self.app_in_front || node.package() != SYSTEM_UI {
            return false;
        }
        // What is thin inside a window of the system is a part of it, and no bar.
        if node.parent().is_some_and(|parent| parent.package() == SYSTEM_UI) {
            return false;
        }
        // Nor is what wants an answer: a notification that drops into the screen.
        let asks = |node: Node<'_>| node.is_clickable() && !node.text().trim().is_empty();
        if std::iter::once(node).chain(node.descendants()).any(asks) {
            return false;
        }
        let bounds = node.bounds();
        let thin = |length: i32, side: i32| length <= side / 8;
        let lies = thin(bounds.height(), display.height())
            && (bounds.top <= display.top || bounds.bottom >= display.bottom);
        let stands = thin(bounds.width(), display.width())
            && (bounds.left <= display.left || bounds.right >= display.right);
        lies || stands
    }
}

/// Whether an app of this name is an on-screen keyboard, as far as names tell.
fn is_input_method(package: &str) -> bool {
    ["inputmethod", ".latin", "honeyboard", "swiftkey", "keyboard", "gboard"]
        .iter()
        .any(|mark| package.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reading, parse_uiautomator};

    /// What can be reached of a node between these edges, under a keyboard at the bottom.
    fn reachable(top: i32, bottom: i32, keyboard: Option<Bounds>) -> Option<(i32, i32)> {
        let xml = format!(
            r#"<hierarchy><node bounds="[0,0][1080,2400]"><node text="x" bounds="[100,{top}][900,{bottom}]"/></node></hierarchy>"#
        );
        let tree = parse_uiautomator(xml.as_bytes()).unwrap().under_keyboard(keyboard);
        let Reading { tree, visibility, .. } = Reading::of(tree, None);
        assert_eq!(visibility.has_keyboard(), keyboard.is_some());
        let node = tree.nodes().last().unwrap();
        assert!(visibility.shown(node).is_some(), "covered, but there");
        visibility.reachable(node).map(|part| (part.top, part.bottom))
    }

    #[test]
    fn a_keyboard_leaves_what_is_above_it() {
        let keyboard = Some(Bounds::new(0, 1500, 1080, 2400));
        assert_eq!(reachable(1600, 1700, None), Some((1600, 1700)));
        assert_eq!(reachable(1600, 1700, keyboard), None);
        assert_eq!(reachable(1500, 1700, keyboard), None);
        assert_eq!(reachable(1400, 1700, keyboard), Some((1400, 1500)));
        assert_eq!(reachable(1300, 1500, keyboard), Some((1300, 1500)));
    }
}
