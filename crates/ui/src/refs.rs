//! Refs: short names for elements, bound to identities and not to positions.
//!
//! A number is given to one identity and never to another for as long as the registry lives. An
//! element that moved, or that came back, keeps its ref; one that was replaced makes it stale; one that
//! can no longer be told from others makes it ambiguous. In doubt an element gets a new ref.

use std::fmt;
use std::str::FromStr;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use crate::identity::{self, Base, Surroundings, hash_of};
use crate::page::Pages;
use crate::ticking::Ticking;
use crate::view::{Element, Outline, name};
use crate::{NodeId, Tree};

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
        let mut text = String::new();
        self.push_to(&mut text);
        f.write_str(&text)
    }
}

impl Ref {
    /// Writes it without the detour over a formatter: a screen has thousands.
    pub(crate) fn push_to(self, out: &mut String) {
        let letter = LETTERS.iter().find(|(kind, _)| *kind == self.kind);
        out.push('@');
        out.push(letter.map_or('g', |(_, letter)| *letter));
        let first = out.len();
        let mut rest = self.number;
        loop {
            out.insert(first, char::from_digit(rest % 10, 10).unwrap_or('0'));
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
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

/// All refs ever given out for one device, but for those not met for long.
#[derive(Debug, Default)]
pub struct Refs {
    next: HashMap<RefKind, u32>,
    issued: HashMap<u64, Issued>,
    /// Identities that several elements have had at once, and when last: from then on they say nothing.
    shared: HashMap<u64, u64>,
    ticking: Ticking,
    binds: u64,
}

/// What a ref was given to: enough to explain itself when it is gone.
#[derive(Debug)]
struct Issued {
    token: Ref,
    /// What those have in common with it that it could be mistaken for.
    kin: u64,
    seen: u64,
    word: &'static str,
    label: Option<Box<str>>,
}

/// The refs of one screen.
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    by_node: Vec<Option<Ref>>,
    bound: Vec<Bound>,
}

#[derive(Debug, Clone, Copy)]
struct Bound {
    token: Ref,
    node: NodeId,
    base: u64,
    context: Option<u64>,
}

impl Bindings {
    pub fn of(&self, node: NodeId) -> Option<Ref> {
        self.by_node.get(node.index()).copied().flatten()
    }

    pub fn len(&self) -> usize {
        self.bound.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bound.is_empty()
    }
}

/// Where a ref stands on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Located {
    Here(NodeId),
    /// What it was given to can no longer be told from others.
    Ambiguous {
        was: String,
        candidates: Vec<Ref>,
    },
    /// It was given to something that is not here.
    Stale {
        was: String,
    },
    /// It was never given out, or too long ago.
    Unknown,
}

impl Refs {
    /// Nothing was done to the device since the last screen: what changed on the next one changed by itself.
    pub fn leave_alone(&mut self) {
        self.ticking.leave_alone();
    }

    /// Gives every element of the outline its ref: the one it had, or a new one. `place` scopes
    /// identities: an element of another place is another element.
    pub fn bind(&mut self, tree: &Tree, outline: &Outline, place: &[&str]) -> Bindings {
        self.binds += 1;
        let pages = Pages::of(tree, outline, hash_of(&place), &mut self.ticking);
        let ids = identity::ids(tree, outline, &pages);
        self.note_shared(ids.iter().copied().filter(|id| *id != 0));
        let bases =
            identity::bases(tree, outline, &pages, &ids, |id| self.shared.contains_key(&id));
        let identities = self.identities(tree, outline, &bases);
        let mut bindings =
            Bindings { by_node: vec![None; tree.len()], bound: Vec::with_capacity(bases.len()) };
        self.issued.reserve(bases.len().saturating_sub(self.issued.len()));
        for ((element, base), identity) in outline.elements().zip(bases).zip(identities) {
            let issued = self.issued.entry(identity.hash).or_insert_with(|| {
                let next = self.next.entry(element.kind).or_default();
                *next += 1;
                let token = Ref { kind: element.kind, number: *next };
                let kin = identity.context.unwrap_or(base.hash);
                let label = label(tree, &element).map(Into::into);
                Issued { token, kin, seen: self.binds, word: element.word, label }
            });
            issued.seen = self.binds;
            let token = issued.token;
            let bound =
                Bound { token, node: element.node, base: base.hash, context: identity.context };
            bindings.by_node[element.node.index()] = Some(token);
            bindings.bound.push(bound);
        }
        self.forget();
        bindings
    }

