//! How the memory of an app divides into areas: the shares that ordinary apps show, applied to what this one uses.

use crate::android::Process;

/// A row of the table, in KiB.
#[derive(Clone, Copy, Default)]
pub(super) struct Area {
    pub(super) name: &'static str,
    pub(super) pss: u64,
    pub(super) private_dirty: u64,
    pub(super) private_clean: u64,
    pub(super) rss: u64,
}

/// Name, share of all memory in thousandths, and how much of it is private and written to, private and not.
const SHARES: [(&str, u64, u64, u64); 15] = [
    ("Native Heap", 190, 900, 90),
    ("Dalvik Heap", 110, 700, 250),
    ("Dalvik Other", 60, 600, 150),
    ("Stack", 15, 950, 50),
    ("Ashmem", 1, 100, 0),
    ("Other dev", 2, 50, 500),
    (".so mmap", 150, 60, 300),
    (".jar mmap", 70, 0, 50),
    (".apk mmap", 40, 0, 300),
    (".ttf mmap", 10, 0, 200),
    (".dex mmap", 90, 10, 800),
    (".oat mmap", 20, 0, 50),
    (".art mmap", 100, 500, 300),
    ("Other mmap", 32, 50, 200),
    ("Unknown", 110, 600, 300),
];

/// The rows without their total. What rounding leaves goes to the last, so that they add up.
pub(super) fn of(process: &Process) -> Vec<Area> {
    let (mut pss_left, mut rss_left) = (process.pss_kb(), process.rss_kb);
    let mut areas: Vec<Area> = Vec::with_capacity(SHARES.len());
    for (index, (name, share, dirty, clean)) in SHARES.into_iter().enumerate() {
        let last = index + 1 == SHARES.len();
        let pss = if last { pss_left } else { process.pss_kb() * share / 1000 };
        let rss = if last { rss_left } else { process.rss_kb * share / 1000 };
        pss_left -= pss;
        rss_left -= rss;
        areas.push(Area {
            name,
            pss,
            rss,
            private_dirty: pss * dirty / 1000,
            private_clean: pss * clean / 1000,
        });
    }
    areas
}

/// Their sum, under this name.
pub(super) fn sum<'a>(name: &'static str, areas: impl Iterator<Item = &'a Area>) -> Area {
    areas.fold(Area { name, ..Area::default() }, |sum, area| Area {
        name,
        pss: sum.pss + area.pss,
        private_dirty: sum.private_dirty + area.private_dirty,
        private_clean: sum.private_clean + area.private_clean,
        rss: sum.rss + area.rss,
    })
}
