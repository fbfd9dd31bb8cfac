//! Trouble as somebody outside the phone makes it: begins faults, lists them, ends them.

use super::fault::{Fault, Limit, Order, Word};
use super::in_force::InForce;
use super::parse::Wrong;
use super::script::Script;
use crate::adbd::Event;
use crate::process::Machine;
use tokio::time::Instant;

/// A phone's faults. Clones are of the same phone; holding one does not keep the phone on.
#[derive(Clone, Debug)]
pub struct Faults {
    machine: Machine,
}

/// Why a fault does not begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBegun {
    #[error(transparent)]
    Wrong(#[from] Wrong),
    #[error("{0} does not run")]
    NotRunning(String),
    #[error("no app is in front")]
    NothingInFront,
}

impl Faults {
    pub(crate) fn new(machine: Machine) -> Self {
        Self { machine }
    }

    /// Begins a fault. Must be called inside a tokio runtime.
    pub fn begin(&self, order: Order) -> Result<(), NotBegun> {
        let in_force = self.in_force();
        let victim = if let Fault::KillApp(package) = &order.fault {
            Some(self.victim(package.as_ref())?)
        } else {
            None
        };
        in_force.tell(Event::FaultBegan { fault: order.to_string() });
        let Order { fault, limit } = &order;
        match fault {
            Fault::Drop { service: None } => self.machine.end_connections(),
            Fault::RestartAdbd => self.machine.restart_adbd(),
            Fault::KillApp(_) => {
                // As the system does when it wants the memory.
                victim.map(|pid| self.machine.android().kill(pid));
            }
            Fault::Reboot(time) => {
                let time = *time;
                let over = in_force.add(order, Some(Instant::now() + time));
                self.machine.begin_boot();
                let machine = self.machine.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        () = machine.off().cancelled() => return,
                        () = over.cancelled() => {}
                    }
                    // Another one may have begun meanwhile; then it is up to that one.
                    if !machine.faults().has(|fault| matches!(fault, Fault::Reboot(_))) {
                        machine.end_boot();
                    }
                });
            }
            Fault::Offline | Fault::Unauthorized => {
                let until = end_of(*limit);
                in_force.add(order, until);
                // Who is connected is no exception.
                self.machine.end_connections();
            }
            Fault::Slow { .. }
            | Fault::Hang { .. }
            | Fault::Drop { service: Some(_) }
            | Fault::Dump(_)
            | Fault::StorageFull => {
                let until = end_of(*limit);
                in_force.add(order, until);
            }
        }
        Ok(())
    }

    /// Begins what the text says.
    pub fn begin_text(&self, text: &str) -> Result<(), NotBegun> {
        self.begin(text.parse::<Order>()?)
    }

    /// A line for each fault in force, with what is left of it.
    pub fn list(&self) -> Vec<String> {
        self.in_force().lines()
    }

    /// Ends every fault, and says how many that were. A phone that boots is there at once.
    pub fn clear(&self) -> usize {
        self.in_force().clear()
    }

    /// Carries out a script, until its end or the phone's.
    pub async fn run(&self, script: &Script, seed: u64) {
        tokio::select! {
            () = self.machine.off().cancelled() => {}
            // A timetable does not know who runs: an app that does not is passed over.
            () = script.run(seed, |order| self.begin(order).unwrap_or_default()) => {}
        }
    }

    fn in_force(&self) -> &InForce {
        self.machine.faults()
    }

    /// The process of that app, or of the one in front.
    fn victim(&self, package: Option<&Word>) -> Result<u32, NotBegun> {
        let android = self.machine.android();
        match package.map(Word::as_str) {
            Some(package) => {
                android.pid_of(package).ok_or_else(|| NotBegun::NotRunning(package.to_owned()))
            }
            None => android.front_pid().ok_or(NotBegun::NothingInFront),
        }
    }
}

fn end_of(limit: Limit) -> Option<Instant> {
    match limit {
        Limit::For(time) => Some(Instant::now() + time),
        Limit::Open | Limit::Times(_) => None,
    }
}
