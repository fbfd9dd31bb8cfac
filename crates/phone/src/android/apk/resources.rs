//! `resources.arsc`, just far enough to say what a reference in a manifest means on this phone: English, and its API level.

use super::bytes::Bytes;
use super::chunk::{Chunk, PACKAGE, STRING_POOL, TABLE, TYPE};
use super::strings::StringPool;
use super::value::Value;
use crate::android::Api;

/// References may point to references; no further than this.
const LONGEST_WAY: usize = 20;

/// Entries of a type are a list of numbers and offsets instead of a table.
const SPARSE: u8 = 1;
/// Offsets have two bytes.
const SHORT_OFFSETS: u8 = 2;
/// An entry with parts (styles, arrays).
const COMPLEX: u16 = 1;
/// Attributes of a style; there are about 2,000 in all.
const MOST_PARTS: usize = 4096;
/// An entry in eight bytes.
const COMPACT: u16 = 8;

pub(super) struct Resources<'a> {
    strings: StringPool<'a>,
    types: Vec<Type<'a>>,
}

/// A style: its own attributes by id, and the style it adds to, 0 for none.
pub(super) struct Style {
    pub(super) parent: u32,
    pub(super) attributes: Vec<(u32, Value)>,
}

/// The resources of one type in one configuration.
struct Type<'a> {
    /// Package and type: the upper half of their ids.
    id: u32,
    flags: u8,
    count: usize,
    offsets: Bytes<'a>,
    entries: Bytes<'a>,
    fit: Fit,
}

/// How well a configuration suits the phone; the greatest is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    language: u8,
    api_level: u16,
}

impl<'a> Resources<'a> {
    pub(super) fn parse(bytes: &'a [u8], api: Api) -> Option<Self> {
        let table = Chunk::first(Bytes(bytes)).filter(|chunk| chunk.kind == TABLE)?;
        let (mut strings, mut types) = (None, Vec::new());
        for chunk in table.children() {
            match chunk.kind {
                STRING_POOL if strings.is_none() => strings = StringPool::parse(chunk),
                PACKAGE => {
                    let Some(package) = chunk.all.u32(8) else { continue };
                    let found = chunk.children().filter(|inner| inner.kind == TYPE);
                    types.extend(found.filter_map(|inner| Type::parse(package, inner, api)));
                }
                _ => {}
            }
        }
        Some(Self { strings: strings?, types })
    }

    /// What a resource is, after all references.
    pub(super) fn value(&self, id: u32) -> Option<Value> {
        let mut wanted = id;
        for _ in 0..LONGEST_WAY {
            let value = self.entry(wanted)?;
            let Value::Reference(next) = value else { return Some(value) };
            wanted = next;
        }
        None
    }

    /// What a style says itself, and what it is derived from.
    pub(super) fn style(&self, id: u32) -> Option<Style> {
        let index = usize::try_from(id & 0xffff).ok()?;
        let of_type = self.types.iter().filter(|candidate| candidate.id == id & 0xffff_0000);
        let found = of_type
            .filter_map(|candidate| Some((candidate.fit, candidate.style(index, &self.strings)?)));
        found.max_by_key(|(fit, _)| *fit).map(|(_, style)| style)
    }

    fn entry(&self, id: u32) -> Option<Value> {
        let index = usize::try_from(id & 0xffff).ok()?;
        let of_type = self.types.iter().filter(|candidate| candidate.id == id & 0xffff_0000);
        let found = of_type
            .filter_map(|candidate| Some((candidate.fit, candidate.value(index, &self.strings)?)));
        found.max_by_key(|(fit, _)| *fit).map(|(_, value)| value)
    }
}

impl<'a> Type<'a> {
    /// `None` also for configurations that are not for this phone.
    fn parse(package: u32, chunk: Chunk<'a>, api: Api) -> Option<Self> {
        let (number, flags) = (chunk.all.u8(8)?, chunk.all.u8(9)?);
        let (count, start) = (chunk.all.size(12)?, chunk.all.size(16)?);
        let fit = Fit::of(chunk.all.from(20)?, api)?;
        let id = package.checked_shl(24)? | u32::from(number) << 16;
        Some(Self { id, flags, count, offsets: chunk.body, entries: chunk.all.from(start)?, fit })
    }

    fn value(&self, index: usize, strings: &StringPool<'_>) -> Option<Value> {
        let entry = self.entries.from(self.offset(index)?)?;
        let flags = entry.u16(2)?;
        if flags & COMPACT != 0 {
            return Some(Value::of((flags >> 8).to_le_bytes()[0], entry.u32(4)?, strings));
        }
        if flags & COMPLEX != 0 {
            return None;
        }
        Value::parse(entry.from(usize::from(entry.u16(0)?))?, strings)
    }

    fn style(&self, index: usize, strings: &StringPool<'_>) -> Option<Style> {
        let entry = self.entries.from(self.offset(index)?)?;
        let flags = entry.u16(2)?;
        if flags & COMPLEX == 0 || flags & COMPACT != 0 {
            return None;
        }
        let (parent, count) = (entry.u32(8)?, entry.size(12)?);
        let parts = entry.from(usize::from(entry.u16(0)?))?;
        let attributes = (0..count.min(MOST_PARTS)).map_while(|place| {
            let part = parts.from(place.checked_mul(12)?)?;
            Some((part.u32(0)?, Value::parse(part.from(4)?, strings)?))
        });
        Some(Style { parent, attributes: attributes.collect() })
    }

    fn offset(&self, index: usize) -> Option<usize> {
        if self.flags & SPARSE != 0 {
            let pairs = (0..self.count).map_while(|place| {
                Some((self.offsets.u16(place * 4)?, self.offsets.u16(place * 4 + 2)?))
            });
            let mut found = pairs.filter(|(number, _)| usize::from(*number) == index);
            return found.next().map(|(_, offset)| usize::from(offset) * 4);
        }
        if index >= self.count {
            return None;
        }
        if self.flags & SHORT_OFFSETS != 0 {
            let offset = self.offsets.u16(index * 2).filter(|offset| *offset != u16::MAX)?;
            return Some(usize::from(offset) * 4);
        }
        let offset = self.offsets.u32(index * 4).filter(|offset| *offset != u32::MAX)?;
        usize::try_from(offset).ok()
    }
}

impl Fit {
    fn of(config: Bytes<'_>, api: Api) -> Option<Self> {
        let size = config.size(0)?;
        let (language, country) = (config.u16(8)?, config.u16(10)?);
        let word = |text: &[u8; 2]| u16::from_le_bytes(*text);
        let language = match (language, country) {
            (0, 0) => 1,
            (language, 0) if language == word(b"en") => 2,
            (language, country) if language == word(b"en") && country == word(b"US") => 3,
            _ => return None,
        };
        let api_level = if size >= 28 { config.u16(24)? } else { 0 };
        api.since(u32::from(api_level)).then_some(Self { language, api_level })
    }
}
