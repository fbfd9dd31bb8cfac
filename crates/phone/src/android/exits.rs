//! Why app processes ended: the history that `dumpsys activity exit-info` shows.

use std::collections::VecDeque;

use jiff::Timestamp;

use super::{Android, Process, handle::State};

/// Ends that are remembered for a package, as many as Android keeps.
const KEPT: usize = 16;

/// How dear a process was to the system.
pub(crate) const FOREGROUND: u32 = 100;
const CACHED: u32 = 400;

/// How a process comes to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Ending {
    /// By a signal from outside.
    Signaled,
    /// By itself, with this status.
    Exited(i32),
    /// By an exception that it did not catch.
    Crashed,
    /// By the activity manager, which logs this reason.
    Killed(ExitReason, String),
}

/// Why a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitReason {
    /// `System.exit`
    Itself,
    Signaled,
    Crash,
    /// It did not respond, and the user closed it.
    Anr,
    PermissionChange,
    ForceStop,
    KillBackground,
}

impl ExitReason {
    /// `ApplicationExitInfo.REASON_…`
    pub fn number(self) -> u32 {
        match self {
            Self::Itself => 1,
            Self::Signaled => 2,
            Self::Crash => 4,
            Self::Anr => 6,
            Self::PermissionChange => 8,
            Self::ForceStop | Self::KillBackground => 10,
        }
    }

    /// The words behind the number.
    pub fn name(self) -> &'static str {
        match self {
            Self::Itself => "EXIT_SELF",
            Self::Signaled => "SIGNALED",
            Self::Crash => "APP CRASH(EXCEPTION)",
            Self::Anr => "ANR",
            Self::PermissionChange => "PERMISSION CHANGE",
            Self::ForceStop | Self::KillBackground => "USER REQUESTED",
        }
    }

    /// What the user asked for.
    pub fn detail(self) -> (u32, &'static str) {
        match self {
            Self::ForceStop => (21, "FORCE STOP"),
            Self::KillBackground => (24, "KILL BACKGROUND"),
            Self::Itself | Self::Signaled | Self::Crash | Self::Anr | Self::PermissionChange => {
                (0, "UNKNOWN")
            }
        }
    }
}

/// The end of one process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exit {
    pub time: Timestamp,
    pub process: Process,
    pub reason: ExitReason,
    /// The signal that ended it, or the status it ended with.
    pub status: u8,
    /// 100 in the foreground, 400 in the cache.
    pub importance: u32,
    pub description: Option<String>,
}

impl Android {
    /// The ends of processes of all packages, the latest first.
    pub fn exits(&self) -> Vec<Exit> {
        self.state().exits.iter().rev().cloned().collect()
    }
}

impl State {
    pub(crate) fn remember_exit(&mut self, process: &Process, ending: &Ending) {
        let front = self.top().is_some_and(|top| top.pid == Some(process.pid));
        let (reason, status, description) = match ending {
            Ending::Exited(code) => {
                (ExitReason::Itself, u8::try_from(code & 0xff).unwrap_or(0), None)
            }
            Ending::Signaled => (ExitReason::Signaled, 9, None),
            Ending::Crashed => (ExitReason::Crash, 0, Some("crash".to_owned())),
            Ending::Killed(reason, text) => (*reason, 0, Some(text.clone())),
        };
        let exit = Exit {
            time: self.clock.timestamp(),
            process: process.clone(),
            reason,
            status,
            importance: if front { FOREGROUND } else { CACHED },
            description,
        };
        self.exits.push_back(exit);
        forget_oldest(&mut self.exits, &process.name);
    }
}

fn forget_oldest(exits: &mut VecDeque<Exit>, name: &str) {
    let same = |exit: &Exit| exit.process.name == name;
    if exits.iter().filter(|exit| same(exit)).count() > KEPT
        && let Some(oldest) = exits.iter().position(same)
    {
        exits.remove(oldest);
    }
}
