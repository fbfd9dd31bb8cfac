//! Numbers in arithmetic, as they are written.

/// What a character counts as; a byte that is no text keeps its place in the private area, as in mksh.
pub(super) fn code(character: char) -> u32 {
    u32::from(character)
}

/// A number as written: signed, hexadecimal, or with a base before `#`. Too many digits wrap around.
pub(super) fn literal(text: &str, hexadecimal: bool) -> Option<u32> {
    let text = text.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let value = if let Some(hex) = hex.filter(|_| hexadecimal) {
        in_base(hex, 16)?
    } else if let Some((base, number)) = digits.split_once('#') {
        match in_base(base, 10)? {
            0 => return None,
            1 => number.chars().next().map_or(0, code),
            base if base > 36 => in_base(number, 10)?,
            base => in_base(number, base)?,
        }
    } else {
        in_base(digits, 10)?
    };
    Some(if negative { value.wrapping_neg() } else { value })
}

/// The base that a number is written in: 1 is a character's.
pub(super) fn base(text: &str, hexadecimal: bool) -> u32 {
    if hexadecimal && (text.starts_with("0x") || text.starts_with("0X")) {
        return 16;
    }
    let base = text.split_once('#').and_then(|(base, _)| in_base(base, 10));
    base.filter(|base| *base <= 36).unwrap_or(10)
}

/// A number as mksh shows it in a complaint, in the base it was written in.
pub(super) fn shown(number: u32, base: u32) -> String {
    let signed = number.cast_signed();
    match base {
        10 => return signed.to_string(),
        1 if number > 0 => {
            return format!("1#{}", char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        _ => {}
    }
    let base = base.clamp(2, 36);
    let mut digits = Vec::new();
    let mut left = signed.unsigned_abs();
    while left > 0 || digits.is_empty() {
        digits.extend(char::from_digit(left % base, base));
        left /= base;
    }
    let sign = if signed < 0 { "-" } else { "" };
    format!("{sign}{base}#{}", digits.iter().rev().collect::<String>())
}

fn in_base(text: &str, base: u32) -> Option<u32> {
    if text.is_empty() {
        return None;
    }
    text.chars().try_fold(0_u32, |value, character| {
        Some(value.wrapping_mul(base).wrapping_add(character.to_digit(base)?))
    })
}
