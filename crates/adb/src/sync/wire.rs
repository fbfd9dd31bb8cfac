//! The bytes of the file service: pure functions. All numbers are little-endian.

use bytes::Buf as _;

use super::Metadata;
use crate::{Error, Result};

/// The longest path a device accepts.
pub const LONGEST_PATH: usize = 1024;
/// The longest DATA either side may send.
pub const LONGEST_DATA: usize = 64 * 1024;
/// Bytes behind the id of the answer to STAT.
pub const STAT_V1: usize = 12;
/// Bytes behind the id of the answer to STA2 and LST2.
pub const STAT_V2: usize = 68;

/// What a stat found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stat {
    Found(Metadata),
    Missing,
    /// The device's errno.
    Failed(u32),
}

/// An id, the length of the path, the path.
pub fn request(id: [u8; 4], path: &str) -> Result<Vec<u8>> {
    let fits = (1..=LONGEST_PATH).contains(&path.len());
    let Some(length) = u32::try_from(path.len()).ok().filter(|_| fits && !path.contains('\0'))
    else {
        let why = format!("{} bytes, or a NUL in it, cannot be sent", path.len());
        return Err(Error::invalid("device path", why));
    };
    Ok([&id[..], &length.to_le_bytes(), path.as_bytes()].concat())
}

pub fn stat_v1(bytes: &[u8; STAT_V1]) -> Stat {
    let mut bytes = &bytes[..];
    let (mode, size, modified) = (bytes.get_u32_le(), bytes.get_u32_le(), bytes.get_u32_le());
    if (mode, size, modified) == (0, 0, 0) {
        return Stat::Missing;
    }
    Stat::Found(Metadata { mode, size: size.into(), modified: modified.into() })
}

pub fn stat_v2(bytes: &[u8; STAT_V2]) -> Stat {
    let mut bytes = &bytes[..];
    match bytes.get_u32_le() {
        0 => {}
        ENOENT => return Stat::Missing,
        errno => return Stat::Failed(errno),
    }
    bytes.advance(16); // device, inode
    let mode = bytes.get_u32_le();
    bytes.advance(12); // links, user, group
    let size = bytes.get_u64_le();
    bytes.advance(8); // access time
    Stat::Found(Metadata { mode, size, modified: bytes.get_i64_le() })
}

/// A name from a listing, if it names a file in that directory and nothing else: the device
/// chooses it, and it may become part of a local path.
pub fn file_name(name: &[u8]) -> Option<&str> {
    let name = std::str::from_utf8(name).ok()?;
    let foul = |character: char| matches!(character, '/' | '\\') || character.is_control();
    let good = !name.is_empty() && name != "." && name != ".." && !name.contains(foul);
    good.then_some(name)
}

const ENOENT: u32 = 2;

/// Errno as every adbd sends it, whatever system it runs on.
pub(super) fn errno(path: &str, errno: u32) -> Error {
    let text = match errno {
        ENOENT => "No such file or directory",
        1 => "Operation not permitted",
        5 => "Input/output error",
        13 => "Permission denied",
        17 => "File exists",
        20 => "Not a directory",
        21 => "Is a directory",
        28 => "No space left on device",
        30 => "Read-only file system",
        36 => "File name too long",
        40 => "Too many levels of symbolic links",
        _ => "unknown error",
    };
    Error::Sync { path: path.to_owned(), text: format!("{text} (errno {errno})") }
}

pub(super) fn unexpected(id: [u8; 4], where_: &str) -> Error {
    Error::protocol(format!("the device sent '{}' as {where_}", id.escape_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_carry_the_path_raw() {
        assert_eq!(request(*b"STAT", "/a,b c").unwrap(), b"STAT\x06\0\0\0/a,b c");
        assert!(request(*b"STAT", "").is_err());
        assert!(request(*b"STAT", "/a\0b").is_err());
        assert!(request(*b"STAT", &"x".repeat(1025)).is_err());
        assert!(request(*b"STAT", &"x".repeat(1024)).is_ok());
    }

    #[test]
    fn stats_of_both_versions_are_read() {
        let mut v1 = [0; STAT_V1];
        assert_eq!(stat_v1(&v1), Stat::Missing);
        v1[..4].copy_from_slice(&0o100_644_u32.to_le_bytes());
        v1[4] = 7;
        v1[8] = 9;
        let metadata = Metadata { mode: 0o100_644, size: 7, modified: 9 };
        assert_eq!(stat_v1(&v1), Stat::Found(metadata));
        assert!(metadata.is_file() && !metadata.is_dir() && !metadata.is_symlink());

        let mut v2 = [0; STAT_V2];
        v2[20..24].copy_from_slice(&0o040_755_u32.to_le_bytes());
        v2[36..44].copy_from_slice(&(5_u64 << 32).to_le_bytes());
        v2[52..60].copy_from_slice(&(-1_i64).to_le_bytes());
        let metadata = Metadata { mode: 0o040_755, size: 5 << 32, modified: -1 };
        assert_eq!(stat_v2(&v2), Stat::Found(metadata));
        assert!(metadata.is_dir());
        v2[0] = 2;
        assert_eq!(stat_v2(&v2), Stat::Missing);
        v2[0] = 13;
        assert_eq!(stat_v2(&v2), Stat::Failed(13));
        assert!(errno("/x", 13).to_string().contains("Permission denied (errno 13)"));
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for good in ["a", "a b", "ä,'\"", "..a", "-x", "a;b"] {
            assert_eq!(file_name(good.as_bytes()), Some(good));
        }
        for bad in [
            &b""[..],
            b".",
            b"..",
            b"a/b",
            b"/",
            b"../x",
            b"a\\b",
            b"a\nb",
            b"a\0",
            b"\xff",
            b"\x7f",
        ] {
            assert_eq!(file_name(bad), None, "{bad:?}");
        }
    }
}
