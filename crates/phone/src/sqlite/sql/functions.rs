//! Functions over values.

use super::ast::{Call, Pattern};
use super::comparison::collation;
use super::connection::Release;
use super::dates;
use super::error::Error;
use super::eval::{Env, boolean, escape_letter, eval, matched};
use super::format::format;
use super::parse::Parsed;
use super::value::{
    compare, hex, quoted, real, real_text, to_integer, to_number, to_real, to_short, to_text,
    truncate, truth,
};
use crate::process::random_bytes;
use crate::sqlite::Cell;
use crate::text;

/// Name, least and most arguments, and the release that brought it.
const FUNCTIONS: &[(&str, usize, usize, u32)] = &[
    ("abs", 1, 1, 0),
    ("changes", 0, 0, 0),
    ("char", 0, 127, 0),
    ("coalesce", 2, 127, 0),
    ("concat", 1, 127, 344),
    ("concat_ws", 2, 127, 344),
    ("date", 0, 127, 0),
    ("datetime", 0, 127, 0),
    ("format", 1, 127, 338),
    ("glob", 2, 2, 0),
    ("hex", 1, 1, 0),
    ("ifnull", 2, 2, 0),
    ("iif", 3, 3, 332),
    ("instr", 2, 2, 0),
    ("julianday", 0, 127, 0),
    ("last_insert_rowid", 0, 0, 0),
    ("length", 1, 1, 0),
    ("like", 2, 3, 0),
    ("likelihood", 2, 2, 0),
    ("likely", 1, 1, 0),
    ("lower", 1, 1, 0),
    ("ltrim", 1, 2, 0),
    ("max", 2, 127, 0),
    ("min", 2, 127, 0),
    ("nullif", 2, 2, 0),
    ("octet_length", 1, 1, 343),
    ("printf", 1, 127, 0),
    ("quote", 1, 1, 0),
    ("random", 0, 0, 0),
    ("randomblob", 1, 1, 0),
    ("replace", 3, 3, 0),
    ("round", 1, 2, 0),
    ("rtrim", 1, 2, 0),
    ("sign", 1, 1, 335),
    ("sqlite_version", 0, 0, 0),
    ("strftime", 1, 127, 0),
    ("substr", 2, 3, 0),
    ("substring", 2, 3, 334),
    ("time", 0, 127, 0),
    ("total_changes", 0, 0, 0),
    ("trim", 1, 2, 0),
    ("typeof", 1, 1, 0),
    ("unicode", 1, 1, 0),
    ("unixepoch", 0, 127, 338),
    ("unlikely", 1, 1, 0),
    ("upper", 1, 1, 0),
    ("zeroblob", 1, 1, 0),
];

const AGGREGATES: &[(&str, &str, usize, usize)] = &[
    ("avg", "avg", 1, 1),
    ("count", "count", 0, 1),
    ("group_concat", "group_concat", 1, 2),
    ("max", "max", 1, 1),
    ("min", "min", 1, 1),
    ("sum", "sum", 1, 1),
    ("total", "total", 1, 1),
];

/// Texts and blobs made from nothing are no longer than this.
const LONGEST: usize = 1_000_000;

fn wrong_number(name: &str) -> String {
    format!("wrong number of arguments to function {name}()")
}

/// The aggregate that a call means, if it is one.
pub(super) fn aggregate(
    name: &str,
    count: usize,
    star: bool,
    release: Release,
) -> Parsed<Option<&'static str>> {
    if name.eq_ignore_ascii_case("string_agg") && count == 2 && release.number() >= 344 {
        return Ok(Some("group_concat"));
    }
    let Some((known, means, least, most)) =
        AGGREGATES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))
    else {
        return Ok(None);
    };
    let fits = (*least..=*most).contains(&count) && (!star || *known == "count");
    let scalar = matches!(*known, "max" | "min") && count > 1;
    if fits {
        Ok(Some(means))
    } else if scalar {
        Ok(None)
    } else {
        Err(Error::prepare(wrong_number(name)))
    }
}

