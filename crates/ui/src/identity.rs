//! What makes an element itself, as hashes in three steps: what it says and where it belongs; where that
//! is not enough, the words around it; and where these do not help either, its exact place.

use std::hash::{BuildHasher as _, Hash};

use foldhash::HashMap;
use foldhash::fast::FixedState;

use crate::view::{Element, Label, Outline, given_name, name};
use crate::{Node, NodeId, Role, Tree};

/// The first step: an element by its own name and id, and the named things above it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base {
    pub(crate) hash: u64,
    /// Whether this says who it is while no other element has the same.
    pub(crate) says_who: bool,
}

/// The resource ids of the outline's elements, in its order; zero for those that say nothing.
pub(crate) fn ids(tree: &Tree, outline: &Outline, place: u64) -> Vec<u64> {
    outline.elements().map(|element| id_hash(tree.node(element.node), place)).collect()
}

/// The bases of the outline's elements, in its order. An id that is shared says nothing.
pub(crate) fn bases(
    tree: &Tree,
    outline: &Outline,
    place: u64,
    ids: &[u64],
    is_shared: impl Fn(u64) -> bool,
) -> Vec<Base> {
    let around = around(tree, outline, place);
    let of = |(element, id): (Element, u64)| {
        let unique = (id != 0 && !is_shared(id)).then_some(id);
        base(tree, element, unique, around[element.node.index()])
    };
    outline.elements().zip(ids.iter().copied()).map(of).collect()
}

fn base(tree: &Tree, element: Element, unique_id: Option<u64>, around: Around) -> Base {
    let node = tree.node(element.node);
    let control = is_control(node) || element.control != element.node;
    // What a field holds is not its name.
    let holds = |label: &Label| label.0 == node.id() && given_name(node).is_none();
    let label = element.label.filter(|label| !(node.is_editable() && holds(label)));
    let name = name(node, label);
    // Of a list, only a part is here: what is the only one now may be another one after a swipe.
    let unnamed_row = name.is_none() && around.in_unnamed_row;
    match unique_id {
        // What a control holds or shows is its state; what a button says is what it does.
        Some(id) if control => {
            Base { hash: hash_of(&(1_u8, id, around.row)), says_who: !unnamed_row }
        }
        Some(id) => Base { hash: hash_of(&(2_u8, id, around.row, name)), says_who: !unnamed_row },
        None => {
            let parts = (node.resource_id(), node.role() as u8, node.class(), name);
            let says_who = name.is_some() || (control && !around.in_scroll);
            Base { hash: hash_of(&(around.chain, around.row, parts)), says_who }
        }
    }
}

/// Fields, checkables, scrollables and sliders keep their identity whatever they hold.
fn is_control(node: Node<'_>) -> bool {
    node.is_editable() || node.is_checkable() || node.is_scrollable() || node.role() == Role::Slider
}

/// Zero for ids that say nothing: those of the system's own dialogs are shared by all of them.
fn id_hash(node: Node<'_>, place: u64) -> u64 {
    let id = node.resource_id();
    if id.is_empty() || id.starts_with("android:id/") {
        0
    } else {
        hash_of(&(place, id, node.role() as u8))
    }
}

/// What stands above a node.
#[derive(Debug, Clone, Copy)]
struct Around {
    /// The named things above. Anonymous layers do not count, so that a new wrapper changes nobody's
    /// identity.
    chain: u64,
    /// The first words of the rows above, where they are rows of a list.
    row: u64,
    in_unnamed_row: bool,
    in_scroll: bool,
}

fn around(tree: &Tree, outline: &Outline, place: u64) -> Vec<Around> {
    let mut labels = vec![None; tree.len()];
    for element in outline.elements() {
        labels[element.node.index()] = element.label;
    }
    let start = Around { chain: place, row: 0, in_unnamed_row: false, in_scroll: false };
    let mut own = vec![start; tree.len()];
    // What each node's children have above them, worked out once for all of them.
    let mut below = vec![start; tree.len()];
    for node in tree.nodes() {
        let index = node.id().index();
        let mut around = start;
        if let Some(parent) = node.parent() {
            around = below[parent.id().index()];
            if is_list(parent) {
                let words = row_label(node);
                around.in_unnamed_row = words.is_none();
                around.row = hash_of(&(around.row, words));
            }
        }
        own[index] = around;
        if node.data().end > node.id().0 + 1 {
            let named = labels[index].filter(|_| !node.is_editable());
            let label = named.and_then(|label| name(node, Some(label))).unwrap_or_default();
            if !(node.resource_id().is_empty() && label.is_empty() && node.pane().is_empty()) {
                around.chain = hash_of(&(around.chain, node.resource_id(), label, node.pane()));
            }
            around.in_scroll |= node.is_scrollable();
            below[index] = around;
        }
    }
    own
}

