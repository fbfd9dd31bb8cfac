//! The frames that apps draw: one for every change that can be seen. Each costs the same time, as nothing on this
//! phone takes long to draw.

use std::{collections::VecDeque, time::Duration};

use super::{Android, handle::State};

/// Frames whose times are kept.
const KEPT: usize = 120;
/// From vsync to the buffer that is swapped.
pub const FRAME_TIME: Duration = Duration::from_millis(5);

/// What one process has drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frames {
    /// When counting began, since the phone started.
    pub since: Duration,
    pub total: u64,
    /// When the latest began, oldest first.
    pub recent: VecDeque<Duration>,
}

impl Android {
    /// What a process has drawn since it started or was last reset.
    pub fn frames(&self, pid: u32) -> Frames {
        self.state().frames.get(&pid).cloned().unwrap_or_default()
    }

    /// Begins to count anew.
    pub fn reset_frames(&self, pid: u32) {
        let mut state = self.state();
        let since = state.clock.uptime();
        state.frames.insert(pid, Frames { since, ..Frames::default() });
    }

    /// Frames of all processes that run.
    pub(crate) fn frames_drawn(&self) -> u64 {
        self.state().drawn.values().sum()
    }

    /// How many processors were busy, on average since the phone started.
    pub(crate) fn load(&self) -> f64 {
        let busy = FRAME_TIME.as_secs_f64()
            * f64::from(u32::try_from(self.frames_drawn()).unwrap_or(u32::MAX));
        busy / self.uptime().as_secs_f64().max(1.0)
    }

    /// The processor time that a process has used: what it took to draw its frames.
    pub fn processor_time(&self, pid: u32) -> Duration {
        let drawn = self.state().drawn.get(&pid).copied().unwrap_or(0);
        FRAME_TIME * u32::try_from(drawn).unwrap_or(u32::MAX)
    }
}

impl State {
    pub(crate) fn count_frame(&mut self, pid: u32) {
        if !self.processes.apps.contains_key(&pid) {
            return;
        }
        let now = self.clock.uptime();
        *self.drawn.entry(pid).or_default() += 1;
        let frames =
            self.frames.entry(pid).or_insert_with(|| Frames { since: now, ..Frames::default() });
        frames.total += 1;
        if frames.recent.len() == KEPT {
            frames.recent.pop_front();
        }
        frames.recent.push_back(now);
    }

    pub(crate) fn forget_frames(&mut self, pid: u32) {
        self.frames.remove(&pid);
        self.drawn.remove(&pid);
    }
}
