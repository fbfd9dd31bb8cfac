//! The recordings: named by `DEVICE_CORPUS` or lying beside the checkout.

use std::fs;
use std::path::PathBuf;

/// The folder of recordings of Android; `None`, with a word about it, without one.
pub(crate) fn folder() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("DEVICE_CORPUS").map_or_else(|| beside.into(), PathBuf::from);
    let folder = corpus.join("android");
    if !folder.is_dir() {
        #[expect(clippy::print_stderr, reason = "a test that skips says so")]
        {
            eprintln!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
        }
        return None;
    }
    Some(folder)
}

/// One recording as text with plain line ends; `None` without the corpus.
pub(crate) fn read(path: &str) -> Option<String> {
    let bytes = fs::read(folder()?.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    Some(decode(&bytes))
}

/// Recordings come in UTF-8 or UTF-16, with or without a mark, with any line ends, and with stray bytes.
fn decode(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).map(|unit| unit.unwrap_or('\u{fffd}')).collect()
        }
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    text.trim_start_matches('\u{feff}').replace("\r\r\n", "\n").replace("\r\n", "\n")
}
