//! What makes an element itself, as hashes in three steps: what it is and where it belongs; where that
//! is not enough, the words around it; and where these do not help either, its exact place.
//!
//! Where it belongs begins with its page. An id that no other element of the page has is enough, whatever
//! it says; without one, its words count. A clock in them counts nowhere; where nothing else tells
//! several elements apart, as on a number pad, their numbers do.

use std::borrow::Cow;
use std::hash::{BuildHasher as _, Hash};

use foldhash::HashMap;
use foldhash::fast::FixedState;

use crate::lasting::lasting;
use crate::page::{Page, Pages};
use crate::view::{Element, Label, Outline, given_name, name};
use crate::{Node, NodeId, Role, Tree};

/// The first step: an element by its own id or name, and the page and named things above it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Base {
    pub(crate) hash: u64,
    /// Whether this says who it is while no other element has the same.
    pub(crate) says_who: bool,
    /// Its name to the letter, where that may change by itself.
    pub(crate) number: Option<u64>,
}

/// The resource ids of the outline's elements, in its order; zero for those that say nothing.
pub(crate) fn ids(tree: &Tree, outline: &Outline, pages: &Pages) -> Vec<u64> {
    let of = |element: Element| id_hash(tree.node(element.node), pages.at(element.node));
    outline.elements().map(of).collect()
}

/// The bases of the outline's elements, in its order. An id that is shared says nothing.
pub(crate) fn bases(
    tree: &Tree,
    outline: &Outline,
    pages: &Pages,
    ids: &[u64],
    is_shared: impl Fn(u64) -> bool,
) -> Vec<Base> {
    let unique = |id: u64| Some(id).filter(|id| *id != 0 && !is_shared(*id));
    let elements = || outline.elements().zip(ids.iter().map(|id| unique(*id)));
    let mut said = vec![Said::default(); tree.len()];
    for (element, unique_id) in elements() {
        said[element.node.index()] = Said { label: element.label, unique_id };
    }
    let around = around(tree, &said, pages);
    elements()
        .map(|(element, unique_id)| {
            let page = pages.at(element.node);
            base(tree, element, unique_id, page, around[element.node.index()])
        })
        .collect()
}

fn base(tree: &Tree, element: Element, unique_id: Option<u64>, page: Page, around: Around) -> Base {
    let node = tree.node(element.node);
    let control = is_control(node) || element.control != element.node;
    // What a field holds is not its name.
    let holds = |label: &Label| label.0 == node.id() && given_name(node).is_none();
    let label = element.label.filter(|label| !(node.is_editable() && holds(label)));
    let name = name(node, label);
    let lasts = name.and_then(lasting);
    let number = name.filter(|name| lasts.as_deref() != Some(*name)).map(|name| hash_of(&name));
    if let Some(id) = unique_id {
        // Of a list, only a part is here: what is the only one now may be another one after a swipe.
        let unnamed_row = name.is_none() && around.in_unnamed_row;
        return Base { hash: hash_of(&(id, around.row)), says_who: !unnamed_row, number };
    }
    let says_who = lasts.is_some() || (control && !around.in_scroll && page.is_known);
    let parts = (node.resource_id(), node.role() as u8, node.class(), lasts);
    Base { hash: hash_of(&(around.chain, around.row, parts)), says_who, number }
}

/// Fields, checkables, scrollables and sliders keep their identity whatever they hold.
fn is_control(node: Node<'_>) -> bool {
    node.is_editable() || node.is_checkable() || node.is_scrollable() || node.role() == Role::Slider
}