/// A scrollable whose children come and go. A scroll view has one child, which stays.
fn is_list(node: Node<'_>) -> bool {
    node.is_scrollable()
        && !node.class().ends_with("ScrollView")
        && !node.class().ends_with("WebView")
}

/// The first words of a row. The look stays short, so that no nesting of lists makes it long.
fn row_label(row: Node<'_>) -> Option<&str> {
    const LOOK: usize = 64;
    std::iter::once(row).chain(row.descendants()).take(LOOK).find_map(lasting_label)
}

/// What a node says that typing and progress do not change.
fn lasting_label(node: Node<'_>) -> Option<&str> {
    if node.is_editable() {
        let fixed = [node.description(), node.hint()];
        fixed.into_iter().map(str::trim).find(|label| !label.is_empty())
    } else if node.role() == Role::ProgressBar || node.role() == Role::Slider {
        None
    } else {
        node.own_label()
    }
}

/// The second and third steps, worked out only for screens that need them.
pub(crate) struct Surroundings<'t> {
    tree: &'t Tree,
    words: Vec<Words>,
    signatures: HashMap<NodeId, u64>,
}

/// The words in and around a node; zero stands for none.
#[derive(Debug, Clone, Copy, Default)]
struct Words {
    count: u32,
    all: u64,
    first: u64,
    /// The first that no element says.
    first_plain: u64,
    /// Of the nearest layer above that has more words than the node.
    around_all: u64,
    around_first: u64,
    /// The plain words right before the node.
    before: u64,
}

/// The second step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    pub(crate) hash: u64,
    pub(crate) says_who: bool,
}

impl<'t> Surroundings<'t> {
    pub(crate) fn of(tree: &'t Tree) -> Self {
        let mut words = vec![Words::default(); tree.len()];
        for node in tree.nodes().rev() {
            let own = &mut words[node.id().index()];
            if node.is_scrollable() {
                // What a scrollable shows is its state, and nothing to tell its neighbours by.
                *own = Words::default();
            }
            if let Some(label) = lasting_label(node) {
                let label = hash_of(&label);
                own.count += 1;
                own.all = hash_of(&(label, own.all));
                own.first = label;
                if !node.is_interactive() {
                    own.first_plain = label;
                }
            }
            let own = *own;
            if let Some(parent) = node.parent()
                && own.count > 0
            {
                let parent = &mut words[parent.id().index()];
                parent.count += own.count;
                parent.all = hash_of(&(own.all, parent.all));
                parent.first = own.first;
                if own.first_plain != 0 {
                    parent.first_plain = own.first_plain;
                }
            }
        }
        let mut last = vec![0; tree.len()];
        for node in tree.nodes() {
            let Some(parent) = node.parent() else { continue };
            let above = words[parent.id().index()];
            let own = &mut words[node.id().index()];
            let last = &mut last[parent.id().index()];
            own.before = *last;
            if own.first_plain != 0 {
                *last = own.first_plain;
            }
            if parent.is_scrollable() {
                continue;
            }
            (own.around_all, own.around_first) = if above.count > own.count {
                let first = if above.first_plain == 0 { above.first } else { above.first_plain };
                (above.all, first)
            } else {
                (above.around_all, above.around_first)
            };
        }
        Self { tree, words, signatures: HashMap::default() }
    }

    pub(crate) fn context(&self, base: Base, node: NodeId) -> Context {
        let words = self.words[node.index()];
        // Switching a control on may change every word beside it but the first, which is its title.
        let control = is_control(self.tree.node(node));
        let around = if control { words.around_first } else { words.around_all };
        Context {
            hash: hash_of(&(base.hash, around, words.before)),
            says_who: around != 0 || words.before != 0,
        }
    }

    /// The third step: among exactly these neighbours, on exactly this spot.
    pub(crate) fn spot(&mut self, context: Context, node: NodeId) -> u64 {
        const CELL: i32 = 16;
        let node = self.tree.node(node);
        let among = node.parent().map(|parent| self.signature(parent));
        let inside = if node.is_scrollable() { 0 } else { self.signature(node) };
        let bounds = node.bounds();
        let cells = [bounds.left, bounds.top, bounds.right, bounds.bottom]
            .map(|edge| edge.div_euclid(CELL));
        hash_of(&(context.hash, among, inside, cells))
    }

    fn signature(&mut self, parent: Node<'_>) -> u64 {
        if let Some(known) = self.signatures.get(&parent.id()) {
            return *known;
        }
        let signature = parent.children().fold(0_u64, |signature, child| {
            let first = self.words[child.id().index()].first;
            hash_of(&(signature, child.class(), child.resource_id(), first))
        });
        self.signatures.insert(parent.id(), signature);
        signature
    }
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}
