//! The one edge where a caller's JSON becomes a tool's input: spellings are folded, flat fields
//! gathered, and everything that is not expected is refused by name.

use serde_json::{Map, Value, json};

use super::{
    Failure,
    shape::{Field, Kind, Shape},
};

/// What stood for targets before their fields became arguments of their own.
const OLD_NESTS: [&str; 2] = ["selector", "match"];
/// The field that names an element as the screen showed it.
const REF: &str = "ref";

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

/// What is said beside what is aimed at, as the caller spelled it.
pub(super) fn unaimed(arguments: &Value, shape: &Shape) -> Map<String, Value> {
    let beside = |(key, value): &(&String, &Value)| !value.is_null() && !is_aim(shape, key);
    let given = arguments.as_object().into_iter().flatten().filter(beside);
    given.map(|(key, value)| (key.clone(), value.clone())).collect()
}

/// Whether a key says which element is meant.
fn is_aim(shape: &Shape, key: &str) -> bool {
    if let Some(field) = shape.field(key) {
        return field.name == REF;
    }
    let mut aims = shape
        .flats
        .iter()
        .filter(|flat| flat.shape.field(REF).is_some() || flat_field(&flat.shape, REF).is_some());
    aims.any(|flat| {
        let is_field = flat.shape.field(key).is_some() || flat_field(&flat.shape, key).is_some();
        is_field || flat.name == key || OLD_NESTS.contains(&key)
    })
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
        } else if let Some((way, field)) = flat_field(shape, &key) {
            let place = way.into_iter().fold(&mut *folded, nested);
            insert(place, field, value, path)?;
        } else if OLD_NESTS.contains(&&*key) && shape.field(REF).is_some() {
            // Where `text` is what to type, an element is known by its label.
            let named =
                |(key, value)| (if key == "text" { "label".to_owned() } else { key }, value);
            let object = object(value, path, &key)?.into_iter().map(named).collect();
            fold_into(folded, object, shape, top, path)?;
        } else if let Some(flat) =
            shape.flats.iter().find(|flat| flat.name == key || OLD_NESTS.contains(&&*key))
        {
            let object = object(value, path, &key)?;
            fold_into(nested(folded, &flat.name), object, &flat.shape, top, path)?;
        } else {
            return Err(unknown(path, &key, top));
        }
    }
    Ok(())
}

fn object(value: Value, path: &str, key: &str) -> Result<Map<String, Value>, Failure> {
    if let Value::Object(object) = value {
        return Ok(object);
    }
    Err(unexpected(path, key, "an object", &value))
}

