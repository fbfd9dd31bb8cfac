//! What a process keeps between calls.

/// Shared by all calls of a process, whichever front end they came through.
#[derive(Debug, Default)]
pub struct Host {}