/// Is there such a function with so many arguments?
pub(super) fn check(name: &str, count: usize, release: Release) -> Result<(), String> {
    let found = FUNCTIONS.iter().find(|(known, _, _, since)| {
        known.eq_ignore_ascii_case(name) && release.number() >= *since
    });
    match found {
        None => Err(format!("no such function: {name}")),
        Some((_, least, most, _)) if (*least..=*most).contains(&count) => Ok(()),
        Some(_) => Err(wrong_number(name)),
    }
}

pub(super) fn call(call: &Call, env: &Env<'_>) -> Parsed<Cell> {
    let name = call.name.to_ascii_lowercase();
    // These do not look at all of their arguments.
    match name.as_str() {
        "coalesce" | "ifnull" => {
            for argument in &call.arguments {
                let value = eval(argument, env)?;
                if value != Cell::Null {
                    return Ok(value);
                }
            }
            return Ok(Cell::Null);
        }
        "iif" => {
            let yes = truth(&eval(&call.arguments[0], env)?) == Some(true);
            return eval(&call.arguments[if yes { 1 } else { 2 }], env);
        }
        _ => {}
    }
    let values: Parsed<Vec<Cell>> = call.arguments.iter().map(|one| eval(one, env)).collect();
    let values = values?;
    let collation = call.arguments.iter().find_map(|one| collation(one).0).unwrap_or_default();
    let first = values.first().cloned().unwrap_or(Cell::Null);
    let second = values.get(1).cloned();
    let context = env.context;
    Ok(match name.as_str() {
        "changes" => Cell::Integer(context.changes),
        "total_changes" => Cell::Integer(context.total_changes),
        "last_insert_rowid" => Cell::Integer(context.last_id),
        "sqlite_version" => Cell::Text(context.release.version().to_owned()),
        "random" => Cell::Integer(random_bytes(8).try_into().map_or(0, i64::from_le_bytes)),
        "randomblob" | "zeroblob" => {
            let least = i64::from(name == "randomblob");
            let count = usize::try_from(to_integer(&first).max(least)).unwrap_or(0);
            if count > LONGEST {
                return Err(Error::step("string or blob too big", 18));
            }
            Cell::Blob(if least == 1 { random_bytes(count) } else { vec![0; count] })
        }
        "date" | "time" | "datetime" | "julianday" | "unixepoch" | "strftime" => {
            dates::call(&name, &values, context.now)
        }
        "format" | "printf" => format(&values)?,
        "char" => Cell::Text(
            values
                .iter()
                .map(|value| u32::try_from(to_integer(value)).ok().and_then(char::from_u32))
                .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        ),
        "concat" => Cell::Text(values.iter().map(to_text).collect()),
        "concat_ws" if first == Cell::Null => Cell::Null,
        "concat_ws" => {
            let rest = values[1..].iter().filter(|value| **value != Cell::Null);
            Cell::Text(rest.map(to_text).collect::<Vec<_>>().join(&to_text(&first)))
        }
        "like" => {
            let escape = match values.get(2) {
                Some(escape) => Some(escape_letter(escape)?),
                None => None,
            };
            boolean(matched(Pattern::Like, &first, &values[1], escape))
        }
        "glob" => boolean(matched(Pattern::Glob, &first, &values[1], None)),
        "max" | "min" => {
            if values.contains(&Cell::Null) {
                return Ok(Cell::Null);
            }
            let mut best = first;
            for value in &values[1..] {
                let order = compare(value, &best, collation);
                // Of equals, the last is the least and the first the greatest.
                if if name == "min" { order.is_le() } else { order.is_gt() } {
                    best = value.clone();
                }
            }
            best
        }
        "nullif" => {
            let other = second.unwrap_or(Cell::Null);
            let same = first != Cell::Null && compare(&first, &other, collation).is_eq();
            if same { Cell::Null } else { first }
        }
        "typeof" => Cell::Text(type_name(&first).to_owned()),
        "quote" => Cell::Text(quoted(&first)),
        "likelihood" | "likely" | "unlikely" => first,
        "round" => rounded(&first, second.as_ref()),
        "substr" | "substring" => substring(&values),
        _ if values.contains(&Cell::Null) && name != "hex" => Cell::Null,
        "replace" => {
            let [text, from, to] = [&values[0], &values[1], &values[2]].map(to_text);
            if from.is_empty() {
                // It was read as a text already, which a number survives and a blob does not.
                return Ok(if matches!(first, Cell::Blob(_)) { Cell::Text(text) } else { first });
            }
            context.ticks(text.len().saturating_mul(to.len().max(1)) / 64)?;
            Cell::Text(text.replace(&from, &to))
        }
        "instr" => instr(&first, &values[1]),
        "trim" | "ltrim" | "rtrim" => {
            let text = to_text(&first);
            let letters = second.map_or_else(|| " ".to_owned(), |letters| to_text(&letters));
            let is = |letter: char| letters.contains(letter);
            let text = if name == "rtrim" { &text } else { text.trim_start_matches(is) };
            let text = if name == "ltrim" { text } else { text.trim_end_matches(is) };
            Cell::Text(text.to_owned())
        }
        _ => of_one(&name, &first)?,
    })
}

