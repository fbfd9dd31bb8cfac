//! What all connections of one phone share.

use super::event::Event;
use super::services::Echo;
use crate::files::Identity;
use crate::process::{Machine, Process};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{broadcast, watch};

/// Clones are the same adbd.
#[derive(Clone)]
pub(crate) struct Adbd(Arc<Inner>);

struct Inner {
    machine: Machine,
    connections: AtomicU64,
    /// The phone stands still: nothing that hosts send is looked at.
    frozen: watch::Sender<bool>,
    _echo: Echo,
}

impl Adbd {
    pub(crate) fn new(machine: Machine) -> Self {
        let echo = Echo::listen(machine.sockets());
        Self(Arc::new(Inner {
            machine,
            connections: AtomicU64::new(0),
            frozen: watch::Sender::new(false),
            _echo: echo,
        }))
    }

    pub(crate) fn machine(&self) -> &Machine {
        &self.0.machine
    }

    pub(crate) fn events(&self) -> broadcast::Receiver<Event> {
        self.0.machine.faults().events().subscribe()
    }

    /// Tells whoever listens; the event is made only then.
    pub(crate) fn tell(&self, event: impl FnOnce() -> Event) {
        let events = self.0.machine.faults().events();
        if events.receiver_count() > 0 {
            // The last receiver may have gone since.
            events.send(event()).ok();
        }
    }

    pub(crate) fn next_connection(&self) -> u64 {
        self.0.connections.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) fn is_frozen(&self) -> bool {
        *self.0.frozen.borrow()
    }

    /// Stops the phone as an emulator's `avd stop` does, or lets it go on.
    pub(crate) fn freeze(&self, frozen: bool) {
        self.0.frozen.send_replace(frozen);
    }

    /// Waits while the phone stands still.
    pub(super) async fn thawed(&self) {
        // Its sender lives as long as we do.
        self.0.frozen.subscribe().wait_for(|frozen| !frozen).await.ok();
    }

    /// Ticks when all connections end.
    pub(super) fn cuts(&self) -> watch::Receiver<u64> {
        self.0.machine.cuts()
    }

    /// Ends all connections, as a new process would.
    pub(super) fn restart(&self) {
        self.0.machine.restart_adbd();
    }

    /// How the phone introduces itself.
    pub(super) fn banner(&self) -> String {
        let android = self.0.machine.android();
        // What separates the pairs cannot be in a value.
        let value = |key| android.property(key).unwrap_or_default().replace([';', '='], "_");
        let name = value("ro.product.name");
        let model = value("ro.product.model");
        let device = value("ro.product.device");
        let features = android.api().adbd_features();
        format!(
            "device::ro.product.name={name};ro.product.model={model};ro.product.device={device};features={features}"
        )
    }

    /// Whether services of the system are reached without a shell.
    pub(super) fn has_abb(&self) -> bool {
        self.0.machine.android().api().since(29)
    }

    pub(super) fn runs_as_root(&self) -> bool {
        self.0.machine.android().property("service.adb.root").as_deref() == Some("1")
    }

    /// A program about to be started for a host.
    pub(super) fn process(&self) -> Process {
        let mut process = Process::new(self.0.machine.clone());
        if self.runs_as_root() {
            process.who = Identity::ROOT;
            for name in ["LOGNAME", "USER"] {
                process.env.insert(name.to_owned(), "root".to_owned());
            }
        }
        process
    }
}
