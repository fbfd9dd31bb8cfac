//! `get_current_screen`: which app and which part of it is in front.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct GetCurrentScreen;

/// Which app is in front, and which of its screens.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    package: Option<String>,
    activity: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_activity: Option<String>,
}

impl Tool for GetCurrentScreen {
    const NAME: &'static str = "get_current_screen";
    const TITLE: &'static str = "Current screen";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, _: Input) -> Result<Output, Failure> {
        let deadline = cx.deadline();
        let place = cx.desk(deadline).await?.place(deadline).await?;
        let short = |name: &String| name.rsplit('.').next().unwrap_or(name).to_owned();
        Ok(Output {
            short_activity: place.screen.as_ref().map(short),
            package: place.app,
            activity: place.screen,
        })
    }
}

impl Answer for Output {}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "unknown".to_owned());
        write!(f, "{} {}", part(&self.package), part(&self.activity))
    }
}
