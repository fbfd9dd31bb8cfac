//! What every action answers, and the one way from a tool to the engine's pipeline.

use std::fmt;

use engine::{Action, Effect, Settle, ViewOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::certainty::Sure;
use super::words::words;
use super::{Cx, Failure, Output};

/// The argument that every action takes.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct SettleArgs {
    /// How long to wait for the effect: none (do not look), light (first quiet screen), full (also loading).
    #[arg(long, value_parser = words::<Settle>())]
    pub(super) settle: Option<Settle>,
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
    /// A loading indicator was still there when waiting ended.
    #[serde(skip_serializing_if = "is_false")]
    still_loading: bool,
    /// Why the effect could not be observed; the device took the action all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    unobserved: Option<String>,
    /// Why the device did not take it.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    #[serde(skip)]
    screen: Option<String>,
}

pub(super) async fn act(
    cx: &Cx,
    tool: &'static str,
    action: &Action,
    settle: SettleArgs,
) -> Result<Acted, Failure> {
    let deadline = cx.deadline();
    let desk = cx.desk(deadline).await?;
    let acted = match desk.perform(action, settle.settle, deadline).await {
        Ok(receipt) => {
            // What is usual is not told.
            let unusual = receipt.certainty.filter(|certainty| !certainty.plain);
            let (sure, reason) = unusual.map(Sure::of).unzip();
            Acted {
                success: true,
                action: tool,
                target: receipt.target,
                reason,
                sure: sure.unwrap_or_default(),
                effect: Some(receipt.effect),
                still_loading: receipt.still_loading,
                unobserved: receipt.unobserved,
                error: None,
                screen: receipt
                    .screen
                    .filter(|_| receipt.effect != Effect::None)
                    .map(|screen| screen.text(ViewOptions::default())),
            }
        }
        Err(error) => Acted {
            success: false,
            action: tool,
            target: None,
            reason: None,
            sure: Sure::default(),
            effect: None,
            still_loading: false,
            unobserved: None,
            error: Some(Failure::from(error).body(tool)),
            screen: None,
        },
    };
    Ok(acted)
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
}

impl fmt::Display for Acted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let target = self.target.as_deref().unwrap_or_default();
        if let Some(error) = &self.error {
            let part = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            writeln!(f, "{}: {}", part("code"), part("message"))?;
            return write!(f, "hint: {}", part("hint"));
        }
        let effect = self.effect.map(|effect| effect.to_string()).unwrap_or_default();
        write!(f, "{} {target}: done, effect {effect}", self.action)?;
        if let (Some(reason), Some(confidence)) = (&self.reason, self.sure.confidence) {
            write!(f, "\nmatched by {reason}, sure {confidence}")?;
        }
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}