    pub fn locate(&self, token: Ref, bindings: &Bindings) -> Located {
        if let Some(here) = bindings.bound.iter().find(|bound| bound.token == token) {
            return Located::Here(here.node);
        }
        let Some(issued) = self.issued.values().find(|issued| issued.token == token) else {
            return Located::Unknown;
        };
        let was = match &issued.label {
            Some(label) => format!("{} {}", issued.word, crate::text::quote(label)),
            None => issued.word.to_owned(),
        };
        let is_kin = |bound: &&Bound| bound.base == issued.kin || bound.context == Some(issued.kin);
        let kin = bindings.bound.iter().filter(is_kin);
        let candidates: Vec<Ref> = kin.map(|bound| bound.token).collect();
        if candidates.is_empty() {
            Located::Stale { was }
        } else {
            Located::Ambiguous { was, candidates }
        }
    }

    /// One identity for each element, no two the same: each goes as many steps as it needs.
    fn identities(&mut self, tree: &Tree, outline: &Outline, bases: &[Base]) -> Vec<Identity> {
        self.note_shared(bases.iter().map(|base| base.hash));
        let mut identities: Vec<Identity> =
            bases.iter().map(|base| Identity { hash: base.hash, context: None }).collect();
        let in_doubt = |refs: &Self, hash: u64, says_who: bool| {
            !says_who || (!refs.shared.is_empty() && refs.shared.contains_key(&hash))
        };
        let mut doubtful: Vec<(usize, NodeId)> = outline
            .elements()
            .enumerate()
            .filter(|(at, _)| in_doubt(self, bases[*at].hash, bases[*at].says_who))
            .map(|(at, element)| (at, element.node))
            .collect();
        if doubtful.is_empty() {
            return identities;
        }
        let mut surroundings = Surroundings::of(tree);
        for (at, node) in &doubtful {
            let hash = surroundings.context(bases[*at], *node).hash;
            identities[*at] = Identity { hash, context: Some(hash) };
        }
        self.note_shared(doubtful.iter().map(|(at, _)| identities[*at].hash));
        doubtful.retain(|(at, node)| {
            let context = surroundings.context(bases[*at], *node);
            in_doubt(self, context.hash, context.says_who)
        });
        self.tell_by_numbers(&mut doubtful, bases, &mut identities);
        let mut on_spot: HashMap<u64, u32> = HashMap::new();
        for (at, node) in &doubtful {
            let spot = surroundings.spot(surroundings.context(bases[*at], *node), *node);
            identities[*at].hash = spot;
            *on_spot.entry(spot).or_default() += 1;
        }
        // Equal elements on one spot: only their number and order are left.
        let mut taken: HashMap<u64, u32> = HashMap::new();
        for (at, _) in &doubtful {
            let spot = identities[*at].hash;
            let nth = taken.entry(spot).or_default();
            *nth += 1;
            identities[*at].hash = hash_of(&(spot, *nth, on_spot.get(&spot)));
        }
        identities
    }

    /// The keys of a number pad have nothing but their numbers. What has such a name alone is not told by
    /// it: the number is a counter then, or a clock.
    fn tell_by_numbers(
        &mut self,
        doubtful: &mut Vec<(usize, NodeId)>,
        bases: &[Base],
        identities: &mut [Identity],
    ) {
        let mut numbered = Vec::new();
        for (at, _) in &*doubtful {
            let identity = &mut identities[*at];
            if let Some(number) = bases[*at].number
                && self.shared.contains_key(&identity.hash)
            {
                identity.hash = hash_of(&(identity.hash, number));
                numbered.push(*at);
            }
        }
        self.note_shared(numbered.iter().map(|at| identities[*at].hash));
        let is_told = |at: &usize| {
            numbered.binary_search(at).is_ok() && !self.shared.contains_key(&identities[*at].hash)
        };
        doubtful.retain(|(at, _)| !is_told(at));
    }

    /// Remembers what several elements share, so that the one that is left of them gets no ref of
    /// another's.
    fn note_shared(&mut self, hashes: impl Iterator<Item = u64>) {
        let (least, most) = hashes.size_hint();
        let mut seen = HashSet::with_capacity(most.unwrap_or(least));
        for hash in hashes {
            let again = !seen.insert(hash);
            if again {
                self.shared.insert(hash, self.binds);
            } else if !self.shared.is_empty()
                && let Some(last) = self.shared.get_mut(&hash)
            {
                *last = self.binds;
            }
        }
    }

