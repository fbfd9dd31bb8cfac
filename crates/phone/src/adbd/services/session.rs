//! What the services of one connection share.

use super::reverse::Listeners;
use crate::adbd::daemon::Daemon;
use crate::adbd::stream::Link;
use crate::process::Machine;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(in crate::adbd) struct Session {
    pub(in crate::adbd) daemon: Daemon,
    pub(in crate::adbd) number: u64,
    pub(in crate::adbd) link: Arc<Link>,
    pub(super) listeners: Listeners,
}

impl Session {
    pub(in crate::adbd) fn new(daemon: Daemon, number: u64, link: Arc<Link>) -> Self {
        Self { daemon, number, link, listeners: Listeners::default() }
    }

    pub(super) fn machine(&self) -> &Machine {
        self.daemon.machine()
    }

    /// `reverse` listeners live as long as the connection.
    pub(in crate::adbd) fn forget_listeners(&self) {
        self.listeners.clear();
    }
}
