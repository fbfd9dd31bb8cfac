//! An intent as it travels between the phone and an app process.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::android::{Component, Extra, Intent};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WireIntent {
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", rename = "type")]
    mime: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    /// A Java `int`: the highest flag makes it negative.
    flags: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    categories: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    extras: Vec<WireExtra>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clip: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct WireExtra {
    name: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    value: Value,
}

impl From<&Intent> for WireIntent {
    fn from(intent: &Intent) -> Self {
        let component = intent.component.as_ref();
        let package = component.map(|component| component.package.clone());
        Self {
            action: intent.action.clone(),
            data: intent.data.clone(),
            mime: intent.mime.clone(),
            package: package.or_else(|| intent.package.clone()),
            class: component.map(|component| component.class.clone()),
            flags: i64::from(intent.flags.cast_signed()),
            categories: intent.categories.clone(),
            extras: intent.extras.iter().map(WireExtra::of).collect(),
            clip: intent.clip.clone(),
        }
    }
}

impl WireIntent {
    /// The intent that an app sent.
    pub(crate) fn into_intent(self) -> Intent {
        let (component, package) = match (self.class, self.package) {
            (Some(class), Some(package)) => (Some(Component::new(&package, &class)), None),
            (_, package) => (None, package),
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "they are bits"
        )]
        let flags = self.flags as u32;
        Intent {
            action: self.action,
            data: self.data,
            mime: self.mime,
            categories: self.categories,
            flags,
            package,
            component,
            extras: self.extras.into_iter().map(WireExtra::read).collect::<BTreeMap<_, _>>(),
            clip: self.clip,
        }
    }
}

impl WireExtra {
    pub(super) fn of((name, extra): (&String, &Extra)) -> Self {
        let (kind, value) = match extra {
            Extra::Text(text) => ("string", Value::from(text.as_str())),
            Extra::Uri(text) => ("uri", Value::from(text.as_str())),
            Extra::Bool(value) => ("boolean", Value::from(*value)),
            Extra::Int(value) => ("int", Value::from(*value)),
            Extra::Long(value) => ("long", Value::from(*value)),
            Extra::Float(value) => ("float", Value::from(*value)),
            Extra::Null => ("null", Value::Null),
            Extra::Intent(intent) => ("intent", written(intent)),
            Extra::Intents(intents) => ("intents", intents.iter().map(written).collect()),
            Extra::Opaque(kind, value) => (kind.as_str(), value.clone()),
        };
        Self { name: name.clone(), kind: kind.to_owned(), value }
    }

    fn read(self) -> (String, Extra) {
        let Self { name, kind, value } = self;
        #[expect(clippy::cast_possible_truncation, reason = "a Java float came as a double")]
        let known = match kind.as_str() {
            "string" => value.as_str().map(|text| Extra::Text(text.to_owned())),
            "uri" => value.as_str().map(|text| Extra::Uri(text.to_owned())),
            "boolean" => value.as_bool().map(Extra::Bool),
            "int" => value.as_i64().and_then(|value| value.try_into().ok()).map(Extra::Int),
            "long" => value.as_i64().map(Extra::Long),
            "float" => value.as_f64().map(|value| Extra::Float(value as f32)),
            "null" => Some(Extra::Null),
            "intent" => read_intent(&value).map(|intent| Extra::Intent(Box::new(intent))),
            "intents" => {
                let all = value.as_array().map(|all| all.iter().map(read_intent).collect());
                all.flatten().map(Extra::Intents)
            }
            _ => None,
        };
        (name, known.unwrap_or(Extra::Opaque(kind, value)))
    }
}

fn written(intent: &Intent) -> Value {
    serde_json::to_value(WireIntent::from(intent)).unwrap_or_default()
}

/// An intent inside another. How deep they go is bounded by the reader of the frame.
fn read_intent(value: &Value) -> Option<Intent> {
    WireIntent::deserialize(value).ok().map(WireIntent::into_intent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_as_it_went() {
        let component = Component::new("com.x", ".Main");
        let mut intent = Intent::explicit(component);
        intent.flags = 0x8000_0000 | Intent::FLAG_NEW_TASK;
        intent.action = Some("VIEW".to_owned());
        intent.data = Some("x:y".to_owned());
        intent.mime = Some("text/plain".to_owned());
        intent.categories = vec!["A".to_owned(), "B".to_owned()];
        let extras = [
            ("a", Extra::Text("ä\u{0}".to_owned())),
            ("b", Extra::Bool(true)),
            ("c", Extra::Int(-3)),
            ("d", Extra::Long(1 << 40)),
            ("e", Extra::Float(0.5)),
            ("f", Extra::Uri("u:r".to_owned())),
            ("g", Extra::Null),
            ("h", Extra::Opaque("parcel".to_owned(), Value::from("AAEC"))),
            (
                "j",
                Extra::Intent(Box::new(Intent {
                    clip: Some("AA".to_owned()),
                    ..Intent::default()
                })),
            ),
            (
                "k",
                Extra::Intents(vec![Intent::default(), Intent::explicit(Component::new("a", "b"))]),
            ),
            ("i", Extra::Opaque("ints".to_owned(), Value::from(vec![1, 2]))),
        ];
        intent.extras = extras.map(|(name, extra)| (name.to_owned(), extra)).into();
        let text = serde_json::to_string(&WireIntent::from(&intent)).unwrap();
        let back: WireIntent = serde_json::from_str(&text).unwrap();
        assert_eq!(back.into_intent(), intent);
    }

    #[test]
    fn an_extra_that_is_not_what_it_says_is_kept_as_it_came() {
        let text = r#"{"extras": [{"name": "n", "type": "int", "value": "x"}, {"name": "m", "type": "long"}], "flags": -1}"#;
        let intent = serde_json::from_str::<WireIntent>(text).unwrap().into_intent();
        assert_eq!(intent.flags, u32::MAX);
        assert_eq!(intent.extras["n"], Extra::Opaque("int".to_owned(), Value::from("x")));
        assert_eq!(intent.extras["m"], Extra::Opaque("long".to_owned(), Value::Null));
    }
}
