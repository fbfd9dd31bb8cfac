//! The one edge where a caller's JSON becomes a tool's input: spellings are folded, flat fields
//! gathered, and everything that is not expected is refused by name.

use serde_json::{Map, Value, json};

use super::{
    Failure,
    shape::{Field, Kind, Shape},
};

/// What stood for targets before their fields became arguments of their own.
const OLD_NEST: &str = "selector";

/// The input as its type reads it. `null` counts as absent.
pub(super) fn fold(arguments: Value, shape: &Shape) -> Result<Map<String, Value>, Failure> {
    match arguments {
        Value::Null => fold_object(Map::new(), shape, ""),
        Value::Object(object) => fold_object(object, shape, ""),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(Failure::invalid_argument(
                format!("the arguments are {}, not an object", seen(&arguments)),
                "pass the arguments as one JSON object",
            ))
        }
    }
}

fn fold_object(
    given: Map<String, Value>,
    shape: &Shape,
    path: &str,
) -> Result<Map<String, Value>, Failure> {
    let mut folded = Map::new();
    fold_into(&mut folded, given, shape, shape, path)?;
    complete(&mut folded, shape, path)?;
    Ok(folded)
}

/// Files each given value under the field it means. `top` is the shape that the caller sees, for
/// telling which names there are.
fn fold_into(
    folded: &mut Map<String, Value>,
    given: Map<String, Value>,
    shape: &Shape,
    top: &Shape,
    path: &str,
) -> Result<(), Failure> {
    for (key, value) in given {
        if value.is_null() {
            continue;
        }
        if let Some(field) = shape.field(&key) {
            insert(folded, field, value, path)?;
        } else if let Some((flat, field)) =
            shape.flats.iter().find_map(|flat| Some((flat, flat.shape.field(&key)?)))
        {
            insert(nested(folded, &flat.name), field, value, path)?;
        } else if let Some(flat) =
            shape.flats.iter().find(|flat| flat.name == key || key == OLD_NEST)
        {
            let Value::Object(object) = value else {
                return Err(unexpected(path, &key, "an object", &value));
            };
            fold_into(nested(folded, &flat.name), object, &flat.shape, top, path)?;
        } else {
            return Err(unknown(path, &key, top));
        }
    }
    Ok(())
}

fn insert(
    folded: &mut Map<String, Value>,
    field: &Field,
    value: Value,
    path: &str,
) -> Result<(), Failure> {
    let value = fold_value(value, &field.kind, path, &field.name)?;
    match folded.insert(field.name.clone(), value) {
        None => Ok(()),
        Some(_) => Err(Failure::invalid_argument(
            format!("{} is given twice", join(path, &field.name)),
            "pass it once",
        )),
    }
}

fn nested<'a>(folded: &'a mut Map<String, Value>, name: &str) -> &'a mut Map<String, Value> {
    let slot = folded.entry(name).or_insert_with(|| json!({}));
    if !slot.is_object() {
        *slot = json!({});
    }
    slot.as_object_mut().expect("was made an object just now")
}

/// Adds the objects that flat fields must find, and names what is missing.
fn complete(folded: &mut Map<String, Value>, shape: &Shape, path: &str) -> Result<(), Failure> {
    for flat in &shape.flats {
        if flat.required || folded.contains_key(&flat.name) {
            complete(nested(folded, &flat.name), &flat.shape, path)?;
        }
    }
    let missing: Vec<String> = shape
        .fields
        .iter()
        .filter(|field| field.required && !folded.contains_key(&field.name))
        .map(|field| format!("{} ({})", join(path, &field.name), field.kind.words()))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::invalid_argument(
        format!("missing {}", missing.join(" and ")),
        format!("this tool takes: {}", shape.known().join(", ")),
    ))
}

