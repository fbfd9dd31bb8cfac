//! `get_ui_tree`: the screen as small text.

use std::fmt;

use engine::ViewOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct GetUiTree;

/// Reads the screen now, as text: a line an element, indented by nesting. `@b3 btn "Pay" disabled` is a
/// ref, what it is, its label and its state; lines without a ref are text to read. The header has size,
/// app, a fingerprint that stays while it is the same screen, and the revision.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Levels to show; all without it.
    #[schemars(range(min = 1))]
    #[arg(long)]
    depth: Option<u32>,
    /// Leave plain text out.
    #[serde(default)]
    #[arg(long)]
    only_interactive: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The screen as text.
    screen: String,
    screen_fingerprint: String,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
    #[serde(rename = "captured_at_ms")]
    captured_at_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<&'static str>,
}

impl Tool for GetUiTree {
    const NAME: &'static str = "get_ui_tree";
    const TITLE: &'static str = "Read the screen";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        if input.depth == Some(0) {
            return Err(Failure::invalid_argument(
                "depth is 0",
                "give a depth of 1 or more, or none for all levels",
            ));
        }
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let screen = desk.read(deadline).await?;
        let options = ViewOptions { depth: input.depth, only_interactive: input.only_interactive };
        Ok(Output {
            screen: screen.text(options),
            screen_fingerprint: screen.fingerprint.as_str().to_owned(),
            revision: screen.revision,
            captured_at_ms: screen.captured_at_ms,
            loading: screen.loading.first().map(|loading| loading.signal),
        })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        Some(&self.screen)
    }

    fn text_only(&self) -> bool {
        true
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.screen)
    }
}
