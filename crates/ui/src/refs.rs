//! Refs: short names for elements, bound to identities and not to positions.
//!
//! A number is given to one identity and never to another for as long as the registry lives. An
//! element that moved, or that came back, keeps its ref; one that was replaced makes it stale; equal
//! elements whose number changed make it ambiguous.

use std::fmt;
use std::hash::{BuildHasher as _, Hash};
use std::str::FromStr;

use foldhash::fast::FixedState;
use foldhash::{HashMap, HashMapExt as _};

use crate::view::{Element, Outline};
use crate::{Node, NodeId, Role, Tree};

/// What the letter of a ref says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RefKind {
    Scroll,
    Field,
    Check,
    Button,
    Link,
    Other,
}

const LETTERS: [(RefKind, char); 6] = [
    (RefKind::Scroll, 's'),
    (RefKind::Field, 'f'),
    (RefKind::Check, 'c'),
    (RefKind::Button, 'b'),
    (RefKind::Link, 'l'),
    (RefKind::Other, 'g'),
];

/// `@b3`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ref {
    pub kind: RefKind,
    pub number: u32,
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter =
            LETTERS.iter().find(|(kind, _)| *kind == self.kind).map_or('g', |(_, letter)| *letter);
        write!(f, "@{letter}{}", self.number)
    }
}

/// Text that is no ref.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a ref such as @b3", crate::text::quote(.0))]
pub struct NotARef(String);

impl FromStr for Ref {
    type Err = NotARef;

    fn from_str(text: &str) -> Result<Self, NotARef> {
        let error = || NotARef(text.to_owned());
        let token = text.trim().strip_prefix('@').unwrap_or(text.trim());
        let mut characters = token.chars();
        let letter = characters.next().ok_or_else(error)?;
        let kind = LETTERS
            .iter()
            .find(|(_, known)| *known == letter)
            .map(|(kind, _)| *kind)
            .ok_or_else(error)?;
        let digits = characters.as_str();
        let well_formed =
            digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let number = digits.parse().ok().filter(|_| well_formed).ok_or_else(error)?;
        Ok(Self { kind, number })
    }
}

/// All refs ever given out for one device.
#[derive(Debug, Default)]
pub struct Refs {
    next: HashMap<RefKind, u32>,
    groups: HashMap<Identity, Vec<Ref>>,
    issued: HashMap<Ref, Issued>,
}

/// What a ref was given to: enough to explain itself when it is gone.
#[derive(Debug, Clone)]
struct Issued {
    identity: Identity,
    description: String,
}

/// A hash of what makes an element itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Identity(u64);

/// The refs of one screen.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    by_node: HashMap<NodeId, Ref>,
    by_ref: HashMap<Ref, NodeId>,
    groups: HashMap<Identity, Vec<Ref>>,
}

impl Bindings {
    pub fn of(&self, node: NodeId) -> Option<Ref> {
        self.by_node.get(&node).copied()
    }

    pub fn len(&self) -> usize {
        self.by_ref.len()
    }

    pub fn is_empty(&self) -> bool {
        self.by_ref.is_empty()
    }
}

/// Where a ref stands on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    Here(NodeId),
    /// It was given to one of several equal elements, and they can no longer be told apart.
    Ambiguous {
        was: String,
        candidates: Vec<Ref>,
    },
    /// It was given to something that is not here.
    Stale {
        was: String,
    },
    /// It was never given out.
    Unknown,
}

