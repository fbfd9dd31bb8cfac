//! The attributes of a node's tag, read as fast as they repeat. Tags name the same attributes in the same
//! order, so what followed an attribute before is the guess for what follows it now. Class, package and
//! flags stand in rows that differ little: a row that was read before is known by a single comparison.

use super::build::Builder;
use super::entities::{push_unescaped, unescape};
use super::xml::Scanner;
use crate::tree::{Data, Flag, Said, Span};
use crate::{Bounds, Role};

/// What an attribute means to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attribute {
    Text,
    ResourceId,
    Class,
    Package,
    Description,
    Hint,
    Pane,
    Tooltip,
    State,
    Bounds,
    Display,
    Flag(Flag),
    Other,
}

impl Attribute {
    fn named(name: &str) -> Self {
        match name {
            "text" => Self::Text,
            "resource-id" => Self::ResourceId,
            "class" => Self::Class,
            "package" => Self::Package,
            "content-desc" => Self::Description,
            "hint" => Self::Hint,
            "pane-title" => Self::Pane,
            "tooltip-text" => Self::Tooltip,
            "state-description" => Self::State,
            "checkable" => Self::Flag(Flag::Checkable),
            "checked" => Self::Flag(Flag::Checked),
            "clickable" => Self::Flag(Flag::Clickable),
            "enabled" => Self::Flag(Flag::Enabled),
            "focusable" => Self::Flag(Flag::Focusable),
            "focused" => Self::Flag(Flag::Focused),
            "scrollable" => Self::Flag(Flag::Scrollable),
            "long-clickable" => Self::Flag(Flag::LongClickable),
            "password" => Self::Flag(Flag::Password),
            "selected" => Self::Flag(Flag::Selected),
            "editable" => Self::Flag(Flag::Editable),
            "heading" => Self::Flag(Flag::Heading),
            "multiline" => Self::Flag(Flag::Multiline),
            "content-invalid" => Self::Flag(Flag::Invalid),
            "showing-hint" => Self::Flag(Flag::ShowsHint),
            "visible-to-user" | "displayed" => Self::Flag(Flag::Displayed),
            "bounds" => Self::Bounds,
            "display-id" => Self::Display,
            _ => Self::Other,
        }
    }

    /// Whether it has few values, which come again and again.
    fn repeats(self) -> bool {
        matches!(self, Self::Class | Self::Package | Self::Flag(_))
    }
}

/// What a tag says beyond what its node holds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Beside<'t> {
    pub(super) display: Option<i32>,
    pub(super) broken_bounds: Option<&'t str>,
}

/// What is known from the tags before: places in a tag, the first of them its beginning.
#[derive(Debug)]
pub(super) struct Order {
    places: Vec<Place>,
}

/// An attribute met before, and what came with it.
#[derive(Debug)]
struct Place {
    attribute: Attribute,
    /// Everything up to the value: ` name="`.
    lead: Box<str>,
    /// The places that came behind this one last.
    next: [usize; 2],
    /// Rows that begin with this attribute.
    rows: Vec<Row>,
}

/// Attributes that stood in a row, none of them with a value of its own.
#[derive(Debug)]
struct Row {
    raw: Box<str>,
    /// The place of the last of them.
    last: usize,
    said: Said,
    class: Option<(Span, Role)>,
    package: Option<Span>,
}

/// The row that is being read.
#[derive(Debug, Clone, Copy)]
struct Unfinished {
    from: usize,
    first: usize,
    last: usize,
    count: usize,
    said: Said,
    class: bool,
    package: bool,
}

/// What was met before at this point.
#[derive(Debug, Clone, Copy)]
enum Known {
    Row { first: usize, nth: usize },
    One(usize),
    Nothing,
}

const BEGINNING: usize = 0;
/// What a hostile dump can make us remember is bounded.
const MOST_PLACES: usize = 64;
const MOST_ROWS: usize = 12;
const LONGEST: usize = 1024;

impl Default for Order {
    fn default() -> Self {
        let beginning = Place::new(Attribute::Other, "");
        Self { places: vec![beginning] }
    }
}

impl Place {
    fn new(attribute: Attribute, lead: &str) -> Self {
        Self { attribute, lead: lead.into(), next: [BEGINNING; 2], rows: Vec::new() }
    }
}

