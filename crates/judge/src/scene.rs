//! What a person would see, worked out from the tree and the display alone: no walk, no pruning and no
//! helper of the views, so that a mistake in them cannot excuse itself.

use std::collections::HashSet;

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
        let windows = windows(tree);
        let asks = asking(tree, &windows);
        // What apps put on the lock screen makes them no application in front.
        let application = tree.nodes().any(|node| {
            let package = node.package();
            let shows_app = package != SYSTEM_UI && !is_input_method(package) && on_display(node);
            shows_app && !windows[node.id().index()].of_system
        });
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
            let bar = windows[index].is_status_bar
                || application
                    && node.package() == SYSTEM_UI
                    && is_bar(windows[index], display, &asks);
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

/// What a node stands in, as far as packages tell.
#[derive(Clone, Copy)]
struct InWindow {
    root: NodeId,
    bounds: Bounds,
    of_system: bool,
    /// On iOS, where it is a part of the application.
    is_status_bar: bool,
}

fn windows(tree: &Tree) -> Vec<InWindow> {
    let mut windows: Vec<InWindow> = Vec::with_capacity(tree.len());
    for node in tree.nodes() {
        let above = node.parent().map(|parent| (parent, windows[parent.id().index()]));
        let of_system =
            node.package() == SYSTEM_UI || above.is_some_and(|(_, window)| window.of_system);
        let (root, bounds) = match above {
            Some((parent, window)) if parent.package() == node.package() => {
                (window.root, window.bounds)
            }
            _ => (node.id(), node.bounds()),
        };
        let is_status_bar = ios_kind(node) == Some("StatusBar")
            || above.is_some_and(|(_, window)| window.is_status_bar);
        windows.push(InWindow { root, bounds, of_system, is_status_bar });
    }
    windows
}

/// A strip along the whole of an edge in which nothing asks to be tapped in words: the buttons of a
/// navigation bar have none. What else the system shows is in the way of the application.
fn is_bar(window: InWindow, display: Bounds, asks: &HashSet<NodeId>) -> bool {
    let Bounds { left, top, right, bottom } = window.bounds;
    let wide = left <= display.left && right >= display.right;
    let high = top <= display.top && bottom >= display.bottom;
    let thin = |part: i32, whole: i32| i64::from(part) * 8 <= i64::from(whole);
    let lies = wide && thin(window.bounds.height(), display.height());
    let stands = high && thin(window.bounds.width(), display.width());
    let at_an_edge = lies && (top <= display.top || bottom >= display.bottom)
        || stands && (left <= display.left || right >= display.right);
    at_an_edge && !asks.contains(&window.root)
}

/// The windows with something to tap that says so in words, as a message over an application does.
fn asking(tree: &Tree, windows: &[InWindow]) -> HashSet<NodeId> {
    let says = |node: Node<'_>| !node.text().trim().is_empty();
    let taps = |node: &Node<'_>| node.is_clickable() || node.is_long_clickable();
    let asks =
        |node: &Node<'_>| says(*node) && (taps(node) || node.ancestors().any(|above| taps(&above)));
    tree.nodes().filter(asks).map(|node| windows[node.id().index()].root).collect()
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
    matches!(ios_kind(node), Some("Keyboard" | "Key"))
}

/// What iOS calls it, with or without the prefix that its tools put before it.
fn ios_kind(node: Node<'_>) -> Option<&str> {
    let class = node.class();
    let prefixes = ["XCUIElementType", "UIA"];
    let bare = || (!class.contains('.')).then_some(class);
    prefixes.iter().find_map(|prefix| class.strip_prefix(prefix)).or_else(bare)
}
