//! A typed value of an attribute or a resource.

use super::bytes::Bytes;
use super::strings::StringPool;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// Empty or undefined.
    Null,
    /// The resource with this id.
    Reference(u32),
    Text(String),
    Number(i32),
    Bool(bool),
    /// A kind that no manifest needs (floats, dimensions, colours): its bits.
    Other(u32),
}

impl Value {
    /// Reads the eight bytes of a `Res_value`; texts are numbers in the pool.
    pub(super) fn parse(bytes: Bytes<'_>, pool: &StringPool<'_>) -> Option<Self> {
        Some(Self::of(bytes.u8(3)?, bytes.u32(4)?, pool))
    }

    pub(super) fn of(kind: u8, data: u32, pool: &StringPool<'_>) -> Self {
        match kind {
            0x00 => Self::Null,
            // A reference, dynamic or not.
            0x01 | 0x07 => Self::Reference(data),
            0x03 => pool.get(data).map_or(Self::Null, Self::Text),
            0x10 | 0x11 => Self::Number(data.cast_signed()),
            0x12 => Self::Bool(data != 0),
            _ => Self::Other(data),
        }
    }

    /// As text, where Android would coerce it to one.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            Self::Bool(value) => Some(value.to_string()),
            Self::Null | Self::Reference(_) | Self::Other(_) => None,
        }
    }

    pub(super) fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Bool(value) => Some(i32::from(*value)),
            Self::Text(text) => text.trim().parse().ok(),
            Self::Other(bits) => Some(bits.cast_signed()),
            Self::Null | Self::Reference(_) => None,
        }
    }

    pub(super) fn bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            Self::Number(number) => Some(*number != 0),
            Self::Text(text) => match text.as_str() {
                "true" | "TRUE" | "True" => Some(true),
                "false" | "FALSE" | "False" => Some(false),
                _ => None,
            },
            Self::Null | Self::Reference(_) | Self::Other(_) => None,
        }
    }
}
