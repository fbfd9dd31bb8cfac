//! What a person would see, worked out from the tree and the display alone: no walk, no pruning and no
//! helper of the views, so that a mistake in them cannot excuse itself.

use ui::{Bounds, Node, NodeId, Size, Tree, WindowKind};

const SYSTEM_UI: &str = "com.android.systemui";

/// Parts of package names of input methods.
const INPUT_METHODS: &[&str] =
    &["inputmethod", ".latin", "honeyboard", "swiftkey", "touchtype", "keyboard", "sogou", ".ime"];

#[derive(Debug)]
pub struct Scene<'t> {
    pub tree: &'t Tree,
    display: Bounds,
    seen: Vec<Seen>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Seen {
    Hidden,
    Visible,
    /// Part of the on-screen keyboard, which is one thing.
    Key,
}

impl<'t> Scene<'t> {
    pub fn of(tree: &'t Tree, display: Size) -> Self {
        let display = Bounds::of(display);
        let on_display =
            |node: Node<'_>| node.is_displayed() && overlap(node.bounds(), display).is_some();
        let is_application = |node: &Node<'_>| {
            node.package() != SYSTEM_UI && !is_input_method(node.package()) && on_display(*node)
        };
        let application = tree.nodes().any(|node| is_application(&node));
        let mut keys = vec![false; tree.len()];
        for window in tree.windows().iter().filter(|each| each.kind == WindowKind::InputMethod) {
            if let Some(root) = window.root {
                keys[root.index()] = true;
            }
        }
        let mut seen = Vec::with_capacity(tree.len());
        for node in tree.nodes() {
            let index = node.id().index();
            let above = node.parent().is_some_and(|parent| keys[parent.id().index()]);
            // An input method alone is an app that shows its own settings.
            let of_keyboard = application && is_input_method(node.package());
            keys[index] |= above || of_keyboard || is_ios_keyboard(node);
            let bar = application && node.package() == SYSTEM_UI;
            seen.push(match (on_display(node) && !bar, keys[index]) {
                (false, _) => Seen::Hidden,
                (true, true) => Seen::Key,
                (true, false) => Seen::Visible,
            });
        }
        Self { tree, display, seen }
    }

    pub fn display(&self) -> Bounds {
        self.display
    }

    /// Every visible node that is not part of the keyboard.
    pub fn visible(&self) -> impl Iterator<Item = Node<'t>> {
        self.tree.nodes().filter(|node| self.is_visible(node.id()))
    }

    pub fn is_visible(&self, id: NodeId) -> bool {
        self.seen[id.index()] == Seen::Visible
    }

    pub fn has_keyboard(&self) -> bool {
        self.seen.contains(&Seen::Key)
    }

    /// The part of a visible node that is on the display.
    pub fn part_on_display(&self, node: Node<'_>) -> Bounds {
        overlap(node.bounds(), self.display).unwrap_or_default()
    }
}

/// What two boxes share, if they share any area.
pub(crate) fn overlap(one: Bounds, other: Bounds) -> Option<Bounds> {
    let left = one.left.max(other.left);
    let top = one.top.max(other.top);
    let right = one.right.min(other.right);
    let bottom = one.bottom.min(other.bottom);
    (left < right && top < bottom).then(|| Bounds::new(left, top, right, bottom))
}

/// Whether one of the two stands inside the other, or both are one.
pub(crate) fn related(one: Node<'_>, other: Node<'_>) -> bool {
    one.id() == other.id() || one.contains(other.id()) || other.contains(one.id())
}

fn is_input_method(package: &str) -> bool {
    let package = package.to_ascii_lowercase();
    INPUT_METHODS.iter().any(|part| package.contains(part))
}

fn is_ios_keyboard(node: Node<'_>) -> bool {
    let class = node.class();
    let kind = class.strip_prefix("XCUIElementType").unwrap_or(class);
    matches!(kind, "Keyboard" | "Key" | "UIAKeyboard" | "UIAKey")
}
