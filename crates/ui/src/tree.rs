//! The arena: nodes in pre-order, so that a subtree is a range, a walk is a loop and an id an index.

use crate::extra::{Extra, Toast};
use crate::{Bounds, Gap, Role, Size, Window};

/// A node's place in its tree, meaningless in any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Yes-or-no facts about a node, and which of them the phone spoke of: what it did not mention has a
/// usual value, but is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flags {
    set: u32,
    about: u32,
}

macro_rules! flags {
    ($($flag:ident $getter:ident;)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Flag {
            $($flag,)*
        }
        impl<'t> Node<'t> {
            $(
                pub fn $getter(self) -> bool {
                    self.data().flags.set & (1 << Flag::$flag as u32) != 0
                }
            )*
        }
    };
}

flags! {
    Enabled is_enabled;
    Focused is_focused;
    Focusable is_focusable;
    Selected is_selected;
    Checked is_checked;
    Checkable is_checkable;
    Clickable is_clickable;
    Scrollable says_scrollable;
    LongClickable is_long_clickable;
    Password is_password;
    Displayed is_displayed;
    Expanded is_expanded;
    Editable says_editable;
    Multiline is_multiline;
    Heading is_heading;
    ShowsHint shows_hint;
    Invalid is_invalid;
}

impl Flags {
    /// What holds when nothing is said: a node is enabled and displayed.
    pub(crate) const UNSAID: Self =
        Self { set: 1 << Flag::Enabled as u32 | 1 << Flag::Displayed as u32, about: 0 };

    pub(crate) const fn apply(&mut self, said: Said) {
        self.set = self.set & !said.about | said.set;
        self.about |= said.about;
    }

    /// The value of a flag, where the phone gave one.
    pub const fn said(self, flag: Flag) -> Option<bool> {
        let bit = 1 << flag as u32;
        if self.about & bit == 0 { None } else { Some(self.set & bit != 0) }
    }

    /// The set bits but `but`, for signatures.
    pub(crate) const fn bits_without(self, but: Flag) -> u32 {
        self.set & !(1 << but as u32)
    }
}

/// Some flags and their values, as a phone says them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Said {
    about: u32,
    set: u32,
}

impl Said {
    pub(crate) const fn one(flag: Flag, value: bool) -> Self {
        let about = 1 << flag as u32;
        Self { about, set: if value { about } else { 0 } }
    }

    /// This, and then `later`, which wins.
    pub(crate) const fn then(self, later: Self) -> Self {
        Self { about: self.about | later.about, set: self.set & !later.about | later.set }
    }
}

/// A text in the tree's pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    len: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Data {
    pub(crate) parent: Option<NodeId>,
    /// One past the last node of this subtree.
    pub(crate) end: u32,
    pub(crate) depth: u32,
    pub(crate) role: Role,
    pub(crate) flags: Flags,
    pub(crate) bounds: Bounds,
    pub(crate) class: Span,
    pub(crate) package: Span,
    pub(crate) resource_id: Span,
    pub(crate) text: Span,
    pub(crate) description: Span,
    pub(crate) hint: Span,
    pub(crate) pane: Span,
    pub(crate) tooltip: Span,
    pub(crate) state: Span,
    /// One more than its place among the tree's extras; zero for none.
    pub(crate) extra: u32,
}

impl Data {
    pub(crate) fn new(parent: Option<NodeId>, depth: u32) -> Self {
        Self {
            parent,
            end: 0,
            depth,
            role: Role::Unknown,
            flags: Flags::UNSAID,
            bounds: Bounds::default(),
            class: Span::default(),
            package: Span::default(),
            resource_id: Span::default(),
            text: Span::default(),
            description: Span::default(),
            hint: Span::default(),
            pane: Span::default(),
            tooltip: Span::default(),
            state: Span::default(),
            extra: 0,
        }
    }
}