    /// A label that changes with every read would fill the memory: what is long gone is let go.
    fn forget(&mut self) {
        const KEPT: usize = 4096;
        const RECENT: u64 = 64;
        self.ticking.forget();
        let Some(oldest) = self.binds.checked_sub(RECENT) else { return };
        if self.issued.len() > KEPT {
            self.issued.retain(|_, issued| issued.seen >= oldest);
        }
        if self.shared.len() > KEPT {
            self.shared.retain(|_, seen| *seen >= oldest);
        }
    }
}

#[derive(Debug, Clone, Copy)]
struct Identity {
    hash: u64,
    /// The words around it, where its own do not do.
    context: Option<u64>,
}

fn label<'t>(tree: &'t Tree, element: &Element) -> Option<&'t str> {
    let node = tree.node(element.node);
    let shown = |label: &&str| !node.is_password() || *label != node.text().trim();
    name(node, element.label).filter(shown)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
            let token: Ref = token.parse().unwrap();
            let bound = self.bindings.bound.iter().find(|bound| bound.token == token)?;
            self.tree.node(bound.node).own_label()
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
        show_xml(refs, place, &body)
    }

    fn show_xml(refs: &mut Refs, place: &str, body: &str) -> Shown {
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

    /// Holds get_ui_tree.15, targets.4.
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
    fn equal_elements_keep_their_refs_only_where_nothing_around_them_changed() {
        let mut refs = Refs::default();
        show(&mut refs, "here", &[PAY, PAY, NAME]);
        let typed = show(&mut refs, "here", &[PAY, PAY, NAMED]);
        assert!(typed.is_here("@b1") && typed.is_here("@b2"));
        let moved = show(&mut refs, "here", &[SEND, PAY, PAY]);
        assert!(!moved.is_here("@b1") && !moved.is_here("@b2"));
        let fewer = show(&mut refs, "here", &[PAY]);
        let located = refs.locate("@b2".parse().unwrap(), &fewer.bindings);
        assert!(
            matches!(located, Located::Ambiguous { .. } | Located::Stale { .. }),
            "{located:?}"
        );
    }

    #[test]
    fn the_one_that_is_left_of_several_does_not_inherit_a_ref() {
        let mut refs = Refs::default();
        show(&mut refs, "here", &[PAY]);
        let two = show(&mut refs, "here", &[PAY, SEND, PAY]);
        let located = refs.locate("@b1".parse().unwrap(), &two.bindings);
        let candidates = vec!["@b2".parse().unwrap(), "@b4".parse().unwrap()];
        assert_eq!(located, Located::Ambiguous { was: "btn \"Pay\"".into(), candidates });
        let one = show(&mut refs, "here", &[SEND, PAY]);
        assert!(!one.is_here("@b1") && !one.is_here("@b2"));
    }

    /// A list of rows, each with a text and a "Delete", on the place it has after scrolling.
    fn rows(class: &str, rows: &[&str]) -> String {
        let rows: String = rows
            .iter()
            .enumerate()
            .map(|(at, name)| {
                let (top, bottom) = (at * 100, at * 100 + 90);
                format!(
                    r#"<node class="android.widget.LinearLayout" bounds="[0,{top}][1080,{bottom}]"><node class="android.widget.TextView" text="{name}" bounds="[0,{top}][500,{bottom}]"/><node class="android.widget.Button" resource-id="a:id/delete" clickable="true" text="Delete" bounds="[500,{top}][1080,{bottom}]"/></node>"#
                )
            })
            .collect();
        format!(
            r#"<node class="{class}" scrollable="true" bounds="[0,0][1080,2400]">{rows}</node>"#
        )
    }

    impl Shown {
        fn is_here(&self, token: &str) -> bool {
            let token: Ref = token.parse().unwrap();
            self.bindings.bound.iter().any(|bound| bound.token == token)
        }

        /// The text beside the element of a ref.
        fn beside(&self, token: Ref) -> Option<&str> {
            let bound = self.bindings.bound.iter().find(|bound| bound.token == token)?;
            self.tree.node(bound.node).parent()?.children().next()?.own_label()
        }
    }

    #[test]
    fn a_button_of_a_row_stays_with_its_row() {
        for class in ["androidx.recyclerview.widget.RecyclerView", "android.widget.ScrollView"] {
            let mut refs = Refs::default();
            show_xml(&mut refs, "here", &rows(class, &["A", "B", "C"]));
            let after = show_xml(&mut refs, "here", &rows(class, &["B", "C", "D"]));
            let token = |text: &str| text.parse::<Ref>().unwrap();
            assert!(!after.is_here("@b1"), "its row is gone");
            assert_eq!(after.beside(token("@b2")), Some("B"));
            assert_eq!(after.beside(token("@b3")), Some("C"));
            let stale = Located::Stale { was: "btn \"Delete\"".into() };
            assert_eq!(refs.locate(token("@b1"), &after.bindings), stale);
        }
    }

    #[test]
    fn the_only_row_of_a_list_is_not_the_next_one() {
        let list = "androidx.recyclerview.widget.RecyclerView";
        let mut refs = Refs::default();
        show_xml(&mut refs, "here", &rows(list, &["A"]));
        let after = show_xml(&mut refs, "here", &rows(list, &["B"]));
        assert!(!after.is_here("@b1"));
    }

    #[test]
    fn a_nameless_row_at_the_end_of_a_list_is_not_the_next_one() {
        let list = |names: [&str; 2]| {
            let rows: String = names
                .iter()
                .enumerate()
                .map(|(at, name)| {
                    let top = at * 100;
                    format!(r#"<node class="android.view.View" clickable="true" bounds="[0,{top}][1080,{}]"><node text="{name}" bounds="[0,{top}][1080,{}]"/></node>"#, top + 90, top + 50)
                })
                .collect();
            let nameless =
                r#"<node class="android.view.View" clickable="true" bounds="[0,200][1080,220]"/>"#;
            format!(
                r#"<node class="android.view.View" scrollable="true" bounds="[0,0][1080,220]">{rows}{nameless}</node>"#
            )
        };
        let mut refs = Refs::default();
        show_xml(&mut refs, "here", &list(["A", "B"]));
        let same = show_xml(&mut refs, "here", &list(["A", "B"]));
        assert!(same.is_here("@g1") && same.is_here("@s1"));
        let after = show_xml(&mut refs, "here", &list(["B", "C"]));
        assert!(!after.is_here("@g1"));
        assert!(after.is_here("@s1"), "the list is the same one");
        assert_eq!(after.label("@b3"), None, "named by what is inside");
    }

    #[test]
    fn a_switch_stays_itself_when_its_row_says_something_else() {
        let setting = |checked: bool, word: &str| {
            format!(
                r#"<node class="android.widget.LinearLayout" bounds="[0,0][1080,90]"><node class="android.widget.TextView" text="Wi-Fi" bounds="[0,0][500,40]"/><node class="android.widget.TextView" text="{word}" bounds="[0,40][500,90]"/><node class="android.widget.Switch" resource-id="android:id/switch_widget" checkable="true" checked="{checked}" bounds="[500,0][1080,90]"/></node>"#
            )
        };
        let mut refs = Refs::default();
        show_xml(&mut refs, "here", &setting(false, "Off"));
        let after = show_xml(&mut refs, "here", &setting(true, "Connected"));
        assert!(after.is_here("@c1"));
    }

    #[test]
    fn nameless_fields_are_told_apart_by_the_words_before_them() {
        let form = |top: i32, typed: &str| {
            let row = |row: i32, rest: &str| {
                let top = top + row * 100;
                format!(r#"<node {rest} bounds="[0,{top}][1080,{}]"/>"#, top + 90)
            };
            let text = |label| format!(r#"class="android.widget.TextView" text="{label}""#);
            let field = |text| format!(r#"class="android.widget.EditText" text="{text}""#);
            row(0, &text("Mail"))
                + &row(1, &field(typed))
                + &row(2, &text("City"))
                + &row(3, &field(""))
        };
        let mut refs = Refs::default();
        show_xml(&mut refs, "here", &form(400, ""));
        let after = show_xml(&mut refs, "here", &form(100, "ada@example.org"));
        assert_eq!(after.label("@f1"), Some("ada@example.org"));
        assert!(after.is_here("@f2"));
    }

    #[test]
    fn what_changes_its_name_with_every_read_does_not_fill_the_memory() {
        let mut refs = Refs::default();
        for second in 0..9000 {
            let clock = format!(r#"class="android.widget.Button" text="{second} s""#);
            show(&mut refs, "here", &[PAY, &clock]);
        }
        assert!(refs.issued.len() <= 4097, "{}", refs.issued.len());
        let last = show(&mut refs, "here", &[PAY]);
        assert_eq!(last.label("@b1"), Some("Pay"));
        assert_eq!(refs.locate("@b2".parse().unwrap(), &last.bindings), Located::Unknown);
        assert!(matches!(
            refs.locate("@b9001".parse().unwrap(), &last.bindings),
            Located::Stale { .. }
        ));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// However rows come and go, a ref that is here stands in the row it was given in.
        #[test]
        fn a_ref_never_changes_rows(
            screens in proptest::collection::vec(proptest::collection::btree_set(0..6_u8, 0..5), 1..6),
            is_list in any::<bool>(),
        ) {
            let class = if is_list { "ListView" } else { "android.widget.ScrollView" };
            let mut refs = Refs::default();
            let mut given: HashMap<Ref, String> = HashMap::new();
            // What is alone on its screen, in no list, is taken for the only one there is: show two once.
            if !is_list {
                show_xml(&mut refs, "here", &rows(class, &["x", "y"]));
            }
            for screen in screens {
                let names: Vec<String> = screen.iter().map(|row| format!("row {row}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let shown = show_xml(&mut refs, "here", &rows(class, &names));
                for bound in shown.bindings.bound.iter().filter(|bound| bound.token.kind == RefKind::Button) {
                    let beside = shown.beside(bound.token).unwrap().to_owned();
                    let first = given.entry(bound.token).or_insert_with(|| beside.clone());
                    prop_assert_eq!(&*first, &beside);
                }
            }
        }
    }
}
