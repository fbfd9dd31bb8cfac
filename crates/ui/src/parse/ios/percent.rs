//! Numbers as a phone says them to people: `50 %`, `٥٠٪`, `12,5%`.

/// The number before or after a percent sign, in any of the usual scripts.
pub(super) fn percent(text: &str) -> Option<f64> {
    let text = text.trim_matches(is_blank);
    let signed = text.strip_suffix(is_sign).or_else(|| text.strip_prefix(is_sign))?;
    let plain: String = signed.trim_matches(is_blank).chars().map(plain).take(24).collect();
    number(&plain)
}

/// A plain number and nothing else.
pub(super) fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.starts_with(|digit: char| digit.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_number { text.parse().ok() } else { None }
}

fn is_sign(sign: char) -> bool {
    matches!(sign, '%' | '٪' | '％' | '﹪')
}

/// Blanks, and the marks that turn the direction of writing.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200e}' | '\u{200f}' | '\u{61c}')
}

fn plain(character: char) -> char {
    const ZEROS: [char; 5] = ['٠', '۰', '०', '০', '０'];
    match character {
        ',' | '٫' => '.',
        '−' => '-',
        _ => ZEROS
            .iter()
            .find_map(|zero| {
                let digit = (character as u32).checked_sub(*zero as u32)?;
                char::from_digit(digit, 10)
            })
            .unwrap_or(character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_are_read_in_the_usual_scripts() {
        for (text, value) in [
            ("50%", Some(50.0)),
            (" 50\u{a0}% ", Some(50.0)),
            ("%50", Some(50.0)),
            ("12,5 %", Some(12.5)),
            ("٥٠٪\u{200f}", Some(50.0)),
            ("５０％", Some(50.0)),
            ("-3%", Some(-3.0)),
            ("50", None),
            ("%", None),
            ("page 1 of 3", None),
            ("1.2.3%", None),
        ] {
            assert_eq!(percent(text), value, "{text}");
        }
        assert_eq!(number("0.75"), Some(0.75));
        assert_eq!(number("inf"), None);
        assert_eq!(number("1e5"), None);
    }
}
