//! `LIKE` and `GLOB`.

/// A pattern of `%` and `_`; letters of ASCII match in either case.
pub(super) fn like(pattern: &str, text: &str, escape: Option<char>) -> bool {
    let mut parts = Vec::new();
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        parts.push(match letter {
            _ if Some(letter) == escape => match letters.next() {
                Some(next) => Part::Letter(next),
                None => return false,
            },
            '%' => Part::Any,
            '_' => Part::One,
            letter => Part::Letter(letter),
        });
    }
    matches(&parts, text, true)
}

/// A pattern of `*`, `?` and `[...]`.
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = Vec::new();
    let letters: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    while let Some(letter) = letters.get(at) {
        at += 1;
        parts.push(match letter {
            '*' => Part::Any,
            '?' => Part::One,
            '[' => {
                let Some((part, next)) = class(&letters, at) else { return false };
                at = next;
                part
            }
            letter => Part::Letter(*letter),
        });
    }
    matches(&parts, text, false)
}

enum Part {
    Any,
    One,
    Letter(char),
    Class { not: bool, ranges: Vec<(char, char)> },
}

/// What stands in brackets, and where it ends. A bracket right at the start is itself.
fn class(letters: &[char], from: usize) -> Option<(Part, usize)> {
    let not = letters.get(from) == Some(&'^');
    let start = from + usize::from(not);
    let (mut at, mut ranges) = (start, Vec::new());
    loop {
        let letter = *letters.get(at)?;
        if letter == ']' && at > start {
            return Some((Part::Class { not, ranges }, at + 1));
        }
        match (letters.get(at + 1), letters.get(at + 2)) {
            (Some('-'), Some(last)) if *last != ']' => {
                ranges.push((letter, *last));
                at += 3;
            }
            _ => {
                ranges.push((letter, letter));
                at += 1;
            }
        }
    }
}

impl Part {
    fn takes(&self, letter: char, any_case: bool) -> bool {
        match self {
            Self::Any | Self::One => true,
            Self::Letter(own) if any_case => own.eq_ignore_ascii_case(&letter),
            Self::Letter(own) => *own == letter,
            Self::Class { not, ranges } => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter)) != *not
            }
        }
    }
}

/// Goes back only to the last `%`, so that no pattern takes long.
fn matches(parts: &[Part], text: &str, any_case: bool) -> bool {
    let letters: Vec<char> = text.chars().collect();
    let (mut part, mut at) = (0, 0);
    let mut again = None;
    while at < letters.len() {
        match parts.get(part) {
            Some(Part::Any) => {
                part += 1;
                again = Some((part, at));
            }
            Some(one) if one.takes(letters[at], any_case) => {
                part += 1;
                at += 1;
            }
            Some(_) | None => {
                let Some((from, taken)) = again else { return false };
                (part, at) = (from, taken + 1);
                again = Some((from, taken + 1));
            }
        }
    }
    parts[part..].iter().all(|part| matches!(part, Part::Any))
}
