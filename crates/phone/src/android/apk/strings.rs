//! String pools: texts by number, in UTF-8 or UTF-16. A text is decoded when it is asked for.

use super::bytes::Bytes;
use super::chunk::{Chunk, STRING_POOL};

const UTF8: u32 = 1 << 8;
const HEADER: usize = 28;

#[derive(Clone, Copy, Debug)]
pub(super) struct StringPool<'a> {
    offsets: Bytes<'a>,
    count: usize,
    texts: Bytes<'a>,
    utf8: bool,
}

impl<'a> StringPool<'a> {
    pub(super) fn parse(chunk: Chunk<'a>) -> Option<Self> {
        if chunk.kind != STRING_POOL {
            return None;
        }
        let (count, flags, start) = (chunk.all.size(8)?, chunk.all.u32(16)?, chunk.all.size(20)?);
        let offsets = chunk.all.piece(HEADER, count.checked_mul(4)?)?;
        // An empty pool may point anywhere.
        let texts = if count == 0 { Bytes(&[]) } else { chunk.all.from(start)? };
        Some(Self { offsets, count, texts, utf8: flags & UTF8 != 0 })
    }

    /// The text with this number. What is no text in it becomes `U+FFFD`.
    pub(super) fn get(&self, index: u32) -> Option<String> {
        let index = usize::try_from(index).ok().filter(|index| *index < self.count)?;
        let text = self.texts.from(self.offsets.size(index * 4)?)?;
        if self.utf8 { utf8(text) } else { utf16(text) }
    }
}

/// Its length in UTF-16 units, its length in bytes, the bytes. Each length has one byte or two.
fn utf8(text: Bytes<'_>) -> Option<String> {
    let length = |at: usize| -> Option<(usize, usize)> {
        let first = usize::from(text.u8(at)?);
        if first & 0x80 == 0 {
            return Some((first, at + 1));
        }
        Some(((first & 0x7f) << 8 | usize::from(text.u8(at + 1)?), at + 2))
    };
    let (_, at) = length(0)?;
    let (bytes, at) = length(at)?;
    Some(decode(text.piece(at, bytes)?.0))
}

/// Characters above U+FFFF may be written as two surrogates of three bytes each, as Java does.
fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(first) = rest.first() {
        let surrogate = match rest {
            [0xed, second @ 0xa0..=0xbf, third @ 0x80..=0xbf, ..] => {
                Some(0xd000 | u16::from(second & 0x3f) << 6 | u16::from(third & 0x3f))
            }
            _ => None,
        };
        if let Some(unit) = surrogate {
            units.push(unit);
            rest = &rest[3..];
            continue;
        }
        let width = match first {
            0xc0..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf7 => 4,
            _ => 1,
        };
        let (character, after) = rest.split_at(width.min(rest.len()));
        let text = String::from_utf8_lossy(character);
        units.extend(text.encode_utf16());
        rest = after;
    }
    String::from_utf16_lossy(&units)
}

/// Its length in units, in two bytes or four, and the units.
fn utf16(text: Bytes<'_>) -> Option<String> {
    let first = usize::from(text.u16(0)?);
    let (length, start) = if first & 0x8000 == 0 {
        (first, 2)
    } else {
        ((first & 0x7fff) << 16 | usize::from(text.u16(2)?), 4)
    };
    let bytes = text.piece(start, length.checked_mul(2)?)?;
    let units: Vec<u16> =
        bytes.0.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    Some(String::from_utf16_lossy(&units))
}
