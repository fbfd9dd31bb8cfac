//! Holds what the phone prints against recordings: every recorded field is there or listed with the reason why not,
//! every field that no recording has is listed with where it is known from, and values are of a recorded kind.

use crate::fields::{Fields, Kind};
use crate::recordings;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Why, and the fields that it is the reason for: `part/name`, with `*` for any text, parted by commas.
pub(crate) type Reason = (&'static str, &'static str);

pub(crate) struct Format {
    /// What a reader of the format makes of a text.
    pub(crate) read: fn(&str) -> Fields,
    /// Where the recordings lie.
    pub(crate) recordings: &'static [&'static str],
    /// Recorded fields that the phone does not print.
    pub(crate) lacking: &'static [Reason],
    /// Fields of the phone that no recording has, or none with such a value.
    pub(crate) beyond: &'static [Reason],
}

impl Format {
    /// Compares what the phone printed with every recording.
    #[track_caller]
    pub(crate) fn check(&self, printed: &str) {
        let phone = (self.read)(printed);
        assert!(!phone.is_empty(), "the phone's output cannot be read:\n{printed}");
        let mut recorded = Vec::new();
        for path in self.recordings {
            let Some(text) = recordings::read(path) else { return };
            let fields = (self.read)(&text);
            assert!(!fields.is_empty(), "{path} cannot be read");
            recorded.push((*path, fields));
        }
        let complaints = self.complaints(&phone, &recorded);
        assert!(complaints.is_empty(), "{complaints}\n{printed}");
    }

    fn complaints(&self, phone: &Fields, recorded: &[(&str, Fields)]) -> String {
        let mut text = String::new();
        let mut lacking = List::new(self.lacking);
        for (path, fields) in recorded {
            for name in fields.names().filter(|name| !phone.has(name)) {
                if !lacking.names(name) {
                    writeln!(text, "missing: {name} ({path})").unwrap();
                }
            }
        }
        for name in lacking.unused() {
            writeln!(text, "listed as lacking, but not: {name}").unwrap();
        }
        let mut beyond = List::new(self.beyond);
        for name in phone.names() {
            let with_it =
                recorded.iter().map(|(_, fields)| fields).filter(|fields| fields.has(name));
            let kinds: BTreeSet<Kind> = with_it.flat_map(|fields| fields.kinds(name)).collect();
            if beyond.names(name) {
                continue;
            }
            if kinds.is_empty() {
                writeln!(text, "not recorded anywhere: {name}").unwrap();
            }
            // A value that was never there when it was recorded says nothing about its kind.
            if kinds.iter().any(|kind| *kind != Kind::Nothing) {
                for kind in
                    phone.kinds(name).difference(&kinds).filter(|kind| **kind != Kind::Nothing)
                {
                    writeln!(text, "{name} is {kind:?}, recorded as {kinds:?}").unwrap();
                }
            }
        }
        for name in beyond.unused() {
            writeln!(text, "listed as not recorded, but it is, or is not printed: {name}").unwrap();
        }
        text
    }
}

/// The names of a table, and which of them were needed.
struct List(Vec<(&'static str, bool)>);

impl List {
    fn new(reasons: &[Reason]) -> Self {
        let names = reasons.iter().flat_map(|(_, names)| names.split(','));
        Self(names.map(|name| (name.trim(), false)).filter(|(name, _)| !name.is_empty()).collect())
    }

    fn names(&mut self, name: &str) -> bool {
        match self.0.iter_mut().find(|(pattern, _)| matches(pattern, name)) {
            Some((_, used)) => {
                *used = true;
                true
            }
            None => false,
        }
    }

    fn unused(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(_, used)| !used).map(|(name, _)| *name)
    }
}

/// `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut last = None;
    for part in parts {
        last = Some(part);
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    match last {
        None => rest.is_empty(),
        Some(last) => last.is_empty() || rest.is_empty() || name.ends_with(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Fields {
        let mut fields = Fields::default();
        text.lines().for_each(|line| fields.put_line("x", line));
        fields
    }

    fn complaints(lacking: &'static [Reason], beyond: &'static [Reason], phone: &str) -> String {
        let format = Format { read, recordings: &[], lacking, beyond };
        format.complaints(&read(phone), &[("r", read("a=1\nmVendorA=2\nb=true"))])
    }

    #[test]
    fn says_what_differs() {
        assert_eq!(complaints(&[("", "x/mVendor*")], &[], "a=3\nb=false"), "");
        let missing = "missing: x/b (r)\nmissing: x/mVendorA (r)\n";
        assert_eq!(complaints(&[], &[], "a=3"), missing);
        let kind = "x/b is Number, recorded as {Truth}\n";
        assert_eq!(complaints(&[("", "x/mVendor*")], &[], "a=3\nb=7"), kind);
        let more = complaints(&[("", "x/mVendorA")], &[], "a=3\nb=true\nc=1");
        assert_eq!(more, "not recorded anywhere: x/c\n");
        let stale = complaints(&[("", "x/mVendorA, x/a")], &[("", "x/d")], "a=3\nb=true");
        assert_eq!(stale.lines().count(), 2, "{stale}");
    }

    #[test]
    fn patterns() {
        assert!(matches("a/b", "a/b") && !matches("a/b", "a/bc"));
        assert!(matches("a/*", "a/b") && matches("*/b", "a/b") && !matches("*/b", "a/bc"));
        assert!(matches("a/m*x", "a/maxx") && !matches("a/m*x", "a/my"));
    }
}