impl Order {
    /// Reads the attributes of the tag that the scanner has opened into a node.
    pub(super) fn read<'t>(
        &mut self,
        scanner: &mut Scanner<'t>,
        builder: &mut Builder,
        data: &mut Data,
    ) -> Beside<'t> {
        let mut beside = Beside::default();
        let mut place = BEGINNING;
        let mut row: Option<Unfinished> = None;
        let mut known = self.known(place, scanner.rest(), true);
        loop {
            let from = scanner.at();
            let (attribute, raw) = match known {
                Known::Row { first, nth } => {
                    let row = &self.places[first].rows[nth];
                    scanner.skip_to(from + row.raw.len());
                    place = row.last;
                    data.flags.apply(row.said);
                    (data.class, data.role) = row.class.unwrap_or((data.class, data.role));
                    data.package = row.package.unwrap_or(data.package);
                    // What comes often moves to the front.
                    self.places[first].rows.swap(nth / 2, nth);
                    known = self.known(place, scanner.rest(), true);
                    continue;
                }
                Known::One(one) => {
                    let Some((raw, next)) = self.value(one, scanner) else {
                        known = Known::Nothing;
                        continue;
                    };
                    (place, known) = (one, next);
                    (self.places[one].attribute, raw)
                }
                Known::Nothing => {
                    let Some(pair) = scanner.attribute() else { break };
                    let attribute = Attribute::named(pair.name);
                    let lead = &scanner.text()[from..pair.value_at];
                    if lead.ends_with('"') && lead.len() < LONGEST && scanner.closes(from) {
                        place = self.learn(place, lead, attribute);
                    }
                    known = self.known(place, scanner.rest(), !attribute.repeats());
                    (attribute, pair.value)
                }
            };
            if attribute.repeats() {
                let row = row.get_or_insert_with(|| Unfinished::new(from, place));
                row.add(attribute, raw, place);
            } else if let Some(row) = row.take() {
                self.remember(row, &scanner.text()[..from], data);
            }
            let tree = &mut builder.tree;
            let mut keep = |raw: &str| match raw {
                "" => Span::default(),
                _ => tree.intern_with(|pool| push_unescaped(pool, raw)),
            };
            match attribute {
                Attribute::Text => data.text = keep(raw),
                Attribute::ResourceId => data.resource_id = keep(raw),
                Attribute::Class => (data.class, data.role) = builder.class(&unescape(raw)),
                Attribute::Package => data.package = builder.package(&unescape(raw)),
                Attribute::Description => data.description = keep(raw),
                Attribute::Hint => data.hint = keep(raw),
                Attribute::Pane => data.pane = keep(raw),
                Attribute::Tooltip => data.tooltip = keep(raw),
                Attribute::State => data.state = keep(raw),
                Attribute::Bounds => match Bounds::parse(raw) {
                    Some(bounds) => data.bounds = bounds,
                    None => beside.broken_bounds = Some(raw),
                },
                Attribute::Display => beside.display = raw.parse().ok(),
                Attribute::Flag(flag) => data.flags.apply(Said::one(flag, raw == "true")),
                Attribute::Other => {}
            }
        }
        if let Some(row) = row {
            self.remember(row, &scanner.text()[..scanner.at()], data);
        }
        beside
    }

    /// What is known of `rest`, which stands behind the attribute at `place`.
    fn known(&mut self, place: usize, rest: &[u8], rows: bool) -> Known {
        let next = self.places[place].next;
        let fits = |next: &usize| {
            *next != BEGINNING && rest.starts_with(self.places[*next].lead.as_bytes())
        };
        let Some(nth) = next.iter().position(fits) else { return Known::Nothing };
        let one = next[nth];
        self.places[place].next.swap(0, nth);
        let known = &self.places[one].rows;
        let row = known.iter().position(|row| rows && rest.starts_with(row.raw.as_bytes()));
        row.map_or(Known::One(one), |nth| Known::Row { first: one, nth })
    }

    /// The value at `place`, whose lead stands before the scanner, and what is known of what follows.
    fn value<'t>(&mut self, place: usize, scanner: &mut Scanner<'t>) -> Option<(&'t str, Known)> {
        let Place { attribute, lead, .. } = &self.places[place];
        let (from, rows) = (scanner.at() + lead.len(), !attribute.repeats());
        let bytes = scanner.text().as_bytes();
        // Most values are empty.
        let is_empty = bytes.get(from) == Some(&b'"');
        let mut end = if is_empty { from } else { from + memchr::memchr(b'"', &bytes[from..])? };
        let mut known = self.known(place, &bytes[end + 1..], rows);
        if matches!(known, Known::Nothing) && !scanner.closes(end + 1) {
            end = scanner.value_end(from, b'"')?;
            known = self.known(place, &bytes[end + 1..], rows);
        }
        scanner.skip_to(end + 1);
        Some((&scanner.text()[from..end], known))
    }

    /// The place of an attribute that came behind `place` unexpectedly.
    fn learn(&mut self, place: usize, lead: &str, attribute: Attribute) -> usize {
        let found = self.places.iter().skip(1).position(|known| *known.lead == *lead);
        let learnt = match found {
            Some(found) => found + 1,
            None if self.places.len() < MOST_PLACES => {
                self.places.push(Place::new(attribute, lead));
                self.places.len() - 1
            }
            None => return place,
        };
        let next = &mut self.places[place].next;
        *next = [learnt, next[0]];
        learnt
    }

    /// `text` ends with the row, and `data` is what it was read into.
    fn remember(&mut self, row: Unfinished, text: &str, data: &Data) {
        let raw = &text[row.from..];
        let rows = &mut self.places[row.first].rows;
        let is_worth_it = row.count > 1 && raw.len() < LONGEST;
        if !is_worth_it || row.first == BEGINNING || rows.iter().any(|known| *known.raw == *raw) {
            return;
        }
        rows.truncate(MOST_ROWS - 1);
        rows.push(Row {
            raw: raw.into(),
            last: row.last,
            said: row.said,
            class: row.class.then_some((data.class, data.role)),
            package: row.package.then_some(data.package),
        });
    }
}

