//! `printf`: formatted output.

use super::echo::expand;
use crate::process::Process;
use crate::shell::{backslash, digits, low_byte};
use crate::text::{self, append, byte_as_char};
use crate::userland::Outcome;
use crate::userland::integer::integer;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let words = match arguments.get(1).map(String::as_str) {
        Some("--") => &arguments[2..],
        _ => &arguments[1..],
    };
    let Some((format, mut values)) = words.split_first() else {
        return process.fail("printf", "Needs 1 argument (see \"printf --help\")").await;
    };
    let mut printer = Printer { text: String::new(), complaints: Vec::new(), stopped: false };
    loop {
        let before = values.len();
        if let Err(message) = printer.once(format, &mut values) {
            process.print(printer.text).await?;
            return process.fail("printf", message).await;
        }
        if values.is_empty() || values.len() == before || printer.stopped {
            break;
        }
        if printer.text.len() > 64 * 1024 {
            process.print(std::mem::take(&mut printer.text)).await?;
        }
    }
    process.print(printer.text).await?;
    for complaint in &printer.complaints {
        process.fail("printf", complaint).await?;
    }
    Ok(u8::from(!printer.complaints.is_empty()))
}

struct Printer {
    text: String,
    complaints: Vec<String>,
    /// `\c` was met.
    stopped: bool,
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags of C's printf")]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: usize,
    precision: Option<usize>,
}

impl Printer {
    /// One pass over the format, taking values as it needs them.
    fn once(&mut self, format: &str, values: &mut &[String]) -> Result<(), String> {
        let mut rest = format;
        while let Some(at) = rest.find(['%', '\\']) {
            self.text.push_str(&rest[..at]);
            let is_escape = rest[at..].starts_with('\\');
            rest = &rest[at + 1..];
            if is_escape {
                rest = self.escape(rest);
                if self.stopped {
                    return Ok(());
                }
                continue;
            }
            if let Some(after) = rest.strip_prefix('%') {
                self.text.push('%');
                rest = after;
                continue;
            }
            let mut spec = Spec::default();
            rest = Self::spec(rest, &mut spec, values)?;
            let conversion =
                rest.chars().next().ok_or_else(|| format!("bad %@{}", format.len()))?;
            rest = &rest[conversion.len_utf8()..];
            self.convert(conversion, &spec, values)
                .ok_or_else(|| format!("bad %{conversion}@{}", format.len() - rest.len()))?;
            if self.stopped {
                return Ok(());
            }
        }
        self.text.push_str(rest);
        Ok(())
    }