fn fold_value(value: Value, kind: &Kind, path: &str, name: &str) -> Result<Value, Failure> {
    let refuse = |value: &Value| Err(unexpected(path, name, &kind.words(), value));
    match (kind, value) {
        (Kind::Anything, value)
        | (Kind::Boolean, value @ Value::Bool(_))
        | (Kind::Text, value @ Value::String(_)) => Ok(value),
        (Kind::Word(words), Value::String(word)) => {
            if words.contains(&word) {
                return Ok(Value::String(word));
            }
            let mut failure = unexpected(path, name, &kind.words(), &json!(word));
            if let Some(nearest) = nearest(&word, words.iter().map(String::as_str)) {
                failure.hint = format!("did you mean {nearest}?");
            }
            Err(failure)
        }
        (Kind::Integer { least, most }, Value::Number(number)) => {
            let Some(whole) = whole(&number) else { return refuse(&Value::Number(number)) };
            if whole < *least || whole > *most {
                let words = format!("an integer from {least} to {most}");
                return Err(unexpected(path, name, &words, &Value::Number(number)));
            }
            Ok(i64::try_from(whole).map_or_else(|_| json!(number), |whole| json!(whole)))
        }
        (Kind::Number { least, most }, Value::Number(number)) => {
            let float = number.as_f64().unwrap_or(f64::INFINITY);
            if float < *least || float > *most {
                let words = format!("a number from {least} to {most}");
                return Err(unexpected(path, name, &words, &Value::Number(number)));
            }
            Ok(Value::Number(number))
        }
        (Kind::List(kind), Value::Array(items)) => items
            .into_iter()
            .enumerate()
            .map(|(at, item)| fold_value(item, kind, path, &format!("{name}[{at}]")))
            .collect(),
        (Kind::Object(shape), Value::Object(object)) => {
            fold_object(object, shape, &join(path, name)).map(Value::Object)
        }
        (Kind::Map(kind), Value::Object(object)) => {
            let path = join(path, name);
            let entries = object.into_iter().map(|(key, value)| {
                let value = fold_value(value, kind, &path, &key)?;
                Ok((key, value))
            });
            entries.collect::<Result<Map<_, _>, Failure>>().map(Value::Object)
        }
        (Kind::Choice(kinds), value) => {
            fold_choice(value, kinds, path, name).unwrap_or_else(|value| refuse(&value))
        }
        (_, value) => refuse(&value),
    }
}

/// The first alternative that takes the value; `Err` gives it back when none looks like it.
fn fold_choice(
    value: Value,
    kinds: &[Kind],
    path: &str,
    name: &str,
) -> Result<Result<Value, Failure>, Value> {
    let mut alike = None;
    for kind in kinds {
        match fold_value(value.clone(), kind, path, name) {
            Ok(folded) => return Ok(Ok(folded)),
            Err(failure) if matches!(kind, Kind::Object(_)) && value.is_object() => {
                // Only when there is one such alternative does its complaint help.
                alike = if alike.is_none() { Some(Some(failure)) } else { Some(None) };
            }
            Err(_) => {}
        }
    }
    alike.flatten().map(Err).ok_or(value)
}

/// Beyond this a float no longer says which whole number was meant.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The whole number that JSON wrote, whether as `3` or as `3.0`.
fn whole(number: &serde_json::Number) -> Option<i128> {
    if let Some(whole) = number.as_i64() {
        return Some(whole.into());
    }
    if let Some(whole) = number.as_u64() {
        return Some(whole.into());
    }
    let float = number.as_f64()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 53 bits")]
    (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i128)
}

fn unexpected(path: &str, name: &str, expected: &str, value: &Value) -> Failure {
    let name = join(path, name);
    Failure::invalid_argument(
        format!("{name}: expected {expected}, got {}", seen(value)),
        format!("pass {expected} for {name}"),
    )
    .with_details(json!({ "argument": name, "expected": expected }))
}

fn unknown(path: &str, key: &str, shape: &Shape) -> Failure {
    let known = shape.known();
    let name = join(path, &shorten(key));
    let nearest = nearest(key, known.iter().copied());
    let hint = match (&nearest, known.as_slice()) {
        (Some(nearest), _) => format!("did you mean {nearest}?"),
        (None, []) => "this takes no arguments".into(),
        (None, _) => format!("known: {}", known.join(", ")),
    };
    let mut details = json!({ "argument": name, "known": known });
    if let Some(nearest) = nearest {
        details["nearest"] = json!(nearest);
    }
    Failure::invalid_argument(format!("unknown argument {name}"), hint).with_details(details)
}

/// The known name that was probably meant.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = super::shape::camel_case(name).to_lowercase();
    let score = |known: &str| strsim::jaro_winkler(&name, &known.to_lowercase());
    known
        .into_iter()
        .map(|known| (score(known), known))
        .filter(|(score, _)| *score >= 0.75)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, known)| known)
}

fn seen(value: &Value) -> String {
    match value {
        Value::Null => "null".into(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("the string {}", json!(shorten(text))),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}

/// What a caller sent may be long; its beginning is enough to recognise it.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
