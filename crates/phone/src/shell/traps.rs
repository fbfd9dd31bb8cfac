//! What the shell does when a signal comes, when a command fails, and when it ends.

use super::interpret::{Flow, Shell, Step};
use crate::process::Disposition;
use std::collections::BTreeMap;

/// The end of the shell, as a signal.
pub(super) const EXIT: u8 = 0;
/// A command that fails, as a signal.
pub(super) const ERR: u8 = 65;
/// INT, QUIT and TERM let the shell run the trap for its end before they end it.
const ORDERLY: [u8; 3] = [2, 3, 15];

#[derive(Clone, Debug, Default)]
pub(super) struct Traps {
    /// By signal; an empty action ignores it.
    actions: BTreeMap<u8, String>,
    /// A subshell has the pid of its parent here, whose signals are not its own.
    in_subshell: bool,
}

impl Traps {
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, &str)> {
        self.actions.iter().map(|(signal, action)| (*signal, action.as_str()))
    }

    /// What a copy of the shell keeps: what is ignored stays so.
    pub(super) fn of_subshell(&self) -> Self {
        let ignored = self.actions.iter().filter(|(_, action)| action.is_empty());
        let actions = ignored.map(|(signal, action)| (*signal, action.clone())).collect();
        Self { actions, in_subshell: true }
    }

    /// The copy became a process.
    pub(super) fn own_process(&mut self) {
        self.in_subshell = false;
    }

    /// The action for something that is not a signal, unless it is to do nothing.
    fn action(&self, signal: u8) -> Option<String> {
        self.actions.get(&signal).filter(|action| !action.is_empty()).cloned()
    }
}

impl Shell {
    /// `None` is what happens without a trap.
    pub(super) fn set_trap(&mut self, signal: u8, action: Option<&str>) {
        match action {
            Some(action) => self.traps.actions.insert(signal, action.to_owned()),
            None => self.traps.actions.remove(&signal),
        };
        if signal == EXIT {
            for signal in ORDERLY {
                self.dispose(signal);
            }
        } else if signal != ERR {
            self.dispose(signal);
        }
    }

    fn dispose(&self, signal: u8) {
        if self.traps.in_subshell {
            return;
        }
        let orderly = ORDERLY.contains(&signal) && self.traps.action(EXIT).is_some();
        let wanted = match self.traps.actions.get(&signal) {
            Some(action) if action.is_empty() => Disposition::Ignored,
            Some(_) => Disposition::Caught,
            None if orderly => Disposition::Caught,
            None => Disposition::Default,
        };
        self.process.machine.dispose(self.process.pid, signal, wanted);
    }

    fn has_signals(&self) -> bool {
        !self.traps.in_subshell && !self.traps.actions.is_empty()
    }

    /// Runs the traps of the signals that came since the last command.
    pub(super) async fn heed_signals(&mut self) -> Result<(), Flow> {
        if !self.has_signals() {
            return Ok(());
        }
        for signal in self.process.machine.take_arrived(self.process.pid) {
            match self.traps.action(signal) {
                Some(action) => self.run_trap(&action).await?,
                None => return Err(self.end_by(signal).await),
            }
        }
        Ok(())
    }

    /// The trap for failed commands.
    pub(super) async fn heed_failure(&mut self, status: u8) -> Result<(), Flow> {
        match self.traps.action(ERR) {
            Some(action) => {
                self.status = status;
                self.run_trap(&action).await
            }
            None => Ok(()),
        }
    }

    /// `$?` is afterwards what it was.
    async fn run_trap(&mut self, action: &str) -> Result<(), Flow> {
        let status = self.status;
        let loops = std::mem::take(&mut self.loops);
        let step = self.run_words(action).await;
        self.loops = loops;
        self.status = status;
        match step {
            Ok(_) | Err(Flow::Break(_) | Flow::Continue(_)) => Ok(()),
            Err(flow) => Err(flow),
        }
    }

    /// The last thing a shell does before a signal ends it.
    async fn end_by(&mut self, signal: u8) -> Flow {
        self.status = 128_u8.saturating_add(signal);
        let Some(action) = self.traps.action(EXIT) else { return Flow::Exit(self.status) };
        self.set_trap(EXIT, None);
        match self.run_words(&action).await {
            Err(Flow::Exit(status)) => Flow::Exit(status),
            Ok(_) | Err(_) => Flow::Exit(self.status),
        }
    }

    /// The exit code after the last command, and the trap set for it.
    pub(super) async fn finish(&mut self, step: Step) -> u8 {
        let step = match step {
            // A mistake leaves no time for them.
            Err(Flow::Abort(_)) => step,
            Ok(_) | Err(_) => match self.heed_signals().await {
                Ok(()) => step,
                Err(flow) => Err(flow),
            },
        };
        let status = super::interpret::ended(step, self.status);
        self.status = status;
        let Some(action) = self.traps.action(EXIT) else { return status };
        self.set_trap(EXIT, None);
        match self.run_words(&action).await {
            Err(Flow::Exit(own)) => own,
            Ok(_) | Err(_) => status,
        }
    }

    /// Completes with a signal that has a trap, or with one that ends the shell in an orderly way.
    pub(super) async fn interrupted(&self, by: impl Fn(u8) -> bool) -> u8 {
        let arrivals = self.process.machine.arrivals(self.process.pid);
        if let Some(mut arrivals) = arrivals.filter(|_| self.has_signals()) {
            let arrived = arrivals.wait_for(|set| set.iter().any(|signal| by(*signal))).await;
            if let Some(signal) =
                arrived.ok().and_then(|set| set.iter().copied().find(|signal| by(*signal)))
            {
                return signal;
            }
        }
        std::future::pending().await
    }

    /// Does this signal end the shell even while it waits for a program?
    pub(super) fn ends_on(&self, signal: u8) -> bool {
        self.traps.action(signal).is_none()
    }
}
