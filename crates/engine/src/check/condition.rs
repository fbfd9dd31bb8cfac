//! What can be claimed of an element without naming a property.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Condition {
    /// It is on the screen, visible or not.
    #[default]
    Exists,
    /// It is not.
    NotExists,
    /// A part of it is on the display.
    Visible,
    /// It is visible, enabled and takes taps.
    Clickable,
    /// Nothing loads and nothing changes; needs no element.
    Idle,
}
