//! Values of a declared app.

use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{
        Error, MapAccess, SeqAccess, Visitor,
        value::{MapAccessDeserializer, SeqAccessDeserializer},
    },
};

/// A text, a truth, a number, a list or a record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Self>),
    Record(BTreeMap<String, Self>),
}

impl Value {
    pub(crate) fn empty() -> Self {
        Self::Text(String::new())
    }

    /// Empty texts and lists, zero and false are not true.
    pub(crate) fn is_true(&self) -> bool {
        match self {
            Self::Bool(value) => *value,
            Self::Number(number) => *number != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::List(list) => !list.is_empty(),
            Self::Record(_) => true,
        }
    }

    pub(crate) fn number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            Self::Bool(value) => f64::from(u8::from(*value)),
            Self::Text(text) => text.trim().parse().unwrap_or(0.0),
            Self::List(_) | Self::Record(_) => 0.0,
        }
    }

    /// Characters of a text, entries of a list or record.
    pub(crate) fn length(&self) -> usize {
        match self {
            Self::Text(text) => text.chars().count(),
            Self::List(list) => list.len(),
            Self::Record(record) => record.len(),
            Self::Bool(_) | Self::Number(_) => self.to_string().chars().count(),
        }
    }

    /// The text as a value of the same type as this one: how saved values and extras come back.
    pub(crate) fn parse_like(&self, text: &str) -> Self {
        match self {
            Self::Bool(_) => Self::Bool(text == "true"),
            Self::Number(_) => Self::Number(text.trim().parse().unwrap_or(0.0)),
            Self::Text(_) | Self::List(_) | Self::Record(_) => Self::Text(text.to_owned()),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    #[expect(clippy::cast_precision_loss, reason = "all numbers of an app are floats")]
    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "all numbers of an app are floats")]
    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Err(E::custom("a value is missing here; write \"\" for an empty text"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(seq)).map(Value::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value, A::Error> {
        BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(Value::Record)
    }
}

/// Whole numbers show no decimals.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::List(list) => {
                for (place, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if place == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Self::Record(_) => f.write_str("[record]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_as_people_write_them() {
        assert_eq!(Value::Number(3.0).to_string(), "3");
        assert_eq!(Value::Number(2.5).to_string(), "2.5");
        assert_eq!(Value::Number(1.0).parse_like("7"), Value::Number(7.0));
    }
}
