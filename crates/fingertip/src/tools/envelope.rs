//! The facts about an action that are told on request, and when it failed: ids, times, the way it went.

use std::time::Duration;

use engine::{Deadline, Denial, Desk, DeviceInfo, Ending, Error, Receipt, Stage, Trace, TraceStep};
use schemars::JsonSchema;
use serde::Serialize;

use super::Cx;
use super::caused::Change;
use super::recovery::Recovery;

#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Envelope {
    #[serde(skip_serializing_if = "Option::is_none")]
    action_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timestamp: Option<String>,
    /// How long all of it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<DeviceInfo>,
    /// `pending_verification`, `verified` by `expect`, or `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    lifecycle_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ui_fingerprint_before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ui_fingerprint_after: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot_revision_before: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot_revision_after: Option<u64>,
    /// How long the effect was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    waited_ms: Option<u64>,
    /// Why waiting ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    wait_ended: Option<Ending>,
    /// Which backend the device was reached through.
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<&'static str>,
    /// The part of an app that was in front, and the one that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Change>,
    /// What had the focus, and what has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<TraceTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery: Option<Recovery>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct TraceTold {
    action_id: String,
    steps: Vec<StepTold>,
    final_outcome: &'static str,
    attempts: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
struct StepTold {
    stage: Stage,
    timestamp: String,
    result: &'static str,
    attempt_index: u32,
}

/// Whether everything is to be told, and of which device.
#[derive(Debug, Default)]
pub(super) struct Verbose {
    wanted: bool,
    device: Option<DeviceInfo>,
}

impl Verbose {
    /// Asks who the device is only where somebody wants to know, and before anything is done: later it may be gone.
    pub(super) async fn of(wanted: bool, desk: &Desk, deadline: Deadline) -> Self {
        let device = if wanted { desk.info(deadline).await.ok() } else { None };
        Self { wanted, device }
    }
}

impl Envelope {
    /// What is told: everything on request or of a failure, else only that the wait ended unusually.
    pub(super) fn of(
        cx: &Cx,
        tool: &str,
        trace: &Trace,
        outcome: Result<&Receipt, &Error>,
        verbose: &Verbose,
    ) -> Self {
        let told = match outcome {
            Ok(receipt) if verbose.wanted => Self::whole(tool, trace, receipt),
            Ok(receipt) => Self::of_wait(receipt),
            Err(error) => Self::of_failure(cx, tool, trace, error),
        };
        Self { device: verbose.device.clone(), ..told }
    }

    /// The device took everything, and still nobody knows whether the goal was reached.
    pub(super) fn denied(self, tool: &str, trace: &Trace, denial: Denial) -> Self {
        Self {
            lifecycle_state: Some("failed"),
            recovery: Some(Recovery::of_denial(denial)),
            ..self.with_trace(tool, trace, false)
        }
    }

    fn of_wait(receipt: &Receipt) -> Self {
        let usual = matches!(receipt.ending, Ending::Settled | Ending::NotWaited);
        if usual && receipt.loading.is_none() {
            return Self::default();
        }
        Self { waited_ms: Some(waited_ms(receipt)), ..Self::default() }
    }

    fn whole(tool: &str, trace: &Trace, receipt: &Receipt) -> Self {
        let verdict = receipt.verdict.as_ref();
        let lifecycle_state = match verdict {
            None => "pending_verification",
            Some(Ok(verdict)) if verdict.met => "verified",
            Some(_) => "failed",
        };
        let denied = verdict.and_then(|verdict| verdict.as_ref().ok()?.code);
        let (before, after) = (receipt.before.as_deref(), receipt.last_screen());
        let caused = &receipt.caused;
        Self {
            lifecycle_state: Some(lifecycle_state),
            ui_fingerprint_before: before.map(|screen| screen.fingerprint.as_str().to_owned()),
            ui_fingerprint_after: after.map(|screen| screen.fingerprint.as_str().to_owned()),
            snapshot_revision_before: before.map(|screen| screen.revision),
            snapshot_revision_after: after.map(|screen| screen.revision),
            waited_ms: Some(waited_ms(receipt)),
            wait_ended: Some(receipt.ending),
            via: Some(receipt.via.0),
            place: caused.moved.as_ref().map(Change::of_places),
            focus: caused
                .focus
                .as_ref()
                .map(|focus| Change::new(focus.from.clone(), focus.to.clone())),
            recovery: denied.map(Recovery::of_denial),
            ..Self::of_trace(tool, trace, true)
        }
    }

    fn of_failure(cx: &Cx, tool: &str, trace: &Trace, error: &Error) -> Self {
        Self {
            lifecycle_state: Some("failed"),
            recovery: Some(Recovery::of(cx, tool, error)),
            ..Self::of_trace(tool, trace, false)
        }
    }

    fn of_trace(tool: &str, trace: &Trace, success: bool) -> Self {
        Self::default().with_trace(tool, trace, success)
    }

    fn with_trace(self, tool: &str, trace: &Trace, success: bool) -> Self {
        let action_id = format!("{tool}_{}_{}", trace.began_ms, trace.number);
        let outcome = |success| if success { "success" } else { "failure" };
        let step = |step: &TraceStep| StepTold {
            stage: step.stage,
            timestamp: iso(step.at_ms),
            result: outcome(step.success),
            attempt_index: 0,
        };
        let trace_told = TraceTold {
            action_id: action_id.clone(),
            steps: trace.steps.iter().map(step).collect(),
            final_outcome: outcome(success),
            attempts: 1,
        };
        Self {
            action_id: Some(action_id),
            timestamp: Some(iso(trace.began_ms)),
            duration_ms: Some(milliseconds(trace.lasted())),
            trace: Some(trace_told),
            ..self
        }
    }
}

fn waited_ms(receipt: &Receipt) -> u64 {
    milliseconds(receipt.waited)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn iso(ms: u64) -> String {
    let ms = i64::try_from(ms).unwrap_or(i64::MAX);
    jiff::Timestamp::from_millisecond(ms).map(|time| time.to_string()).unwrap_or_default()
}
