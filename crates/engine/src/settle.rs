//! How long an action waits for its consequences.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Settle {
    /// Dispatch and return; the effect is not observed.
    None,
    /// Wait for the first quiet screen.
    Light,
    /// Also wait until nothing is loading.
    Full,
}
