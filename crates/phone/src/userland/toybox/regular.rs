//! Regular expressions of grep: the basic and the extended dialect, carried over to the library's.

use std::sync::{Arc, Mutex, PoisonError};

use regex::bytes::{Regex, RegexBuilder};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Basic,
    Extended,
    Fixed,
}

/// The last patterns, in the library's words and with or without regard to case. Whoever watches a phone asks with the
/// same ones again and again, and compiling one costs more than searching a page with it.
static LAST: Mutex<Vec<(String, bool, Arc<Regex>)>> = Mutex::new(Vec::new());
const KEPT: usize = 8;

/// Compiles a pattern; what this library has no notion of (back references) is refused.
pub(super) fn compile(
    pattern: &str,
    dialect: Dialect,
    ignore_case: bool,
) -> Result<Arc<Regex>, String> {
    let translated = match dialect {
        Dialect::Fixed => regex::escape(pattern),
        Dialect::Basic => translate(pattern, true)?,
        Dialect::Extended => translate(pattern, false)?,
    };
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) =
        last.iter().position(|(of, case, _)| (of, *case) == (&translated, ignore_case))
    {
        let known = last.remove(at);
        let regex = Arc::clone(&known.2);
        last.push(known);
        return Ok(regex);
    }
    let regex = build(&translated, ignore_case)
        .map_err(|_| bad(pattern, "repetition-operator operand invalid"))?;
    let regex = Arc::new(regex);
    if last.len() == KEPT {
        last.remove(0);
    }
    last.push((translated, ignore_case, Arc::clone(&regex)));
    Ok(regex)
}

fn build(translated: &str, ignore_case: bool) -> Result<Regex, regex::Error> {
    RegexBuilder::new(translated)
        .case_insensitive(ignore_case)
        // In the middle of what `sed` joined, a newline is a character.
        .dot_matches_new_line(true)
        .unicode(false)
        .build()
        .or_else(|_| {
            RegexBuilder::new(translated)
                .case_insensitive(ignore_case)
                .dot_matches_new_line(true)
                .build()
        })
}

/// In the words of Android's C library.
fn bad(pattern: &str, what: &str) -> String {
    format!("bad regex '{pattern}': {what}")
}

fn translate(pattern: &str, basic: bool) -> Result<String, String> {
    let mut result = String::new();
    let mut chars = pattern.chars().peekable();
    // Whether what is before could be repeated; at the start a star is a star.
    let mut repeatable = false;
    while let Some(character) = chars.next() {
        match character {
            '[' => {
                result.push_str(
                    &bracket(&mut chars)
                        .ok_or_else(|| bad(pattern, "brackets ([ ]) not balanced"))?,
                );
                repeatable = true;
            }
            '\\' => {
                let Some(next) = chars.next() else {
                    return Err(bad(pattern, "trailing backslash (\\)"));
                };
                match next {
                    '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => {
                        result.push(next);
                        repeatable = !matches!(next, '(' | '|');
                    }
                    '1'..='9' => {
                        return Err(bad(pattern, "invalid backreference number"));
                    }
                    '<' | '>' => result.push_str("\\b"),
                    'b' | 'B' | 'w' | 'W' | 's' | 'S' => {
                        result.push('\\');
                        result.push(next);
                        repeatable = true;
                    }
                    _ => {
                        result.push_str(&regex::escape(&next.to_string()));
                        repeatable = true;
                    }
                }
            }
            '*' if !repeatable => result.push_str("\\*"),
            '*' => result.push('*'),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if basic => {
                result.push('\\');
                result.push(character);
                repeatable = true;
            }
            '{' if !chars.peek().is_some_and(char::is_ascii_digit) => result.push_str("\\{"),
            '(' | '|' => {
                result.push(character);
                repeatable = false;
            }
            '^' => {
                result.push('^');
                repeatable = false;
            }
            '.' => {
                result.push('.');
                repeatable = true;
            }
            '$' | ')' | '{' | '}' | '+' | '?' => {
                result.push(character);
                repeatable = true;
            }
            _ => {
                result.push_str(&regex::escape(&character.to_string()));
                repeatable = true;
            }
        }
    }
    Ok(result)
}

/// A bracket expression after its `[`. A backslash in it is only a backslash.
fn bracket(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<String> {
    let mut result = String::from("[");
    if chars.next_if_eq(&'^').is_some() {
        result.push('^');
    }
    let mut first = true;
    loop {
        let character = chars.next()?;
        match character {
            ']' if !first => {
                result.push(']');
                return Some(result);
            }
            '[' if chars.peek() == Some(&':') => {
                result.push_str("[:");
                chars.next();
                loop {
                    let inner = chars.next()?;
                    result.push(inner);
                    if inner == ']' {
                        break;
                    }
                }
            }
            '-' => result.push('-'),
            _ if character.is_ascii_alphanumeric() || !character.is_ascii() => {
                result.push(character);
            }
            _ => {
                result.push('\\');
                result.push(character);
            }
        }
        first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dialect: Dialect, pattern: &str, text: &str, expected: bool) {
        assert_eq!(
            compile(pattern, dialect, false).unwrap().is_match(text.as_bytes()),
            expected,
            "{pattern} on {text}"
        );
    }

    #[test]
    fn dialects() {
        check(Dialect::Basic, "a\\|b", "b", true);
        check(Dialect::Basic, "a|b", "b", false);
        check(Dialect::Basic, "a|b", "a|b", true);
        check(Dialect::Basic, "^a*$", "aaa", true);
        check(Dialect::Basic, "*a", "*a", true);
        check(Dialect::Basic, "x\\{2\\}", "xx", true);
        check(Dialect::Basic, "[]x]", "]", true);
        check(Dialect::Basic, "[\\]", "\\", true);
        check(Dialect::Basic, "[[:digit:]]", "7", true);
        check(Dialect::Extended, "(a|b)+c", "abac", true);
        check(Dialect::Extended, "a{", "a{", true);
        check(Dialect::Fixed, "a.b", "axb", false);
        check(Dialect::Fixed, "a.b", "a.b", true);
        assert!(compile("\\(a\\)\\1", Dialect::Basic, false).is_err());
        assert!(compile("[a", Dialect::Basic, false).is_err());
    }

    #[test]
    fn patterns_that_are_kept_stay_apart() {
        let matches = |pattern: &str, dialect, ignore_case, text: &str| {
            compile(pattern, dialect, ignore_case).unwrap().is_match(text.as_bytes())
        };
        for round in 0..3 {
            for number in 0..KEPT + 2 {
                assert!(matches(
                    &format!("^{number}$"),
                    Dialect::Basic,
                    false,
                    &number.to_string()
                ));
            }
            assert!(matches("x", Dialect::Fixed, true, "X"), "round {round}");
            assert!(!matches("x", Dialect::Fixed, false, "X"), "round {round}");
            assert!(matches("a+", Dialect::Extended, false, "aa"), "round {round}");
            assert!(!matches("a+", Dialect::Basic, false, "aa"), "round {round}");
        }
    }
}
