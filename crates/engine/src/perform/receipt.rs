//! What is known of an action that the device took.

use std::sync::Arc;
use std::time::Duration;

use device::Via;
use schemars::JsonSchema;
use serde::Serialize;

use super::Arrival;
use crate::effect::Caused;
use crate::target::Certainty;
use crate::{Result, Screen, Verdict};

/// What an action caused, as far as it was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Effect {
    Changed,
    None,
    NotObserved,
}

impl Effect {
    /// What the difference of two screens says of it. What could not be read differs, and says nothing.
    pub(crate) fn between(before: &Screen, after: &Screen) -> Self {
        match (before.looks_like(after), after.is_whole()) {
            (true, _) => Self::None,
            (false, true) => Self::Changed,
            (false, false) => Self::NotObserved,
        }
    }
}

/// Why waiting for the consequences ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Ending {
    /// Nobody waited.
    NotWaited,
    /// The screen was quiet, and what had to load had loaded.
    Settled,
    /// An indicator was still there when time was up.
    StillLoading,
    /// The screen could not be read.
    Unreadable,
}

/// The device took the action; this is what is known of it.
#[derive(Debug)]
pub struct Receipt {
    /// What was acted on, in one line.
    pub target: Option<String>,
    /// How sure it is that this was meant, where a selector said it.
    pub certainty: Option<Certainty>,
    pub effect: Effect,
    /// The screen before it, where it was looked at.
    pub before: Option<Arc<Screen>>,
    /// The screen afterwards, where it was looked at.
    pub screen: Option<Arc<Screen>>,
    pub via: Via,
    pub waited: Duration,
    pub ending: Ending,
    /// What loaded meanwhile: signals that came and perhaps went.
    pub loading: Option<&'static str>,
    /// Why the screen could not be read afterwards.
    pub unobserved: Option<String>,
    /// Whether the text stands in its field, where one was typed or emptied.
    pub arrival: Option<Arrival>,
    /// What else it caused.
    pub caused: Caused,
    /// What the caller expected of it, judged.
    pub verdict: Option<Result<Verdict>>,
}

impl Receipt {
    /// The newest screen that was looked at afterwards.
    pub fn last_screen(&self) -> Option<&Screen> {
        let judged = self.verdict.as_ref().and_then(|verdict| verdict.as_ref().ok());
        judged.map(|verdict| &verdict.screen).or(self.screen.as_ref()).map(|screen| &**screen)
    }
}