/// One captured screen content. Several roots are possible: some dumps list several windows.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    pub(crate) nodes: Vec<Data>,
    pub(crate) extras: Vec<Extra>,
    pub(crate) windows: Vec<Window>,
    pub(crate) toasts: Vec<Toast>,
    pub(crate) pool: String,
    pub(crate) gaps: Vec<Gap>,
    pub(crate) rotation: u8,
    pub(crate) display: Option<Size>,
    pub(crate) keyboard: Option<Bounds>,
}

impl Tree {
    /// The same, under a keyboard that is not among the nodes.
    #[must_use]
    pub fn under_keyboard(self, keyboard: Option<Bounds>) -> Self {
        Self { keyboard, ..self }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What could not be read, in the order in which it was met.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Quarter turns, as the dump states them.
    pub fn rotation(&self) -> u8 {
        self.rotation
    }

    /// The windows that the nodes stand in, top first, where the phone told them apart.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Messages that appeared lately, where the phone keeps them.
    pub fn toasts(&self) -> &[Toast] {
        &self.toasts
    }

    /// The display's size, where the phone stated it along with the nodes.
    pub fn display(&self) -> Option<Size> {
        self.display
    }

    /// What a keyboard covers that is not among the nodes.
    pub fn keyboard(&self) -> Option<Bounds> {
        self.keyboard
    }

    pub fn node(&self, id: NodeId) -> Node<'_> {
        Node { tree: self, id }
    }

    /// Every node, parents before children.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        (0..self.nodes.len()).map(|index| self.node(node_id(index)))
    }

    pub fn roots(&self) -> Siblings<'_> {
        Siblings { tree: self, next: 0, end: node_id(self.nodes.len()).0 }
    }

    /// The space that the nodes span: a stand-in where the display's size is not known.
    pub fn extent(&self) -> Size {
        self.roots().fold(Size::default(), |size, root| Size {
            width: size.width.max(root.bounds().right),
            height: size.height.max(root.bounds().bottom),
        })
    }

    pub(crate) fn intern(&mut self, text: &str) -> Span {
        if text.is_empty() {
            return Span::default();
        }
        let start = self.pool.len();
        self.pool.push_str(text);
        span(start, text.len())
    }

    /// The same for what `write` appends.
    pub(crate) fn intern_with(&mut self, write: impl FnOnce(&mut String)) -> Span {
        let start = self.pool.len();
        write(&mut self.pool);
        match self.pool.len() - start {
            0 => Span::default(),
            len => span(start, len),
        }
    }

    pub(crate) fn str(&self, span: Span) -> &str {
        &self.pool[span.start as usize..(span.start + span.len) as usize]
    }
}

#[expect(clippy::cast_possible_truncation, reason = "parsers refuse input of 4 GiB and more")]
fn span(start: usize, len: usize) -> Span {
    Span { start: start as u32, len: len as u32 }
}

#[expect(clippy::cast_possible_truncation, reason = "a node takes more than one byte of input")]
pub(crate) const fn node_id(index: usize) -> NodeId {
    NodeId(index as u32)
}

/// A node seen through its tree.
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    pub(crate) tree: &'t Tree,
    pub(crate) id: NodeId,
}

