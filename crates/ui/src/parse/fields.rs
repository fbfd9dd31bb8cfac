//! Reading one field of a node: what has a wrong type is a gap, and the node stands without it.

use std::borrow::Cow;

use super::build::Builder;
use super::json::Value;
use crate::{Bounds, extra};

impl Builder {
    /// A text; nothing where the value is null.
    pub(super) fn text<'j>(&mut self, field: &str, value: Value<'j>) -> Cow<'j, str> {
        let text = value.text();
        if text.is_none() && !value.is_null() {
            self.wrong(field, value);
        }
        text.unwrap_or_default()
    }

    /// The value of a control, as it stands.
    pub(super) fn value(&mut self, field: &str, value: Value<'_>) -> Option<extra::Value> {
        if let Some(text) = value.text() {
            return Some(extra::Value::Text(text.into()));
        }
        if let Some(flag) = value.bool() {
            return Some(extra::Value::Text(flag.to_string().into()));
        }
        self.number(field, value).map(extra::Value::Number)
    }

    /// A yes or no, in any of the spellings in use.
    pub(super) fn flag(&mut self, field: &str, value: Value<'_>) -> Option<bool> {
        let flag = value.bool().or_else(|| match value.digits() {
            Some(digits) => yes_or_no(digits),
            None => yes_or_no(&value.text()?),
        });
        if flag.is_none() && !value.is_null() {
            self.wrong(field, value);
        }
        flag
    }

    pub(super) fn number(&mut self, field: &str, value: Value<'_>) -> Option<f64> {
        let number = value.number();
        if number.is_none() && !value.is_null() {
            self.wrong(field, value);
        }
        number
    }

    pub(super) fn integer(&mut self, field: &str, value: Value<'_>) -> Option<i64> {
        self.number(field, value).map(whole)
    }

    /// An edge of a box, or a size, in whole pixels or points.
    pub(super) fn pixels(&mut self, field: &str, value: Value<'_>) -> Option<i32> {
        self.number(field, value).map(pixel)
    }

    /// `[left, top, right, bottom]`
    pub(super) fn edges(&mut self, field: &str, value: Value<'_>) -> Bounds {
        let numbers: Vec<f64> = value.items().take(5).map_while(Value::number).collect();
        if let [left, top, right, bottom] = numbers[..] {
            return Bounds::new(pixel(left), pixel(top), pixel(right), pixel(bottom));
        }
        self.wrong(field, value);
        Bounds::default()
    }

    pub(super) fn wrong(&mut self, field: &str, value: Value<'_>) {
        self.gap(value.at(), format!("{field} is {}", value.kind()));
    }
}

pub(super) fn yes_or_no(word: &str) -> Option<bool> {
    match word {
        "true" | "1" | "YES" | "yes" => Some(true),
        "false" | "0" | "NO" | "no" => Some(false),
        _ => None,
    }
}

/// The nearest pixel. A hostile number becomes the nearest one there is.
#[expect(clippy::cast_possible_truncation, reason = "saturates, which is what is wanted")]
pub(super) fn pixel(number: f64) -> i32 {
    number.round() as i32
}

#[expect(clippy::cast_possible_truncation, reason = "saturates, which is what is wanted")]
pub(super) fn whole(number: f64) -> i64 {
    number as i64
}
