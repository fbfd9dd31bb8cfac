//! Numbers the way toybox reads them.

/// A count in any base of C, with a suffix: `1k`, `0x10`, `2M`, `1kd` for thousands.
pub(crate) fn integer(text: &str) -> Result<i64, String> {
    let bad = || format!("not integer: {text}");
    let (mut value, mut rest) =
        leading(text).map_err(|TooLarge| format!("{text}: {}", "Numerical result out of range"))?;
    if rest.len() == text.len() {
        return Err(bad());
    }
    if let Some(suffix) = rest.chars().next().map(|c| c.to_ascii_lowercase())
        && let Some(shift) = "cwbkmgtpe".find(suffix)
    {
        rest = &rest[1..];
        let exponent = u32::try_from(shift.saturating_sub(2)).unwrap_or(0);
        value = value.wrapping_mul(match suffix {
            'c' => 1,
            'w' => 2,
            'b' => 512,
            _ => {
                if let Some(after) = rest.strip_prefix(['d', 'D']) {
                    rest = after;
                    1000_i64.wrapping_pow(exponent)
                } else {
                    // Whatever else stands there is taken with it.
                    rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or("");
                    1_i64 << (10 * exponent)
                }
            }
        });
    }
    if rest.trim_start().is_empty() { Ok(value) } else { Err(bad()) }
}

pub(crate) struct TooLarge;

/// What `strtol` takes from the start of a text in any base, and what is left.
pub(crate) fn leading(text: &str) -> Result<(i64, &str), TooLarge> {
    let trimmed = text.trim_start();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, base) = match hex.filter(|hex| hex.starts_with(|c: char| c.is_ascii_hexdigit())) {
        Some(hex) => (hex, 16),
        None if digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    if end == 0 {
        return Ok((0, text));
    }
    let value = i128::from_str_radix(&digits[..end], base).map_err(|_| TooLarge)?;
    let value = if negative { -value } else { value };
    Ok((i64::try_from(value).map_err(|_| TooLarge)?, &digits[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn counts() {
        for (text, expected) in [
            ("12", 12),
            ("-3", -3),
            ("1k", 1024),
            ("0x10", 16),
            ("010", 8),
            ("2kd", 2000),
            ("1b", 512),
        ] {
            assert_eq!(integer(text), Ok(expected), "{text}");
        }
        for text in ["", "x", "1x", "0x", "-", "1 2", "99999999999999999999"] {
            assert!(integer(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_number_or_not(text in "[-+ 0-9a-fxk]{0,8}|\\PC{0,6}") {
            integer(&text).ok();
        }
    }
}