/// Functions of one value that is not NULL.
fn of_one(name: &str, value: &Cell) -> Parsed<Cell> {
    Ok(match name {
        "abs" => match to_number(value) {
            Cell::Integer(number) if !matches!(value, Cell::Text(_) | Cell::Blob(_)) => {
                let size = number.checked_abs();
                Cell::Integer(size.ok_or_else(|| Error::step("integer overflow", 1))?)
            }
            Cell::Null | Cell::Integer(_) | Cell::Real(_) | Cell::Text(_) | Cell::Blob(_) => {
                Cell::Real(to_real(value).abs())
            }
        },
        "sign" => match super::value::Affinity::Numeric.apply(value.clone()) {
            Cell::Integer(number) => Cell::Integer(number.signum()),
            Cell::Real(number) if number > 0.0 => Cell::Integer(1),
            Cell::Real(number) => Cell::Integer(if number < 0.0 { -1 } else { 0 }),
            Cell::Null | Cell::Text(_) | Cell::Blob(_) => Cell::Null,
        },
        "hex" => Cell::Text(hex(&bytes_of(value))),
        "length" => {
            if let Cell::Blob(bytes) = value {
                return Ok(integer(bytes.len()));
            }
            let text = to_text(value);
            integer(text.split('\0').next().unwrap_or("").chars().count())
        }
        "octet_length" => integer(bytes_of(value).len()),
        "lower" => Cell::Text(to_text(value).to_ascii_lowercase()),
        "upper" => Cell::Text(to_text(value).to_ascii_uppercase()),
        "unicode" => to_text(value)
            .chars()
            .next()
            .map_or(Cell::Null, |letter| Cell::Integer(u32::from(letter).into())),
        _ => return Err(Error::prepare(format!("no such function: {name}"))),
    })
}

fn bytes_of(value: &Cell) -> Vec<u8> {
    if let Cell::Blob(bytes) = value {
        return bytes.clone();
    }
    text::encode(&to_text(value)).into_owned()
}

fn integer(number: usize) -> Cell {
    Cell::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

pub(super) fn type_name(value: &Cell) -> &'static str {
    match value {
        Cell::Null => "null",
        Cell::Integer(_) => "integer",
        Cell::Real(_) => "real",
        Cell::Text(_) => "text",
        Cell::Blob(_) => "blob",
    }
}

fn instr(hay: &Cell, needle: &Cell) -> Cell {
    if let (Cell::Blob(hay), Cell::Blob(needle)) = (hay, needle) {
        if needle.is_empty() {
            return Cell::Integer(1);
        }
        let at = hay.windows(needle.len()).position(|window| window == needle);
        return integer(at.map_or(0, |at| at + 1));
    }
    let (hay, needle) = (to_text(hay), to_text(needle));
    let at = hay.find(&needle).map(|at| hay[..at].chars().count() + 1);
    integer(at.unwrap_or(0))
}

