//! Foreign bytes to a [`Tree`](crate::Tree). A partial answer is an answer: what could not be read is
//! listed as gaps. Parsers never panic, and never recurse, so depth is bounded by memory only.

mod attributes;
mod build;
mod droidbot;
mod entities;
mod fields;
mod helper;
mod helper_node;
mod ios;
mod json;
mod maestro;
#[cfg(test)]
mod outline;
mod recognise;
mod uiautomator;
mod windows;
mod xml;

use std::borrow::Cow;

use strum::IntoStaticStr;

use crate::Tree;
#[cfg(test)]
use outline::outline;
pub use recognise::recognise;
pub use uiautomator::parse_uiautomator;

/// How a phone, or what stands on it, writes a screen down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Format {
    /// `uiautomator dump` and its relatives.
    UiautomatorXml,
    /// Our own helper on the phone: `helper/protocol`.
    HelperJson,
    /// `idb ui describe-all`: flat, nested or complete.
    IdbJson,
    /// WebDriverAgent's page source as JSON, also the older kind.
    WdaJson,
    /// WebDriverAgent's page source as XML.
    WdaXml,
    /// The states of DroidBot.
    DroidbotJson,
    /// `maestro hierarchy`.
    MaestroJson,
}

impl Format {
    pub const ALL: [Self; 7] = [
        Self::UiautomatorXml,
        Self::HelperJson,
        Self::IdbJson,
        Self::WdaJson,
        Self::WdaXml,
        Self::DroidbotJson,
        Self::MaestroJson,
    ];

    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Reads a screen that is known to be written in `format`.
pub fn parse(bytes: &[u8], format: Format) -> Result<Tree, NotAScreen> {
    match format {
        Format::UiautomatorXml => parse_uiautomator(bytes),
        Format::HelperJson => helper::parse_helper(bytes),
        Format::IdbJson => ios::parse_idb(bytes),
        Format::WdaJson => ios::parse_wda_json(bytes),
        Format::WdaXml => ios::parse_wda_xml(bytes),
        Format::DroidbotJson => droidbot::parse_droidbot(bytes),
        Format::MaestroJson => maestro::parse_maestro(bytes),
    }
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
    #[error("the helper speaks protocol {version}, which is not ours")]
    OtherProtocol { version: i64 },
}

/// The text of a screen. Some of it may be kept twice, so that less than 4 GiB are taken.
fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, NotAScreen> {
    const MOST: usize = 1 << 30;
    if bytes.len() > MOST {
        return Err(NotAScreen::TooLarge { len: bytes.len() });
    }
    Ok(decode(bytes))
}

fn no_screen(text: &str) -> NotAScreen {
    let start = crate::text::quote(&text.chars().take(60).collect::<String>());
    NotAScreen::NoHierarchy { len: text.len(), start }
}

/// Where JSON begins: at the first character that is no blank, or at a later line's first one, for some
/// tools warn before they answer.
fn json_start(text: &str) -> Option<usize> {
    let first = text.len() - text.trim_start().len();
    let begins = |at: usize| text[at..].starts_with(['{', '[']);
    if begins(first) {
        return Some(first);
    }
    memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1).find(|at| begins(*at))
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
