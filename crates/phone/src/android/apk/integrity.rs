//! Is the content of an APK what its signers saw? Digests of APK signature schemes 2 and 3: chunks of a mebibyte are
//! digested, and then their digests.

use super::archive::Archive;
use super::bytes::Bytes;
use sha2::{Digest, Sha256, Sha512};

const CHUNK: u64 = 1024 * 1024;
/// Where the end of a ZIP says where its directory begins.
const DIRECTORY_FIELD: usize = 16;

/// Digests that signers left, by the numbers of their algorithms. The error is what Android says.
pub(super) fn check(
    archive: &Archive,
    block_start: u64,
    digests: &[(u32, Vec<u8>)],
) -> Result<(), &'static str> {
    let mut known = false;
    for (algorithm, wanted) in digests {
        let (found, text) = match algorithm {
            0x0101 | 0x0103 | 0x0201 | 0x0301 => (
                digest::<Sha256>(archive, block_start),
                "SHA-256 digest of contents did not verify",
            ),
            0x0102 | 0x0104 | 0x0202 => (
                digest::<Sha512>(archive, block_start),
                "SHA-512 digest of contents did not verify",
            ),
            // A tree for a file system that this phone does not have.
            _ => continue,
        };
        known = true;
        if found.as_ref() != Some(wanted) {
            return Err(text);
        }
    }
    if known { Ok(()) } else { Err("No supported signatures found") }
}

fn digest<D: Digest>(archive: &Archive, block_start: u64) -> Option<Vec<u8>> {
    let (directory, end) = (archive.directory_offset(), archive.end_of_directory());
    let mut chunks = Vec::new();
    let mut count = 0_u32;
    let mut add = |bytes: &[u8]| {
        let length = u32::try_from(bytes.len()).ok()?;
        let mut hash = D::new();
        hash.update([0xa5]);
        hash.update(length.to_le_bytes());
        hash.update(bytes);
        chunks.extend_from_slice(&hash.finalize());
        count += 1;
        Some(())
    };
    for (start, stop) in [(0, block_start), (directory, end)] {
        let mut at = start;
        while at < stop {
            let length = CHUNK.min(stop - at);
            add(&archive.raw(at, usize::try_from(length).ok()?)?)?;
            at += length;
        }
    }
    // To its signers the directory began where the block is now.
    let mut tail = archive.tail()?;
    let field = tail.get_mut(DIRECTORY_FIELD..DIRECTORY_FIELD + 4)?;
    field.copy_from_slice(&u32::try_from(block_start).ok()?.to_le_bytes());
    add(&tail)?;
    let mut hash = D::new();
    hash.update([0x5a]);
    hash.update(count.to_le_bytes());
    hash.update(&chunks);
    Some(hash.finalize().to_vec())
}

/// The digests in the signed data of a signer: pairs of a number and bytes.
pub(super) fn digests(list: Bytes<'_>) -> Option<Vec<(u32, Vec<u8>)>> {
    let (mut rest, mut digests) = (list, Vec::new());
    while rest.len() > 0 {
        let (pair, after) = rest.prefixed()?;
        let (digest, _) = pair.from(4)?.prefixed()?;
        digests.push((pair.u32(0)?, digest.0.to_vec()));
        rest = after;
    }
    Some(digests)
}
