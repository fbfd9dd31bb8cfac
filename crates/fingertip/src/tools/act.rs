//! What every action answers, and the one way from a tool to the engine's pipeline.

use std::fmt;

use engine::{Act, Action, Desk, Effect, Ending, How, Receipt, Settle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::arrived::{Known, Mismatched, TextOutcome};
use super::caused::CausedTold;
use super::certainty::Sure;
use super::envelope::{Envelope, Verbose};
use super::expectation::{ExpectArgs, Judged};
use super::words::words;
use super::{Cx, Failure, Output, older_names};

/// The arguments that every action takes.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct ActArgs {
    /// How long to wait for the effect: none (do not look), light (first quiet screen), full (also loading).
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long, value_parser = words::<Settle>())]
    pub(super) settle: Option<Settle>,
    /// What should be true afterwards, judged in the same call: an element with condition or property, a screen, or
    /// changed.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, value_name = "JSON", value_parser = super::expectation::parse)]
    pub(super) expect: Option<ExpectArgs>,
    /// Also tell ids, times, fingerprints and the way it went.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long)]
    pub(super) verbose: bool,
}

/// An action's envelope: whether the device took it, and what it caused.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Acted {
    /// The device took the action. Only an expect tool says whether the outcome is right.
    success: bool,
    action: &'static str,
    /// What was acted on.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    /// How the target was chosen, where that was less than plain: look twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    sure: Sure,
    /// `changed`, `none`, or `not_observed` without settling.
    #[serde(skip_serializing_if = "Option::is_none")]
    effect: Option<Effect>,
    /// What loaded meanwhile.
    #[serde(rename = "loadingDetected", skip_serializing_if = "Option::is_none")]
    loading: Option<&'static str>,
    /// A loading indicator was still there when waiting ended.
    #[serde(skip_serializing_if = "is_false")]
    still_loading: bool,
    #[serde(flatten)]
    caused: CausedTold,
    /// Why the effect could not be observed; the device took the action all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    unobserved: Option<String>,
    /// Whether the text stands in its field: true, false, or `not_observed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    arrived: Option<Known>,
    /// Whether the field is empty: true, false, or `not_observed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cleared: Option<Known>,
    /// What the field holds instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<Mismatched>,
    /// The verdict on `expect`.
    #[serde(skip_serializing_if = "Option::is_none")]
    expect: Option<Judged>,
    /// Why the device did not take it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    #[serde(flatten)]
    envelope: Envelope,
    #[serde(skip)]
    screen: Option<String>,
}

/// Carries an action out.
pub(super) async fn act(
    cx: &Cx,
    tool: &'static str,
    action: Action,
    args: ActArgs,
) -> Result<Acted, Failure> {
    perform(cx, tool, Act::from(action), args).await
}

/// Carries an action out that has more to say than what it is.
pub(super) async fn perform(
    cx: &Cx,
    tool: &'static str,
    act: Act,
    args: ActArgs,
) -> Result<Acted, Failure> {
    let expect = args.expect.map(ExpectArgs::into_expect).transpose()?;
    let act = Act { settle: args.settle.or(act.settle), expect, ..act };
    let deadline = cx.deadline_for(&act);
    let desk = cx.desk(deadline).await?;
    let verbose = Verbose::of(args.verbose, &desk, deadline).await;
    let performed = desk.perform(&act, deadline).await;
    let envelope = Envelope::of(cx, tool, &performed.trace, performed.outcome.as_ref(), &verbose);
    Ok(match performed.outcome {
        Ok(receipt) => Acted::of(cx, tool, &desk, receipt, envelope),
        Err(error) => Acted::refused(tool, &Failure::from(error), envelope),
    })
}

impl ActArgs {
    /// The same for what takes several actions.
    pub(super) fn how(&self) -> Result<How, Failure> {
        let expect = self.expect.clone().map(ExpectArgs::into_expect).transpose()?;
        Ok(How { settle: self.settle, expect })
    }
}

impl Acted {
    pub(super) fn of(
        cx: &Cx,
        tool: &'static str,
        desk: &Desk,
        receipt: Receipt,
        envelope: Envelope,
    ) -> Self {
        let screen = told(cx, desk, &receipt);
        let text = TextOutcome::of(tool, receipt.arrival);
        // What is usual is not told.
        let unusual = receipt.certainty.filter(|certainty| !certainty.plain);
        let (sure, reason) = unusual.map(Sure::of).unzip();
        Self {
            success: true,
            action: tool,
            target: receipt.target,
            reason,
            sure: sure.unwrap_or_default(),
            effect: Some(receipt.effect),
            loading: receipt.loading,
            still_loading: receipt.ending == Ending::StillLoading,
            caused: CausedTold::of(&receipt.caused),
            unobserved: receipt.unobserved.or_else(|| text.unread().map(str::to_owned)),
            arrived: text.arrived,
            cleared: text.cleared,
            mismatch: text.mismatch,
            expect: receipt.verdict.map(|verdict| Judged::of(tool, verdict)),
            error: None,
            envelope,
            screen,
        }
    }

    pub(super) fn refused(tool: &'static str, failure: &Failure, envelope: Envelope) -> Self {
        Self {
            success: false,
            action: tool,
            target: None,
            reason: None,
            sure: Sure::default(),
            effect: None,
            loading: None,
            still_loading: false,
            caused: CausedTold::default(),
            unobserved: None,
            arrived: None,
            cleared: None,
            mismatch: None,
            expect: None,
            error: Some(failure.body(tool)),
            envelope,
            screen: None,
        }
    }

    /// The device took it, and still it is a failure.
    pub(super) fn denied(self, failure: &Failure) -> Self {
        Self { success: false, error: Some(failure.body(self.action)), ..self }
    }

    /// Its target, where it is known.
    pub(super) fn target(&self) -> &str {
        self.target.as_deref().unwrap_or_default()
    }

    /// What came of it, a line each, behind what was done.
    pub(super) fn write_consequences(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(reason), Some(confidence)) = (&self.reason, self.sure.confidence) {
            write!(f, "\nmatched by {reason}, sure {confidence}")?;
        }
        if let Some(mismatch) = &self.mismatch {
            write!(f, "\n{mismatch}")?;
        }
        write!(f, "{}", self.caused)?;
        if let Some(judged) = &self.expect {
            write!(f, "\nexpected: {judged}")?;
        }
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}

/// The screen, where it is another one or was judged.
fn told(cx: &Cx, desk: &Desk, receipt: &Receipt) -> Option<String> {
    let after = receipt.last_screen()?;
    if receipt.effect == Effect::None && !matches!(receipt.verdict, Some(Ok(_))) {
        return None;
    }
    Some(cx.told(desk, after))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Output for Acted {
    fn screen(&self) -> Option<&str> {
        self.screen.as_deref()
    }

    fn failed(&self) -> bool {
        !self.success
    }

    fn old_names(&self) -> Map<String, Value> {
        let mut told = older_names::of_failure(self.error.as_ref());
        told.extend(older_names::names([("action_type", json!(self.action))]));
        told
    }
}

impl fmt::Display for Acted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            let part = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            writeln!(f, "{}: {}", part("code"), part("message"))?;
            return write!(f, "hint: {}", part("hint"));
        }
        let effect = self.effect.map(|effect| effect.to_string()).unwrap_or_default();
        write!(f, "{} {}: done, effect {effect}", self.action, self.target())?;
        self.write_consequences(f)
    }
}
