//! JSON schemas as small as they can be while saying the same: agents pay for every byte listed.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::failure::Failure;

/// Says that a field's own fields stand among its parent's.
pub(super) const FLAT: &str = "x-flat";
/// Says how else a field may be spelled.
pub(super) const ALIASES: &str = "x-aliases";
/// Says that a field is read but not listed: it is there for older clients.
pub(super) const UNLISTED: &str = "x-unlisted";

/// Says how a field that many tools share is listed to agents: `plain` without a description, `hidden` not at all. It is
/// described in the docs, on the command line and in the server's instructions.
pub(super) const BRIEF: &str = "x-brief";

/// Definitions up to this many bytes are written out where they are used.
const INLINE_UP_TO: usize = 200;

/// The schema of an input as its type tells it, without references.
pub(super) fn of_input<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    gather_words(&mut schema);
    schema
}

/// The schema of an output, or of a failure in its place.
pub(super) fn of_output<T: JsonSchema>() -> Map<String, Value> {
    let settings =
        SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.meta_schema = None);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    let mut definitions = take_object(&mut schema, "$defs");
    for schema in definitions.values_mut().chain([&mut schema]) {
        optional_without_null(schema);
        gather_words(schema);
        tidy(schema);
    }
    let definitions = inline_small(&mut schema, definitions);

    let mut root = Map::new();
    root.insert("type".into(), json!("object"));
    root.insert("anyOf".into(), json!([schema, Failure::schema()]));
    if !definitions.is_empty() {
        root.insert("$defs".into(), Value::Object(definitions));
    }
    root
}

/// The input schema as it is listed: flat fields among the others, nothing that says nothing.
pub(super) fn listed_input(mut schema: Value) -> Map<String, Value> {
    flatten(&mut schema);
    without_null(&mut schema);
    tidy(&mut schema);
    let Value::Object(mut object) = schema else { return Map::new() };
    object.remove("description");
    object
}

/// The input schema as agents pay for it: what they know already, or will learn when they need it, is left out.
pub(super) fn brief_input(mut schema: Value) -> Map<String, Value> {
    shorten(&mut schema);
    let mut object = listed_input(schema);
    // What is not listed is refused in any case, with the nearest name.
    object.remove("additionalProperties");
    object
}

fn shorten(schema: &mut Value) {
    each_child(schema, &mut shorten);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    properties.retain(|_, property| property[BRIEF] != json!("hidden"));
    for property in properties.values_mut().filter_map(Value::as_object_mut) {
        if property.remove(BRIEF) == Some(json!("plain")) {
            for word in ["description", "minimum", "maximum", "properties", "additionalProperties"]
            {
                property.remove(word);
            }
            // Some clients refuse a list that does not say of what.
            if let Some(items) = property.get_mut("items").and_then(Value::as_object_mut) {
                items.retain(|word, _| word == "type");
            }
        }
    }
}

/// The text that describes the tool: the doc comment of its input.
pub(super) fn description(schema: &Value) -> String {
    unwrap_lines(schema["description"].as_str().unwrap_or_default())
}

/// A choice between described words becomes the plain list of them.
fn gather_words(schema: &mut Value) {
    each_child(schema, &mut gather_words);
    let Some(object) = schema.as_object_mut() else { return };
    for key in ["oneOf", "anyOf"] {
        let Some(Value::Array(choices)) = object.get(key) else { continue };
        let words = choices.iter().filter(|choice| choice["type"] != "null");
        let words: Option<Vec<Value>> = words
            .map(|choice| match (choice.get("const"), choice.get("enum")) {
                (Some(word), _) => Some(vec![word.clone()]),
                (None, Some(Value::Array(words))) => Some(words.clone()),
                _ => None,
            })
            .collect::<Option<Vec<_>>>()
            .map(|words| words.concat());
        if let Some(words) = words.filter(|words| words.iter().all(Value::is_string)) {
            object.remove(key);
            object.insert("type".into(), json!("string"));
            object.insert("enum".into(), Value::Array(words));
        }
    }
}

