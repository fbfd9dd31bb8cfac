//! The chunks that binary XML and resource tables are made of: a kind, the length of the header, the length of it all.

use super::bytes::Bytes;

pub(super) const STRING_POOL: u16 = 0x0001;
pub(super) const TABLE: u16 = 0x0002;
pub(super) const XML: u16 = 0x0003;
pub(super) const START_ELEMENT: u16 = 0x0102;
pub(super) const END_ELEMENT: u16 = 0x0103;
pub(super) const RESOURCE_MAP: u16 = 0x0180;
pub(super) const PACKAGE: u16 = 0x0200;
pub(super) const TYPE: u16 = 0x0201;

/// The eight bytes that every chunk begins with.
const HEAD: usize = 8;

#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk<'a> {
    pub(super) kind: u16,
    /// The whole chunk, header included: offsets count from its start.
    pub(super) all: Bytes<'a>,
    /// What follows the header.
    pub(super) body: Bytes<'a>,
}

impl<'a> Chunk<'a> {
    /// The chunk at the start of these bytes.
    pub(super) fn first(bytes: Bytes<'a>) -> Option<Self> {
        let (kind, header, size) = (bytes.u16(0)?, usize::from(bytes.u16(2)?), bytes.size(4)?);
        if header < HEAD || size < header {
            return None;
        }
        let all = bytes.piece(0, size)?;
        Some(Self { kind, all, body: all.from(header)? })
    }

    /// The chunks inside this one, up to the first that is broken.
    pub(super) fn children(&self) -> impl Iterator<Item = Chunk<'a>> + use<'a> {
        chunks(self.body)
    }
}

/// Chunks one after the other, up to the end or the first that is broken.
fn chunks(bytes: Bytes<'_>) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let chunk = Chunk::first(rest)?;
        rest = rest.from(chunk.all.len())?;
        Some(chunk)
    })
}
