//! The one accessibility connection that a phone has for programs which read and drive it.

use super::Android;

/// The connection, until it is dropped.
pub(crate) struct Automation {
    android: Android,
}

impl Android {
    /// `None` while somebody else has it.
    pub(crate) fn connect_automation(&self) -> Option<Automation> {
        let taken = std::mem::replace(&mut self.state().automated, true);
        (!taken).then(|| Automation { android: self.clone() })
    }
}

impl Drop for Automation {
    fn drop(&mut self) {
        self.android.state().automated = false;
    }
}