/// Moves the fields of flat members up among their parent's.
fn flatten(schema: &mut Value) {
    each_child(schema, &mut flatten);
    let Some(object) = schema.as_object_mut() else { return };
    let Some(Value::Object(properties)) = object.remove("properties") else { return };
    let mut required: Vec<Value> = match object.remove("required") {
        Some(Value::Array(names)) => names,
        _ => Vec::new(),
    };
    let mut listed = Map::new();
    for (name, mut property) in properties {
        if property[UNLISTED] == json!(true) {
            continue;
        }
        if property[FLAT] != json!(true) {
            listed.insert(name, property);
            continue;
        }
        let was_required = required.iter().any(|each| each == &json!(name));
        required.retain(|each| each != &json!(name));
        if let Some(nested) = object_alternative(&mut property) {
            if was_required && let Some(Value::Array(names)) = nested.remove("required") {
                required.extend(names);
            }
            if let Some(Value::Object(fields)) = nested.remove("properties") {
                listed.extend(fields);
            }
        }
    }
    object.insert("properties".into(), Value::Object(listed));
    if !required.is_empty() {
        object.insert("required".into(), Value::Array(required));
    }
}

/// The object in a schema that is one, or that is one or null.
pub(super) fn object_alternative(schema: &mut Value) -> Option<&mut Map<String, Value>> {
    if schema.get("properties").is_some() {
        return schema.as_object_mut();
    }
    schema
        .get_mut("anyOf")?
        .as_array_mut()?
        .iter_mut()
        .find(|alternative| alternative.get("properties").is_some())?
        .as_object_mut()
}

/// What an answer may leave out, it leaves out instead of saying null.
fn optional_without_null(schema: &mut Value) {
    each_child(schema, &mut optional_without_null);
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required =
        |name: &str| required.as_array().is_some_and(|all| all.contains(&json!(name)));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let optional = properties.iter_mut().filter(|(name, _)| !is_required(name));
        optional.for_each(|(_, property)| without_null_itself(property));
    }
}

/// Arguments that are null count as absent, so no schema needs to say that they may be.
fn without_null(schema: &mut Value) {
    each_child(schema, &mut without_null);
    without_null_itself(schema);
}

fn without_null_itself(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|each| each != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|each| !each.is_null());
    }
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(alternatives)) = object.get_mut(key) else { continue };
        alternatives.retain(|each| each["type"] != "null");
        if let [Value::Object(only)] = alternatives.as_slice() {
            let only = only.clone();
            object.remove(key);
            for (name, value) in only {
                object.entry(name).or_insert(value);
            }
        }
    }
}

fn tidy(schema: &mut Value) {
    each_child(schema, &mut tidy);
    if *schema == Value::Bool(true) {
        *schema = json!({}); // Says the same, and is understood by more clients.
    }
    let Some(object) = schema.as_object_mut() else { return };
    for key in ["$schema", "title", FLAT, ALIASES, BRIEF] {
        object.remove(key);
    }
    if matches!(object.get("format"), Some(Value::String(format)) if is_number_format(format)) {
        object.remove("format");
    }
    if matches!(object.get("default"), Some(Value::Null | Value::Bool(false))) {
        object.remove("default"); // What anyone would assume.
    }
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = unwrap_lines(text);
    }
}

fn is_number_format(format: &str) -> bool {
    format.starts_with("int") || format.starts_with("uint") || matches!(format, "float" | "double")
}

/// Doc comments are wrapped for their reader in the source; only paragraphs mean anything.
fn unwrap_lines(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.split('\n').map(str::trim));
    paragraphs.map(|lines| lines.collect::<Vec<_>>().join(" ")).collect::<Vec<_>>().join("\n\n")
}

/// Writes small definitions out where they are used, and returns those that are left.
fn inline_small(schema: &mut Value, mut definitions: Map<String, Value>) -> Map<String, Value> {
    let small: Map<String, Value> = definitions
        .iter()
        .filter(|(_, definition)| {
            let text = definition.to_string();
            text.len() <= INLINE_UP_TO && !text.contains("\"$ref\"")
        })
        .map(|(name, definition)| (name.clone(), definition.clone()))
        .collect();
    definitions.retain(|name, _| !small.contains_key(name));
    write_out(schema, &small);
    definitions.values_mut().for_each(|definition| write_out(definition, &small));
    definitions
}

