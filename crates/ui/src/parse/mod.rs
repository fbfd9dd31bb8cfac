//! Foreign bytes to a [`Tree`](crate::Tree). A partial answer is an answer: what could not be read is
//! listed as gaps. Parsers never panic, and never recurse, so depth is bounded by memory only.

mod attributes;
mod build;
mod entities;
mod uiautomator;
mod windows;
mod xml;

use std::borrow::Cow;

use crate::Tree;
pub use uiautomator::parse_uiautomator;

/// How a phone, or what stands on it, writes a screen down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `uiautomator dump` and its relatives.
    UiautomatorXml,
}

/// Reads a screen that is known to be written in `format`.
pub fn parse(bytes: &[u8], format: Format) -> Result<Tree, NotAScreen> {
    match format {
        Format::UiautomatorXml => parse_uiautomator(bytes),
    }
}

/// Which format these bytes are in, by their content; none when they are no screen.
pub fn recognise(bytes: &[u8]) -> Option<Format> {
    let text = decode(&bytes[..bytes.len().min(64 * 1024)]);
    let screen = ["<hierarchy", "<displays"].iter().any(|mark| text.contains(mark));
    screen.then_some(Format::UiautomatorXml)
}

/// Something that was not read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Byte offset in the decoded text.
    pub at: usize,
    pub what: String,
}

/// There is no screen in these bytes at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAScreen {
    #[error("no hierarchy in {len} bytes, which begin with {start}")]
    NoHierarchy { len: usize, start: String },
    #[error("the hierarchy has no nodes")]
    NoNodes,
    #[error("{len} bytes are more than a screen can have")]
    TooLarge { len: usize },
}

/// Text in whichever encoding it arrived: redirects on some hosts write UTF-16.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |rest: &[u8], read: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest),
        _ => utf8(bytes),
    }
}

fn utf8(bytes: &[u8]) -> Cow<'_, str> {
    // The strict check takes plain text in strides, which the lossy one does not.
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}
