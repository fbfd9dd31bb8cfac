//! What a wait or an expectation found, as callers read it.

use std::fmt;

use engine::{Check, Deadline, Denial, Desk, Verdict};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::certainty::Sure;
use super::older_names;
use super::timeout::within;
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
    /// What was seen of it, where that is more than the element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) observed: Option<Value>,
    /// How the element was matched, or why the answer is no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The code of a no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<&'static str>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hint: Option<&'static str>,
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
    /// How the verdict came about, for programs.
    #[serde(skip)]
    pub(super) more: Map<String, Value>,
}

/// Waits until the check holds, or time is up: is it so yet.
pub(super) async fn wait_for(
    cx: &Cx,
    check: &Check,
    timeout_ms: u64,
) -> Result<(bool, Found), Failure> {
    let deadline = Deadline::after(within(timeout_ms));
    let desk = cx.desk(cx.deadline()).await?;
    let waiting = desk.wait_for(check, deadline);
    let verdict = cx.progress.during(waiting, "waiting for the screen").await?;
    Ok(Found::told(cx, &desk, verdict))
}

/// Decides the check: a yes was seen twice.
pub(super) async fn decide(
    cx: &Cx,
    check: &Check,
    timeout_ms: u64,
) -> Result<(bool, Found), Failure> {
    let deadline = Deadline::after(within(timeout_ms));
    let desk = cx.desk(cx.deadline()).await?;
    let deciding = desk.expect(check, deadline);
    let verdict = cx.progress.during(deciding, "waiting for the screen").await?;
    Ok(Found::told(cx, &desk, verdict))
}

impl Found {
    /// Whether the check holds, and what was found: the whole screen where it does not.
    fn told(cx: &Cx, desk: &Desk, verdict: Verdict) -> (bool, Self) {
        let screen = (!verdict.met).then(|| cx.told_whole(desk, &verdict.screen));
        let more = evidence(&verdict);
        let (element, certainty) =
            verdict.element.map(|element| (element.line, element.certainty)).unzip();
        let (sure, how) = certainty.flatten().map(Sure::of).unzip();
        let met = verdict.met;
        let found = Self {
            element,
            matched: verdict.count,
            observed: verdict.observed,
            reason: verdict.reason.or(how),
            code: verdict.code.map(Denial::code),
            hint: verdict.code.map(Denial::hint),
            sure: sure.unwrap_or_default(),
            nearest: verdict.nearest,
            revision: verdict.screen.revision,
            waited_ms: u64::try_from(verdict.waited.as_millis()).unwrap_or(u64::MAX),
            screen,
            more,
        };
        (met, found)
    }

    /// All that only programs are told.
    pub(super) fn for_programs<const N: usize>(
        &self,
        yes: bool,
        older: [(&str, Value); N],
    ) -> Map<String, Value> {
        let mut told = self.more.clone();
        told.extend(older_names::of_verdict(yes, self.code));
        told.extend(older_names::names(older));
        told
    }

    /// What older servers told of an element that was looked for.
    pub(super) fn matches(&self, yes: bool) -> Value {
        let status = if yes { "success" } else { "timeout" };
        json!({ "status": status, "matched_count": self.matched, "condition_satisfied": yes })
    }
}

/// What was expected, and on what the verdict rests: under the names of older servers where they had one.
pub(super) fn evidence(verdict: &Verdict) -> Map<String, Value> {
    let age = u64::try_from(verdict.age.as_millis()).unwrap_or(u64::MAX);
    let told = [
        ("expected", verdict.expected.clone()),
        ("captured_at_ms", json!(verdict.screen.captured_at_ms)),
        ("snapshot_freshness_ms", json!(age)),
        ("stabilization_attempts", json!(verdict.reads)),
        ("stable_observation_count", json!(verdict.agreed)),
    ];
    told.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
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
