//! Install sessions: what was asked for when they were created. Their files lie in a staging folder.

use std::collections::BTreeMap;

use super::InstallOptions;
use crate::android::Android;

pub(crate) type Sessions = BTreeMap<u32, Session>;

#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Session {
    pub(crate) options: InstallOptions,
    /// Splits of the existing package that go.
    pub(crate) removed_splits: Vec<String>,
}

impl Android {
    /// Remembers a session. False when the number is taken.
    pub(crate) fn begin_session(&self, number: u32, session: Session) -> bool {
        let mut state = self.state();
        let free = !state.sessions.contains_key(&number);
        if free {
            state.sessions.insert(number, session);
        }
        free
    }

    pub(crate) fn session(&self, number: u32) -> Option<Session> {
        self.state().sessions.get(&number).cloned()
    }

    /// Forgets a session and gives it back; nobody else can have it then.
    pub(crate) fn end_session(&self, number: u32) -> Option<Session> {
        self.state().sessions.remove(&number)
    }
}
