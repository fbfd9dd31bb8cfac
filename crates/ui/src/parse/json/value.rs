//! Values as they are read: a place in the list of entries, decoded when asked.

use std::borrow::Cow;

use super::escape::unescape;
use super::scan::{Entry, Kind, Scan};
use crate::parse::Gap;

#[derive(Debug)]
pub(in crate::parse) struct Json<'t> {
    text: &'t str,
    entries: Vec<Entry>,
    broken: Option<Gap>,
}

impl<'t> Json<'t> {
    /// Reads the first value at or after `start`. What follows it is not looked at.
    pub(in crate::parse) fn read(text: &'t str, start: usize) -> Self {
        let mut scan = Scan::new(text, start);
        let broken = scan.run().map(|what| Gap { at: scan.at, what });
        Self { text, entries: scan.entries, broken }
    }

    pub(in crate::parse) fn root(&self) -> Option<Value<'_>> {
        (!self.entries.is_empty()).then_some(Value { json: self, place: 0 })
    }

    /// Where and why reading ended too early.
    pub(in crate::parse) fn broken(&self) -> Option<&Gap> {
        self.broken.as_ref()
    }
}

#[derive(Debug, Clone, Copy)]
pub(in crate::parse) struct Value<'j> {
    json: &'j Json<'j>,
    place: usize,
}

impl<'j> Value<'j> {
    fn entry(self) -> Entry {
        self.json.entries[self.place]
    }

    fn raw(self) -> &'j str {
        let Entry { at, end, .. } = self.entry();
        &self.json.text[at as usize..end as usize]
    }

    /// Where it stands in the text.
    pub(in crate::parse) fn at(self) -> usize {
        self.entry().at as usize
    }

    pub(in crate::parse) fn is_null(self) -> bool {
        self.entry().kind == Kind::Null
    }

    pub(in crate::parse) fn is_object(self) -> bool {
        self.entry().kind == Kind::Object
    }

    pub(in crate::parse) fn is_list(self) -> bool {
        self.entry().kind == Kind::List
    }

    pub(in crate::parse) fn bool(self) -> Option<bool> {
        match self.entry().kind {
            Kind::Bool(value) => Some(value),
            Kind::Null | Kind::Number | Kind::Plain | Kind::Escaped | Kind::List | Kind::Object => {
                None
            }
        }
    }

    pub(in crate::parse) fn text(self) -> Option<Cow<'j, str>> {
        match self.entry().kind {
            Kind::Plain => Some(Cow::Borrowed(self.raw())),
            Kind::Escaped => Some(unescape(self.raw())),
            Kind::Null | Kind::Bool(_) | Kind::Number | Kind::List | Kind::Object => None,
        }
    }

    /// A finite number.
    pub(in crate::parse) fn number(self) -> Option<f64> {
        (self.entry().kind == Kind::Number)
            .then(|| self.raw().parse().ok())
            .flatten()
            .filter(|number: &f64| number.is_finite())
    }

    /// How a number is written.
    pub(in crate::parse) fn digits(self) -> Option<&'j str> {
        (self.entry().kind == Kind::Number).then(|| self.raw())
    }

    /// What it is, for people.
    pub(in crate::parse) fn kind(self) -> &'static str {
        match self.entry().kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a yes or no",
            Kind::Number => "a number",
            Kind::Plain | Kind::Escaped => "a text",
            Kind::List => "a list",
            Kind::Object => "an object",
        }
    }

    /// The values of a list; none of anything else.
    pub(in crate::parse) fn items(self) -> Items<'j> {
        let end = if self.is_list() { self.entry().end as usize } else { 0 };
        Items { json: self.json, place: self.place + 1, end }
    }

    /// The keys and values of an object; none of anything else.
    pub(in crate::parse) fn members(self) -> Members<'j> {
        let end = if self.is_object() { self.entry().end as usize } else { 0 };
        Members(Items { json: self.json, place: self.place + 1, end })
    }

    /// The last value under this key.
    pub(in crate::parse) fn get(self, key: &str) -> Option<Self> {
        self.members().filter(|(name, _)| name == key).map(|(_, value)| value).last()
    }
}

#[derive(Debug, Clone)]
pub(in crate::parse) struct Items<'j> {
    json: &'j Json<'j>,
    place: usize,
    end: usize,
}

impl<'j> Items<'j> {
    /// Nothing, in place of a list that is not there.
    pub(in crate::parse) fn none_of(value: Value<'j>) -> Self {
        Self { json: value.json, place: 0, end: 0 }
    }
}

impl<'j> Iterator for Items<'j> {
    type Item = Value<'j>;

    fn next(&mut self) -> Option<Value<'j>> {
        (self.place < self.end).then(|| {
            let value = Value { json: self.json, place: self.place };
            let is_nested = value.is_list() || value.is_object();
            self.place = if is_nested { value.entry().end as usize } else { self.place + 1 };
            value
        })
    }
}

#[derive(Debug, Clone)]
pub(in crate::parse) struct Members<'j>(Items<'j>);

impl<'j> Iterator for Members<'j> {
    type Item = (Cow<'j, str>, Value<'j>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?.text()?;
        Some((key, self.0.next()?))
    }
}

/// What is done with values that hold lists of their like.
pub(in crate::parse) trait Visitor<'j> {
    /// Meets a value, `depth` lists below the first; answers what stands below it, if it was entered.
    fn enter(&mut self, value: Value<'j>, depth: usize) -> Option<Items<'j>>;
    /// Everything below the value entered last has been met.
    fn leave(&mut self);
}

