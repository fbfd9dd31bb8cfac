//! Trouble as somebody outside the phone makes it: begins faults, lists them, ends them.

use super::fault::{Fault, Limit, Order};
use super::in_force::InForce;
use super::script::Script;
use crate::adbd::Event;
use crate::process::Machine;
use tokio::time::Instant;

/// A phone's faults. Clones are of the same phone; holding one does not keep the phone on.
#[derive(Clone, Debug)]
pub struct Faults {
    machine: Machine,
}

impl Faults {
    pub(crate) fn new(machine: Machine) -> Self {
        Self { machine }
    }

    /// Begins a fault. Must be called inside a tokio runtime.
    pub fn begin(&self, order: Order) {
        let in_force = self.in_force();
        in_force.tell(Event::FaultBegan { fault: order.to_string() });
        let Order { fault, limit } = &order;
        match fault {
            Fault::Drop { service: None } => self.machine.end_connections(),
            Fault::RestartAdbd => self.machine.restart_adbd(),
            Fault::KillApp(package) => {
                self.kill_app(package.as_ref().map(super::fault::Word::as_str));
            }
            Fault::Reboot(time) => {
                let time = *time;
                let over = in_force.add(order, Some(Instant::now() + time));
                self.machine.begin_boot();
                let machine = self.machine.clone();
                tokio::spawn(async move {
                    tokio::select! {
                        () = machine.off().cancelled() => {}
                        () = over.cancelled() => machine.end_boot(),
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
    }

    /// Begins what the text says.
    pub fn begin_text(&self, text: &str) -> Result<(), super::Wrong> {
        self.begin(text.parse()?);
        Ok(())
    }

    /// A line for each fault in force, with what is left of it.
    pub fn list(&self) -> Vec<String> {
        self.in_force().lines()
    }

    /// Ends every fault, and says how many that were. A phone that boots is there at once.
    pub fn clear(&self) -> usize {
        let ended = self.in_force().clear();
        for order in &ended {
            self.in_force().tell_end(order);
        }
        ended.len()
    }

    /// Carries out a script, until its end or the phone's.
    pub async fn run(&self, script: &Script, seed: u64) {
        tokio::select! {
            () = self.machine.off().cancelled() => {}
            () = script.run(seed, |order| self.begin(order)) => {}
        }
    }

    fn in_force(&self) -> &InForce {
        self.machine.faults()
    }

    /// Ends an app's process as the system does when it wants the memory.
    fn kill_app(&self, package: Option<&str>) {
        let android = self.machine.android();
        let pid = match package {
            Some(package) => android.pid_of(package),
            None => android.front_pid(),
        };
        if let Some(pid) = pid {
            android.kill(pid);
        }
    }
}

fn end_of(limit: Limit) -> Option<Instant> {
    match limit {
        Limit::For(time) => Some(Instant::now() + time),
        Limit::Open | Limit::Times(_) => None,
    }
}
