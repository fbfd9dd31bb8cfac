//! `get_ui_tree`: the screen as small text.

use std::fmt;

use engine::ViewOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ui::view::{DEFAULT_BUDGET, LEAST_BUDGET, most_tokens};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct GetUiTree;

/// Reads the screen now, as text: a line an element, indented by nesting. `@b3 btn "Pay" disabled` is a
/// ref, what it is, its label and its state; lines without a ref are text to read. The header has size,
/// app, a fingerprint that stays while it is the same screen, and the revision. With `since` it may answer with
/// changes to that text instead: `- @b1` is gone, `~ @b2 …` now reads so, `+ … after @b3` is new below @b3;
/// L5 is the fifth line of the old text, header included.
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
    /// Tokens the text may cost; what does not fit is counted. 4000 without it.
    #[schemars(range(min = 100))]
    #[arg(long)]
    budget: Option<usize>,
    /// A revision that was shown before, the 5 of r5: only what changed since.
    #[arg(long)]
    since: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The screen as text, or what changed on it.
    screen: String,
    /// `screen` says only what changed since the revision that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<bool>,
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
        let budget = input.budget.unwrap_or(DEFAULT_BUDGET);
        if budget < LEAST_BUDGET {
            return Err(Failure::invalid_argument(
                format!("budget is {budget}, which no screen fits into"),
                format!("give a budget of {LEAST_BUDGET} tokens or more"),
            ));
        }
        if input.since.is_some() && (input.depth.is_some() || input.only_interactive) {
            return Err(Failure::invalid_argument(
                "since is about the whole screen, depth and onlyInteractive are about a part of it",
                "give since alone, or leave it out",
            ));
        }
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let screen = desk.read(deadline).await?;
        if let Some(since) = input.since.filter(|since| *since > screen.revision) {
            return Err(Failure::invalid_argument(
                format!("revision {since} is yet to come, the screen is at r{}", screen.revision),
                "give the number behind the r in the header of a screen of this device, or leave since out",
            ));
        }
        let changes = input.since.and_then(|since| desk.changes_since(since, &screen));
        let changes = changes.filter(|changes| most_tokens(changes) <= budget);
        let options = ViewOptions {
            depth: input.depth,
            only_interactive: input.only_interactive,
            budget: input.budget,
        };
        Ok(Output {
            delta: changes.is_some().then_some(true),
            screen: changes.unwrap_or_else(|| screen.text(options)),
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
