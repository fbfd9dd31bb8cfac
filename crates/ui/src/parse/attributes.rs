//! The attributes of a start tag, read as fast as they repeat: every node of a dump names the same ones in
//! the same order, so the order of the node before is the guess for the next.

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
    Checkable,
    Checked,
    Clickable,
    Enabled,
    Focusable,
    Focused,
    Scrollable,
    LongClickable,
    Password,
    Selected,
    Displayed,
    Bounds,
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
            "checkable" => Self::Checkable,
            "checked" => Self::Checked,
            "clickable" => Self::Clickable,
            "enabled" => Self::Enabled,
            "focusable" => Self::Focusable,
            "focused" => Self::Focused,
            "scrollable" => Self::Scrollable,
            "long-clickable" => Self::LongClickable,
            "password" => Self::Password,
            "selected" => Self::Selected,
            "visible-to-user" | "displayed" => Self::Displayed,
            "bounds" => Self::Bounds,
            _ => Self::Other,
        }
    }
}

/// The order in which the node before named its attributes.
#[derive(Debug, Default)]
pub(super) struct Order(Vec<Guess>);

#[derive(Debug)]
struct Guess {
    /// Everything up to the value: ` name="`.
    lead: String,
    attribute: Attribute,
}

impl Order {
    /// The attributes and raw values of a start tag. Lenient: it stops at what it does not understand.
    pub(super) fn read<'o, 't>(&'o mut self, tag: &'t str) -> Values<'o, 't> {
        Values { order: self, rest: tag, at: 0 }
    }
}

pub(super) struct Values<'o, 't> {
    order: &'o mut Order,
    rest: &'t str,
    at: usize,
}

impl<'t> Iterator for Values<'_, 't> {
    type Item = (Attribute, &'t str);

    fn next(&mut self) -> Option<(Attribute, &'t str)> {
        let text = self.rest;
        let guess = self.order.0.get(self.at).filter(|guess| text.starts_with(&guess.lead));
        if let Some(guess) = guess {
            self.at += 1;
            let value = &text[guess.lead.len()..];
            // Most values are one of these two, and shorter than a search for the quote takes to set up.
            let end = if value.starts_with("false\"") {
                5
            } else if value.starts_with("true\"") {
                4
            } else {
                memchr::memchr(b'"', value.as_bytes())?
            };
            self.rest = &value[end + 1..];
            return Some((guess.attribute, &value[..end]));
        }
        let pair = pair(text)?;
        let attribute = Attribute::named(pair.name);
        if pair.is_plain {
            let guess = Guess { lead: text[..pair.value_at].to_owned(), attribute };
            match self.order.0.get_mut(self.at) {
                Some(known) => *known = guess,
                None => self.order.0.push(guess),
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
    use super::*;
    use proptest::prelude::*;

    fn read(order: &mut Order, tag: &str) -> Vec<(Attribute, String)> {
        order.read(tag).map(|(attribute, value)| (attribute, value.to_owned())).collect()
    }

    #[test]
    fn a_guess_never_changes_what_is_read() {
        let tags = [
            r#" text="a" checked="true" bounds="[0,0][1,1]""#,
            r#" text="" checked="false" bounds="[0,0][1,1]""#,
            r#" NAF="true" text='it"s' checked = "false" bounds="x""#,
            r#" checked="falsehood" text="b""#,
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
    }
}
