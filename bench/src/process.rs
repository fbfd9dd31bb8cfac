//! What a process holds: memory, threads, open files. Linux only.

use crate::Outcome;

#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// In bytes, of its own: pages of the program's file come and go as the system likes.
    pub memory: u64,
    pub threads: u64,
    pub files: u64,
}

impl Usage {
    /// The smaller of each.
    #[must_use]
    pub fn least(self, other: Self) -> Self {
        Self {
            memory: self.memory.min(other.memory),
            threads: self.threads.min(other.threads),
            files: self.files.min(other.files),
        }
    }
}

pub fn usage(pid: u32) -> Outcome<Usage> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let field = |name: &str| -> Outcome<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let line = line.ok_or_else(|| format!("no {name} for process {pid}"))?;
        Ok(line.trim().trim_end_matches(" kB").parse()?)
    };
    let files = std::fs::read_dir(format!("/proc/{pid}/fd"))?.count();
    Ok(Usage {
        memory: (field("RssAnon:")? + field("VmSwap:")?) * 1024,
        threads: field("Threads:")?,
        files: u64::try_from(files)?,
    })
}

/// What several hold together.
pub fn sum(pids: &[u32]) -> Outcome<Usage> {
    let mut all = Usage::default();
    for pid in pids {
        let one = usage(*pid)?;
        all.memory += one.memory;
        all.threads += one.threads;
        all.files += one.files;
    }
    Ok(all)
}
