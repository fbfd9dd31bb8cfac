//! Memory: what the phone has, and what a process uses of it.

use super::{Android, Process};

/// What the kernel says it has, in KiB.
const TOTAL_KB: u64 = 4_024_756;
pub const SWAP_KB: u64 = 3_018_564;
/// The kernel's own, and what belongs to no process.
const KERNEL_KB: u64 = 640_000;
pub const BUFFERS_KB: u64 = 12_204;
pub const CACHED_KB: u64 = 1_420_152;

/// The phone's memory, in KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    pub total: u64,
    /// By processes and kernel, without caches.
    pub used: u64,
    pub free: u64,
    pub available: u64,
}

impl Android {
    pub fn memory(&self) -> Memory {
        let processes: u64 = self.processes().iter().map(Process::pss_kb).sum();
        let used = (processes + KERNEL_KB).min(TOTAL_KB - BUFFERS_KB);
        let available = TOTAL_KB - used;
        let free = available.saturating_sub(BUFFERS_KB + CACHED_KB).max(available / 8);
        Memory { total: TOTAL_KB, used, free, available }
    }
}

impl Process {
    /// Its proportional share: half of what it maps is shared with the zygote's other children.
    pub fn pss_kb(&self) -> u64 {
        self.rss_kb / 2
    }
}