/// Visits values and what stands below them, parents before children.
pub(in crate::parse) fn walk<'j>(items: Items<'j>, visitor: &mut impl Visitor<'j>) {
    let mut open = vec![items];
    while let Some(items) = open.last_mut() {
        if let Some(value) = items.next() {
            let depth = open.len() - 1;
            open.extend(visitor.enter(value, depth));
        } else {
            open.pop();
            if !open.is_empty() {
                visitor.leave();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Shape {
        Null,
        Bool(bool),
        Number(f64),
        Text(String),
        List(Vec<Self>),
        Object(Vec<(String, Self)>),
    }

    fn shape(value: Value<'_>) -> Shape {
        if let Some(text) = value.text() {
            Shape::Text(text.into_owned())
        } else if value.is_list() {
            Shape::List(value.items().map(shape).collect())
        } else if value.is_object() {
            Shape::Object(
                value.members().map(|(key, value)| (key.into_owned(), shape(value))).collect(),
            )
        } else if let Some(flag) = value.bool() {
            Shape::Bool(flag)
        } else {
            value.number().map_or(Shape::Null, Shape::Number)
        }
    }

    impl std::fmt::Display for Shape {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            match self {
                Self::Null => f.write_str("null"),
                Self::Bool(flag) => write!(f, "{flag}"),
                Self::Number(number) => write!(f, "{number}"),
                Self::Text(text) => write!(f, "{}", quoted(text)),
                Self::List(items) => {
                    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                    write!(f, "[{}]", items.join(","))
                }
                Self::Object(members) => {
                    let members =
                        members.iter().map(|(key, value)| format!("{}:{value}", quoted(key)));
                    write!(f, "{{{}}}", members.collect::<Vec<_>>().join(","))
                }
            }
        }
    }

    fn quoted(text: &str) -> String {
        let escaped: String = text
            .chars()
            .map(|character| match character {
                'a'..='z' | ' ' | 'à'..='ÿ' => character.to_string(),
                _ => character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}"))
                    .collect(),
            })
            .collect();
        format!("\"{escaped}\"")
    }

    fn read(text: &str) -> (Shape, Option<String>) {
        let json = Json::read(text, 0);
        let broken = json.broken().map(|gap| format!("{} at {}", gap.what, gap.at));
        (json.root().map_or(Shape::Null, shape), broken)
    }

    #[test]
    fn what_was_complete_is_there_when_the_text_breaks_off() {
        for (cut, complete) in [
            (r#"{"a":[1,{"b":"c"}"#, r#"{"a":[1,{"b":"c"}]}"#),
            (r#"{"a":1,"b":"unfinis"#, r#"{"a":1}"#),
            (r#"{"a":1,"b":12"#, r#"{"a":1}"#),
            (r#"{"a":1,"b":"#, r#"{"a":1}"#),
            (r#"{"a":1,"b"#, r#"{"a":1}"#),
            (r#"{"a":1,"b""#, r#"{"a":1}"#),
            (r#"{"a":tru"#, "{}"),
            (r#"[[[["#, "[[[[]]]]"),
            (r#"{"a":1,b:2}"#, r#"{"a":1}"#),
            (r#"{"a":1,"b":}"#, r#"{"a":1}"#),
            (r#"[1,2}"#, "[1,2]"),
        ] {
            let (value, broken) = read(cut);
            assert_eq!(value.to_string(), complete, "{cut}");
            assert!(broken.is_some(), "{cut}");
        }
        insta::assert_snapshot!(read(r#"{"a":[1,{"b"#).1.unwrap_or_default(), @"the JSON ends inside 3 open elements at 9");
    }

    #[test]
    fn strings_are_read_with_their_escapes_and_wrong_ones_kept() {
        for (raw, text) in [
            (r"a\n\t\\\/\u0041", "a\n\t\\/A"),
            (r"\ud83d\ude00", "😀"),
            (r"\ud83d x \ude00", "\u{fffd} x \u{fffd}"),
            (r"\ud83d\ud83d\ude00", "\u{fffd}😀"),
            (r"\q \u12 \", r"\q \u12 \"),
            ("plain ü", "plain ü"),
        ] {
            assert_eq!(unescape(raw), text, "{raw}");
        }
    }

    #[test]
    fn odd_numbers_are_no_numbers() {
        let (value, broken) = read("[NaN, -Infinity, 1e999, 1-2, -7.5, 1,]x");
        assert_eq!(value.to_string(), "[null,null,null,null,-7.5,1]");
        assert_eq!(broken, None);
    }

    #[test]
    fn depth_does_not_use_the_stack() {
        let text = "[".repeat(200_000) + &"{\"a\":".repeat(100_000);
        let json = Json::read(&text, 0);
        assert_eq!(json.entries.len(), 400_000 - 1);
    }

    fn any_json() -> impl Strategy<Value = Shape> {
        let leaf = prop_oneof![
            Just(Shape::Null),
            any::<bool>().prop_map(Shape::Bool),
            (-1e9..1e9).prop_map(Shape::Number),
            any::<String>().prop_map(Shape::Text),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            let member = (any::<String>(), inner.clone());
            prop_oneof![
                proptest::collection::vec(inner, 0..6).prop_map(Shape::List),
                proptest::collection::vec(member, 0..6).prop_map(Shape::Object),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn what_is_written_is_read_alike(value in any_json()) {
            let text = format!(" {value} ");
            let (read, broken) = read(&text);
            prop_assert_eq!(read, value);
            prop_assert_eq!(broken, None);
        }

        #[test]
        fn no_text_panics(text in "[\\[\\]{}\",:\\\\u0-9a-f ]{0,60}") {
            read(&text);
        }
    }
}
