//! An action with everything around it: the log is being read, what is done is remembered, the way is traced.

use device::Deadline;

use super::Receipt;
use crate::desk::Desk;
use crate::effect::Trace;
use crate::{Act, Result};

/// How an action went, whether the device took it or not.
#[derive(Debug)]
pub struct Performed {
    pub trace: Trace,
    /// An error means that the device did not take it.
    pub outcome: Result<Receipt>,
}

impl Desk {
    /// Carries out an action.
    pub async fn perform(&self, act: &Act, deadline: Deadline) -> Performed {
        self.journal.start(self.device());
        let mut trace = Trace::begin();
        let entry = self.recent.begin(act.action.name());
        let outcome = self.examined(self.carry_out(act, &entry, &mut trace, deadline)).await;
        entry.end(&outcome);
        Performed { trace, outcome }
    }
}