impl Refs {
    /// Gives every element of the outline its ref: the one it had, or a new one. `place` scopes
    /// identities: an element of another place is another element.
    pub fn bind(&mut self, tree: &Tree, outline: &Outline, place: &[&str]) -> Bindings {
        let mut members = Vec::new();
        let mut sizes: HashMap<Identity, usize> = HashMap::new();
        let ids = id_counts(tree, outline);
        let chains = chains(tree, outline, place);
        for element in outline.elements() {
            let node = tree.node(element.node);
            let label = element.label.and_then(|label| tree.node(label.0).own_label());
            let identity = identity(node, label, chains[node.id().index()], place, &ids);
            members.push((identity, element, label));
            *sizes.entry(identity).or_default() += 1;
        }
        let mut bindings = Bindings::default();
        for (identity, Element { node, kind, word, .. }, label) in members {
            let taken = bindings.groups.entry(identity).or_default();
            let kept = self
                .groups
                .get(&identity)
                .filter(|group| group.len() == sizes[&identity])
                .and_then(|group| group.get(taken.len()))
                .copied();
            let token = kept.unwrap_or_else(|| {
                let next = self.next.entry(kind).or_default();
                *next += 1;
                Ref { kind, number: *next }
            });
            taken.push(token);
            bindings.by_node.insert(node, token);
            bindings.by_ref.insert(token, node);
            if kept.is_none() {
                let description = describe(tree.node(node), word, label);
                self.issued.insert(token, Issued { identity, description });
            }
        }
        for (identity, group) in &bindings.groups {
            self.groups.insert(*identity, group.clone());
        }
        bindings
    }

    pub fn locate(&self, token: Ref, bindings: &Bindings) -> Located {
        if let Some(node) = bindings.by_ref.get(&token) {
            return Located::Here(*node);
        }
        let Some(issued) = self.issued.get(&token) else { return Located::Unknown };
        let was = issued.description.clone();
        match bindings.groups.get(&issued.identity) {
            Some(candidates) => Located::Ambiguous { was, candidates: candidates.clone() },
            None => Located::Stale { was },
        }
    }
}

/// How many elements carry each resource id: only a unique one says who somebody is.
fn id_counts<'t>(tree: &'t Tree, outline: &Outline) -> HashMap<(&'t str, Role), usize> {
    let mut counts = HashMap::new();
    for element in outline.elements() {
        let node = tree.node(element.node);
        *counts.entry((node.resource_id(), node.role())).or_default() += 1;
    }
    counts
}

/// Per node, a hash of the named things around it. Anonymous layers do not count, so that a new
/// wrapper changes nobody's identity.
fn chains(tree: &Tree, outline: &Outline, place: &[&str]) -> Vec<u64> {
    let labels: HashMap<NodeId, NodeId> =
        outline.elements().filter_map(|element| Some((element.node, element.label?.0))).collect();
    let start = hash_of(&place);
    let mut around = vec![start; tree.len()];
    for node in tree.nodes() {
        let Some(parent) = node.parent() else { continue };
        let outer = around[parent.id().index()];
        let named = labels.get(&parent.id()).filter(|_| !parent.is_editable());
        let label = named.and_then(|label| tree.node(*label).own_label()).unwrap_or_default();
        let anonymous =
            parent.resource_id().is_empty() && label.is_empty() && parent.pane().is_empty();
        around[node.id().index()] = if anonymous {
            outer
        } else {
            hash_of(&(outer, parent.resource_id(), label, parent.pane()))
        };
    }
    around
}

fn identity(
    node: Node<'_>,
    label: Option<&str>,
    chain: u64,
    place: &[&str],
    ids: &HashMap<(&str, Role), usize>,
) -> Identity {
    let id = node.resource_id();
    // Ids of the system's own dialogs are shared by all of them.
    let unique =
        !id.is_empty() && !id.starts_with("android:id/") && ids.get(&(id, node.role())) == Some(&1);
    // What a control holds or shows is its state; what a button says is what it does.
    let keeps_identity = node.is_editable()
        || node.is_checkable()
        || node.is_scrollable()
        || node.role() == Role::Slider;
    if unique && keeps_identity {
        return Identity(hash_of(&("id", place, id, node.role() as u8)));
    }
    let name = if node.is_editable() {
        [node.description(), node.hint()].into_iter().find(|name| !name.trim().is_empty())
    } else {
        label
    };
    if unique {
        return Identity(hash_of(&("id and name", place, id, node.role() as u8, name)));
    }
    Identity(hash_of(&("name", chain, id, node.role() as u8, node.class(), name)))
}

