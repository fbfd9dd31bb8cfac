//! How much of a screen fits into so many tokens. No tokenizer is asked: what is counted is a bound that no
//! text exceeds, so a budget that is kept by it is kept.

use super::compact::{Header, push_gaps, push_header, push_line};
use super::outline::{Line, Outline};
use crate::Tree;
use crate::refs::Bindings;

/// Tokens that a screen may cost, unless told otherwise.
pub const DEFAULT_BUDGET: usize = 4_000;

/// With less, not even the header and what was left out can be told.
pub const LEAST_BUDGET: usize = 100;

/// More tokens than this no tokenizer of the current models makes of `text`.
///
/// A token is at least a byte, so bytes bound everything. Facts of the o200k vocabulary bound plain text
/// closer: any two of the commoner small letters are a token, and no two neighbours stay apart that could
/// be one, so of three letters in a row two share a token; up to three digits are one; blanks are two.
pub fn most_tokens(text: &str) -> usize {
    let mut tokens = 0;
    let mut bytes = text.as_bytes().iter().copied().peekable();
    while let Some(first) = bytes.next() {
        let kind = Kind::of(first);
        let mut run = 1_usize;
        while bytes.next_if(|next| Kind::of(*next) == kind).is_some() {
            run += 1;
        }
        tokens += match kind {
            Kind::Letter => (2 * run + 1) / 3,
            Kind::Digit => run.div_ceil(3),
            // The last one of several goes with what follows, or stands alone.
            Kind::Blank if run > 1 => 1 + run.div_ceil(32),
            Kind::Blank => 1,
            Kind::Other => run,
        };
    }
    tokens
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum Kind {
    Letter,
    Digit,
    Blank,
    Other,
}

impl Kind {
    fn of(byte: u8) -> Self {
        match byte {
            b'j' | b'k' | b'q' | b'x' | b'z' => Self::Other,
            b'a'..=b'z' => Self::Letter,
            b'0'..=b'9' => Self::Digit,
            b' ' => Self::Blank,
            _ => Self::Other,
        }
    }
}

/// Lines that did not fit, after which no more are tried.
const MOST_TRIES: usize = 32;

/// Elements first, then texts, both from the top, as many as fit; in the order of the screen.
pub(super) fn within(
    tree: &Tree,
    outline: &Outline,
    refs: &Bindings,
    header: Header<'_>,
    budget: usize,
) -> String {
    // What must be said is said in fewer words before it breaks the budget.
    let all = LeftOut::of(outline.lines.iter());
    let mut out = String::new();
    push_header(&mut out, header);
    push_gaps(&mut out, tree);
    let mut footer = all.by_kind();
    if most_tokens(&out) + most_tokens(&footer) > budget {
        out.clear();
        push_header(&mut out, Header { package: "", ..header });
        footer = all.in_short();
    }
    let is_short = footer == all.in_short();
    let room = budget.saturating_sub(most_tokens(&out) + most_tokens(&footer));
    let (mut used, mut written) = (0, String::new());
    let mut places = vec![None; outline.lines.len()];
    let mut too_long = 0;
    for wants_element in [true, false] {
        let lines = outline.lines.iter().enumerate();
        for (at, line) in lines.filter(|(_, line)| line.element().is_some() == wants_element) {
            if too_long > MOST_TRIES {
                break;
            }
            let start = written.len();
            push_line(&mut written, tree, refs, line);
            let cost = most_tokens(&written[start..]);
            if used + cost > room {
                // One that is too long does not push out the next, which may fit.
                too_long += 1;
                written.truncate(start);
            } else {
                used += cost;
                places[at] = Some(start..written.len());
            }
        }
        if too_long > 0 {
            break;
        }
    }
    out.extend(places.iter().flatten().map(|place| &written[place.clone()]));
    let gone = outline.lines.iter().zip(&places).filter(|(_, place)| place.is_none());
    let left_out = LeftOut::of(gone.map(|(line, _)| line));
    out.push_str(&if is_short { left_out.in_short() } else { left_out.by_kind() });
    out
}

/// What did not fit.
struct LeftOut {
    kinds: Vec<(&'static str, usize)>,
}

impl LeftOut {
    fn of<'o>(lines: impl Iterator<Item = &'o Line>) -> Self {
        let mut kinds: Vec<(&'static str, usize)> = Vec::new();
        for line in lines {
            let word = line.element().map_or("text", |element| element.word);
            match kinds.iter_mut().find(|(known, _)| *known == word) {
                Some((_, count)) => *count += 1,
                None => kinds.push((word, 1)),
            }
        }
        Self { kinds }
    }

    fn by_kind(&self) -> String {
        let kinds: Vec<String> =
            self.kinds.iter().map(|(word, count)| format!("{count} {word}")).collect();
        format!("\n  ... left out: {}", kinds.join(", "))
    }

    fn in_short(&self) -> String {
        let lines: usize = self.kinds.iter().map(|(_, count)| count).sum();
        format!("\n  ... left out: {lines} lines")
    }
}