fn rounded(value: &Cell, digits: Option<&Cell>) -> Cell {
    if *value == Cell::Null || digits == Some(&Cell::Null) {
        return Cell::Null;
    }
    let digits = usize::try_from(digits.map_or(0, to_short).clamp(0, 30)).unwrap_or(0);
    let number = to_real(value);
    if number.abs() > 4_503_599_627_370_496.0 {
        // It has no digits after the point.
        return Cell::Real(number);
    }
    if digits == 0 {
        let half = if number < 0.0 { -0.5 } else { 0.5 };
        return Cell::Real(real(truncate(number + half)));
    }
    // Half of the last digit that is shown goes up, as its decimal digits have it.
    let exact = real_text(number, 15);
    let number = exact.parse().unwrap_or(number);
    Cell::Real(decimal(number, digits).parse().unwrap_or(number))
}

/// So many digits after the point, halves away from zero.
pub(super) fn decimal(number: f64, digits: usize) -> String {
    let shown = format!("{:.*}", digits, number.abs());
    let more = format!("{:.1$}", number.abs(), digits + 17);
    let tail = more.find('.').and_then(|point| more.get(point + 1 + digits..)).unwrap_or("");
    let half = tail.starts_with('5') && tail[1..].bytes().all(|digit| digit == b'0');
    let shown = if half { up(&more, digits) } else { shown };
    let sign = if number < 0.0 && shown.bytes().any(|digit| matches!(digit, b'1'..=b'9')) {
        "-"
    } else {
        ""
    };
    format!("{sign}{shown}")
}

/// Cut after so many digits, and one more in the last.
fn up(text: &str, digits: usize) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut all: Vec<u8> = whole.bytes().chain(fraction.bytes().take(digits)).collect();
    let mut place = all.len();
    loop {
        if place == 0 {
            all.insert(0, b'1');
            break;
        }
        place -= 1;
        if all[place] == b'9' {
            all[place] = b'0';
        } else {
            all[place] += 1;
            break;
        }
    }
    let point = all.len() - digits.min(fraction.len());
    let text: String = all.iter().map(|digit| char::from(*digit)).collect();
    if digits == 0 { text } else { format!("{}.{}", &text[..point], &text[point..]) }
}

fn substring(values: &[Cell]) -> Cell {
    if values.contains(&Cell::Null) {
        return Cell::Null;
    }
    let (start, length) = (to_short(&values[1]), values.get(2).map(to_short));
    if let Cell::Blob(bytes) = &values[0] {
        let (from, to) = span(start, length, bytes.len());
        return Cell::Blob(bytes[from..to].to_vec());
    }
    let letters: Vec<char> = to_text(&values[0]).chars().collect();
    let (from, to) = span(start, length, letters.len());
    Cell::Text(letters[from..to].iter().collect())
}

/// As many letters as a text can have at most: so many are wanted where nobody says how many.
const NO_LENGTH: i64 = 1_000_000_000;

/// From 1, from the end when negative; a negative length goes to the left.
fn span(start: i64, length: Option<i64>, count: usize) -> (usize, usize) {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let (mut first, mut length) = (start, length.unwrap_or(NO_LENGTH));
    let left = length < 0;
    if left {
        length = length.saturating_neg();
    }
    if first < 0 {
        first = first.saturating_add(count);
        if first < 0 {
            length = length.saturating_add(first).max(0);
            first = 0;
        }
    } else if first > 0 {
        first -= 1;
    } else if length > 0 {
        length -= 1;
    }
    if left {
        first = first.saturating_sub(length);
        if first < 0 {
            length = length.saturating_add(first).max(0);
            first = 0;
        }
    }
    let from = first.clamp(0, count);
    let to = first.saturating_add(length).clamp(from, count);
    let place = |number: i64| usize::try_from(number).unwrap_or(0);
    (place(from), place(to))
}
