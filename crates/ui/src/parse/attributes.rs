//! The attributes of a start tag, read as fast as they repeat: every node of a dump names the same ones in
//! the same order, so the order of the node before is the guess for the next. Flags come in a row that
//! differs little: one that was read before is known by a single comparison.

use crate::tree::{Flag, Said};

/// What an attribute means to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute {
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
            "visible-to-user" | "displayed" => Self::Flag(Flag::Displayed),
            "bounds" => Self::Bounds,
            _ => Self::Other,
        }
    }
}

/// What is known from the nodes before.
#[derive(Debug, Default)]
pub(super) struct Order {
    guesses: Vec<Guess>,
    runs: Vec<Run>,
    oldest_run: usize,
}

/// The attribute that stood at some place in the node before.
#[derive(Debug)]
struct Guess {
    /// Everything up to the value: ` name="`.
    lead: String,
    attribute: Attribute,
}

/// Flags that stood in a row.
#[derive(Debug)]
struct Run {
    /// How many attributes stood before it.
    at: usize,
    count: usize,
    raw: String,
    said: Said,
}

impl Order {
    /// The attributes of a start tag. Lenient: it stops at what it does not understand.
    pub(super) fn read<'o, 't>(&'o mut self, tag: &'t str) -> Values<'o, 't> {
        Values { order: self, rest: tag, at: 0, flags: None }
    }

    fn remember(&mut self, run: Run) {
        const MOST: usize = 6;
        if self.runs.len() < MOST {
            self.runs.push(run);
        } else {
            self.runs[self.oldest_run] = run;
            self.oldest_run = (self.oldest_run + 1) % MOST;
        }
    }
}

/// What a start tag says.
#[derive(Debug)]
pub(super) enum Value<'t> {
    Flags(Said),
    /// As it stands, with its entities.
    Raw(Attribute, &'t str),
}

pub(super) struct Values<'o, 't> {
    order: &'o mut Order,
    rest: &'t str,
    at: usize,
    /// The row of flags that is being read.
    flags: Option<Flags<'t>>,
}

#[derive(Clone, Copy)]
struct Flags<'t> {
    at: usize,
    /// The tag from the first of them on.
    text: &'t str,
    said: Said,
}

impl<'t> Iterator for Values<'_, 't> {
    type Item = Value<'t>;

    fn next(&mut self) -> Option<Value<'t>> {
        let (at, text) = (self.at, self.rest);
        if self.flags.is_none() {
            let known =
                self.order.runs.iter().find(|run| run.at == at && text.starts_with(&run.raw));
            if let Some(run) = known {
                self.at += run.count;
                self.rest = &text[run.raw.len()..];
                return Some(Value::Flags(run.said));
            }
        }
        let (attribute, raw) = self.one()?;
        if let Attribute::Flag(flag) = attribute {
            let said = Said::one(flag, raw == "true");
            let flags = self.flags.get_or_insert(Flags { at, text, said });
            flags.said = flags.said.then(said);
            return Some(Value::Flags(said));
        }
        if let Some(flags) = self.flags.take()
            && at - flags.at > 1
        {
            let raw = flags.text[..flags.text.len() - text.len()].to_owned();
            let (at, count, said) = (flags.at, at - flags.at, flags.said);
            self.order.remember(Run { at, count, raw, said });
        }
        Some(Value::Raw(attribute, raw))
    }
}

impl<'t> Values<'_, 't> {
    fn one(&mut self) -> Option<(Attribute, &'t str)> {
        let text = self.rest;
        let guess = self.order.guesses.get(self.at).filter(|guess| text.starts_with(&guess.lead));
        if let Some(guess) = guess {
            self.at += 1;
            let value = &text[guess.lead.len()..];
            let end = memchr::memchr(b'"', value.as_bytes())?;
            self.rest = &value[end + 1..];
            return Some((guess.attribute, &value[..end]));
        }
        let pair = pair(text)?;
        let attribute = Attribute::named(pair.name);
        if pair.is_plain {
            let guess = Guess { lead: text[..pair.value_at].to_owned(), attribute };
            match self.order.guesses.get_mut(self.at) {
                Some(known) => *known = guess,
                None => self.order.guesses.push(guess),
            }
        }
        self.at += 1;
        self.rest = pair.rest;
        Some((attribute, pair.value))
    }
}

/// One `name="value"`, wherever its blanks are and whichever quotes it has.
pub(super) struct Pair<'t> {
    pub(super) name: &'t str,
    pub(super) value: &'t str,
    pub(super) rest: &'t str,
    value_at: usize,
    is_plain: bool,
}

pub(super) fn pair(text: &str) -> Option<Pair<'_>> {
    let equals = memchr::memchr(b'=', text.as_bytes())?;
    let name = text[..equals].trim();
    let after = text[equals + 1..].trim_start();
    let quote = *after.as_bytes().first().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let end = 1 + memchr::memchr(quote, &after.as_bytes()[1..])?;
    let value_at = text.len() - after.len() + 1;
    Some(Pair {
        name,
        value: &after[1..end],
        rest: &after[end + 1..],
        value_at,
        is_plain: quote == b'"',
    })
}

#[cfg(test)]
mod tests {
    use super::{Attribute, Order, Value};
    use crate::Flags;
    use proptest::prelude::*;

    fn read(order: &mut Order, tag: &str) -> (Vec<(Attribute, String)>, Flags) {
        let (mut values, mut flags) = (Vec::new(), Flags::UNSAID);
        for value in order.read(tag) {
            match value {
                Value::Flags(said) => flags.apply(said),
                Value::Raw(attribute, raw) => values.push((attribute, raw.to_owned())),
            }
        }
        (values, flags)
    }

    #[test]
    fn a_guess_never_changes_what_is_read() {
        let tags = [
            r#" text="a" checked="true" bounds="[0,0][1,1]""#,
            r#" text="" checked="false" bounds="[0,0][1,1]""#,
            r#" NAF="true" text='it"s' checked = "false" bounds="x""#,
            r#" checked="falsehood" text="b""#,
            r#" text="a" checked="true" enabled="false" clickable="true" bounds="[0,0][1,1]""#,
            r#" text="b" checked="true" enabled="false" clickable="true" bounds="[0,0][1,1]""#,
            r#" text="b" checked="true" enabled="false" clickable="true" enabled="true""#,
            r#" text="b" checked="true" enabled="false" clickable="false" bounds="[0,0][1,1]""#,
            r#" text="unfinished"#,
        ];
        let mut order = Order::default();
        for tag in tags {
            assert_eq!(read(&mut order, tag), read(&mut Order::default(), tag), "{tag}");
        }
    }

    proptest! {
        #[test]
        fn guesses_hold_for_any_tags(tags in proptest::collection::vec("[ a-c=\"']{0,24}", 0..6)) {
            let mut order = Order::default();
            for tag in &tags {
                prop_assert_eq!(read(&mut order, tag), read(&mut Order::default(), tag));
            }
        }

        #[test]
        fn rows_of_flags_hold_for_any_tags(
            tags in proptest::collection::vec(
                proptest::collection::vec(
                    "( checked=\"(true|false|)\"| enabled=\"(true|false)\"| password='true'| text=\"a\")",
                    0..8,
                ),
                0..12,
            )
        ) {
            let mut order = Order::default();
            for tag in &tags {
                let tag = tag.concat();
                prop_assert_eq!(read(&mut order, &tag), read(&mut Order::default(), &tag));
            }
        }
    }
}
