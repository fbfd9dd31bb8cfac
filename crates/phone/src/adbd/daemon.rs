//! What all connections to one phone have in common.

use super::connection;
use super::event::Event;
use crate::process::Machine;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{Notify, broadcast};

/// Events a slow watcher may fall behind before it misses some.
const EVENT_BACKLOG: usize = 256;

/// Clones are the same daemon.
#[derive(Clone, Debug)]
pub(crate) struct Daemon(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    machine: Machine,
    events: broadcast::Sender<Event>,
    /// Tells all connections to end, as a reboot does.
    restart: Notify,
    connections: AtomicU64,
}

impl Daemon {
    pub(crate) fn new(machine: Machine) -> Self {
        let (events, _) = broadcast::channel(EVENT_BACKLOG);
        Self(Arc::new(Inner { machine, events, restart: Notify::new(), connections: AtomicU64::new(0) }))
    }

    /// Speaks with one host until it goes, misbehaves, or the phone is switched off.
    pub(crate) async fn serve<S>(&self, io: S)
    where
        S: AsyncRead + AsyncWrite + Send + 'static,
    {
        let number = self.0.connections.fetch_add(1, Ordering::Relaxed) + 1;
        let restarted = self.0.restart.notified();
        tokio::select! {
            () = connection::serve(self, number, io) => {}
            () = restarted => {}
            () = self.machine().off().cancelled() => {}
        }
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.0.machine
    }

    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.0.events.subscribe()
    }

    pub(super) fn tell(&self, event: Event) {
        // Nobody watching is fine.
        self.0.events.send(event).ok();
    }

    /// Ends every connection.
    pub(super) fn restart(&self) {
        self.0.restart.notify_waiters();
    }

    pub(super) fn banner(&self) -> String {
        let android = self.machine().android();
        let property = |name: &str| android.property(name).unwrap_or_default().replace(['=', ';', '\n'], "_");
        format!(
            "device::ro.product.name={};ro.product.model={};ro.product.device={};features={FEATURES}",
            property("ro.product.name"),
            property("ro.product.model"),
            property("ro.product.device"),
        )
    }
}

/// Only what is implemented: newer hosts use everything named here.
const FEATURES: &str = "shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,apex,abb,fixed_push_symlink_timestamp,abb_exec";
