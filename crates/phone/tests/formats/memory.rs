//! `dumpsys meminfo PROCESS`, and `/proc/meminfo`.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const PROCESS: Format = Format {
    read,
    recordings: &["dumpsys/meminfo-app.txt", "dumpsys/meminfo-no-process.txt"],
    lacking: &[(
        "no native allocations are counted",
        "Native Allocations/Bitmap (malloced), Native Allocations/Bitmap (malloced) (Rss), \
             Native Allocations/Other (malloced), Native Allocations/Other (malloced) (Rss), \
             Native Allocations/Other (nonmalloced), \
             Native Allocations/Other (nonmalloced) (Rss)",
    )],
    beyond: &[],
};

pub(crate) const PHONE: Format = Format {
    read: read_phone,
    recordings: &["dumpsys/device-info-wm-size.txt"],
    lacking: &[(
        "the kernel's own bookkeeping",
        "meminfo/Active(anon), meminfo/Active(file), meminfo/AnonPages, meminfo/Bounce, \
             meminfo/CmaFree, meminfo/CmaTotal, meminfo/CommitLimit, meminfo/Committed_AS, \
             meminfo/Dirty, meminfo/Inactive(anon), meminfo/Inactive(file), \
             meminfo/KReclaimable, meminfo/KernelStack, meminfo/Mapped, meminfo/Mlocked, \
             meminfo/NFS_Unstable, meminfo/PageTables, meminfo/SReclaimable, \
             meminfo/SUnreclaim, meminfo/Shmem, meminfo/Slab, meminfo/Unevictable, \
             meminfo/VmallocChunk, meminfo/VmallocTotal, meminfo/VmallocUsed, \
             meminfo/Writeback, meminfo/WritebackTmp",
    )],
    beyond: &[],
};

/// A table of areas, then pairs of names and numbers under headings.
fn read(text: &str) -> Fields {
    static PAIR: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"([A-Z][A-Za-z_() ]+):\s+(\d+)?(?:\s{10,}(\d+))?").unwrap());
    static ROW: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^\s+([A-Za-z.][A-Za-z. ]*?)((?:\s+\d+){5,})\s*$").unwrap());
    let mut fields = Fields::default();
    let mut part = "head";
    for line in text.lines() {
        if let Some(row) = ROW.captures(line) {
            let numbers = row[2].split_whitespace().count();
            fields.put("area", &row[1], "");
            fields.put("area columns", &numbers.to_string(), "1");
        } else if line.contains("** MEMINFO in pid") {
            fields.put("head", "MEMINFO", "");
        } else if let Some(heading) = line
            .strip_prefix(' ')
            .filter(|line| line.starts_with(char::is_alphabetic) && !line.contains(':'))
        {
            part = heading.trim();
        } else if line.starts_with("Uptime: ") {
            fields.put_label("head", "Uptime: 1");
            assert!(line.contains(" Realtime: "));
        } else {
            for pair in PAIR.captures_iter(line) {
                fields.put(part, &pair[1], pair.get(2).map_or("", |number| number.as_str()));
                if let Some(second) = pair.get(3) {
                    fields.put(part, &format!("{} (Rss)", &pair[1]), second.as_str());
                }
            }
        }
    }
    fields
}

fn read_phone(text: &str) -> Fields {
    let mut fields = Fields::default();
    for line in text.lines().filter(|line| line.ends_with(" kB")) {
        fields.put_label("meminfo", line.trim_end_matches(" kB"));
    }
    fields
}

#[tokio::test(start_paused = true)]
async fn of_a_process_as_recorded() {
    PROCESS.check(&Device::shop().await.run(&format!("dumpsys meminfo {SHOP}")).await);
}

#[tokio::test(start_paused = true)]
async fn of_the_phone_as_recorded() {
    PHONE.check(&Device::home().await.run("cat /proc/meminfo").await);
}
