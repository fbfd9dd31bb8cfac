//! Claims that something changed.

use device::Deadline;
use serde_json::{Value, json};
use ui::{Change, ChangeSignatures, classify};

use super::verdict::{Denial, Seen};
use crate::desk::Desk;
use crate::{Error, Result, Screen};

/// The screen is not what it was.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChangeCheck {
    /// What kind of change; any, unless told.
    pub kind: Option<Change>,
    /// What it is compared with; what is there when waiting begins, unless told.
    pub since: Option<u64>,
    baseline: Option<ChangeSignatures>,
    /// The revision has grown since then: what it looked like is forgotten, but not that it changed.
    outdated: bool,
}

impl ChangeCheck {
    pub fn new(kind: Option<Change>, since: Option<u64>) -> Self {
        Self { kind, since, baseline: None, outdated: false }
    }

    pub(super) async fn against(mut self, desk: &Desk, deadline: Deadline) -> Result<Self> {
        if self.baseline.is_none() {
            let known = self.since.and_then(|revision| desk.signatures_of(revision));
            self.baseline = match known {
                Some(known) => Some(known),
                None => self.baseline_now(&*desk.read(deadline).await?)?,
            };
        }
        Ok(self)
    }

    /// Where nobody remembers how it looked: as it does now, unless it is another revision.
    fn baseline_now(&mut self, now: &Screen) -> Result<Option<ChangeSignatures>> {
        let (revision, why) = match self.since {
            Some(since) if since > now.revision => (since, "is yet to come"),
            Some(since) if since < now.revision && self.kind.is_some() => {
                (since, "is not remembered")
            }
            Some(since) if since < now.revision => {
                self.outdated = true;
                return Ok(None);
            }
            Some(_) | None => return Ok(Some(ChangeSignatures::of(now))),
        };
        let why = format!("revision {revision} {why}, the screen is at r{}", now.revision);
        Err(Error::invalid("since", why))
    }

    /// Compared with this screen.
    pub(crate) fn from(mut self, screen: &Screen) -> Self {
        self.baseline = Some(ChangeSignatures::of(screen));
        self
    }

    pub(super) fn claim(&self) -> Value {
        json!({ "changed": self.kind.map_or(json!(true), |kind| json!(kind)) })
    }

    pub(super) fn observe(&self, screen: &Screen) -> Seen {
        if self.outdated {
            return Seen::yes();
        }
        let now = ChangeSignatures::of(screen);
        let Some(before) = self.baseline else {
            return Seen::no(Denial::VerificationFailed, "nothing to compare with");
        };
        let kind = match self.kind {
            Some(kind) => before.differ_in(now, kind).then_some(kind),
            None => classify(before, now),
        };
        match kind {
            Some(kind) => Seen { observed: Some(json!({ "change": kind })), ..Seen::yes() },
            None => Seen::no(Denial::VerificationFailed, "nothing changed"),
        }
    }
}
