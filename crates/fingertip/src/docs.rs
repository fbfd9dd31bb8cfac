//! The pages under docs/ that are made from the code: tools from the registry, errors from the
//! taxonomy, rules from beside the tools.
//! A test fails when they are stale; `cargo xtask docs` writes them.

use std::fmt::Write as _;

use serde_json::Value;

use crate::rules::Rules;
use crate::tools::{ALL, Effect, Listing, Registry};

const MADE: &str = "<!-- Made by `cargo xtask docs`. Do not edit. -->\n";

/// Every page: its path below docs/ and its text.
pub fn pages() -> Vec<(String, String)> {
    let registry = Registry::new(ALL);
    let tools = registry.listing();
    let mut pages =
        vec![("tools/README.md".to_owned(), index(tools)), ("errors.md".to_owned(), errors())];
    pages.extend(
        tools
            .iter()
            .map(|tool| (format!("tools/{}.md", tool.name), format!("{MADE}\n{}", page(tool)))),
    );
    pages
}

/// The page of the rules, for which sources are read.
pub fn rules(rules: &Rules) -> (String, String) {
    ("rules.md".to_owned(), format!("{MADE}\n{}", rules.page()))
}

/// One tool, described.
pub fn page(tool: &Listing) -> String {
    let mut page = format!("# {}\n\n{}\n\n{}\n", tool.name, tool.description, effect(tool.effect));
    let Some(Value::Object(properties)) = tool.input.get("properties") else { return page };
    let required: Vec<&str> = tool
        .input
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    page.push_str("\n| argument | type | meaning |\n| --- | --- | --- |\n");
    for (name, schema) in properties {
        let mut meaning = schema["description"].as_str().unwrap_or_default().replace('\n', " ");
        if required.contains(&name.as_str()) {
            meaning.push_str(" Required.");
        }
        if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
            let _infallible = write!(meaning, " Default: `{default}`.");
        }
        let _infallible = writeln!(page, "| `{name}` | {} | {} |", kind(schema), meaning.trim());
    }
    page
}

fn index(tools: &[Listing]) -> String {
    let mut page =
        format!("{MADE}\n# Tools\n\n| tool | effect | what it does |\n| --- | --- | --- |\n");
    for tool in tools {
        let first =
            tool.description.split_once(". ").map_or(tool.description.as_str(), |(first, _)| first);
        let _infallible = writeln!(
            page,
            "| [`{0}`]({0}.md) | {1:?} | {2} |",
            tool.name,
            tool.effect,
            first.trim_end_matches('.')
        );
    }
    page
}

fn errors() -> String {
    let mut page = format!(
        "{MADE}\n# Errors\n\nA failed call is `{{\"error\":{{\"tool\",\"code\",\"message\",\"hint\",\"retryable\",\"details\"}}}}`. Codes are stable.\n\n| code | retryable | what to do |\n| --- | --- | --- |\n"
    );
    for (code, retryable, hint) in engine::Error::all() {
        let _infallible =
            writeln!(page, "| `{code}` | {} | {hint} |", if retryable { "yes" } else { "no" });
    }
    page
}

fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Reads => "Reads only: the device stays as it was.",
        Effect::Attaches => "Acts on the device where it is told to start an app.",
        Effect::Acts => "Acts on the device.",
        Effect::Destroys => "May delete what cannot be brought back.",
    }
}

fn kind(schema: &Value) -> String {
    if let Some(Value::Array(words)) = schema.get("enum") {
        return words
            .iter()
            .filter_map(Value::as_str)
            .map(|word| format!("`{word}`"))
            .collect::<Vec<_>>()
            .join(", ");
    }
    match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null");
            kinds.collect::<Vec<_>>().join(" or ")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => "any".to_owned(),
    }
}
