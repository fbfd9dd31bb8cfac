//! How many frames took how long, in the buckets that Android's renderer sorts them into.

use std::fmt::Write as _;

/// Upper ends of the buckets in milliseconds: finer where frames should be.
fn buckets() -> impl Iterator<Item = u64> {
    (5..=32)
        .chain((34..=48).step_by(2))
        .chain((53..=133).step_by(4))
        .chain((150..=4950).step_by(50))
}

fn gpu_buckets() -> impl Iterator<Item = u64> {
    (1..=25).chain([4950])
}

/// `5ms=12 6ms=0 …` for frames that all took the same time.
pub(super) fn frames(count: u64, millis: u64) -> String {
    text(buckets(), count, millis)
}

pub(super) fn gpu(count: u64, millis: u64) -> String {
    text(gpu_buckets(), count, millis)
}

fn text(buckets: impl Iterator<Item = u64>, count: u64, millis: u64) -> String {
    let mut text = String::new();
    let mut left = count;
    for bucket in buckets {
        let here = if bucket >= millis { std::mem::take(&mut left) } else { 0 };
        let space = if text.is_empty() { "" } else { " " };
        let _infallible = write!(text, "{space}{bucket}ms={here}");
    }
    text
}