    fn escape<'f>(&mut self, rest: &'f str) -> &'f str {
        if let Some(after) = rest.strip_prefix('c') {
            self.stopped = true;
            return after;
        }
        if rest.starts_with(|c: char| ('0'..='7').contains(&c)) {
            let (value, count) = digits(rest, 8, 3).unwrap_or((0, 1));
            self.text.push(byte_as_char(low_byte(value)));
            return &rest[count..];
        }
        if let Some((character, length)) = backslash(rest) {
            self.text.push(character);
            return &rest[length..];
        }
        self.text.push('\\');
        rest
    }

    fn spec<'f>(
        mut rest: &'f str,
        spec: &mut Spec,
        values: &mut &[String],
    ) -> Result<&'f str, String> {
        while let Some(flag) = rest.chars().next().filter(|flag| "-0+ #".contains(*flag)) {
            match flag {
                '-' => spec.left = true,
                '0' => spec.zero = true,
                '+' => spec.plus = true,
                ' ' => spec.space = true,
                _ => spec.alternate = true,
            }
            rest = &rest[1..];
        }
        let mut take = |rest: &'f str| -> Result<(Option<i64>, &'f str), String> {
            if let Some(after) = rest.strip_prefix('*') {
                let word = next(values);
                let value = if word.is_empty() { 0 } else { integer(word)? };
                return Ok((Some(value), after));
            }
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            Ok((rest[..end].parse().ok(), &rest[end..]))
        };
        let (width, after) = take(rest)?;
        rest = after;
        spec.left |= width.is_some_and(|width| width < 0);
        // Wider than any screen; more would only eat memory.
        spec.width = usize::try_from(width.unwrap_or(0).unsigned_abs()).unwrap_or(0).min(100_000);
        if let Some(after) = rest.strip_prefix('.') {
            let (precision, after) = take(after)?;
            spec.precision =
                Some(usize::try_from(precision.unwrap_or(0)).unwrap_or(0).min(100_000));
            rest = after;
        }
        Ok(rest)
    }

    fn convert(&mut self, conversion: char, spec: &Spec, values: &mut &[String]) -> Option<()> {
        let body = match conversion {
            's' | 'b' => {
                let mut text = next(values).to_owned();
                if conversion == 'b' {
                    let (expanded, stopped) = expand(&text);
                    text = expanded;
                    self.stopped |= stopped;
                }
                match spec.precision {
                    Some(precision) => first_bytes(&text, precision),
                    None => text,
                }
            }
            'c' => match next(values) {
                "" => "\0".to_owned(),
                text => first_bytes(text, 1),
            },
            'd' | 'i' => {
                let value = self.integer(conversion, next(values));
                let digits = pad_digits(&value.unsigned_abs().to_string(), spec.precision);
                let sign = if value < 0 {
                    "-"
                } else if spec.plus {
                    "+"
                } else if spec.space {
                    " "
                } else {
                    ""
                };
                self.put_number(sign, &digits, spec);
                return Some(());
            }
            'u' | 'o' | 'x' | 'X' => {
                let value = self.integer(conversion, next(values));
                let (prefix, digits) = match conversion {
                    'u' => ("", value.cast_unsigned().to_string()),
                    'o' => (if spec.alternate { "0" } else { "" }, format!("{value:o}")),
                    'x' => {
                        (if spec.alternate && value != 0 { "0x" } else { "" }, format!("{value:x}"))
                    }
                    _ => {
                        (if spec.alternate && value != 0 { "0X" } else { "" }, format!("{value:X}"))
                    }
                };
                self.put_number(prefix, &pad_digits(&digits, spec.precision), spec);
                return Some(());
            }
            'f' | 'e' | 'E' | 'g' | 'G' => {
                let text = next(values);
                let (value, whole) = float(text);
                if !whole {
                    self.bad_number(conversion, text);
                }
                let precision = spec.precision.unwrap_or(6);
                let digits = match conversion {
                    'f' => format!("{:.precision$}", value.abs()),
                    'e' | 'E' => exponent(value.abs(), precision),
                    _ => general(value.abs(), precision),
                };
                let sign = if value.is_sign_negative() {
                    "-"
                } else if spec.plus {
                    "+"
                } else {
                    ""
                };
                self.put_number(sign, &digits, &Spec { precision: None, ..*spec });
                return Some(());
            }
            _ => return None,
        };
        let blanks = " ".repeat(spec.width.saturating_sub(text::encode(&body).len()));
        if spec.left {
            self.text.extend([body, blanks]);
        } else {
            self.text.extend([blanks, body]);
        }
        Some(())
    }

    fn put_number(&mut self, sign: &str, digits: &str, spec: &Spec) {
        let missing = spec.width.saturating_sub(sign.len() + digits.len());
        if spec.left {
            append!(self.text, "{sign}{digits}{}", " ".repeat(missing));
        } else if spec.zero && spec.precision.is_none() {
            append!(self.text, "{sign}{}{digits}", "0".repeat(missing));
        } else {
            append!(self.text, "{}{sign}{digits}", " ".repeat(missing));
        }
    }

    fn integer(&mut self, conversion: char, text: &str) -> i64 {
        if text.is_empty() {
            return 0;
        }
        if let Some(character) = text.strip_prefix(['\'', '"']) {
            return character.chars().next().map_or(0, |character| i64::from(u32::from(character)));
        }
        let (value, end) = number(text);
        match end {
            NumberEnd::Whole => {}
            NumberEnd::Early => self.bad_number(conversion, text),
            NumberEnd::TooLarge => {
                let reason = "Numerical result out of range";
                self.complaints.push(format!("bad %{conversion} {text}: {reason}"));
            }
        }
        value
    }

    fn bad_number(&mut self, conversion: char, text: &str) {
        self.complaints.push(format!("bad %{conversion} {text}"));
    }
}