/// Zero for ids that say nothing: those of the system's own dialogs are shared by all of them.
fn id_hash(node: Node<'_>, page: Page) -> u64 {
    let id = node.resource_id();
    if id.is_empty() || id.starts_with("android:id/") {
        0
    } else {
        hash_of(&(page.hash, id, node.role() as u8))
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

/// What is known of an element before its base is.
#[derive(Debug, Clone, Copy, Default)]
struct Said {
    label: Option<Label>,
    unique_id: Option<u64>,
}

fn around(tree: &Tree, said: &[Said], pages: &Pages) -> Vec<Around> {
    let start = Around { chain: 0, row: 0, in_unnamed_row: false, in_scroll: false };
    let mut own = vec![start; tree.len()];
    // What each node's children have above them, worked out once for all of them.
    let mut below = vec![start; tree.len()];
    for node in tree.nodes() {
        let index = node.id().index();
        let page = pages.at(node.id());
        let mut around = Around { chain: page.hash, ..start };
        if let Some(parent) = node.parent() {
            let is_inside = pages.at(parent.id()).hash == page.hash;
            around = if is_inside { below[parent.id().index()] } else { around };
            if parent.is_list() {
                let words = row_label(node);
                around.in_unnamed_row = words.is_none();
                around.row = hash_of(&(around.row, words));
            }
        }
        own[index] = around;
        if node.data().end > node.id().0 + 1 {
            let Said { label, unique_id } = said[index];
            let counts = unique_id.is_none() && !node.is_editable();
            let label = match label.filter(|_| counts) {
                Some(label) => name(node, Some(label)),
                None if node.role() == Role::WebView => node.own_label(),
                None => None,
            };
            let label = label.and_then(lasting).unwrap_or_default();
            if !(node.resource_id().is_empty() && label.is_empty() && node.pane().is_empty()) {
                around.chain = hash_of(&(around.chain, node.resource_id(), label, node.pane()));
            }
            around.in_scroll |= node.is_scrollable();
            below[index] = around;
        }
    }
    own
}

/// The first words of a row; a number or a clock only where it says nothing else. The look stays short,
/// so that no nesting of lists makes it long.
fn row_label(row: Node<'_>) -> Option<Cow<'_, str>> {
    const LOOK: usize = 64;
    let mut ticking = None;
    for label in std::iter::once(row).chain(row.descendants()).take(LOOK).filter_map(steady_label) {
        if let Some(words) = lasting(label) {
            return Some(words);
        }
        ticking = ticking.or(Some(Cow::Borrowed(label)));
    }
    ticking
}

/// What a node says that typing and progress do not change.
fn steady_label(node: Node<'_>) -> Option<&str> {
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
    first: Phrase,
    /// The first that no element says.
    first_plain: Phrase,
    /// Of the nearest layer above that has more words than the node.
    around_all: u64,
    around_first: Phrase,
    /// The plain words right before the node.
    before: Phrase,
}

/// A label to the letter, and without its numbers; zero stands for none.
#[derive(Debug, Clone, Copy, Default)]
struct Phrase {
    exact: u64,
    numberless: u64,
}

impl Phrase {
    fn of(label: &str) -> Self {
        let exact = hash_of(&label);
        let is_digit = |character: char| character.is_ascii_digit();
        let numberless =
            if label.contains(is_digit) { hash_of(&label.replace(is_digit, "")) } else { exact };
        Self { exact, numberless }
    }

    fn is_none(self) -> bool {
        self.exact == 0
    }
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
            if let Some(label) = steady_label(node).and_then(lasting) {
                let label = Phrase::of(&label);
                own.count += 1;
                own.all = hash_of(&(label.exact, own.all));
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
                if !own.first_plain.is_none() {
                    parent.first_plain = own.first_plain;
                }
            }
        }
        let mut last = vec![Phrase::default(); tree.len()];
        for node in tree.nodes() {
            let Some(parent) = node.parent() else { continue };
            let above = words[parent.id().index()];
            let own = &mut words[node.id().index()];
            let last = &mut last[parent.id().index()];
            own.before = *last;
            if !own.first_plain.is_none() {
                *last = own.first_plain;
            }
            if parent.is_scrollable() {
                continue;
            }
            (own.around_all, own.around_first) = if above.count > own.count {
                let first =
                    if above.first_plain.is_none() { above.first } else { above.first_plain };
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
        let node = self.tree.node(node);
        let (around, before) = if node.role() == Role::Slider {
            // Moving one changes the number beside it.
            (words.around_first.numberless, words.before.numberless)
        } else if is_control(node) {
            (words.around_first.exact, words.before.exact)
        } else {
            (words.around_all, words.before.exact)
        };
        Context {
            hash: hash_of(&(base.hash, around, before)),
            says_who: around != 0 || before != 0,
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
            let first = self.words[child.id().index()].first.exact;
            hash_of(&(signature, child.class(), child.resource_id(), first))
        });
        self.signatures.insert(parent.id(), signature);
        signature
    }
}

pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}
