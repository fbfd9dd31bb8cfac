//! What the YAML reader refuses, in words for who writes definitions.

use serde_saphyr::Error;

use super::place::{Place, Problem};

/// How many known names are offered for an unknown one.
const OFFERED: usize = 5;

pub(crate) fn problem(error: &Error) -> Problem {
    let at = error.location();
    let at = at.map_or(Place::default(), |at| Place { line: at.line(), column: at.column() });
    let at = Place { line: at.line.max(1), column: at.column.max(1) };
    Problem { at, message: message(error) }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the reader has more errors than a definition meets"
)]
fn message(error: &Error) -> String {
    match error {
        Error::WithSnippet { error, .. } | Error::AliasError { error, .. } => message(error),
        Error::Message { msg, .. } => msg.clone(),
        Error::ExternalMessage { msg, .. } => format!("this is no YAML: {msg}"),
        Error::SerdeUnknownField { field: name, expected, .. }
        | Error::SerdeUnknownVariant { variant: name, expected, .. } => unknown(name, expected),
        Error::SerdeMissingField { field, .. } => format!("`{field}` is missing here"),
        Error::DuplicateMappingKey { key: Some(key), .. } => format!("`{key}` is here twice"),
        Error::DuplicateMappingKey { key: None, .. } => "the same key is here twice".to_owned(),
        Error::ExpectedMappingEndAfterEnumVariantValue { .. } => {
            "one name only can be here; give each its own `- `, and indent properties below their \
             name"
                .to_owned()
        }
        Error::InvalidScalar { ty, .. } => format!("{} is expected here", scalar(ty)),
        Error::InvalidBooleanStrict { .. } => format!("{} is expected here", scalar("boolean")),
        Error::NonFiniteFloat { .. } => "this number is too large".to_owned(),
        Error::NullIntoString { .. } => {
            "a text is expected here; write \"\" for an empty one, and quote the word null"
                .to_owned()
        }
        Error::Unexpected { expected, .. } => node(expected),
        Error::SerdeInvalidType { expected, .. }
        | Error::SerdeInvalidValue { expected, .. }
        | Error::SerdeInvalidLength { expected, .. } => node(expected),
        Error::ExpectedStringKeyForExternallyTaggedEnum { .. }
        | Error::ExternallyTaggedEnumExpectedScalarOrMapping { .. } => {
            format!("{NAME} is expected here")
        }
        Error::UnexpectedValueForUnitEnumVariant { .. } | Error::UnexpectedValueForUnit { .. } => {
            "nothing may follow this name; write it without `:`".to_owned()
        }
        Error::Eof { .. } => "the definition ends too early".to_owned(),
        Error::MultipleDocuments { .. } => {
            "a file holds one definition; `---` begins another".to_owned()
        }
        Error::UnknownAnchor { .. } => "there is no anchor of this name before it".to_owned(),
        Error::Budget { .. }
        | Error::AliasReplayCounterOverflow { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => {
            "the definition is too large or too deep".to_owned()
        }
        _ => "this does not fit here".to_owned(),
    }
}

const NAME: &str = "a name with its properties (`text: {text: Hi}`)";

fn scalar(ty: &str) -> &'static str {
    match ty {
        "boolean" => "`true` or `false`",
        "floating point" | "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        _ => "another kind of value",
    }
}

/// What the reader and serde call the parts of a document.
fn node(expected: &str) -> String {
    let expected = match expected {
        "mapping start" | "a map" => "`name: value`",
        "sequence start" | "a sequence" => "a list (`[a, b]`, or `- ` before each entry)",
        "scalar" | "string scalar" | "a string" => {
            return "a text is expected here; quote it if it begins with a bracket or a brace"
                .to_owned();
        }
        "a widget" => NAME,
        other if other.starts_with("struct ") => "`name: value`",
        other if other.contains("variant") => NAME,
        _ => "another kind of value",
    };
    format!("{expected} is expected here")
}

fn unknown(name: &str, known: &[&str]) -> String {
    let mut near: Vec<_> = known.iter().map(|known| (distance(name, known), *known)).collect();
    near.sort_unstable();
    let few = near.len() <= OFFERED;
    let near = near.iter().take(OFFERED).map(|(_, known)| format!("`{known}`"));
    let offered = near.collect::<Vec<_>>().join(", ");
    match (known, few) {
        ([], _) => format!("`{name}` is not known here"),
        (_, true) => format!("`{name}` is not known here; known are {offered}"),
        (_, false) => format!("`{name}` is not known here; the nearest names are {offered}"),
    }
}

/// How many letters must be put in, taken out or changed.
fn distance(from: &str, to: &str) -> usize {
    // A word as long as a page is far from every name.
    if from.len() > 64 {
        return from.len();
    }
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (down, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = down + 1;
        for (across, other) in to.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[across + 1];
            row[across + 1] = changed.min(diagonal + 1).min(row[across] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("buton", "button"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn only_the_nearest_are_offered() {
        let known = ["a", "bb", "cc", "button", "text", "row", "column"];
        let told = unknown("buton", &known);
        assert!(told.contains("`button`") && !told.contains("`column`"), "{told}");
        assert_eq!(unknown("x", &["y"]), "`x` is not known here; known are `y`");
    }
}