fn next<'v>(values: &mut &'v [String]) -> &'v str {
    match values.split_first() {
        Some((first, rest)) => {
            *values = rest;
            first
        }
        None => "",
    }
}

/// Decimal, octal with a leading zero, or hexadecimal, as far as it goes, and how it ended.
fn number(text: &str) -> (i64, NumberEnd) {
    let trimmed = text.trim_start();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, base) = match hex {
        Some(hex) => (hex, 16),
        None if digits.starts_with('0') => (digits, 8),
        None => (digits, 10),
    };
    let end = digits.find(|c: char| !c.is_digit(base)).unwrap_or(digits.len());
    // Too large stays too large, however many digits it has.
    let value =
        digits[..end].chars().filter_map(|c| c.to_digit(base)).fold(0_i128, |value, digit| {
            value.saturating_mul(i128::from(base)).saturating_add(i128::from(digit))
        });
    let value = if negative { -value } else { value };
    let fits = i64::try_from(value);
    let clamped = fits.unwrap_or(if negative { i64::MIN } else { i64::MAX });
    let how = match fits {
        Err(_) => NumberEnd::TooLarge,
        Ok(_) if end > 0 && end == digits.len() => NumberEnd::Whole,
        Ok(_) => NumberEnd::Early,
    };
    (clamped, how)
}

/// A number as C reads it, as far as it goes, and whether that is all of it. Nothing at all is zero.
fn float(text: &str) -> (f64, bool) {
    let trimmed = text.trim_start();
    let (sign, plain) = match trimmed.strip_prefix('-') {
        Some(plain) => (-1.0, plain),
        None => (1.0, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    if let Some(hex) = plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        let end = hex.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(hex.len());
        let digits = hex[..end].chars().filter_map(|c| c.to_digit(16));
        let value = digits.fold(0.0, |value, digit| value * 16.0 + f64::from(digit));
        return (sign * value, end == hex.len() && end > 0);
    }
    let ends = plain.char_indices().map(|(at, c)| at + c.len_utf8());
    let found = ends.rev().find_map(|end| Some((plain[..end].parse::<f64>().ok()?, end)));
    match found {
        Some((value, end)) => (sign * value, end == plain.len()),
        None => (0.0, text.is_empty()),
    }
}

enum NumberEnd {
    Whole,
    /// Something else follows.
    Early,
    TooLarge,
}

/// Widths count bytes, even if a character is cut by it.
fn first_bytes(text: &str, most: usize) -> String {
    let bytes = text::encode(text);
    text::decode(&bytes[..most.min(bytes.len())])
}

fn pad_digits(digits: &str, precision: Option<usize>) -> String {
    let missing = precision.unwrap_or(0).saturating_sub(digits.len());
    format!("{}{digits}", "0".repeat(missing))
}

/// `1.500000e+00`
fn exponent(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((mantissa, power)) => {
            let (sign, power) = match power.strip_prefix('-') {
                Some(power) => ('-', power),
                None => ('+', power),
            };
            format!("{mantissa}e{sign}{power:0>2}")
        }
        None => text,
    }
}

/// `%g`: the shorter of both forms, without trailing zeros.
fn general(value: f64, precision: usize) -> String {
    let precision = precision.max(1);
    let scientific = exponent(value, precision - 1);
    let power: i32 =
        scientific.split_once('e').and_then(|(_, power)| power.parse().ok()).unwrap_or(0);
    let limit = i32::try_from(precision).unwrap_or(i32::MAX);
    let trim = |text: &str| {
        if text.contains('.') {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text.to_owned()
        }
    };
    if power < -4 || power >= limit {
        match scientific.split_once('e') {
            Some((mantissa, power)) => format!("{}e{power}", trim(mantissa)),
            None => scientific,
        }
    } else {
        let digits = usize::try_from(limit - 1 - power).unwrap_or(0);
        trim(&format!("{value:.digits$}"))
    }
}
