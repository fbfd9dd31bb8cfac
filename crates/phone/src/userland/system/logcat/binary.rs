//! `logcat -B`: entries as the log daemon sends them.

use crate::android::{Buffer, Level, LogEntry};

const HEADER: u16 = 28;
/// Longer messages are cut by the daemon.
const MAX_PAYLOAD: usize = 4068;

pub(super) fn encode(entry: &LogEntry) -> Vec<u8> {
    let mut payload = vec![priority(entry.level)];
    payload.extend_from_slice(entry.tag.as_bytes());
    payload.push(0);
    payload.extend_from_slice(entry.message.as_bytes());
    payload.truncate(MAX_PAYLOAD - 1);
    payload.push(0);
    let length = u16::try_from(payload.len()).unwrap_or(u16::MAX);
    let seconds = u32::try_from(entry.time.as_second()).unwrap_or(0);
    let nanoseconds = u32::try_from(entry.time.subsec_nanosecond()).unwrap_or(0);
    let buffer: u32 = match entry.buffer {
        Buffer::Main => 0,
        Buffer::Radio => 1,
        Buffer::Events => 2,
        Buffer::System => 3,
        Buffer::Crash => 4,
        Buffer::Kernel => 7,
    };
    let mut bytes = Vec::with_capacity(usize::from(HEADER) + payload.len());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&HEADER.to_le_bytes());
    for field in [entry.pid, entry.tid, seconds, nanoseconds, buffer, entry.uid] {
        bytes.extend_from_slice(&field.to_le_bytes());
    }
    bytes.extend_from_slice(&payload);
    bytes
}

fn priority(level: Level) -> u8 {
    match level {
        Level::Verbose => 2,
        Level::Debug => 3,
        Level::Info => 4,
        Level::Warn => 5,
        Level::Error => 6,
        Level::Fatal => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn has_the_daemons_header() {
        let entry = LogEntry {
            sequence: 1,
            time: "1970-01-01T00:00:01.000000002Z".parse().unwrap(),
            uptime: Duration::ZERO,
            buffer: Buffer::Crash,
            level: Level::Error,
            pid: 3,
            tid: 4,
            uid: 5,
            tag: "T".to_owned(),
            message: "hi".to_owned(),
        };
        let expected =
            b"\x06\0\x1c\0\x03\0\0\0\x04\0\0\0\x01\0\0\0\x02\0\0\0\x04\0\0\0\x05\0\0\0\x06T\0hi\0";
        assert_eq!(encode(&entry), expected);
        let long = encode(&LogEntry { message: "x".repeat(9000), ..entry });
        assert_eq!(long.len(), 28 + MAX_PAYLOAD);
    }
}
