//! What a tool's arguments may look like, read once from its input schema.

use serde_json::{Map, Value};

use super::schema;

/// The fields of an object.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Shape {
    pub(super) fields: Vec<Field>,
    /// Members whose own fields stand among ours.
    pub(super) flats: Vec<Flat>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) aliases: Vec<String>,
    pub(super) kind: Kind,
    pub(super) required: bool,
    pub(super) listed: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Flat {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) required: bool,
}

/// What a value may be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Anything,
    Boolean,
    Integer {
        least: i128,
        most: i128,
    },
    Number {
        least: f64,
        most: f64,
    },
    Text,
    Word(Vec<String>),
    List(Box<Self>),
    Object(Shape),
    /// An object whose keys are the caller's own.
    Map(Box<Self>),
    Choice(Vec<Self>),
}

impl Shape {
    pub(super) fn of(schema: &Value) -> Self {
        let mut shape = Self::default();
        let Some(Value::Object(properties)) = schema.get("properties") else { return shape };
        for (name, property) in properties {
            let required = names(schema, "required").any(|each| each == name);
            if property[schema::FLAT] == Value::Bool(true) {
                let nested = schema::object_alternative(&mut property.clone())
                    .map(|object| Self::of(&Value::Object(object.clone())))
                    .unwrap_or_default();
                shape.flats.push(Flat { name: name.clone(), shape: nested, required });
            } else {
                shape.fields.push(Field {
                    name: name.clone(),
                    aliases: names(property, schema::ALIASES).map(str::to_owned).collect(),
                    kind: Kind::of(property),
                    required,
                    listed: property[schema::UNLISTED] != Value::Bool(true),
                });
            }
        }
        shape
    }

    /// Every name that is listed, in its order.
    pub(super) fn known(&self) -> Vec<&str> {
        let listed = self.fields.iter().filter(|field| field.listed);
        let own = listed.map(|field| field.name.as_str());
        own.chain(self.flats.iter().flat_map(|flat| flat.shape.known())).collect()
    }

    /// The field that a key means, in whichever of its spellings.
    pub(super) fn field(&self, key: &str) -> Option<&Field> {
        let camel = camel_case(key);
        self.fields.iter().find(|field| {
            let mut names = field.aliases.iter().chain([&field.name]);
            names.any(|name| *name == key || *name == camel)
        })
    }
}

impl Kind {
    fn of(schema: &Value) -> Self {
        let Some(object) = schema.as_object() else { return Self::Anything };
        for key in ["anyOf", "oneOf"] {
            if let Some(Value::Array(alternatives)) = object.get(key) {
                return Self::one_of(alternatives.iter().filter(|each| each["type"] != "null"));
            }
        }
        if let Some(word) = object.get("const").and_then(Value::as_str) {
            return Self::Word(vec![word.to_owned()]);
        }
        if let Some(Value::Array(values)) = object.get("enum") {
            let words = values.iter().filter(|value| !value.is_null()).map(Value::as_str);
            return words
                .map(|word| word.map(str::to_owned))
                .collect::<Option<_>>()
                .map_or(Self::Anything, Self::Word);
        }
        let types: Vec<&str> = match object.get("type") {
            Some(Value::String(only)) => vec![only],
            Some(Value::Array(_)) => names(schema, "type").filter(|each| *each != "null").collect(),
            _ => Vec::new(),
        };
        match types.as_slice() {
            [only] => Self::of_type(only, object),
            [] => Self::Anything,
            several => {
                Self::Choice(several.iter().map(|each| Self::of_type(each, object)).collect())
            }
        }
    }

    fn of_type(name: &str, schema: &Map<String, Value>) -> Self {
        match name {
            "boolean" => Self::Boolean,
            "integer" => integer(schema),
            "number" => Self::Number {
                least: schema.get("minimum").and_then(Value::as_f64).unwrap_or(f64::NEG_INFINITY),
                most: schema.get("maximum").and_then(Value::as_f64).unwrap_or(f64::INFINITY),
            },
            "string" => Self::Text,
            "array" => Self::List(Box::new(schema.get("items").map_or(Self::Anything, Self::of))),
            "object" if schema.contains_key("properties") => {
                Self::Object(Shape::of(&Value::Object(schema.clone())))
            }
            "object" => Self::Map(Box::new(
                schema.get("additionalProperties").map_or(Self::Anything, Self::of),
            )),
            _ => Self::Anything,
        }
    }

    fn one_of<'a>(alternatives: impl Iterator<Item = &'a Value>) -> Self {
        let mut words = Vec::new();
        let mut others = Vec::new();
        for kind in alternatives.map(Self::of) {
            if let Self::Word(more) = kind {
                words.extend(more);
            } else {
                others.push(kind);
            }
        }
        if !words.is_empty() {
            others.push(Self::Word(words));
        }
        match others.len() {
            0 => Self::Anything,
            1 => others.remove(0),
            _ => Self::Choice(others),
        }
    }

    /// What is expected, in words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Anything => "any value".into(),
            Self::Boolean => "true or false".into(),
            Self::Integer { .. } => "an integer".into(),
            Self::Number { .. } => "a number".into(),
            Self::Text => "a string".into(),
            Self::Word(words) if words.len() == 1 => words.concat(),
            Self::Word(words) => format!("one of {}", words.join(", ")),
            Self::List(_) => "a list".into(),
            Self::Object(_) | Self::Map(_) => "an object".into(),
            Self::Choice(kinds) => kinds.iter().map(Self::words).collect::<Vec<_>>().join(", or "),
        }
    }
}

fn integer(schema: &Map<String, Value>) -> Kind {
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => (0, u8::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("uint64" | "uint") => (0, u64::MAX.into()),
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    };
    let bound = |key: &str| {
        let value = schema.get(key)?;
        value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
    };
    Kind::Integer {
        least: bound("minimum").map_or(least, |bound| bound.max(least)),
        most: bound("maximum").map_or(most, |bound| bound.min(most)),
    }
}

/// `timeout_ms` and `timeoutMs` are one name.
pub(super) fn camel_case(key: &str) -> String {
    let mut camel = String::with_capacity(key.len());
    let mut after_underscore = false;
    for letter in key.chars() {
        if letter == '_' && !camel.is_empty() {
            after_underscore = true;
        } else if std::mem::take(&mut after_underscore) {
            camel.extend(letter.to_uppercase());
        } else {
            camel.push(letter);
        }
    }
    camel
}

fn names<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = &'a str> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}
