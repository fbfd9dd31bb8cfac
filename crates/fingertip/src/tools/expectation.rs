//! A claim about a screen as callers write it, and the verdict on it as they read it.

use std::fmt;

use engine::{
    Change, ChangeCheck, Check, Condition, ElementCheck, Expect, PlaceCheck, StateCheck, Verdict,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Failure;
use super::target::TargetArgs;
use super::timeout::within;

/// An element and what is true of it; or a screen; or that anything changed.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ExpectArgs {
    #[serde(flatten)]
    target: TargetArgs,
    condition: Option<Condition>,
    property: Option<String>,
    expected: Option<Value>,
    tolerance: Option<f64>,
    fingerprint: Option<String>,
    screen: Option<String>,
    changed: Option<bool>,
    timeout_ms: Option<u64>,
}

/// From the command line, where it is JSON.
pub(super) fn parse(text: &str) -> Result<ExpectArgs, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// As long as an action's consequences usually take.
const WITHIN_MS: u64 = 5_000;

impl ExpectArgs {
    pub(super) fn into_expect(self) -> Result<Expect, Failure> {
        let within = within(self.timeout_ms.unwrap_or(WITHIN_MS));
        Ok(Expect { check: self.into_check()?, within })
    }

    fn into_check(self) -> Result<Check, Failure> {
        let kinds = [
            !self.target.is_empty(),
            self.fingerprint.is_some() || self.screen.is_some(),
            self.changed == Some(true),
        ];
        if kinds.iter().filter(|given| **given).count() != 1 {
            return Err(Failure::invalid_argument(
                "it is not clear what is expected",
                "give one of: an element (text, id, ref …) with condition or property and expected; screen or fingerprint; changed: true",
            ));
        }
        if let [_, true, _] = kinds {
            let (fingerprint, screen) = (self.fingerprint, self.screen);
            return Ok(Check::Place(PlaceCheck { fingerprint, screen, differs: false }));
        }
        if let [_, _, true] = kinds {
            return Ok(Check::Change(ChangeCheck::new(None::<Change>, None)));
        }
        let target = self.target.target()?;
        let stand_in = self.target.stand_in()?;
        match (self.property, self.expected) {
            (Some(property), Some(expected)) => {
                let tolerance = self.tolerance.unwrap_or_default();
                Ok(Check::State(StateCheck { target, stand_in, property, expected, tolerance }))
            }
            (None, None) => {
                let condition = self.condition.unwrap_or(Condition::Visible);
                Ok(Check::Element(ElementCheck { target, condition }))
            }
            _ => Err(Failure::invalid_argument(
                "property and expected belong together",
                "give both, or neither for a condition",
            )),
        }
    }
}

/// The verdict on `expect`, apart from whether the device took the action.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Judged {
    verified: bool,
    /// The element that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nearest: Vec<String>,
    /// Why there is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

impl Judged {
    pub(super) fn of(tool: &str, verdict: engine::Result<Verdict>) -> Self {
        match verdict {
            Ok(verdict) => Self {
                verified: verdict.met,
                element: verdict.element.map(|element| element.line),
                observed: verdict.observed,
                reason: verdict.reason,
                code: verdict.code.map(engine::Denial::code),
                hint: verdict.code.map(engine::Denial::hint),
                nearest: verdict.nearest,
                error: None,
            },
            Err(error) => Self {
                verified: false,
                element: None,
                observed: None,
                reason: None,
                code: None,
                hint: None,
                nearest: Vec::new(),
                error: Some(Failure::from(error).body(tool)),
            },
        }
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.verified { "yes" } else { "no" })?;
        match &self.reason {
            Some(reason) => write!(f, ", {reason}"),
            None => Ok(()),
        }
    }
}
