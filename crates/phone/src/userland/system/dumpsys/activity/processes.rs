//! `dumpsys activity processes`: what runs.

use crate::android::{Android, Process};
use crate::userland::system::dumpsys::{identity, lines::Lines};

/// All processes that the activity manager knows, or those of one package.
pub(super) fn dump(android: &Android, only: Option<&str>) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)");
    lines.add("  All known processes:");
    let known: Vec<Process> = android.processes().into_iter().filter(is_known).collect();
    let wanted = |process: &&Process| only.is_none_or(|only| process.name == only);
    for process in known.iter().filter(wanted) {
        block(android, &mut lines, process);
    }
    lines.add("\n  Process LRU list (sorted by oom_adj):");
    let front = android.resumed_activity().and_then(|resumed| resumed.pid);
    for (index, process) in known.iter().filter(wanted).enumerate() {
        let (score, state) = standing(process, front);
        lines.add(format_args!(
            "    Proc #{index:2}: {score:<5} {state} {}:{}/{} ()",
            process.pid,
            process.name,
            identity::user(process.uid),
        ));
    }
    lines.text()
}

/// What init and the shell have started is none of the activity manager's business.
fn is_known(process: &Process) -> bool {
    let is_system = process.name == "system_server" || process.name.starts_with("com.android.");
    process.package.is_some() || is_system
}

/// How dear a process is to the system: its name in the list, and what it counts as.
fn standing(process: &Process, front: Option<u32>) -> (&'static str, &'static str) {
    match process {
        Process { package: None, .. } => ("pers", "PER"),
        Process { pid, .. } if Some(*pid) == front => ("fg", "TOP"),
        Process { .. } => ("cch", "CAC"),
    }
}

fn block(android: &Android, lines: &mut Lines, process: &Process) {
    let kind = if process.package.is_some() { "*APP*" } else { "*PERS*" };
    let (uid, name, pid) = (process.uid, &process.name, process.pid);
    let front = android.resumed_activity().is_some_and(|resumed| resumed.pid == Some(pid));
    lines.add(format_args!("  {kind} UID {uid} {}", identity::process(process)));
    lines.add(format_args!("    user #0 uid={uid} gids={{}}"));
    if let Some(package) = android.package(name) {
        let (apk, data) = (package.apk_path(), package.data_dir);
        lines.add(format_args!("    dir={apk} publicDir={apk} data={data}"));
    }
    lines.add(format_args!("    packageList={{{name}}}\n    pid={pid}"));
    let score = match (process.package.is_some(), front) {
        (false, _) => -800,
        (true, true) => 0,
        (true, false) => 900,
    };
    lines.add(format_args!(
        "    oom adj: max=1001 curRaw={score} setRaw={score} cur={score} set={score}"
    ));
    lines.add(format_args!(
        "    lastPss={}KB lastSwapPss=0.00 lastRss={}KB",
        process.pss_kb(),
        process.rss_kb
    ));
    for task in android.tasks() {
        for activity in task.activities.iter().filter(|have| have.pid == Some(pid)) {
            lines.add(format_args!("    Activities:\n      - {}", activity.record()));
        }
    }
}
