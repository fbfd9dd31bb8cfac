//! Refs under change: whatever happens around an element, its ref stays with it and with nothing else,
//! on its page and on no other.

use std::collections::HashMap;
use std::fmt::Write as _;

use proptest::prelude::*;
use ui::{NodeId, Reading, Ref, Refs, Size, parse_uiautomator};

/// An element of a made-up app. Its number is hidden in its left edge, which no identity looks at so closely.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent fact about a thing")]
struct Thing {
    number: i32,
    kind: Kind,
    has_id: bool,
    on: bool,
    held: String,
    wrapped: bool,
    /// A clock ticks in it.
    ticks: bool,
    /// What its button counts.
    count: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A button with a name of its own.
    Button,
    /// A row with a title of its own and a button that is called like those of all other rows.
    Row,
    /// A switch that has its title beside it.
    Switch,
    Field,
}

#[derive(Debug, Clone)]
enum Edit {
    Remove(usize),
    /// What was removed comes back, at this place.
    Return(usize),
    Move(usize, usize),
    Wrap(usize),
    Toggle(usize),
    Type(usize, String),
    Tick(u8),
    /// The label changes of what has an id of its own.
    Count(usize, u8),
    /// Everything is replaced: the same words and kinds, under another title.
    Page(usize),
    /// Something is wrong, or was done: a text below all else says so, or no more.
    Message(bool),
}

const TITLES: [&str; 3] = ["Settings", "Erase everything (3)", "Step 2 of 3"];

/// Its kind, whether it has an id, whether it ticks.
type Made = (Kind, bool, bool);

fn thing() -> impl Strategy<Value = Made> {
    let kind =
        prop_oneof![Just(Kind::Button), Just(Kind::Row), Just(Kind::Switch), Just(Kind::Field)];
    (kind, any::<bool>(), any::<bool>())
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = 0..12_usize;
    prop_oneof![
        at.clone().prop_map(Edit::Remove),
        at.clone().prop_map(Edit::Return),
        (at.clone(), at.clone()).prop_map(|(from, to)| Edit::Move(from, to)),
        at.clone().prop_map(Edit::Wrap),
        at.clone().prop_map(Edit::Toggle),
        (at.clone(), "[a-z]{0,4}").prop_map(|(at, text)| Edit::Type(at, text)),
        (0..60_u8).prop_map(Edit::Tick),
        (at, 0..9_u8).prop_map(|(at, count)| Edit::Count(at, count)),
        (0..TITLES.len()).prop_map(Edit::Page),
        any::<bool>().prop_map(Edit::Message),
    ]
}

#[derive(Debug, Clone, Default)]
struct App {
    things: Vec<Thing>,
    gone: Vec<Thing>,
    minute: u8,
    page: usize,
    message: bool,
}

impl App {
    fn new(things: &[Made]) -> Self {
        let things = (0..).zip(things).map(|(number, (kind, has_id, ticks))| Thing {
            number,
            kind: *kind,
            has_id: *has_id,
            on: false,
            held: String::new(),
            wrapped: false,
            ticks: *ticks,
            count: 0,
        });
        Self { things: things.collect(), ..Self::default() }
    }

    fn apply(&mut self, edit: Edit) {
        let len = self.things.len();
        match edit {
            Edit::Remove(at) if at < len => self.gone.push(self.things.remove(at)),
            Edit::Return(at) => {
                if let Some(thing) = self.gone.pop() {
                    self.things.insert(at.min(len), thing);
                }
            }
            Edit::Move(from, to) if from < len => {
                let thing = self.things.remove(from);
                self.things.insert(to.min(len - 1), thing);
            }
            Edit::Wrap(at) if at < len => self.things[at].wrapped ^= true,
            Edit::Toggle(at) if at < len => self.things[at].on ^= true,
            Edit::Type(at, text) if at < len => self.things[at].held = text,
            Edit::Tick(minute) => self.minute = minute,
            Edit::Count(at, count) if at < len && self.things[at].has_id => {
                self.things[at].count = count;
            }
            Edit::Page(page) => {
                self.page = page;
                self.things.append(&mut self.gone);
                self.things.sort_by_key(|thing| thing.number);
            }
            Edit::Message(message) => self.message = message,
            Edit::Remove(_)
            | Edit::Move(..)
            | Edit::Wrap(_)
            | Edit::Toggle(_)
            | Edit::Type(..)
            | Edit::Count(..) => {}
        }
    }

