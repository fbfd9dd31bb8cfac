//! What reading a screen takes. Alone in its program: every allocation of a process is counted.

use judge::{Folder, Shown};
use peak_alloc::PeakAlloc;
use ui::parse;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// How often a file's size may be needed at once, over what even the smallest takes.
const TO_READ: usize = 4;
const TO_SHOW: usize = 4;
const ANYHOW: usize = 64 * 1024;

#[test]
fn no_screen_takes_more_than_a_small_multiple_of_its_size() {
    let Some(folder) = judge::corpus() else {
        println!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
        return;
    };
    let (mut reads, mut shows) = (0, 0);
    for recording in Folder::read(&folder).expect("a folder that can be read").screens {
        let size = recording.bytes.len();
        let (reading, tree) = peak(|| parse(&recording.bytes, recording.format));
        let Ok(tree) = tree else { continue };
        let (showing, _shown) = peak(|| Shown::of_tree(tree));
        reads = reads.max(reading * 100 / size);
        shows = shows.max(showing * 100 / size);
        let name = recording.name;
        assert!(reading <= TO_READ * size + ANYHOW, "{name}: {reading} bytes to read {size}");
        assert!(showing <= TO_SHOW * size + ANYHOW, "{name}: {showing} bytes to show {size}");
    }
    println!("at most {reads} percent of a file's size to read it, {shows} to show it");
}

/// The most memory that `work` had at once, over what there was before, and what it made.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let made = work();
    (MEMORY.peak_usage().saturating_sub(before), made)
}