/// A field that stands among ours but belongs to a flat member, and the members on the way to it.
fn flat_field<'s>(shape: &'s Shape, key: &str) -> Option<(Vec<&'s str>, &'s Field)> {
    shape.flats.iter().find_map(|flat| {
        if let Some(field) = flat.shape.field(key) {
            return Some((vec![flat.name.as_str()], field));
        }
        let (mut way, field) = flat_field(&flat.shape, key)?;
        way.insert(0, &flat.name);
        Some((way, field))
    })
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
                let words = range(*least, *most);
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

/// A range in words. What is only as large as a number can be is no bound that anybody set.
fn range(least: i128, most: i128) -> String {
    if most < i64::MAX.into() {
        format!("an integer from {least} to {most}")
    } else {
        format!("an integer of at least {least}")
    }
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

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "tables of literals read better")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shape() -> Shape {
        Shape::of(&json!({
            "type": "object",
            "required": ["target", "count"],
            "properties": {
                "target": {
                    "x-flat": true,
                    "type": "object",
                    "properties": {
                        "text": { "type": "string" },
                        "resourceId": { "type": "string", "x-aliases": ["id"] },
                    },
                },
                "area": {
                    "x-flat": true,
                    "anyOf": [
                        { "type": "object", "required": ["left"], "properties": {
                            "left": { "type": "integer", "format": "int32" },
                            "topEdge": { "type": "number", "minimum": 0, "maximum": 1 },
                        } },
                        { "type": "null" },
                    ],
                },
                "count": { "type": "integer", "format": "uint8", "minimum": 0 },
                "big": { "type": ["integer", "null"], "format": "uint64", "minimum": 0 },
                "mode": { "type": "string", "enum": ["fast", "slow"] },
                "loud": { "type": "boolean" },
                "steps": { "type": "array", "items": { "type": "object",
                    "properties": { "waitMs": { "type": "integer" } } } },
                "env": { "type": "object", "additionalProperties": { "type": "string" } },
                "either": { "anyOf": [{ "type": "string" }, { "type": "object",
                    "properties": { "deepKey": { "type": "boolean" } } }] },
            },
        }))
    }

    fn check(given: Value, expected: Value) {
        let folded = fold(given.clone(), &shape()).map(Value::Object);
        assert_eq!(folded, Ok(expected), "{given}");
    }

    fn refused(given: Value, message: &str, hint: &str) {
        let failure = fold(given.clone(), &shape()).expect_err("refused");
        let told = (failure.code.as_ref(), failure.message.as_str(), failure.hint.as_str());
        assert_eq!(told, ("INVALID_ARGUMENT", message, hint), "{given}");
    }

    #[test]
    fn a_bound_that_nobody_set_is_not_told() {
        assert_eq!(range(100, u64::MAX.into()), "an integer of at least 100");
        assert_eq!(range(0, 255), "an integer from 0 to 255");
    }

    /// Holds calls.12.
    #[test]
    fn folds_spellings_and_gathers_flat_fields() {
        check(json!({ "count": 1 }), json!({ "count": 1, "target": {} }));
        check(
            json!({ "count": 1, "text": "a", "resource_id": "b", "left": 2 }),
            json!({ "count": 1, "target": { "text": "a", "resourceId": "b" }, "area": { "left": 2 } }),
        );
        check(
            json!({ "count": 1, "id": "b" }),
            json!({ "count": 1, "target": { "resourceId": "b" } }),
        );
        check(
            json!({ "count": 1, "selector": { "resource_id": "b" }, "text": "a" }),
            json!({ "count": 1, "target": { "resourceId": "b", "text": "a" } }),
        );
        check(
            json!({ "count": 1, "selector": { "text": "a" }, "match": { "resource_id": "b" } }),
            json!({ "count": 1, "target": { "resourceId": "b", "text": "a" } }),
        );
        check(
            json!({ "count": 1, "area": { "left": 2, "top_edge": 0.5 } }),
            json!({ "count": 1, "area": { "left": 2, "topEdge": 0.5 }, "target": {} }),
        );
        check(
            json!({ "count": 1, "steps": [{ "wait_ms": 5 }], "either": { "deep_key": true } }),
            json!({ "count": 1, "steps": [{ "waitMs": 5 }], "either": { "deepKey": true }, "target": {} }),
        );
    }

    #[test]
    fn the_keys_of_a_map_are_the_callers_own() {
        check(
            json!({ "count": 1, "env": { "MY_VAR": "x", "my_var": "y" } }),
            json!({ "count": 1, "env": { "MY_VAR": "x", "my_var": "y" }, "target": {} }),
        );
    }

    /// Holds calls.11, calls.13.
    #[test]
    fn null_counts_as_absent() {
        check(
            json!({ "count": 1, "big": null, "text": null, "nonsense": null }),
            json!({ "count": 1, "target": {} }),
        );
        refused(
            json!({ "count": null }),
            "missing count (an integer)",
            "this tool takes: count, big, mode, loud, steps, env, either, text, resourceId, left, topEdge",
        );
    }

    /// Holds calls.10.
    #[test]
    fn whole_numbers_may_be_written_as_floats() {
        check(json!({ "count": 3.0 }), json!({ "count": 3, "target": {} }));
        check(
            json!({ "count": 1, "big": u64::MAX }),
            json!({ "count": 1, "big": u64::MAX, "target": {} }),
        );
        let wrong = |value: Value, got: &str, wanted: &str| {
            let message = format!("count: expected {wanted}, got {got}");
            refused(json!({ "count": value }), &message, &format!("pass {wanted} for count"));
        };
        wrong(json!(3.5), "3.5", "an integer");
        wrong(json!(1e300), "1e+300", "an integer");
        wrong(json!(256), "256", "an integer from 0 to 255");
        wrong(json!(-1), "-1", "an integer from 0 to 255");
        wrong(json!("3"), "the string \"3\"", "an integer");
        wrong(json!([3]), "a list", "an integer");
    }

    /// Holds calls.9.
    #[test]
    fn what_is_not_expected_is_refused_by_name() {
        refused(json!({ "count": 1, "txt": "a" }), "unknown argument txt", "did you mean text?");
        refused(
            json!({ "count": 1, "zzzz": "a" }),
            "unknown argument zzzz",
            "known: count, big, mode, loud, steps, env, either, text, resourceId, left, topEdge",
        );
        refused(
            json!({ "count": 1, "steps": [{ "waitsMs": 5 }] }),
            "unknown argument steps[0].waitsMs",
            "did you mean waitMs?",
        );
        refused(
            json!({ "count": 1, "mode": "fats" }),
            "mode: expected one of fast, slow, got the string \"fats\"",
            "did you mean fast?",
        );
        refused(
            json!({ "count": 1, "loud": "yes" }),
            "loud: expected true or false, got the string \"yes\"",
            "pass true or false for loud",
        );
        refused(
            json!({ "count": 1, "topEdge": 2, "left": 0 }),
            "topEdge: expected a number from 0 to 1, got 2",
            "pass a number from 0 to 1 for topEdge",
        );
        refused(
            json!({ "count": 1, "topEdge": 1 }),
            "missing left (an integer)",
            "this tool takes: left, topEdge",
        );
        refused(
            json!({ "count": 1, "selector": "a" }),
            "selector: expected an object, got the string \"a\"",
            "pass an object for selector",
        );
        refused(
            json!({ "count": 1, "either": 5 }),
            "either: expected a string, or an object, got 5",
            "pass a string, or an object for either",
        );
        refused(
            json!({ "count": 1, "either": { "deep": true } }),
            "unknown argument either.deep",
            "did you mean deepKey?",
        );
        refused(
            json!([1]),
            "the arguments are a list, not an object",
            "pass the arguments as one JSON object",
        );
    }

    /// Holds calls.12.
    #[test]
    fn one_name_in_two_spellings_is_refused() {
        refused(
            json!({ "count": 1, "resource_id": "a", "resourceId": "b" }),
            "resourceId is given twice",
            "pass it once",
        );
        refused(
            json!({ "count": 1, "text": "a", "selector": { "text": "b" } }),
            "text is given twice",
            "pass it once",
        );
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let key = prop_oneof![
            proptest::sample::select(
                [
                    "count", "text", "selector", "target", "steps", "env", "either", "mode",
                    "wait_ms"
                ]
                .map(str::to_owned)
                .to_vec()
            ),
            ".{0,8}",
        ];
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,70}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 20, 6, move |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::vec((key.clone(), inner), 0..6)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        /// Whatever is sent is either read or refused, and what is read stays as it is.
        #[test]
        fn folding_is_total_and_settles(given in any_json()) {
            if let Ok(folded) = fold(given, &shape()) {
                let again = fold(Value::Object(folded.clone()), &shape());
                prop_assert_eq!(again, Ok(folded));
            }
        }
    }
}
