//! What pages look like: the sizes and bytes that reading and writing share.

/// Bytes of a page as this writer makes them.
pub(super) const PAGE: usize = 4096;
/// The file begins with this; page 1 comes after it.
pub(super) const FILE_HEADER: usize = 100;
pub(super) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
pub(super) const LEAF: u8 = 0x0d;
pub(super) const INTERIOR: u8 = 0x05;

/// How many bytes of a payload stay in the cell of a leaf; the rest goes to overflow pages.
pub(super) fn local_part(payload: usize, usable: usize) -> usize {
    let most = usable - 35;
    if payload <= most {
        return payload;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let local = least + (payload - least) % (usable - 4);
    if local <= most { local } else { least }
}
