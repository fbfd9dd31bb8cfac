//! What a wait or an expectation found, as callers read it.

use std::fmt;
use std::time::Duration;

use engine::{Check, Condition, Deadline, ElementCheck, ViewOptions};
use schemars::JsonSchema;
use serde::Serialize;

use super::certainty::Sure;
use super::target::TargetArgs;
use super::{Cx, Failure};

/// The facts that both answers share.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The element, in one line; its first word is its ref.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) element: Option<String>,
    /// How many elements fitted.
    #[serde(skip_serializing_if = "is_at_most_one")]
    pub(super) matched: usize,
    /// How the element was matched, or why the answer is no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    #[serde(flatten)]
    pub(super) sure: Sure,
    /// What came closest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) nearest: Vec<String>,
    /// The revision of the screen that decided.
    #[serde(rename = "snapshot_revision")]
    pub(super) revision: u64,
    pub(super) waited_ms: u64,
    #[serde(skip)]
    pub(super) screen: Option<String>,
}

/// Waits until the target satisfies the condition, or time is up.
pub(super) async fn wait_for(
    cx: &Cx,
    target: &TargetArgs,
    condition: Condition,
    timeout_ms: u64,
) -> Result<(bool, Found), Failure> {
    let check = if condition == Condition::Idle {
        Check::Idle
    } else {
        Check::Element(ElementCheck { target: target.target()?, condition })
    };
    let deadline = Deadline::after(Duration::from_millis(timeout_ms));
    let desk = cx.desk(cx.deadline()).await?;
    let waiting = desk.wait_for(&check, deadline);
    let verdict = cx.progress.during(waiting, "waiting for the screen").await?;
    let (element, certainty) =
        verdict.element.map(|element| (element.line, element.certainty)).unzip();
    let (sure, how) = certainty.flatten().map(Sure::of).unzip();
    let found = Found {
        element,
        matched: verdict.count,
        reason: verdict.reason.or(how),
        sure: sure.unwrap_or_default(),
        nearest: verdict.nearest,
        revision: verdict.screen.revision,
        waited_ms: u64::try_from(verdict.waited.as_millis()).unwrap_or(u64::MAX),
        screen: (!verdict.met).then(|| verdict.screen.text(ViewOptions::default())),
    };
    Ok((verdict.met, found))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_at_most_one(count: &usize) -> bool {
    *count <= 1
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.element.as_deref().unwrap_or("nothing found"))?;
        write!(f, " after {} ms", self.waited_ms)?;
        if let Some(reason) = &self.reason {
            write!(f, "\nreason: {reason}")?;
        }
        if let Some(confidence) = self.sure.confidence {
            write!(f, ", sure {confidence}")?;
        }
        for nearest in &self.nearest {
            write!(f, "\nnearest: {nearest}")?;
        }
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}
