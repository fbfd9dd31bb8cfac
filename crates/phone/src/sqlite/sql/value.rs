//! Values: how they compare, and how they become one another.

use std::cmp::Ordering;

use crate::sqlite::Cell;
use crate::text;

/// What a column prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Affinity {
    /// An expression that is no column.
    #[default]
    None,
    Blob,
    Text,
    Numeric,
    Integer,
    Real,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Collation {
    #[default]
    Binary,
    NoCase,
    RightTrim,
}

impl Affinity {
    /// By the rules of <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
    pub(super) fn of_type(name: &str) -> Self {
        let name = name.to_ascii_uppercase();
        let has = |part: &str| name.contains(part);
        if has("INT") {
            Self::Integer
        } else if has("CHAR") || has("CLOB") || has("TEXT") {
            Self::Text
        } else if has("BLOB") || name.is_empty() {
            Self::Blob
        } else if has("REAL") || has("FLOA") || has("DOUB") {
            Self::Real
        } else {
            Self::Numeric
        }
    }

    pub(super) fn is_numeric(self) -> bool {
        matches!(self, Self::Numeric | Self::Integer | Self::Real)
    }

    /// A value as a column stores it.
    pub(super) fn apply(self, cell: Cell) -> Cell {
        match self {
            Self::None | Self::Blob => cell,
            Self::Text => match cell {
                Cell::Integer(_) | Cell::Real(_) => Cell::Text(to_text(&cell)),
                Cell::Null | Cell::Text(_) | Cell::Blob(_) => cell,
            },
            Self::Numeric | Self::Integer => match cell {
                Cell::Text(text) => match number_of(&text) {
                    Some(number) => smallest(number),
                    None => Cell::Text(text),
                },
                Cell::Real(_) => smallest(cell),
                Cell::Null | Cell::Integer(_) | Cell::Blob(_) => cell,
            },
            Self::Real => match Self::Numeric.apply(cell) {
                Cell::Integer(number) => Cell::Real(real(number)),
                other @ (Cell::Null | Cell::Real(_) | Cell::Text(_) | Cell::Blob(_)) => other,
            },
        }
    }
}

impl Collation {
    pub(super) fn named(name: &str) -> Option<Self> {
        [("BINARY", Self::Binary), ("NOCASE", Self::NoCase), ("RTRIM", Self::RightTrim)]
            .into_iter()
            .find_map(|(known, one)| known.eq_ignore_ascii_case(name).then_some(one))
    }

    fn compare(self, left: &str, right: &str) -> Ordering {
        let (left, right) = (text::encode(left), text::encode(right));
        match self {
            Self::Binary => left.cmp(&right),
            Self::NoCase => {
                let (left, right) = (left.iter(), right.iter());
                left.map(u8::to_ascii_lowercase).cmp(right.map(u8::to_ascii_lowercase))
            }
            Self::RightTrim => trimmed(&left).cmp(trimmed(&right)),
        }
    }

    /// A text such that equal ones have the same.
    pub(super) fn fold(self, text: &str) -> String {
        match self {
            Self::Binary => text.to_owned(),
            Self::NoCase => text.to_ascii_lowercase(),
            Self::RightTrim => text.trim_end_matches(' ').to_owned(),
        }
    }
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|byte| *byte != b' ').map_or(0, |last| last + 1);
    &bytes[..end]
}

