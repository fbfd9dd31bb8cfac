//! Whether a text stands in a field, judged from what it held before and what it holds now.

use std::collections::HashMap;

/// What came of typing, or of emptying a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    Arrived,
    /// Why nobody could look.
    NotObserved(&'static str),
    /// The field holds something else.
    Differs(Mismatch),
}

/// What a field should hold, and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    pub expected: String,
    pub observed: String,
    /// The first character that differs, from 0.
    pub from: usize,
    pub why: String,
}

impl Mismatch {
    pub(super) fn new(expected: &str, observed: String, why: &str) -> Self {
        let pairs = expected.chars().zip(observed.chars());
        let from = pairs.take_while(|(one, other)| one == other).count();
        Self { expected: expected.to_owned(), observed, from, why: why.to_owned() }
    }
}

/// One look at a field.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Yes,
    No(Mismatch),
    /// Characters were lost or came in another order, and there is nothing else in the field.
    Garbled(Mismatch),
    Unknown(&'static str),
}

impl Seen {
    pub(super) fn is_yes(&self) -> bool {
        matches!(self, Self::Yes)
    }

    pub(super) fn is_no(&self) -> bool {
        matches!(self, Self::No(_) | Self::Garbled(_))
    }

    pub(super) fn observed(&self) -> Option<&str> {
        match self {
            Self::No(mismatch) | Self::Garbled(mismatch) => Some(&mismatch.observed),
            Self::Yes | Self::Unknown(_) => None,
        }
    }
}

impl From<Seen> for Arrival {
    fn from(seen: Seen) -> Self {
        match seen {
            Seen::Yes => Self::Arrived,
            Seen::No(mismatch) | Seen::Garbled(mismatch) => Self::Differs(mismatch),
            Seen::Unknown(why) => Self::NotObserved(why),
        }
    }
}

/// Whether `typed` stands in a field that showed `held` and now shows `now`. What it showed may have been its
/// hint, or selected: then nothing of it is left.
pub(super) fn judge(held: &str, typed: &str, now: &str) -> Seen {
    if now == typed || inserted(held, typed, now) {
        return Seen::Yes;
    }
    let observed = now.to_owned();
    if now == held {
        return if typed.is_empty() {
            Seen::Yes
        } else {
            Seen::No(Mismatch {
                from: 0,
                ..Mismatch::new(typed, observed, "nothing of it arrived")
            })
        };
    }
    let place = if held.is_empty() { None } else { around(held, now) };
    if let Some(at) = place {
        let (before, behind): (String, String) =
            (held.chars().take(at).collect(), held.chars().skip(at).collect());
        let expected = format!("{before}{typed}{behind}");
        return Seen::No(Mismatch::new(&expected, observed, "only a part of it arrived"));
    }
    let mismatch = |why| Mismatch::new(typed, now.to_owned(), why);
    if typed.starts_with(now) {
        let why = format!("the field stopped at {} characters", now.chars().count());
        return Seen::No(mismatch(&why));
    }
    if typed.to_lowercase() == now.to_lowercase() {
        return Seen::No(mismatch("the field changes upper and lower case"));
    }
    if is_made_of(now, typed) {
        return Seen::Garbled(mismatch("characters were lost or came in another order"));
    }
    let plain = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    if plain(typed) == plain(now) {
        return Seen::No(mismatch("the field formats what is typed"));
    }
    Seen::No(mismatch("the field holds something else"))
}

/// Whether `now` is `held` with `typed` somewhere in it.
fn inserted(held: &str, typed: &str, now: &str) -> bool {
    let [held, typed, now] = [held, typed, now].map(|text| text.chars().collect::<Vec<_>>());
    if now.len() != held.len() + typed.len() {
        return false;
    }
    let same =
        |one: &[char], other: &[char]| one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let before = same(&held, &now);
    let behind = held.iter().rev().zip(now.iter().rev()).take_while(|(a, b)| a == b).count();
    let first = held.len().saturating_sub(behind);
    (first..=before).any(|at| now[at..at + typed.len()] == typed[..])
}

/// The place at which something stands in `held`, where all of `held` is still there.
fn around(held: &str, now: &str) -> Option<usize> {
    let (held, now): (Vec<char>, Vec<char>) = (held.chars().collect(), now.chars().collect());
    let before = held.iter().zip(&now).take_while(|(a, b)| a == b).count();
    let behind = held.iter().rev().zip(now.iter().rev()).take_while(|(a, b)| a == b).count();
    (now.len() >= held.len() && before + behind >= held.len()).then_some(before)
}

/// Whether every character of `part` is one of `whole`, in whatever order.
fn is_made_of(part: &str, whole: &str) -> bool {
    let mut left: HashMap<char, usize> = HashMap::new();
    for character in whole.chars() {
        *left.entry(character).or_default() += 1;
    }
    !part.is_empty()
        && part.chars().all(|character| match left.get_mut(&character) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        })
}

/// Whether `part` is what is left of `whole` when some of it is deleted.
pub(super) fn is_part(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars().all(|character| whole.any(|other| other == character))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+` arrived, else what is told of it; `*` for what may be typed again.
    fn check(held: &str, typed: &str, now: &str, expected: &str) {
        let told = match judge(held, typed, now) {
            Seen::Yes => "+".to_owned(),
            Seen::No(mismatch) => {
                format!("{} {}: {}", mismatch.expected, mismatch.from, mismatch.why)
            }
            Seen::Garbled(mismatch) => format!("*{} {}", mismatch.expected, mismatch.from),
            Seen::Unknown(why) => why.to_owned(),
        };
        assert_eq!(told, expected, "{held:?} {typed:?} {now:?}");
    }

    #[test]
    fn text_arrives_at_the_cursor_wherever_that_is() {
        check("", "abc", "abc", "+");
        check("Email", "abc", "abc", "+");
        check("end", "abc", "endabc", "+");
        check("end", "abc", "eabcnd", "+");
        check("aaa", "aa", "aaaaa", "+");
        check("x", "", "x", "+");
        check("Ünï", "c", "Ücnï", "+");
    }

    /// Holds type_text.4.
    #[test]
    fn what_differs_is_told_from_where_on() {
        check("", "0123456789", "01234", "0123456789 5: the field stopped at 5 characters");
        check("", "abc", "ABC", "abc 0: the field changes upper and lower case");
        check("Phone", "5551234", "555-1234", "5551234 3: the field formats what is typed");
        check("Note", "abc", "Note", "abc 0: nothing of it arrived");
        check("end", "abc", "endac", "endabc 4: only a part of it arrived");
        check("", "abc", "xyz", "abc 0: the field holds something else");
    }

    #[test]
    fn only_lost_characters_in_an_empty_field_may_be_typed_again() {
        check("", "France", "Farnce", "*France 1");
        check("Country", "France", "Frnce", "*France 2");
        check("Fr", "Franc", "FrFrnc", "FrFranc 4: only a part of it arrived");
    }

    #[test]
    fn what_is_left_is_a_part_in_order() {
        assert!(is_part("", "abc") && is_part("ac", "abc") && is_part("abc", "abc"));
        assert!(!is_part("ca", "abc") && !is_part("Email", "abc"));
    }
}