impl Unfinished {
    fn new(from: usize, first: usize) -> Self {
        let said = Said::default();
        Self { from, first, last: first, count: 0, said, class: false, package: false }
    }

    fn add(&mut self, attribute: Attribute, raw: &str, place: usize) {
        self.count += 1;
        self.last = place;
        self.class |= attribute == Attribute::Class;
        self.package |= attribute == Attribute::Package;
        if let Attribute::Flag(flag) = attribute {
            self.said = self.said.then(Said::one(flag, raw == "true"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::xml::{End, Tag};
    use proptest::prelude::*;

    /// Reads tags one after another, each as if it were a node.
    #[derive(Default)]
    struct Reader {
        order: Order,
        builder: Builder,
    }

    impl Reader {
        /// What was read, the end of the tag, and where the scanner stands.
        fn read(&mut self, tag: &str) -> String {
            let text = format!("<n{tag}><n/>");
            let mut scanner = Scanner::new(&text, 0);
            assert!(matches!(scanner.next(), Some(Tag::Open(_))));
            let mut data = self.builder.data();
            let beside = self.order.read(&mut scanner, &mut self.builder, &mut data);
            let end: End = scanner.end();
            let tree = &self.builder.tree;
            let strings = [
                data.text,
                data.resource_id,
                data.class,
                data.package,
                data.description,
                data.hint,
            ]
            .map(|span| tree.str(span));
            let rest = (data.role, data.flags, data.bounds, beside, end, scanner.at());
            let read = format!("{strings:?} {rest:?}");
            self.builder.open(data);
            read
        }
    }

    fn check<'t>(tags: impl IntoIterator<Item = &'t str>) {
        let mut reader = Reader::default();
        for tag in tags {
            assert_eq!(reader.read(tag), Reader::default().read(tag), "{tag}");
        }
    }

    #[test]
    fn what_was_read_before_never_changes_what_is_read() {
        check([
            r#" text="a" checked="true" bounds="[0,0][1,1]""#,
            r#" text="" checked="false" bounds="[0,0][1,1]" /"#,
            r#" NAF="true" text='it"s' checked = "false" bounds="x""#,
            r#" checked="falsehood" text="b""#,
            r#" text="a" checked="true" enabled="false" clickable="true" bounds="[0,0][1,1]""#,
            r#" text="b" checked="true" enabled="false" clickable="true" bounds="[0,0][1,1]""#,
            r#" text="b" checked="true" enabled="false" clickable="true" enabled="true""#,
            r#" text="b" checked="true" enabled="false" clickable="false" bounds="[0,0][1,1]""#,
            r#" text="say "hi"" checked="true" enabled="false" clickable="true""#,
            r#" text="b" class="Button" package="p" content-desc="x" display-id="0""#,
            r#" text="c" class="Button" package="p" content-desc="" display-id="0""#,
            r#" text="c" class="EditText" package="p" content-desc="" display-id="2""#,
            r#" text="c" class="Button" package="q" class="EditText" content-desc="""#,
            r#" text="a&amp;b" class="&lt;Button" package="&amp;" content-desc="&#10;""#,
            r#" text="unfinished"#,
        ]);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut reader = Reader::default();
        for at in 0..500 {
            reader.read(&format!(r#" a{at}="1" class="C{at}" package="p" text="x""#));
            reader.read(&format!(r#" text="x" class="C{at}" package="p" text="x""#));
        }
        let order = &reader.order;
        assert!(order.places.len() <= MOST_PLACES);
        assert!(order.places.iter().all(|place| place.rows.len() <= MOST_ROWS));
    }

    proptest! {
        #[test]
        fn guesses_hold_for_any_tags(tags in proptest::collection::vec("[ a-c=\"'/<]{0,24}", 0..6)) {
            check(tags.iter().map(String::as_str));
        }

        #[test]
        fn rows_hold_for_any_tags(
            tags in proptest::collection::vec(
                proptest::collection::vec(
                    prop_oneof![
                        " checked=\"(true|false|)\"",
                        " enabled=\"(true|false)\"",
                        Just(" password='true'".to_owned()),
                        " text=\"(a|say \"hi\")\"",
                        " class=\"(Button|EditText|)\"",
                        " package=\"[pq]\"",
                    ],
                    0..8,
                ),
                0..12,
            )
        ) {
            let tags: Vec<String> = tags.iter().map(|tag| tag.concat()).collect();
            check(tags.iter().map(String::as_str));
        }
    }
}
