//! What a dump says: the names of its fields, each in its part of the dump, with the kind of value it holds.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Fields by `part/name`.
#[derive(Debug, Default)]
pub(crate) struct Fields(BTreeMap<String, BTreeSet<Kind>>);

/// What a value is made of, as far as a reader cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Nothing, or a word for it.
    Nothing,
    Truth,
    Number,
    /// Anything else.
    Text,
}

impl Kind {
    pub(crate) fn of(value: &str) -> Self {
        static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^[+-]?(0x)?[0-9a-f]*[0-9][0-9a-f]*([.,][0-9]+)*$").unwrap()
        });
        match value.trim_end_matches([',', ')', '}', ']']).trim() {
            "" | "null" | "NaN" | "N/A" | "NA" | "(none)" | "none" | "<none>" | "[" | "{" => {
                Self::Nothing
            }
            "true" | "false" => Self::Truth,
            number if NUMBER.is_match(number) => Self::Number,
            _ => Self::Text,
        }
    }
}

impl Fields {
    pub(crate) fn put(&mut self, part: &str, name: &str, value: &str) {
        // Commas part the names in tables.
        let name = name.trim().replace(',', ";");
        self.0.entry(format!("{part}/{name}")).or_default().insert(Kind::of(value));
    }

    /// Takes every `name=value` of a line that is not inside brackets of its value.
    pub(crate) fn put_pairs(&mut self, part: &str, line: &str) {
        for (name, value) in pairs(line) {
            self.put(part, name, value);
        }
    }

    /// Takes `Name: value`, when the line is one.
    pub(crate) fn put_label(&mut self, part: &str, line: &str) -> bool {
        static LABEL: LazyLock<Regex> = LazyLock::new(|| {
            Regex::new(r"^\s*([A-Za-z][^=:{\[]{0,60}?)\s*:(?:\s+(.*))?$").unwrap()
        });
        let Some(found) = LABEL.captures(line) else { return false };
        let value = found.get(2).map_or("", |value| value.as_str());
        self.put(part, &found[1], value);
        true
    }

    /// Takes whatever a line of a dump holds: pairs, or else a label.
    pub(crate) fn put_line(&mut self, part: &str, line: &str) {
        let found = pairs(line);
        if found.is_empty() {
            self.put_label(part, line);
        }
        for (name, value) in found {
            self.put(part, name, value);
        }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    pub(crate) fn kinds(&self, name: &str) -> BTreeSet<Kind> {
        self.0.get(name).cloned().unwrap_or_default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Each `name=value` outside of brackets; a value ends before the next name.
fn pairs(line: &str) -> Vec<(&str, &str)> {
    static NAME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"([A-Za-z][A-Za-z0-9_.]*(?:\(\))?) ?=").unwrap());
    let mut found: Vec<(usize, &str, usize)> = Vec::new();
    for name in NAME.captures_iter(line) {
        let (whole, word) = (name.get(0).unwrap(), name.get(1).unwrap());
        let before = line[..whole.start()].chars().next_back();
        let apart = before.is_none_or(|before| before == ' ' || before == '\t' || before == ',');
        if apart && depth(&line[..whole.start()]) == 0 {
            found.push((whole.start(), word.as_str(), whole.end()));
        }
    }
    let ends = found.iter().skip(1).map(|(start, ..)| *start).chain([line.len()]);
    found.iter().zip(ends).map(|((_, name, from), to)| (*name, line[*from..to].trim())).collect()
}

/// How many brackets are open.
fn depth(text: &str) -> usize {
    text.chars().fold(0, |depth: usize, letter| match letter {
        '{' | '[' | '(' => depth + 1,
        '}' | ']' | ')' => depth.saturating_sub(1),
        _ => depth,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_outside_of_brackets() {
        let line = "mSession=Session{a b=c 1} isReady()=true, mFrame=[0,0][1,1] w=3 x = 4";
        let found = [
            ("mSession", "Session{a b=c 1}"),
            ("isReady()", "true,"),
            ("mFrame", "[0,0][1,1]"),
            ("w", "3"),
            ("x", "4"),
        ];
        assert_eq!(pairs(line), found);
        assert_eq!(pairs("  Signing KeySets: 12"), []);
    }

    #[test]
    fn kinds_of_values() {
        for (value, kind) in [
            ("12", Kind::Number),
            ("-0.5", Kind::Number),
            ("0x1f", Kind::Number),
            ("true,", Kind::Truth),
            ("null", Kind::Nothing),
            ("", Kind::Nothing),
            ("Window{1 u0 x}", Kind::Text),
        ] {
            assert_eq!(Kind::of(value), kind, "{value}");
        }
    }

    #[test]
    fn labels() {
        let mut fields = Fields::default();
        assert!(fields.put_label("a", "  USB powered: false"));
        assert!(fields.put_label("a", "Devices:"));
        assert!(!fields.put_label("a", "no label here"));
        assert_eq!(fields.names().collect::<Vec<_>>(), ["a/Devices", "a/USB powered"]);
        assert_eq!(fields.kinds("a/USB powered"), BTreeSet::from([Kind::Truth]));
    }
}
