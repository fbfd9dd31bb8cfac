//! `printf`.

use super::error::Error;
use super::functions::decimal;
use super::parse::Parsed;
use super::value::{real_text, to_integer, to_real, to_short, to_text};
use crate::sqlite::Cell;

/// Wider columns are not made.
const WIDEST: usize = 100_000;

#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Default)]
struct How {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    comma: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

pub(super) fn format(values: &[Cell]) -> Parsed<Cell> {
    let Some(Cell::Text(_) | Cell::Integer(_) | Cell::Real(_) | Cell::Blob(_)) = values.first()
    else {
        return Ok(Cell::Null);
    };
    let pattern = to_text(&values[0]);
    let mut arguments = values[1..].iter();
    let mut letters = pattern.chars().peekable();
    let mut out = String::new();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            out.push(letter);
            continue;
        }
        let mut how = How::default();
        while let Some(flag) = letters.next_if(|flag| "-+ 0,#!".contains(*flag)) {
            match flag {
                '-' => how.left = true,
                '+' => how.plus = true,
                ' ' => how.space = true,
                '0' => how.zero = true,
                ',' => how.comma = true,
                _ => how.alternate = true,
            }
        }
        let mut number = |letters: &mut std::iter::Peekable<std::str::Chars<'_>>| {
            if letters.next_if_eq(&'*').is_some() {
                return arguments.next().map_or(0, to_short);
            }
            let mut number = 0_i64;
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                number = number
                    .saturating_mul(10)
                    .saturating_add(i64::from(digit.to_digit(10).unwrap_or(0)));
            }
            number
        };
        let width = number(&mut letters);
        how.left |= width < 0;
        how.width = usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX);
        if letters.next_if_eq(&'.').is_some() {
            let precision = number(&mut letters);
            how.precision = Some(usize::try_from(precision.unsigned_abs()).unwrap_or(usize::MAX));
        }
        if how.width > WIDEST || how.precision.is_some_and(|precision| precision > WIDEST) {
            return Err(Error::step("string or blob too big", 18));
        }
        while letters.next_if_eq(&'l').is_some() {}
        let Some(kind) = letters.next() else { break };
        if kind == '%' {
            out.push('%');
            continue;
        }
        let value = if kind == 'n' { None } else { arguments.next() };
        match one(kind, value, &how) {
            Some(text) => out.push_str(&text),
            None => break,
        }
    }
    Ok(Cell::Text(out))
}

/// One value; `None` for a letter that ends it all.
fn one(kind: char, value: Option<&Cell>, how: &How) -> Option<String> {
    let null = Cell::Null;
    let value = value.unwrap_or(&null);
    let precision = how.precision;
    let (sign, body, numeric) = match kind {
        'd' | 'i' | 'u' => {
            let number = to_integer(value);
            let mut digits = if kind == 'u' {
                number.cast_unsigned().to_string()
            } else {
                number.unsigned_abs().to_string()
            };
            let least = precision.unwrap_or(0);
            digits = format!("{digits:0>least$}");
            if how.comma {
                digits = grouped(&digits);
            }
            (sign(how, number < 0 && kind != 'u'), digits, true)
        }
        'x' | 'X' | 'o' => {
            let number = to_integer(value);
            let digits = match kind {
                'x' => format!("{number:x}"),
                'X' => format!("{number:X}"),
                _ => format!("{number:o}"),
            };
            let least = precision.unwrap_or(0);
            ("", format!("{digits:0>least$}"), true)
        }
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
            let number = to_real(value);
            let digits = precision.unwrap_or(6).min(300);
            let shown = match kind {
                'f' | 'F' => decimal(number.abs(), digits),
                'e' | 'E' => exponent(&format!("{:.*e}", digits, number.abs())),
                _ => general(number.abs(), digits.max(1), how.alternate),
            };
            let shown = if kind.is_ascii_uppercase() { shown.to_uppercase() } else { shown };
            (sign(how, number < 0.0), shown, true)
        }
        's' | 'z' => ("", cut(&to_text(value), precision), false),
        'q' => ("", cut(&to_text(value).replace('\'', "''"), precision), false),
        'Q' if *value == Cell::Null => ("", "NULL".to_owned(), false),
        'Q' => ("", format!("'{}'", cut(&to_text(value).replace('\'', "''"), precision)), false),
        'w' => ("", cut(&to_text(value).replace('"', "\"\""), precision), false),
        'c' => {
            let letter: String = to_text(value).chars().take(1).collect();
            ("", letter.repeat(precision.unwrap_or(1).max(1)), false)
        }
        'n' => ("", String::new(), false),
        _ => return None,
    };
    let length = sign.len() + body.chars().count();
    let missing = how.width.saturating_sub(length);
    Some(if how.left {
        format!("{sign}{body}{}", " ".repeat(missing))
    } else if how.zero && numeric {
        format!("{sign}{}{body}", "0".repeat(missing))
    } else {
        format!("{}{sign}{body}", " ".repeat(missing))
    })
}

fn sign(how: &How, negative: bool) -> &'static str {
    match (negative, how.plus, how.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

fn cut(text: &str, precision: Option<usize>) -> String {
    text.chars().take(precision.unwrap_or(usize::MAX)).collect()
}

fn grouped(digits: &str) -> String {
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1.5e3` as C writes it, `1.5e+03`.
fn exponent(text: &str) -> String {
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let power: i32 = power.parse().unwrap_or(0);
    let minus = if power < 0 { '-' } else { '+' };
    format!("{mantissa}e{minus}{:02}", power.abs())
}

fn general(number: f64, digits: usize, alternate: bool) -> String {
    let text = real_text(number, digits);
    if alternate {
        return text;
    }
    match text.split_once('e') {
        Some((mantissa, power)) => format!("{}e{power}", mantissa.trim_end_matches(".0")),
        None => text.strip_suffix(".0").unwrap_or(&text).to_owned(),
    }
}
