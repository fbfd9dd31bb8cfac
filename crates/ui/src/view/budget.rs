//! How much of a screen fits into so many tokens. No tokenizer is asked: what is counted is a bound that no
//! text exceeds, so a budget that is kept by it is kept.

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
