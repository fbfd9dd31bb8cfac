//! `logcat -g` and `logcat -S`: how full the buffers are.

use crate::android::Buffer;
use crate::process::Process;
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(super) fn sizes(process: &Process, buffers: &[Buffer]) -> String {
    let mut text = String::new();
    for buffer in buffers {
        let used: usize =
            process.android().log_entries(&[*buffer]).iter().map(|entry| entry.size()).sum();
        writeln!(
            text,
            "{}: ring buffer is {} ({} consumed, {} readable), max entry is 5120 B, max payload is 4068 B",
            buffer.name(),
            amount(process.android().log_size(*buffer)),
            amount(used),
            amount(used),
        )
        .ok();
    }
    text
}

pub(super) fn statistics(process: &Process, buffers: &[Buffer]) -> String {
    let mut text = "size/num ".to_owned();
    let mut totals = String::new();
    let mut by_tag: BTreeMap<(u32, String), (usize, usize)> = BTreeMap::new();
    for buffer in buffers {
        let entries = process.android().log_entries(&[*buffer]);
        let bytes: usize = entries.iter().map(|entry| entry.size()).sum();
        write!(text, "{:<20}", buffer.name()).ok();
        write!(totals, "{:<20}", format!("{bytes}/{}", entries.len())).ok();
        for entry in &entries {
            let sum = by_tag.entry((entry.uid, entry.tag.clone())).or_default();
            sum.0 += entry.size();
            sum.1 += 1;
        }
    }
    let mut rows: Vec<_> = by_tag.into_iter().collect();
    rows.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(&b.0)));
    writeln!(text, "\nTotal    {totals}\n\nTags by size:").ok();
    writeln!(text, "{:<8} {:<32} {:>10} {:>8}", "UID", "TAG", "BYTES", "LINES").ok();
    for ((uid, tag), (bytes, count)) in rows {
        writeln!(text, "{uid:<8} {tag:<32} {bytes:>10} {count:>8}").ok();
    }
    text
}

fn amount(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes / 1024),
        _ => format!("{} MiB", bytes / 1_048_576),
    }
}