impl<'t> Node<'t> {
    pub(crate) fn data(self) -> &'t Data {
        &self.tree.nodes[self.id.index()]
    }

    pub fn id(self) -> NodeId {
        self.id
    }

    pub fn parent(self) -> Option<Self> {
        self.data().parent.map(|id| self.tree.node(id))
    }

    pub fn ancestors(self) -> impl Iterator<Item = Self> {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    pub fn children(self) -> Siblings<'t> {
        Siblings { tree: self.tree, next: self.id.0 + 1, end: self.data().end }
    }

    /// Everything below this node, in pre-order.
    pub fn descendants(self) -> impl Iterator<Item = Self> {
        (self.id.0 + 1..self.data().end).map(move |id| self.tree.node(NodeId(id)))
    }

    pub fn contains(self, other: NodeId) -> bool {
        other.0 > self.id.0 && other.0 < self.data().end
    }

    pub fn depth(self) -> u32 {
        self.data().depth
    }

    pub fn role(self) -> Role {
        self.data().role
    }

    pub fn bounds(self) -> Bounds {
        self.data().bounds
    }

    pub fn flags(self) -> Flags {
        self.data().flags
    }

    pub fn class(self) -> &'t str {
        self.tree.str(self.data().class)
    }

    pub fn package(self) -> &'t str {
        self.tree.str(self.data().package)
    }

    pub fn resource_id(self) -> &'t str {
        self.tree.str(self.data().resource_id)
    }

    pub fn text(self) -> &'t str {
        self.tree.str(self.data().text)
    }

    pub fn description(self) -> &'t str {
        self.tree.str(self.data().description)
    }

    pub fn hint(self) -> &'t str {
        self.tree.str(self.data().hint)
    }

    pub fn pane(self) -> &'t str {
        self.tree.str(self.data().pane)
    }

    pub fn tooltip(self) -> &'t str {
        self.tree.str(self.data().tooltip)
    }

    pub fn state(self) -> &'t str {
        self.tree.str(self.data().state)
    }

    /// What only some phones say of a node.
    pub fn extra(self) -> Option<&'t Extra> {
        let place = self.data().extra.checked_sub(1)?;
        self.tree.extras.get(place as usize)
    }

    /// The last part of the class name: `Button` of `android.widget.Button`.
    pub fn short_class(self) -> &'t str {
        let class = self.class();
        let last = class.bytes().rposition(|byte| matches!(byte, b'.' | b'$'));
        last.map_or(class, |last| &class[last + 1..])
    }

    /// The part of the resource id that its author wrote: `email` of `com.example:id/email`.
    pub fn short_id(self) -> &'t str {
        let id = self.resource_id();
        id.rsplit_once('/').map_or(id, |(_, name)| name)
    }

    /// Its text, unless that is a password: whatever kind of node holds one, it is nobody's to read.
    pub fn readable_text(self) -> &'t str {
        if self.is_password() { "" } else { self.text() }
    }

    /// What this node says of itself: its text, else its description, hint or tooltip.
    pub fn own_label(self) -> Option<&'t str> {
        [self.readable_text(), self.description(), self.hint(), self.tooltip()]
            .into_iter()
            .filter(|label| !label.is_empty())
            .map(trimmed)
            .find(|label| !label.is_empty())
    }

    /// Whether text can be typed into it.
    pub fn is_editable(self) -> bool {
        self.role() == Role::TextField || self.says_editable()
    }

    /// Its content moves under a finger. A closed dropdown of the framework says so, too, but only opens.
    pub fn is_scrollable(self) -> bool {
        self.says_scrollable() && self.role() != Role::Spinner
    }

    /// A scrollable whose children come and go. A scroll view or a page has its content all the time.
    pub fn is_list(self) -> bool {
        let lasting = ["ScrollView", "WebView"].iter().any(|end| self.class().ends_with(end));
        self.is_scrollable() && !lasting
    }

    /// Whether a person could do something with it directly.
    pub fn is_interactive(self) -> bool {
        self.is_clickable()
            || self.is_scrollable()
            || self.is_checkable()
            || self.is_long_clickable()
            || self.is_editable()
            || self.role() == Role::Slider
    }
}

/// The same as `str::trim`, quicker for most labels: every view asks for them several times.
pub(crate) fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// Children of one parent, or the roots, in order.
#[derive(Debug, Clone)]
pub struct Siblings<'t> {
    tree: &'t Tree,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Siblings<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        (self.next < self.end).then(|| {
            let node = self.tree.node(NodeId(self.next));
            self.next = node.data().end;
            node
        })
    }
}
