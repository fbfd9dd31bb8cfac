//! Claims about a property of an element.

use serde_json::{Value, json};
use ui::selector::Purpose;
use ui::{Selector, State};

use super::verdict::{Denial, Seen};
use crate::store::Store;
use crate::target::{look_for, resolve};
use crate::{Error, Result, Screen, Target};

/// A property of the target has this value. Any match will do.
#[derive(Debug, Clone, PartialEq)]
pub struct StateCheck {
    pub target: Target,
    /// What is looked for where the target is a ref whose element is gone.
    pub stand_in: Option<Box<Selector>>,
    /// As the state names it: `checked`, `value`, `text_value` and so on; or `text`, `label`.
    pub property: String,
    pub expected: Value,
    /// How far a number may be off.
    pub tolerance: f64,
}

const PROPERTIES: &[&str] = &[
    "checked",
    "selected",
    "focused",
    "expanded",
    "enabled",
    "text_value",
    "value",
    "raw_value",
    "percent",
    "text",
    "label",
];

impl StateCheck {
    pub(super) fn make_sense(&self) -> Result<()> {
        let unknown = || {
            let known = PROPERTIES.join(", ");
            Err(Error::invalid(
                "property",
                format!("{} is none of {known}", ui::text::quote(&self.property)),
            ))
        };
        if !PROPERTIES.contains(&self.property.as_str()) {
            return unknown();
        }
        let fits = match self.property.as_str() {
            "checked" | "focused" | "expanded" | "enabled" => self.expected.is_boolean(),
            "selected" => !self.expected.is_null() && !self.expected.is_array(),
            "value" | "raw_value" => self.expected.is_number() || self.expected.is_string(),
            "percent" => self.expected.is_number(),
            _ => self.expected.is_string(),
        };
        if fits {
            return Ok(());
        }
        let why = format!("{} cannot be {}", self.property, self.expected);
        Err(Error::invalid("expected", why))
    }

    pub(super) fn claim(&self) -> Value {
        json!({
            "target": self.target.to_string(),
            "property": self.property,
            "expected": self.expected,
        })
    }

    pub(super) fn observe(&self, screen: &Screen, store: &Store) -> Seen {
        let look_for = |selector: &Selector| {
            // A label's own words are its own; every other property is that of the control.
            let words = matches!(self.property.as_str(), "text" | "label");
            look_for(selector, screen, if words { Purpose::Look } else { Purpose::Reach })
        };
        let candidates = match &self.target {
            Target::Selector(selector) => look_for(selector),
            Target::Ref(_) | Target::Point(_) => match resolve(&self.target, screen, store) {
                Ok(element) => vec![element],
                Err(Error::AmbiguousTarget { count, candidates, .. }) => {
                    let reason = format!("{count} elements fit: {}", candidates.join(", "));
                    return Seen { count, ..Seen::no(Denial::Timeout, reason) };
                }
                Err(_) => self.stand_in.as_deref().map(look_for).unwrap_or_default(),
            },
        };
        let count = candidates.len();
        let mut first: Option<Seen> = None;
        for element in candidates {
            let value = self.read(screen, element.node);
            let observed =
                value.clone().map(|value| json!({ "property": self.property, "value": value }));
            let met = value.as_ref().is_some_and(|value| self.accepts(value));
            let against = match value {
                _ if met => None,
                Some(value) => Some((
                    Denial::ExpectStateMismatch,
                    format!(
                        "{} of {} is {value}, not {}",
                        self.property, element.line, self.expected
                    ),
                )),
                None => Some((
                    Denial::StateUnavailable,
                    format!("{} of {} is not told by the device", self.property, element.line),
                )),
            };
            let seen = Seen { met, element: Some(element), count, observed, against };
            if met {
                return seen;
            }
            first.get_or_insert(seen);
        }
        first.unwrap_or_else(|| {
            let or = self.stand_in.as_deref().cloned().map(Target::Selector);
            let or = or.map(|or| format!(", or {or}")).unwrap_or_default();
            let reason = format!("nothing on screen matches {}{or}", self.target);
            Seen::no(Denial::ElementNotFound, reason)
        })
    }

    /// What the device says of it.
    fn read(&self, screen: &Screen, node: ui::NodeId) -> Option<Value> {
        let node = screen.tree.node(node);
        match self.property.as_str() {
            "text" => (!node.is_password()).then(|| json!(node.text())),
            "label" => node.own_label().map(|label| json!(label)),
            "text_value" if node.is_password() => None,
            property => State::of(node).get(property),
        }
    }

    fn accepts(&self, value: &Value) -> bool {
        match (&self.expected, value) {
            (Value::Number(expected), Value::Number(value)) => {
                let apart = expected.as_f64().zip(value.as_f64()).map(|(a, b)| (a - b).abs());
                apart.is_some_and(|apart| apart <= self.tolerance)
            }
            // An option goes by its id, else by its label.
            (Value::Object(wanted), value) if self.property == "selected" => {
                let wanted = wanted.get("id").or_else(|| wanted.get("label"));
                wanted.and_then(Value::as_str).map(str::trim) == value.as_str().map(str::trim)
            }
            (Value::String(expected), Value::String(value)) if self.property == "selected" => {
                expected.trim() == value.trim()
            }
            (expected, value) => expected == value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(property: &str, expected: &Value, tolerance: f64) -> StateCheck {
        StateCheck {
            target: Target::Point(ui::Point::default()),
            stand_in: None,
            property: property.to_owned(),
            expected: expected.clone(),
            tolerance,
        }
    }

    fn accepts(property: &str, expected: &Value, tolerance: f64, value: &Value) -> bool {
        check(property, expected, tolerance).accepts(value)
    }

    /// Holds expect_state.6, expect_state.7.
    #[test]
    fn values_are_compared_by_kind() {
        assert!(accepts("checked", &json!(true), 0.0, &json!(true)));
        assert!(!accepts("checked", &json!(true), 0.0, &json!(false)));
        assert!(accepts("value", &json!(75), 0.0, &json!(75.0)));
        assert!(!accepts("value", &json!(75), 0.0, &json!(76)));
        assert!(accepts("value", &json!(75), 1.0, &json!(76)));
        assert!(!accepts("value", &json!("75"), 0.0, &json!(75)));
        assert!(accepts("selected", &json!({ "label": "Blue" }), 0.0, &json!(" Blue ")));
        assert!(accepts("selected", &json!("Blue"), 0.0, &json!("Blue")));
        assert!(!accepts("selected", &json!(true), 0.0, &json!("Blue")));
        assert!(accepts("text_value", &json!(""), 0.0, &json!("")));
    }

    /// Holds expect_state.1.
    #[test]
    fn nonsense_is_refused_before_anyone_waits() {
        let check =
            |property: &str, expected: Value| check(property, &expected, 0.0).make_sense().is_ok();
        assert!(check("checked", json!(false)) && !check("checked", json!("yes")));
        assert!(check("selected", json!({ "id": "a" })) && !check("selected", json!(null)));
        assert!(check("text", json!("")) && !check("colour", json!("red")));
    }
}
