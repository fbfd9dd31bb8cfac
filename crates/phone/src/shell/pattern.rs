//! Wildcard patterns: `*`, `?`, `[…]` and backslash.

/// A pattern ready for matching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Literal(char),
    Any,
    Star,
    Class { negated: bool, items: Vec<Item> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Range(char, char),
    Named(&'static str),
}

const NAMES: [&str; 12] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "xdigit",
];

impl Pattern {
    /// A backslash takes the meaning from what follows it.
    pub(crate) fn new(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let mut pieces = Vec::new();
        let mut index = 0;
        while index < chars.len() {
            let character = chars[index];
            index += 1;
            pieces.push(match character {
                '*' => Piece::Star,
                '?' => Piece::Any,
                '\\' if index < chars.len() => {
                    index += 1;
                    Piece::Literal(chars[index - 1])
                }
                '[' => match class(&chars[index..]) {
                    Some((piece, length)) => {
                        index += length;
                        piece
                    }
                    None => Piece::Literal('['),
                },
                _ => Piece::Literal(character),
            });
        }
        Self(pieces)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        self.matches_chars(&chars)
    }

    /// Greedy with one step back: a later star makes an earlier one final, so this is linear in practice.
    pub(crate) fn matches_chars(&self, chars: &[char]) -> bool {
        let (mut piece, mut at) = (0, 0);
        let mut star: Option<(usize, usize)> = None;
        loop {
            match self.0.get(piece) {
                Some(Piece::Star) => {
                    star = Some((piece, at));
                    piece += 1;
                    continue;
                }
                Some(one) if at < chars.len() && one.matches(chars[at]) => {
                    piece += 1;
                    at += 1;
                    continue;
                }
                None if at == chars.len() => return true,
                Some(_) | None => {}
            }
            match star {
                Some((star_piece, star_at)) if star_at < chars.len() => {
                    star = Some((star_piece, star_at + 1));
                    piece = star_piece + 1;
                    at = star_at + 1;
                }
                Some(_) | None => return false,
            }
        }
    }
}

impl Piece {
    fn matches(&self, character: char) -> bool {
        match self {
            Self::Literal(literal) => *literal == character,
            Self::Any => true,
            Self::Star => false,
            Self::Class { negated, items } => {
                items.iter().any(|item| item.contains(character)) != *negated
            }
        }
    }
}

impl Item {
    fn contains(&self, character: char) -> bool {
        match self {
            Self::Range(low, high) => (*low..=*high).contains(&character),
            Self::Named(name) => match *name {
                "alnum" => character.is_ascii_alphanumeric(),
                "alpha" => character.is_ascii_alphabetic(),
                "blank" => matches!(character, ' ' | '\t'),
                "cntrl" => character.is_ascii_control(),
                "digit" => character.is_ascii_digit(),
                "graph" => character.is_ascii_graphic(),
                "lower" => character.is_ascii_lowercase(),
                "print" => character.is_ascii_graphic() || character == ' ',
                "punct" => character.is_ascii_punctuation(),
                "space" => matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c'),
                "upper" => character.is_ascii_uppercase(),
                _ => character.is_ascii_hexdigit(),
            },
        }
    }
}

/// After `[`: the class, and how many characters it took. `None` when it is not closed.
fn class(chars: &[char]) -> Option<(Piece, usize)> {
    let mut index = 0;
    let negated = chars.first() == Some(&'!');
    if negated {
        index += 1;
    }
    let mut items = Vec::new();
    let first = index;
    loop {
        let character = *chars.get(index)?;
        index += 1;
        match character {
            ']' if index - 1 > first => return Some((Piece::Class { negated, items }, index)),
            '/' => return None,
            '[' if chars.get(index) == Some(&':') => {
                let rest: String = chars[index + 1..].iter().take(8).collect();
                let name = NAMES.into_iter().find(|name| {
                    rest.strip_prefix(name).is_some_and(|after| after.starts_with(":]"))
                });
                match name {
                    Some(name) => {
                        items.push(Item::Named(name));
                        index += name.len() + 3;
                    }
                    None => items.push(Item::Range('[', '[')),
                }
            }
            _ => {
                let low = if character == '\\' {
                    index += 1;
                    *chars.get(index - 1)?
                } else {
                    character
                };
                let is_range = chars.get(index) == Some(&'-')
                    && chars.get(index + 1).is_some_and(|c| *c != ']');
                if is_range {
                    let mut high = chars[index + 1];
                    index += 2;
                    if high == '\\' {
                        high = *chars.get(index)?;
                        index += 1;
                    }
                    items.push(Item::Range(low, high));
                } else {
                    items.push(Item::Range(low, low));
                }
            }
        }
    }
}

/// Puts a backslash before a character that a pattern or a brace would understand.
pub(crate) fn escape(character: char, into: &mut String) {
    if matches!(character, '*' | '?' | '[' | ']' | '\\' | '-' | '!' | '^' | '{' | '}' | ',') {
        into.push('\\');
    }
    into.push(character);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let compiled = Pattern::new(pattern);
        for text in yes {
            assert!(compiled.matches(text), "{pattern} should match {text}");
        }
        for text in no {
            assert!(!compiled.matches(text), "{pattern} should not match {text}");
        }
    }

    #[test]
    fn wildcards() {
        check("*", &["", "a", "abc"], &[]);
        check("a*b*c", &["abc", "aXbYc", "abbcc"], &["ab", "acb"]);
        check("?", &["x", "ü"], &["", "xy"]);
        check("[a-c]x", &["ax", "cx"], &["dx", "x"]);
        check("[!a-c]", &["d"], &["a"]);
        check("[]a]", &["]", "a"], &["b"]);
        check("[[:digit:]_]", &["7", "_"], &["x"]);
        check("[a", &["[a"], &["a"]);
        check("\\*", &["*"], &["x"]);
        check("[a-]", &["a", "-"], &["b"]);
    }

    proptest! {
        #[test]
        fn escaped_text_matches_itself_only(text in "\\PC{0,12}", other in "\\PC{0,12}") {
            let mut escaped = String::new();
            text.chars().for_each(|character| escape(character, &mut escaped));
            prop_assert!(Pattern::new(&escaped).matches(&text));
            prop_assert_eq!(Pattern::new(&escaped).matches(&other), text == other);
        }
    }
}
