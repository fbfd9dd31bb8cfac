//! What a process keeps between calls.

use crate::tools::ClientId;

/// Shared by all calls of a process, whichever front end they came through.
#[derive(Debug, Default)]
pub struct Host {}

impl Host {
    /// A client will not call again: what was kept for it can go.
    pub fn forget(&self, _client: &ClientId) {}
}