/// The order of all values: NULL, numbers, texts, blobs.
pub(super) fn compare(left: &Cell, right: &Cell, collation: Collation) -> Ordering {
    match (left, right) {
        (Cell::Integer(a), Cell::Integer(b)) => a.cmp(b),
        (Cell::Real(a), Cell::Real(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
        (Cell::Integer(a), Cell::Real(b)) => compare_mixed(*a, *b),
        (Cell::Real(a), Cell::Integer(b)) => compare_mixed(*b, *a).reverse(),
        (Cell::Text(a), Cell::Text(b)) => collation.compare(a, b),
        (Cell::Blob(a), Cell::Blob(b)) => a.cmp(b),
        _ => class(left).cmp(&class(right)),
    }
}

fn class(cell: &Cell) -> u8 {
    match cell {
        Cell::Null => 0,
        Cell::Integer(_) | Cell::Real(_) => 1,
        Cell::Text(_) => 2,
        Cell::Blob(_) => 3,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "within the bounds that are checked")]
fn compare_mixed(integer: i64, number: f64) -> Ordering {
    if number.is_nan() {
        return Ordering::Greater;
    }
    if number < -9_223_372_036_854_775_808.0 {
        return Ordering::Greater;
    }
    if number >= 9_223_372_036_854_775_808.0 {
        return Ordering::Less;
    }
    let whole = number as i64;
    integer.cmp(&whole).then_with(|| real(integer).partial_cmp(&number).unwrap_or(Ordering::Equal))
}

#[expect(clippy::cast_precision_loss, reason = "as SQLite does")]
pub(super) fn real(number: i64) -> f64 {
    number as f64
}

/// A real number that has no fraction and fits is an integer.
#[expect(clippy::cast_possible_truncation, reason = "within the bounds that are checked")]
pub(super) fn smallest(cell: Cell) -> Cell {
    if let Cell::Real(number) = cell
        && number.abs() < 9_223_372_036_854_774_784.0
        && real(number as i64).total_cmp(&(number + 0.0)).is_eq()
    {
        return Cell::Integer(number as i64);
    }
    cell
}

/// Toward zero, at most as far as it goes.
#[expect(clippy::cast_possible_truncation, reason = "saturates")]
pub(super) fn truncate(number: f64) -> i64 {
    number as i64
}

pub(super) fn parse_integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

/// A number as it stands in a statement.
pub(super) fn parse_real(text: &str) -> f64 {
    text.parse().unwrap_or(0.0)
}

/// How many bytes of a text are a number, and whether it is a whole one.
fn prefix(text: &str) -> (usize, bool) {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        from + bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let mut end = digits(sign);
    let (mut count, mut whole) = (end - sign, true);
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        count += fraction - end - 1;
        if count > 0 {
            (end, whole) = (fraction, false);
        }
    }
    if count == 0 {
        return (0, true);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            (end, whole) = (exponent, false);
        }
    }
    (end, whole)
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r')
}

/// A text that is a number through and through.
pub(super) fn number_of(text: &str) -> Option<Cell> {
    let text = text.trim_matches(is_space);
    let (end, whole) = prefix(text);
    if end == 0 || end < text.len() {
        return None;
    }
    if whole && let Some(number) = parse_integer(text) {
        return Some(Cell::Integer(number));
    }
    Some(Cell::Real(parse_real(text)))
}

/// The number a value counts as in arithmetic.
pub(super) fn to_number(cell: &Cell) -> Cell {
    match cell {
        Cell::Null | Cell::Integer(_) | Cell::Real(_) => cell.clone(),
        Cell::Text(text) => number_at_start(text),
        Cell::Blob(bytes) => number_at_start(&text::decode(bytes)),
    }
}

fn number_at_start(text: &str) -> Cell {
    let text = text.trim_start_matches(is_space);
    let (end, whole) = prefix(text);
    if end == 0 {
        return Cell::Integer(0);
    }
    match parse_integer(&text[..end]) {
        Some(number) if whole => Cell::Integer(number),
        _ => Cell::Real(parse_real(&text[..end])),
    }
}

pub(super) fn to_integer(cell: &Cell) -> i64 {
    match cell {
        Cell::Null => 0,
        Cell::Integer(number) => *number,
        Cell::Real(number) => truncate(*number),
        Cell::Text(text) => integer_at_start(text),
        Cell::Blob(bytes) => integer_at_start(&text::decode(bytes)),
    }
}

/// Where SQLite wants 32 bits: what is above them is gone.
pub(super) fn to_short(cell: &Cell) -> i64 {
    (to_integer(cell) << 32) >> 32
}

