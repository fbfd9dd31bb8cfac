//! Which levels of which tags are shown: `TAG:LEVEL` and `*:S`.

use crate::android::Level;

/// The lowest level shown; `None` is silence.
type Floor = Option<Level>;

#[derive(Debug)]
pub(super) struct Filter {
    all: Floor,
    tags: Vec<(String, Floor)>,
}

impl Default for Filter {
    fn default() -> Self {
        Self { all: Some(Level::Verbose), tags: Vec::new() }
    }
}

impl Filter {
    /// Adds one expression; a later one for the same tag wins. False when it is not one.
    #[must_use]
    pub(super) fn add(&mut self, expression: &str) -> bool {
        let (tag, level) = match expression.split_once(':') {
            Some((tag, level)) => (tag, level.chars().next()),
            None => (expression, Some('*')),
        };
        if tag.is_empty() {
            return false;
        }
        let any = if tag == "*" { Level::Debug } else { Level::Verbose };
        let floor = match level.map(|letter| letter.to_ascii_lowercase()) {
            Some('*') => Some(any),
            Some('0' | '1' | '2' | 'v') => Some(Level::Verbose),
            Some('3' | 'd') => Some(Level::Debug),
            Some('4' | 'i') => Some(Level::Info),
            Some('5' | 'w') => Some(Level::Warn),
            Some('6' | 'e') => Some(Level::Error),
            Some('7' | 'f') => Some(Level::Fatal),
            Some('8' | 's') => None,
            Some(_) | None => return false,
        };
        if tag == "*" {
            self.all = floor;
        } else {
            self.tags.retain(|(have, _)| have != tag);
            self.tags.push((tag.to_owned(), floor));
        }
        true
    }

    pub(super) fn silence(&mut self) {
        self.all = None;
    }

    pub(super) fn shows(&self, tag: &str, level: Level) -> bool {
        let own = self.tags.iter().find(|(have, _)| have == tag);
        own.map_or(self.all, |(_, floor)| *floor).is_some_and(|floor| level >= floor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_expressions_win() {
        let mut filter = Filter::default();
        assert!(filter.shows("A", Level::Verbose));
        filter.silence();
        assert!(filter.add("A") && filter.add("B:w") && filter.add("C:S") && filter.add("B:I"));
        assert!(filter.shows("A", Level::Verbose) && !filter.shows("C", Level::Fatal));
        assert!(filter.shows("B", Level::Info) && !filter.shows("B", Level::Debug));
        assert!(!filter.shows("D", Level::Fatal));
        assert!(
            filter.add("*:E") && filter.shows("D", Level::Error) && !filter.shows("D", Level::Warn)
        );
        assert!(
            filter.add("*")
                && filter.shows("D", Level::Debug)
                && !filter.shows("D", Level::Verbose)
        );
    }

    #[test]
    fn refuses_what_has_no_level() {
        for bad in ["A:", "A:x", ":E", ""] {
            assert!(!Filter::default().add(bad), "{bad}");
        }
    }
}
