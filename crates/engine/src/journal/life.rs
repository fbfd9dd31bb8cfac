//! What has become of an app.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Life {
    Running,
    /// Its process ended without a report.
    Ended,
    Crashed,
    NotResponding,
}