/// The digits at the start alone, at most as far as integers go.
fn integer_at_start(text: &str) -> i64 {
    let text = text.trim_start_matches(is_space);
    let sign = usize::from(text.starts_with(['+', '-']));
    let count = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return 0;
    }
    let bound = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    parse_integer(&text[..sign + count]).unwrap_or(bound)
}

pub(super) fn to_real(cell: &Cell) -> f64 {
    match to_number(cell) {
        Cell::Integer(number) => real(number),
        Cell::Real(number) => number,
        Cell::Null | Cell::Text(_) | Cell::Blob(_) => 0.0,
    }
}

pub(crate) fn to_text(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => real_text(*number, 15),
        Cell::Text(text) => text.clone(),
        Cell::Blob(bytes) => text::decode(bytes),
    }
}

/// Is it so? `None` for NULL.
pub(super) fn truth(cell: &Cell) -> Option<bool> {
    match to_number(cell) {
        Cell::Integer(number) => Some(number != 0),
        Cell::Real(number) => Some(number != 0.0),
        Cell::Null | Cell::Text(_) | Cell::Blob(_) => None,
    }
}

/// As `%!.15g` does: so many digits, without zeros at the end but for one after the point.
pub(crate) fn real_text(number: f64, digits: usize) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "Inf" } else { "-Inf" }.to_owned();
    }
    if number == 0.0 || number.is_nan() {
        return "0.0".to_owned();
    }
    let scientific = format!("{:.*e}", digits - 1, number);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if mantissa.starts_with('-') { "-" } else { "" };
    let all: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let kept = all.trim_end_matches('0');
    let most = i32::try_from(digits).unwrap_or(15);
    if exponent < -4 || exponent >= most {
        let (first, rest) = kept.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        let minus = if exponent < 0 { '-' } else { '+' };
        return format!("{sign}{first}.{rest}e{minus}{:02}", exponent.abs());
    }
    let Ok(before) = usize::try_from(exponent + 1) else {
        let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
        return format!("{sign}0.{zeros}{kept}");
    };
    if before == 0 {
        return format!("{sign}0.{kept}");
    }
    let (whole, fraction) = all.split_at(before.min(all.len()));
    let fraction = fraction.trim_end_matches('0');
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    format!("{sign}{whole}.{fraction}")
}

pub(super) fn from_hex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().as_chunks::<2>().0.iter();
    pairs
        .filter_map(|pair| {
            let text = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(text, 16).ok()
        })
        .collect()
}

/// A value as a literal of SQL.
pub(crate) fn quoted(cell: &Cell) -> String {
    match cell {
        Cell::Null => "NULL".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => {
            let short = real_text(*number, 15);
            if number.is_infinite() {
                return if *number > 0.0 { "9.0e+999" } else { "-9.0e+999" }.to_owned();
            }
            if short.parse() == Ok(*number) { short } else { real_text(*number, 20) }
        }
        Cell::Text(text) => format!("'{}'", text.replace('\'', "''")),
        Cell::Blob(bytes) => format!("X'{}'", hex(bytes)),
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

/// The value as a cast makes it.
pub(super) fn cast(cell: Cell, to: Affinity) -> Cell {
    if cell == Cell::Null {
        return cell;
    }
    match to {
        Affinity::None => cell,
        Affinity::Blob if matches!(cell, Cell::Blob(_)) => cell,
        Affinity::Blob => Cell::Blob(text::encode(&to_text(&cell)).into_owned()),
        Affinity::Text => Cell::Text(to_text(&cell)),
        Affinity::Integer => Cell::Integer(to_integer(&cell)),
        Affinity::Real => Cell::Real(to_real(&cell)),
        Affinity::Numeric => match &cell {
            Cell::Integer(_) | Cell::Real(_) => cell,
            Cell::Null | Cell::Text(_) | Cell::Blob(_) => smallest(to_number(&cell)),
        },
    }
}