    fn xml(&self) -> String {
        let text = |text: &str, bounds: &str| {
            format!(r#"<node class="android.widget.TextView" text="{text}" {bounds}/>"#)
        };
        let clock = format!("9:{:02}", self.minute);
        let mut body = text(&clock, r#"bounds="[0,0][200,50]""#)
            + &text(TITLES[self.page], r#"bounds="[0,50][900,90]""#);
        for (thing, top) in self.things.iter().zip((100..).step_by(100)) {
            let Thing { number, kind, has_id, on, held, wrapped, ticks, count } = thing;
            let bounds = format!(r#"bounds="[{number},{top}][900,{}]""#, top + 80);
            let id = if *has_id {
                format!(r#"resource-id="a:id/thing{number}""#)
            } else {
                String::new()
            };
            let mut title = text(&format!("Title {number}"), &bounds);
            if *ticks {
                title.insert_str(0, &text(&clock, &bounds));
            }
            let at = if *ticks { format!(" at {clock}") } else { String::new() };
            let count = if *count > 0 { format!(" ({count})") } else { String::new() };
            let inside = match kind {
                Kind::Button => format!(
                    r#"<node class="android.widget.Button" {id} text="Button {number}{at}{count}" clickable="true" selected="{on}" {bounds}/>"#
                ),
                Kind::Row => format!(
                    r#"<node class="android.widget.LinearLayout" {bounds}>{title}<node class="android.widget.Button" {id} text="Delete{count}" clickable="true" enabled="{on}" {bounds}/></node>"#
                ),
                Kind::Switch => format!(
                    r#"<node class="android.widget.LinearLayout" {bounds}>{title}<node class="android.view.View" {id} checkable="true" clickable="true" checked="{on}" {bounds}/></node>"#
                ),
                Kind::Field => format!(
                    r#"<node class="android.widget.EditText" {id} hint="Field {number}" text="{held}" focused="{on}" {bounds}/>"#
                ),
            };
            let (open, close) = if *wrapped {
                (format!(r#"<node class="android.widget.FrameLayout" {bounds}>"#), "</node>")
            } else {
                (String::new(), "")
            };
            let _infallible = write!(body, "{open}{inside}{close}");
        }
        if self.message {
            body += &text("Something went wrong", r#"bounds="[0,2200][900,2280]""#);
        }
        format!(
            r#"<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">{body}</node></hierarchy>"#
        )
    }

    /// What has a ref, by its number.
    fn shown(&self, refs: &mut Refs) -> Vec<(i32, Ref)> {
        let tree = parse_uiautomator(self.xml().as_bytes()).expect("well-formed");
        let reading = Reading::of(tree, Some(Size { width: 1080, height: 2400 }));
        let bindings = refs.bind(&reading.tree, &reading.outline, &["app"]);
        let number = |node: NodeId| reading.tree.node(node).bounds().left;
        let given = |node: NodeId| (number(node), bindings.of(node).expect("every one has one"));
        reading.outline.elements().map(|element| given(element.node)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Holds get_ui_tree.15, targets.3.
    #[test]
    fn a_ref_stays_with_its_element_and_with_no_other(
        things in proptest::collection::vec(thing(), 1..10),
        edits in proptest::collection::vec(edit(), 1..24),
    ) {
        let mut app = App::new(&things);
        let mut refs = Refs::default();
        let mut given: HashMap<Ref, (usize, i32)> = HashMap::new();
        let mut held: HashMap<(usize, i32), Ref> = HashMap::new();
        let mut steps = edits.into_iter();
        loop {
            let shown = app.shown(&mut refs);
            for (number, token) in &shown {
                let number = (app.page, *number);
                let first = *given.entry(*token).or_insert(number);
                prop_assert_eq!(first, number, "{} changed hands", token);
                // Every element of this app says who it is, so none ever needs a new ref.
                let kept = *held.entry(number).or_insert(*token);
                prop_assert_eq!(kept, *token, "element {:?} got another ref", number);
            }
            let Some(edit) = steps.next() else { break };
            app.apply(edit);
        }
    }
}
