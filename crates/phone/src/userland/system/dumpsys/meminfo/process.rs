//! One process: its areas, what they come to, and how many objects it holds.

use super::areas::{self, Area};
use crate::android::{Android, Process};
use crate::userland::system::dumpsys::{lines::Lines, target};

/// How much of a heap is in use, in hundredths.
const IN_USE: u64 = 75;

pub(super) async fn describe(
    android: &Android,
    lines: &mut Lines,
    process: &Process,
    only_summary: bool,
) {
    let areas = areas::of(process);
    if !only_summary {
        table(lines, &areas);
    }
    summary(lines, &areas);
    if process.package.is_some() {
        objects(android, lines, process.pid).await;
    }
}

fn table(lines: &mut Lines, areas: &[Area]) {
    let heading = |words: [&str; 8]| {
        words.iter().fold(format!("{:>13}", ""), |line, word| format!("{line} {word:>8}"))
    };
    lines.add(heading(["Pss", "Private", "Private", "SwapPss", "Rss", "Heap", "Heap", "Heap"]));
    lines.add(heading(["Total", "Dirty", "Clean", "Dirty", "Total", "Size", "Alloc", "Free"]));
    lines.add(heading(["------"; 8]));
    let total = areas::sum("TOTAL", areas.iter());
    let heaps: u64 = areas.iter().filter(|area| is_heap(area)).map(heap_size).sum();
    for area in areas.iter().chain([&total]) {
        let size = if area.name == "TOTAL" { Some(heaps) } else { Some(heap_size(area)) };
        let size = size.filter(|_| is_heap(area) || area.name == "TOTAL");
        let heap = size.map_or_else(
            || format!(" {:>8} {:>8} {:>8}", "", "", ""),
            |size| {
                let used = size * IN_USE / 100;
                format!(" {size:>8} {used:>8} {:>8}", size - used)
            },
        );
        lines.add(format_args!(
            "{:>13} {:>8} {:>8} {:>8} {:>8} {:>8}{heap}",
            area.name, area.pss, area.private_dirty, area.private_clean, 0, area.rss
        ));
    }
}

fn is_heap(area: &Area) -> bool {
    matches!(area.name, "Native Heap" | "Dalvik Heap")
}

fn heap_size(area: &Area) -> u64 {
    area.pss + area.pss / 3
}

fn summary(lines: &mut Lines, areas: &[Area]) {
    let of =
        |names: &[&str]| areas::sum("", areas.iter().filter(|area| names.contains(&area.name)));
    let art = of(&[".art mmap"]);
    let java = Area {
        pss: of(&["Dalvik Heap"]).private_dirty + art.private_dirty + art.private_clean,
        rss: of(&["Dalvik Heap", ".art mmap"]).rss,
        ..Area::default()
    };
    let native = of(&["Native Heap"]);
    let code = of(&[".so mmap", ".jar mmap", ".apk mmap", ".ttf mmap", ".dex mmap", ".oat mmap"]);
    let stack = of(&["Stack"]);
    let total = areas::sum("", areas.iter());
    let code_private = code.private_dirty + code.private_clean;
    let private = total.private_dirty + total.private_clean;
    let named = java.pss + native.private_dirty + code_private + stack.private_dirty;
    let unknown_rss = total.rss - java.rss - native.rss - code.rss - stack.rss;
    lines.add(" \n App Summary");
    lines.add(format_args!("{:>21} {:>8} {:>21} {:>8}", "", "Pss(KB)", "", "Rss(KB)"));
    lines.add(format_args!("{:>21} {:>8} {:>21} {:>8}", "", "------", "", "------"));
    for (name, pss, rss) in [
        ("Java Heap:", java.pss, java.rss),
        ("Native Heap:", native.private_dirty, native.rss),
        ("Code:", code_private, code.rss),
        ("Stack:", stack.private_dirty, stack.rss),
        ("Graphics:", 0, 0),
    ] {
        lines.add(format_args!("{name:>21} {pss:>8} {:>21} {rss:>8}", ""));
    }
    lines.add(format_args!("{:>21} {:>8}", "Private Other:", private - named));
    lines.add(format_args!("{:>21} {:>8}", "System:", total.pss - private));
    lines.add(format_args!("{:>21} {:>8} {:>21} {unknown_rss:>8}", "Unknown:", "", ""));
    lines.add(format_args!(
        " \n{:>21} {:>8} {:>21} {:>8} {:>21} {:>8}",
        "TOTAL PSS:", total.pss, "TOTAL RSS:", total.rss, "TOTAL SWAP PSS:", 0
    ));
}

async fn objects(android: &Android, lines: &mut Lines, pid: u32) {
    let windows = target::windows(android, pid).await;
    let views: usize = windows.iter().map(|(_, tree)| tree.nodes.len()).sum();
    let tasks = android.tasks();
    let activities = tasks.iter().flat_map(|task| &task.activities);
    let activities = activities.filter(|activity| activity.pid == Some(pid)).count();
    lines.add(" \n Objects");
    for (left, count, right, other) in [
        ("Views:", views, "ViewRootImpl:", windows.len()),
        ("AppContexts:", activities + 2, "Activities:", activities),
        ("Assets:", activities + 10, "AssetManagers:", 0),
        ("Local Binders:", activities + 9, "Proxy Binders:", 30 + windows.len()),
        ("Parcel memory:", 4, "Parcel count:", 16),
        ("Death Recipients:", 0, "WebViews:", 0),
    ] {
        lines.add(format_args!("{left:>21} {count:>8} {right:>21} {other:>8}"));
    }
    // No app of this phone loads the native libraries whose allocations would be counted.
    lines.add(" \n SQL");
    lines.add(format_args!("{:>21} {:>8}", "MEMORY_USED:", 0));
    let (left, right) = ("PAGECACHE_OVERFLOW:", "MALLOC_SIZE:");
    lines.add(format_args!("{left:>21} {:>8} {right:>21} {:>8}\n ", 0, 0));
}
