//! What pages look like: the sizes and bytes that reading and writing share.

/// Bytes of a page as this writer makes them in a new file.
pub(super) const PAGE: usize = 4096;
/// The file begins with this; page 1 comes after it.
pub(super) const FILE_HEADER: usize = 100;
pub(super) const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Kinds of pages. Those of tables have row ids, those of indexes sorted records.
pub(super) const TABLE_LEAF: u8 = 0x0d;
pub(super) const TABLE_INTERIOR: u8 = 0x05;
pub(super) const INDEX_LEAF: u8 = 0x0a;
pub(super) const INDEX_INTERIOR: u8 = 0x02;

/// How many bytes of a payload stay in a cell; the rest goes to overflow pages.
pub(super) fn local_part(payload: usize, usable: usize, index: bool) -> usize {
    let most = if index { (usable - 12) * 64 / 255 - 23 } else { usable - 35 };
    if payload <= most {
        return payload;
    }
    let least = (usable - 12) * 32 / 255 - 23;
    let local = least + (payload - least) % (usable - 4);
    if local <= most { local } else { least }
}