fn describe(node: Node<'_>, word: &str, label: Option<&str>) -> String {
    match label {
        Some(label) if !node.is_password() => format!("{word} {}", crate::text::quote(label)),
        _ => word.to_owned(),
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    FixedState::default().hash_one(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_uiautomator;
    use crate::view::Options;
    use crate::visibility::Visibility;

    struct Shown {
        tree: Tree,
        bindings: Bindings,
    }

    impl Shown {
        fn label(&self, token: &str) -> Option<&str> {
            let node = self.bindings.by_ref.get(&token.parse().unwrap())?;
            self.tree.node(*node).own_label()
        }
    }

    fn show(refs: &mut Refs, place: &str, nodes: &[&str]) -> Shown {
        let body: String = nodes
            .iter()
            .enumerate()
            .map(|(row, node)| {
                let (top, bottom) = (row * 100, row * 100 + 90);
                format!(r#"<node clickable="true" bounds="[0,{top}][1080,{bottom}]" {node}/>"#)
            })
            .collect();
        let xml = format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">{body}</node></hierarchy>"#
        );
        let tree = parse_uiautomator(xml.as_bytes()).unwrap();
        let visibility = Visibility::of(&tree, tree.extent());
        let outline = Outline::of(&tree, &visibility, Options::default());
        let bindings = refs.bind(&tree, &outline, &[place]);
        Shown { tree, bindings }
    }

    const PAY: &str = r#"class="android.widget.Button" text="Pay""#;
    const SEND: &str = r#"class="android.widget.Button" text="Send""#;
    const NAME: &str = r#"class="android.widget.EditText" resource-id="a:id/name" text="""#;
    const NAMED: &str = r#"class="android.widget.EditText" resource-id="a:id/name" text="Ada""#;

    #[test]
    fn refs_are_written_and_read() {
        for text in ["@b1", "@f12", "@g3", "@s4", "@c5", "@l6"] {
            assert_eq!(text.parse::<Ref>().unwrap().to_string(), text);
        }
        assert_eq!("b7".parse::<Ref>().unwrap().to_string(), "@b7");
        for wrong in ["", "@", "@b", "@b0", "@b01", "@x1", "@b1x", "@b-1", "@b99999999999"] {
            assert!(wrong.parse::<Ref>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_element_that_moved_or_changed_its_value_keeps_its_ref() {
        let mut refs = Refs::default();
        show(&mut refs, "here", &[PAY, NAME]);
        let after = show(&mut refs, "here", &[SEND, NAMED, PAY]);
        assert_eq!(after.label("@b1"), Some("Pay"));
        assert_eq!(after.label("@f1"), Some("Ada"));
        assert_eq!(after.label("@b2"), Some("Send"));
    }

    #[test]
    fn a_replaced_element_makes_its_ref_stale_and_numbers_are_not_given_again() {
        let mut refs = Refs::default();
        show(&mut refs, "here", &[PAY]);
        let after = show(&mut refs, "here", &[SEND]);
        let stale = refs.locate("@b1".parse().unwrap(), &after.bindings);
        assert_eq!(stale, Located::Stale { was: "btn \"Pay\"".into() });
        assert_eq!(after.label("@b2"), Some("Send"));
        let back = show(&mut refs, "here", &[PAY]);
        assert_eq!(back.label("@b1"), Some("Pay"), "what came back is known again");
        assert_eq!(refs.locate("@b77".parse().unwrap(), &back.bindings), Located::Unknown);
    }

    #[test]
    fn the_same_words_in_another_place_are_another_element() {
        let mut refs = Refs::default();
        show(&mut refs, "cart", &[PAY]);
        let after = show(&mut refs, "transfer", &[PAY]);
        assert!(matches!(
            refs.locate("@b1".parse().unwrap(), &after.bindings),
            Located::Stale { .. }
        ));
    }

    #[test]
    fn equal_elements_whose_number_changed_are_ambiguous() {
        let mut refs = Refs::default();
        show(&mut refs, "here", &[PAY, PAY]);
        let same = show(&mut refs, "here", &[SEND, PAY, PAY]);
        assert!(matches!(refs.locate("@b2".parse().unwrap(), &same.bindings), Located::Here(_)));
        let fewer = show(&mut refs, "here", &[PAY]);
        let located = refs.locate("@b2".parse().unwrap(), &fewer.bindings);
        let candidates = vec!["@b4".parse().unwrap()];
        assert_eq!(located, Located::Ambiguous { was: "btn \"Pay\"".into(), candidates });
    }
}
