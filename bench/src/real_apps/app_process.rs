//! The JVM that an app is, as the kernel sees it. Linux only.

use std::fs;
use std::time::Duration;

use bench::Outcome;
use tokio::time::Instant;

/// How long a process is watched before it is said to rest.
const WATCHED: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_mins(1);
/// What the kernel counts a process's time in.
const TICK: Duration = Duration::from_millis(10);

#[derive(Clone, Copy)]
pub(crate) struct AppProcess {
    pid: u32,
}

impl AppProcess {
    /// The JVM that this process started last, once all that run do next to nothing.
    pub(crate) async fn at_rest() -> Outcome<Self> {
        let until = Instant::now() + LONGEST;
        while Instant::now() < until {
            let all = Self::all()?;
            let before: Vec<_> = all.iter().map(|one| one.used()).collect();
            passes(WATCHED).await;
            let rested = all.iter().zip(before).all(|(one, before)| {
                let (Some(before), Some(after)) = (before, one.used()) else { return false };
                after.saturating_sub(before) <= TICK
            });
            if let (true, Some(last)) = (rested, all.last()) {
                return Ok(*last);
            }
        }
        Err("no app process ever rests".into())
    }

    /// All that run, in the order of their starts.
    fn all() -> Outcome<Vec<Self>> {
        let mut pids = Vec::new();
        for task in fs::read_dir("/proc/self/task")? {
            let children = fs::read_to_string(task?.path().join("children")).unwrap_or_default();
            pids.extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
        }
        pids.retain(|pid| stat(*pid).is_some_and(|stat| !stat.starts_with('Z')));
        pids.sort_unstable_by_key(|pid| started(*pid));
        Ok(pids.into_iter().map(|pid| Self { pid }).collect())
    }

    /// Percent of one core that it takes.
    pub(crate) async fn load(self, watched: Duration) -> Outcome<f64> {
        let gone = "the app is gone";
        let before = self.used().ok_or(gone)?;
        passes(watched).await;
        let used = self.used().ok_or(gone)?.saturating_sub(before);
        Ok(used.as_secs_f64() / watched.as_secs_f64() * 100.0)
    }

    fn used(self) -> Option<Duration> {
        let stat = stat(self.pid)?;
        let mut times = stat.split_whitespace().skip(11);
        let mut next = || times.next()?.parse::<u32>().ok();
        Some(TICK * (next()? + next()?))
    }

    /// What its main thread has computed so far, to the nanosecond.
    pub(crate) fn main_thread(self) -> Outcome<Duration> {
        for task in fs::read_dir(format!("/proc/{}/task", self.pid))? {
            let task = task?.path();
            if fs::read_to_string(task.join("comm")).unwrap_or_default().trim() != "main" {
                continue;
            }
            let stat = fs::read_to_string(task.join("schedstat"))?;
            let spent = stat.split_whitespace().next().ok_or("no time in schedstat")?;
            return Ok(Duration::from_nanos(spent.parse()?));
        }
        Err("the app has no main thread".into())
    }

    /// Memory of its own, and its part of what it shares with others.
    pub(crate) fn memory(self) -> Outcome<u64> {
        let rollup = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.pid))?;
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let kilobytes: u64 = line.ok_or("no Pss")?.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024)
    }
}

#[expect(clippy::disallowed_methods, reason = "what a process does in a time is what is measured")]
async fn passes(time: Duration) {
    tokio::time::sleep(time).await;
}

/// What follows the name of a process, which may hold anything.
fn stat(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit_once(") ")?.1.to_owned())
}

fn started(pid: u32) -> Option<u64> {
    stat(pid)?.split_whitespace().nth(19)?.parse().ok()
}