fn write_out(schema: &mut Value, definitions: &Map<String, Value>) {
    each_child(schema, &mut |child| write_out(child, definitions));
    let Some(object) = schema.as_object_mut() else { return };
    let name = object.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/"));
    let Some(Value::Object(definition)) = name.and_then(|name| definitions.get(name)) else {
        return;
    };
    object.remove("$ref");
    for (key, value) in definition {
        object.entry(key.clone()).or_insert_with(|| value.clone());
    }
}

/// Visits the schemas directly inside a schema, and nothing that only looks like one.
fn each_child(schema: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    let Some(object) = schema.as_object_mut() else { return };
    for (key, value) in object {
        match (key.as_str(), value) {
            ("properties" | "patternProperties" | "$defs", Value::Object(children)) => {
                children.values_mut().for_each(&mut *visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(children)) => {
                children.iter_mut().for_each(&mut *visit);
            }
            // `additionalProperties: false` is no schema but a rule.
            ("items" | "not", child) | ("additionalProperties", child @ Value::Object(_)) => {
                visit(child);
            }
            _ => {}
        }
    }
}

fn take_object(schema: &mut Value, key: &str) -> Map<String, Value> {
    match schema.as_object_mut().and_then(|object| object.remove(key)) {
        Some(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    /// The first line
    /// goes on.
    ///
    /// Another paragraph.
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Input {
        /// How
        /// long.
        long: Option<u8>,
        /// Which kind.
        kind: Option<Kind>,
        /// Where.
        #[schemars(extend("x-flat" = true))]
        place: Option<Place>,
        /// Anything at all.
        any: Value,
        /// Several.
        several: Vec<Place>,
        /// Half.
        #[schemars(extend("x-aliases" = ["semi"]))]
        half: f64,
    }

    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    enum Kind {
        #[schemars(rename = "one")]
        One,
        #[schemars(rename = "two")]
        Two,
    }

    /// A place.
    #[derive(JsonSchema, Serialize)]
    struct Place {
        /// From the left.
        x: i32,
        /// From the top.
        #[serde(skip_serializing_if = "Option::is_none")]
        y: Option<i32>,
    }

    #[test]
    fn says_only_what_says_something() {
        let raw = of_input::<Input>();
        assert_eq!(description(&raw), "The first line goes on.\n\nAnother paragraph.");
        let listed = listed_input(raw);
        let place = json!({ "x": { "type": "integer", "description": "From the left." },
            "y": { "type": "integer", "description": "From the top." } });
        assert_eq!(
            Value::Object(listed),
            json!({
                "type": "object",
                "properties": {
                    "long": { "type": "integer", "description": "How long.",
                        "minimum": 0, "maximum": 255 },
                    "kind": { "type": "string", "enum": ["one", "two"],
                        "description": "Which kind." },
                    "x": place["x"],
                    "y": place["y"],
                    "any": { "description": "Anything at all." },
                    "several": { "type": "array", "description": "Several.", "items": {
                        "type": "object", "description": "A place.",
                        "properties": place, "required": ["x"] } },
                    "half": { "type": "number", "description": "Half." },
                },
                "required": ["any", "several", "half"],
            })
        );
    }

    #[derive(JsonSchema, Serialize)]
    struct Answer {
        place: Place,
        places: Vec<Place>,
        /// Null means something here.
        maybe: Option<bool>,
        tree: Tree,
    }

    /// Long enough to stay where it is: what is used in several places is told in one, because
    /// each repetition of a long definition would cost more than the reference does.
    #[derive(JsonSchema, Serialize)]
    struct Tree {
        children: Vec<Self>,
    }

    #[test]
    fn an_output_may_be_a_failure() {
        let schema = of_output::<Answer>();
        let answer = &schema["anyOf"][0];
        assert_eq!(answer["properties"]["place"], answer["properties"]["places"]["items"]);
        assert_eq!(answer["properties"]["place"]["properties"]["y"]["type"], "integer");
        assert_eq!(answer["properties"]["maybe"]["type"], json!(["boolean", "null"]));
        assert_eq!(answer["properties"]["tree"], json!({ "$ref": "#/$defs/Tree" }));
        assert_eq!(
            schema["$defs"]["Tree"]["properties"]["children"]["items"],
            json!({ "$ref": "#/$defs/Tree" })
        );
        assert_eq!(schema["anyOf"][1], Failure::schema());
    }
}
