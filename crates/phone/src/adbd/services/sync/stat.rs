//! What is known about a file, in the two forms hosts ask for.

use crate::files::{Errno, Stat};
use bytes::{BufMut as _, Bytes, BytesMut};

/// Mode, size and time; all zero when there is no such file.
pub(super) fn version_1(id: [u8; 4], stat: Option<&Stat>) -> Bytes {
    let mut bytes = BytesMut::with_capacity(16);
    bytes.put_slice(&id);
    put_version_1(&mut bytes, stat);
    bytes.freeze()
}

/// Everything, after an error number.
pub(super) fn version_2(id: [u8; 4], stat: Result<&Stat, &Errno>) -> Bytes {
    let mut bytes = BytesMut::with_capacity(72);
    bytes.put_slice(&id);
    put_version_2(&mut bytes, stat);
    bytes.freeze()
}

pub(super) fn put_version_1(bytes: &mut BytesMut, stat: Option<&Stat>) {
    let (mode, size, modified) =
        stat.map_or((0, 0, 0), |stat| (stat.st_mode(), stat.size, stat.modified));
    bytes.put_u32_le(mode);
    // The fields are as narrow as that: larger files and later times wrap.
    bytes.put_u32_le(low_bits(size));
    bytes.put_u32_le(low_bits(modified.cast_unsigned()));
}

pub(super) fn put_version_2(bytes: &mut BytesMut, stat: Result<&Stat, &Errno>) {
    let stat = match stat {
        Ok(stat) => stat,
        Err(errno) => {
            bytes.put_u32_le(errno.number());
            bytes.put_bytes(0, 64);
            return;
        }
    };
    bytes.put_u32_le(0);
    bytes.put_u64_le(DEVICE);
    bytes.put_u64_le(stat.inode);
    for word in [stat.st_mode(), stat.links, stat.uid, stat.gid] {
        bytes.put_u32_le(word);
    }
    bytes.put_u64_le(stat.size);
    for _time in ["accessed", "modified", "changed"] {
        bytes.put_i64_le(stat.modified);
    }
}

/// The one file system of the phone.
const DEVICE: u64 = 0xfe05;

fn low_bits(number: u64) -> u32 {
    u32::try_from(number & u64::from(u32::MAX)).unwrap_or(u32::MAX)
}
