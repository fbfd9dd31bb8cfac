//! All processes, the largest first, and what is left.

use crate::android::{Android, Process, SWAP_KB};
use crate::userland::system::dumpsys::lines::Lines;

pub(super) fn describe(android: &Android, lines: &mut Lines) {
    let mut processes = android.processes();
    let front = android.resumed_activity().and_then(|resumed| resumed.pid);
    processes.retain(|process| process.rss_kb > 0);
    for (title, size) in [
        ("Total RSS by process:", (|process| process.rss_kb) as fn(&Process) -> u64),
        ("Total PSS by process:", Process::pss_kb),
    ] {
        processes.sort_by_key(|process| (std::cmp::Reverse(size(process)), process.pid));
        lines.add(format_args!("\n{title}"));
        for process in &processes {
            let shown = if Some(process.pid) == front { " / activities" } else { "" };
            let (name, pid) = (&process.name, process.pid);
            lines.add(format_args!("{:>11}K: {name} (pid {pid}{shown})", thousands(size(process))));
        }
    }
    let memory = android.memory();
    let used: u64 = processes.iter().map(Process::pss_kb).sum();
    lines.add(format_args!("\nTotal RAM: {:>10}K (status normal)", thousands(memory.total)));
    lines.add(format_args!(" Free RAM: {:>10}K", thousands(memory.available)));
    lines.add(format_args!(
        " Used RAM: {:>10}K ({:>10}K used pss + {:>10}K kernel)",
        thousands(memory.used),
        thousands(used),
        thousands(memory.used.saturating_sub(used)),
    ));
    lines.add(format_args!(" Lost RAM: {:>10}K", 0));
    lines.add(format_args!(
        "     ZRAM: {:>10}K physical used for {:>10}K in swap ({:>10}K total swap)",
        0,
        0,
        thousands(SWAP_KB)
    ));
    lines
        .add("   Tuning: 192 (large 512), oom   322,560K, restore limit   107,520K (high-end-gfx)");
}

/// `4,024,756`
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
