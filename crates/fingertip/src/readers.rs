//! Which revisions of a device's screen a client has read: what changed is told from one of those, never from what
//! only somebody else was shown.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tools::ClientId;

/// As many as a device remembers the texts of.
const REMEMBERED: usize = 16;

/// What is remembered for each client, by device.
#[derive(Debug, Default)]
pub struct Readers {
    read: Mutex<HashMap<String, HashMap<String, VecDeque<u64>>>>,
}

impl Readers {
    /// A client is told a revision. Requests that stand alone have read nothing.
    pub fn note(&self, client: Option<&ClientId>, device: &str, revision: u64) {
        let Some(client) = client else { return };
        let mut read = self.lock();
        let devices = read.entry(client.key().to_owned()).or_default();
        let revisions = devices.entry(device.to_owned()).or_default();
        revisions.retain(|known| *known != revision);
        revisions.push_back(revision);
        revisions.drain(..revisions.len().saturating_sub(REMEMBERED));
    }

    /// What a client knows, in the order in which it was told.
    pub fn known(&self, client: Option<&ClientId>, device: &str) -> Vec<u64> {
        let read = self.lock();
        let revisions = client.and_then(|client| read.get(client.key())?.get(device));
        revisions.into_iter().flatten().copied().collect()
    }

    pub fn forget(&self, client: &ClientId) {
        self.lock().remove(client.key());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, HashMap<String, VecDeque<u64>>>> {
        // Never left half written, so a panic elsewhere does not spoil it.
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_client_knows_what_it_was_told_itself() {
        let readers = Readers::default();
        let (one, other) = (ClientId::Process, ClientId::Session("s".into()));
        for revision in [1, 2, 1, 3] {
            readers.note(Some(&one), "phone", revision);
        }
        readers.note(Some(&other), "phone", 9);
        readers.note(None, "phone", 7);
        assert_eq!(readers.known(Some(&one), "phone"), [2, 1, 3]);
        assert_eq!(readers.known(Some(&other), "phone"), [9]);
        assert!(readers.known(Some(&one), "tablet").is_empty());
        assert!(readers.known(None, "phone").is_empty());
        readers.forget(&one);
        assert!(readers.known(Some(&one), "phone").is_empty());
        for revision in 1..100 {
            readers.note(Some(&one), "phone", revision);
        }
        assert_eq!(readers.known(Some(&one), "phone").len(), REMEMBERED);
    }
}
