//! What a screen is made of: widgets and their properties.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
};

use super::{
    action::Actions,
    expr::Expr,
    given::Given,
    kind::Kind,
    place::{Located, Place},
    template::{Dynamic, optional_words, words},
};
use crate::screen::{Icon, InputType};

/// What is shown. All kinds share one set of properties; `Kind` says which kind takes which.
#[derive(Debug)]
pub(crate) struct Widget {
    pub(crate) kind: Kind,
    pub(crate) at: Place,
    given: Box<Given<Props>>,
}

impl Widget {
    pub(crate) fn props(&self) -> &Props {
        &self.given.value
    }

    /// The properties it was given, with their places.
    pub(crate) fn given(&self) -> &Given<Props> {
        &self.given
    }
}

impl<'de> Deserialize<'de> for Widget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Located { value: Named { kind, given }, at } = Located::deserialize(deserializer)?;
        Ok(Self { kind, at, given })
    }
}

/// The one key of a widget and its value.
struct Named {
    kind: Kind,
    given: Box<Given<Props>>,
}

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NamedVisitor)
    }
}

/// A second key beside the name of a widget: refused while it is read, which makes its place known.
struct Second;

impl<'de> Deserialize<'de> for Second {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer)?;
        Err(D::Error::custom(
            "one widget only can be here; give each its own `- ` below `children`, and indent \
             properties below their widget",
        ))
    }
}

struct NamedVisitor;

impl<'de> Visitor<'de> for NamedVisitor {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a widget")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Named, A::Error> {
        let Some(kind) = map.next_key()? else { return self.visit_unit() };
        let given = map.next_value()?;
        map.next_key::<Second>()?;
        Ok(Named { kind, given })
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Named, E> {
        Err(E::custom(format!("a widget needs its properties; write `{name}: {{}}` for none")))
    }

    fn visit_unit<E: Error>(self) -> Result<Named, E> {
        Err(E::custom("a widget is missing here"))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Props {
    /// Resource id without package.
    pub(crate) id: String,
    pub(crate) visible: Option<Located<Expr>>,
    pub(crate) enabled: Option<Located<Expr>>,
    #[serde(deserialize_with = "optional_words")]
    pub(crate) text: Option<Located<Dynamic>>,
    /// Content description.
    #[serde(deserialize_with = "optional_words")]
    pub(crate) desc: Option<Located<Dynamic>>,
    #[serde(deserialize_with = "optional_words")]
    pub(crate) hint: Option<Located<Dynamic>>,
    pub(crate) style: Option<Located<Style>>,
    pub(crate) icon: Option<Icon>,
    /// Side of an image in dp.
    pub(crate) size: Option<f32>,
    pub(crate) input: Option<Input>,
    /// The variable that a control shows and changes.
    pub(crate) bind: Option<Located<String>>,
    pub(crate) value: Option<Located<Dynamic>>,
    pub(crate) min: f64,
    pub(crate) max: Option<f64>,
    pub(crate) step: Option<f64>,
    pub(crate) children: Vec<Widget>,
    /// The list that rows are made of.
    pub(crate) of: Option<Located<Expr>>,
    /// What a row is called in its expressions.
    #[serde(rename = "as")]
    pub(crate) row_name: Option<String>,
    pub(crate) row: Option<Box<Widget>>,
    pub(crate) gap: f32,
    pub(crate) padding: Option<f32>,
    pub(crate) align: Option<Align>,
    pub(crate) justify: Option<Align>,
    /// Share of the room that is left in the parent's direction.
    pub(crate) weight: Option<f32>,
    /// Sides in dp.
    pub(crate) width: Option<f32>,
    pub(crate) height: Option<f32>,
    pub(crate) max_lines: usize,
    /// Of tabs.
    pub(crate) pages: Vec<Page>,
    /// Of a clock: `%H:%M`.
    pub(crate) format: Option<Located<String>>,
    /// Moves to and fro without telling anybody.
    pub(crate) drift: Option<Drift>,
    /// Another class name than the kind's own.
    pub(crate) class: Option<String>,
    pub(crate) on_tap: Actions,
    pub(crate) on_long_tap: Actions,
    pub(crate) on_change: Actions,
    pub(crate) on_submit: Actions,
}

/// One of several pages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Page {
    #[serde(deserialize_with = "words")]
    pub(crate) title: Located<Dynamic>,
    pub(crate) icon: Option<Icon>,
    pub(crate) body: Widget,
}

/// A movement to and fro, at most so far and one way in so many milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Drift {
    #[serde(default)]
    pub(crate) x: f32,
    #[serde(default)]
    pub(crate) y: f32,
    pub(crate) ms: u32,
    /// Milliseconds after the start of the activity at which it comes to rest where it began.
    pub(crate) until: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Style {
    Body,
    Title,
    Heading,
    Caption,
    Error,
    Filled,
    Outlined,
    Plain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Align {
    Start,
    Center,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Input {
    Text,
    Multiline,
    Email,
    Password,
    Number,
    Phone,
}

impl From<Input> for InputType {
    fn from(input: Input) -> Self {
        match input {
            Input::Text => Self::Text,
            Input::Multiline => Self::Multiline,
            Input::Email => Self::Email,
            Input::Password => Self::Password,
            Input::Number => Self::Number,
            Input::Phone => Self::Phone,
        }
    }
}

impl From<Align> for crate::screen::Align {
    fn from(align: Align) -> Self {
        match align {
            Align::Start => Self::Start,
            Align::Center => Self::Center,
            Align::End => Self::End,
        }
    }
}
