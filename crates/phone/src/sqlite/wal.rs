//! The write-ahead log that lies beside a database: what was committed in it is newer than the file.
//! <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>

use super::read::long;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// The file with the committed pages of its log, or `None` when the log holds none.
pub(crate) fn with_log(file: &[u8], log: &[u8]) -> Option<Vec<u8>> {
    let number = |at: usize| long(log, at).ok();
    // The last bit says in which order the checksums take their words.
    let big = match number(0)? {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return None,
    };
    let page = number(8)? as usize;
    if number(4)? != 3_007_000 || !page.is_power_of_two() || !(512..=65_536).contains(&page) {
        return None;
    }
    let mut sum = checksum(log.get(..24)?, (0, 0), big);
    if sum != (number(24)?, number(28)?) {
        return None;
    }
    let (mut merged, mut waiting) = (None, Vec::new());
    for frame in log.get(HEADER..)?.chunks_exact(FRAME_HEADER + page) {
        let number = |at: usize| long(frame, at).ok();
        if frame.get(8..16) != log.get(16..24) {
            break;
        }
        sum = checksum(frame.get(..8)?, sum, big);
        sum = checksum(frame.get(FRAME_HEADER..)?, sum, big);
        if sum != (number(16)?, number(20)?) {
            break;
        }
        waiting.push((number(0)? as usize, frame.get(FRAME_HEADER..)?));
        // The last frame of a transaction says how many pages there are now.
        let pages = number(4)? as usize;
        if pages > 0 {
            let bytes = pages
                .checked_mul(page)
                .filter(|bytes| *bytes <= file.len().saturating_add(log.len()))?;
            let whole = merged.get_or_insert_with(|| file.to_vec());
            whole.resize(bytes, 0);
            for (place, content) in waiting.drain(..) {
                let start = place.checked_sub(1)?.checked_mul(page)?;
                // A page that the transaction cut off again.
                if let Some(room) = whole.get_mut(start..start + page) {
                    room.copy_from_slice(content);
                }
            }
        }
    }
    merged
}

fn checksum(bytes: &[u8], start: (u32, u32), big: bool) -> (u32, u32) {
    let word = |bytes: [u8; 4]| {
        if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    };
    bytes.as_chunks().0.chunks_exact(2).fold(start, |(first, second), pair| {
        let first = first.wrapping_add(word(pair[0])).wrapping_add(second);
        (first, second.wrapping_add(word(pair[1])).wrapping_add(first))
    })
}
