//! `find_element`: look an element up by words, without touching anything.

use std::fmt;

use engine::{Deadline, FoundElement, Lookup};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::certainty::InteractionHint;
use super::timeout::within;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct FindElement;

/// Finds the element that fits a query best: label, description, id, hint or role, exact before partial. Answers with its
/// ref, how sure that is, and what else came close.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The words to look for.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    query: String,
    /// Only whole labels and ids.
    #[serde(default)]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    exact: bool,
    /// How long it may take to appear, in milliseconds.
    #[serde(default = "three_seconds")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = three_seconds())]
    timeout_ms: u64,
}

fn three_seconds() -> u64 {
    3_000
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    found: bool,
    #[serde(flatten)]
    element: Option<FoundElement>,
    /// How to handle a control that was found by its looks.
    #[serde(rename = "interactionHint", skip_serializing_if = "Option::is_none")]
    interaction_hint: Option<InteractionHint>,
    /// What came close.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nearest: Vec<String>,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
}

impl Tool for FindElement {
    const NAME: &'static str = "find_element";
    const TITLE: &'static str = "Find an element";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let lookup = Lookup { query: input.query, exact: input.exact };
        let deadline = Deadline::after(within(input.timeout_ms));
        let desk = cx.desk(cx.deadline()).await?;
        let looking = desk.look_up(&lookup, deadline);
        let found = cx.progress.during(looking, "looking for the element").await?;
        Ok(Output {
            found: found.element.is_some(),
            interaction_hint: found
                .element
                .as_ref()
                .and_then(|element| element.track)
                .map(InteractionHint::of),
            element: found.element,
            nearest: found.nearest,
            revision: found.screen.revision,
        })
    }
}

impl Answer for Output {}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.element {
            Some(element) => write!(f, "{} (sure {})", element.line, element.confidence)?,
            None => f.write_str("not found")?,
        }
        for nearest in &self.nearest {
            write!(f, "\nnearest: {nearest}")?;
        }
        Ok(())
    }
}
