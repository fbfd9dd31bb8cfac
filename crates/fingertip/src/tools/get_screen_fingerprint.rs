//! `get_screen_fingerprint`: a name for the screen, to compare later.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct GetScreenFingerprint;

/// A short name of the screen that stays while it is the same screen, whatever is typed or checked on it.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    activity: Option<String>,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
}

impl Tool for GetScreenFingerprint {
    const NAME: &'static str = "get_screen_fingerprint";
    const TITLE: &'static str = "Screen fingerprint";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, _: Input) -> Result<Output, Failure> {
        let deadline = cx.deadline();
        let screen = cx.desk(deadline).await?.read(deadline).await?;
        Ok(Output {
            fingerprint: screen.fingerprint.as_str().to_owned(),
            activity: screen.place.screen.clone(),
            revision: screen.revision,
        })
    }
}

impl Answer for Output {}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fingerprint)
    }
}
