//! `LIST` and `LIS2`: what is in a directory.

use super::stat::{put_version_1, put_version_2};
use crate::files::{Entry, Files, Identity};
use crate::text;
use bytes::{BufMut as _, Bytes, BytesMut};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    V1,
    V2,
}

/// All entries and the end of the list. A directory that cannot be read is empty.
pub(super) fn listing(files: &Files, who: &Identity, directory: &str, style: Style) -> Bytes {
    let mut bytes = BytesMut::new();
    if let Ok(entries) = files.list(who, directory) {
        for (name, place) in [(".", directory.to_owned()), ("..", format!("{directory}/.."))] {
            if let Ok(stat) = files.stat(who, &place) {
                put(&mut bytes, style, &Entry { name: name.to_owned(), stat });
            }
        }
        for entry in &entries {
            put(&mut bytes, style, entry);
        }
    }
    bytes.put_slice(b"DONE");
    bytes.put_bytes(0, if style == Style::V1 { 16 } else { 72 });
    bytes.freeze()
}

fn put(bytes: &mut BytesMut, style: Style, entry: &Entry) {
    match style {
        Style::V1 => {
            bytes.put_slice(b"DENT");
            put_version_1(bytes, Some(&entry.stat));
        }
        Style::V2 => {
            bytes.put_slice(b"DNT2");
            put_version_2(bytes, Ok(&entry.stat));
        }
    }
    let name = text::encode(&entry.name);
    bytes.put_u32_le(u32::try_from(name.len()).unwrap_or(u32::MAX));
    bytes.put_slice(&name);
}
