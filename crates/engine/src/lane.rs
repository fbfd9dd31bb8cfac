//! Whose turn it is on a phone: one queue of acts and one claim for each, however many names it is reached by.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::claim::{Claim, Claims};
use crate::{Error, Result};

/// The lanes of all phones of this process.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    /// None where no other process is minded.
    claims: Option<Claims>,
    lanes: Mutex<HashMap<String, Arc<Lane>>>,
}

/// Acts on one phone come one after the other, in the order in which they were asked for.
#[derive(Debug)]
pub(crate) struct Lane {
    acts: Arc<Semaphore>,
    pub(crate) claim: Claim,
}

/// The right to act on a phone, until it is dropped.
pub(crate) struct Turn {
    _permit: OwnedSemaphorePermit,
}

impl Lanes {
    pub(crate) fn claimed_in(claims: Option<Claims>) -> Self {
        Self { claims, lanes: Mutex::default() }
    }

    pub(crate) fn of(&self, phone: &str) -> Arc<Lane> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes.entry(phone.to_owned()).or_insert_with_key(|phone| {
            let claim = self.claims.as_ref().map(|claims| claims.of(phone));
            Arc::new(Lane::new(claim.unwrap_or_default()))
        });
        Arc::clone(lane)
    }
}

impl Lane {
    fn new(claim: Claim) -> Self {
        Self { acts: Arc::new(Semaphore::new(1)), claim }
    }

    /// For a phone that nobody else can reach.
    pub(crate) fn private() -> Self {
        Self::new(Claim::default())
    }

    pub(crate) async fn queue(&self) -> Result<Turn> {
        let closed = |_| Error::InternalError { why: "the queue of acts is closed".to_owned() };
        let acts = Arc::clone(&self.acts);
        Ok(Turn { _permit: acts.acquire_owned().await.map_err(closed)? })
    }
}
