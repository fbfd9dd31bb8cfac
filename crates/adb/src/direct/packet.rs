//! The packets of the wire protocol: pure functions between bytes and values.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};

use crate::Loss;

/// Bytes of a header: six little-endian words.
pub const HEADER: usize = 24;
/// The largest payload this crate accepts, which is also what it announces.
pub const MAX_PAYLOAD: usize = 1 << 20;
/// Peers of this version want a checksum in every packet.
pub const VERSION_CHECKED: u32 = 0x0100_0000;
/// From this version on the checksum field is zero and nobody looks at it.
pub const VERSION: u32 = 0x0100_0001;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packet {
    pub command: Command,
    pub arg0: u32,
    pub arg1: u32,
    pub payload: Bytes,
}

/// The first word of a packet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Connect,
    Auth,
    Tls,
    Open,
    Okay,
    Write,
    Close,
    Other(u32),
}

/// Bytes that are no packet. After them nothing on the connection can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Malformed {
    BadMagic,
    Oversize(u32),
}

/// Takes one packet off the front of `received`, if it is complete. The payload is not copied.
/// The checksum is not compared: real hosts ignore it, and TCP has one of its own.
pub fn decode(received: &mut BytesMut) -> Result<Option<Packet>, Malformed> {
    let Some(header) = received.first_chunk::<HEADER>() else {
        return Ok(None);
    };
    let [command, arg0, arg1, length, _check, magic] = words(header);
    if magic != !command {
        return Err(Malformed::BadMagic);
    }
    let payload = length as usize;
    if payload > MAX_PAYLOAD {
        return Err(Malformed::Oversize(length));
    }
    if received.len() < HEADER + payload {
        return Ok(None);
    }
    received.advance(HEADER);
    let payload = received.split_to(payload).freeze();
    Ok(Some(Packet { command: Command::from_word(command), arg0, arg1, payload }))
}

/// How many bytes the packet at the front of `received` still lacks, as far as one can tell.
/// Only for a front that `decode` found incomplete.
pub fn missing(received: &[u8]) -> usize {
    let whole = match received.first_chunk::<HEADER>() {
        None => HEADER,
        Some(header) => HEADER + (words(header)[3] as usize).min(MAX_PAYLOAD),
    };
    whole.saturating_sub(received.len())
}

/// A packet as one run of bytes, to be sent in one write. `checked` fills in the checksum.
pub fn encode(command: Command, arg0: u32, arg1: u32, payload: &[u8], checked: bool) -> Bytes {
    let check = if checked { checksum(payload) } else { 0 };
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let mut bytes = BytesMut::with_capacity(HEADER + payload.len());
    for word in [command.word(), arg0, arg1, length, check, !command.word()] {
        bytes.put_u32_le(word);
    }
    bytes.put_slice(payload);
    bytes.freeze()
}

/// Called crc in places, it is the sum of the bytes.
pub fn checksum(payload: &[u8]) -> u32 {
    payload.iter().fold(0, |sum: u32, byte| sum.wrapping_add(u32::from(*byte)))
}

fn words(header: &[u8; HEADER]) -> [u32; 6] {
    let mut header = &header[..];
    std::array::from_fn(|_| header.get_u32_le())
}

impl Command {
    fn from_word(word: u32) -> Self {
        match &word.to_le_bytes() {
            b"CNXN" => Self::Connect,
            b"AUTH" => Self::Auth,
            b"STLS" => Self::Tls,
            b"OPEN" => Self::Open,
            b"OKAY" => Self::Okay,
            b"WRTE" => Self::Write,
            b"CLSE" => Self::Close,
            _ => Self::Other(word),
        }
    }

    fn word(self) -> u32 {
        u32::from_le_bytes(match self {
            Self::Connect => *b"CNXN",
            Self::Auth => *b"AUTH",
            Self::Tls => *b"STLS",
            Self::Open => *b"OPEN",
            Self::Okay => *b"OKAY",
            Self::Write => *b"WRTE",
            Self::Close => *b"CLSE",
            Self::Other(word) => return word,
        })
    }
}

impl From<Malformed> for Loss {
    fn from(malformed: Malformed) -> Self {
        match malformed {
            Malformed::BadMagic => Self::BadMagic,
            Malformed::Oversize(length) => Self::Oversize(length),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_bytes_are_those_of_the_protocol() {
        let banner = b"host::features=remount_shell,abb_exec,abb,apex,fixed_push_mkdir,ls_v2,\
                       stat_v2,fixed_push_symlink_timestamp,cmd,shell_v2";
        let bytes = encode(Command::Connect, VERSION, 0x10_0000, banner, true);
        assert_eq!(&bytes[..4], b"CNXN");
        assert_eq!(bytes[4..12], [1, 0, 0, 1, 0, 0, 0x10, 0]);
        // What adb 29 was seen to send for this banner.
        assert_eq!(bytes[16..20], 0x2e40_u32.to_le_bytes());
        assert_eq!(bytes[20..24], [0xbc, 0xb1, 0xa7, 0xb1]);
        assert_eq!(encode(Command::Write, 1, 2, b"abc", false)[16..20], [0; 4]);
    }

    #[test]
    fn what_is_no_packet_is_named() {
        let mut bytes = BytesMut::from(&encode(Command::Okay, 1, 2, b"", false)[..]);
        bytes[20] ^= 1;
        assert_eq!(decode(&mut bytes), Err(Malformed::BadMagic));
        let mut bytes = BytesMut::from(&encode(Command::Write, 1, 2, b"", false)[..]);
        bytes[12..16].copy_from_slice(&0x10_0001_u32.to_le_bytes());
        assert_eq!(decode(&mut bytes), Err(Malformed::Oversize(0x10_0001)));
        bytes[12..16].copy_from_slice(&0x10_0000_u32.to_le_bytes());
        assert_eq!(decode(&mut bytes), Ok(None));
        assert_eq!(missing(&bytes), 0x10_0000);
    }

    fn packets() -> impl Strategy<Value = Vec<(u32, u32, u32, Vec<u8>)>> {
        let word = prop_oneof![
            Just(u32::from_le_bytes(*b"WRTE")),
            Just(u32::from_le_bytes(*b"OPEN")),
            any::<u32>()
        ];
        vec((word, any::<u32>(), any::<u32>(), vec(any::<u8>(), 0..200)), 0..6)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn packets_survive_any_split(
            packets in packets(),
            checked in any::<bool>(),
            splits in vec(1_usize..80, 1..20),
        ) {
            let mut wire = Vec::new();
            for (word, arg0, arg1, payload) in &packets {
                let command = Command::from_word(*word);
                wire.extend_from_slice(&encode(command, *arg0, *arg1, payload, checked));
            }
            let mut received = BytesMut::new();
            let mut decoded = Vec::new();
            let mut rest = &wire[..];
            for split in splits.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, after) = rest.split_at((*split).min(rest.len()));
                received.extend_from_slice(piece);
                rest = after;
                while let Some(packet) = decode(&mut received).unwrap() {
                    decoded.push((packet.command.word(), packet.arg0, packet.arg1, packet.payload.to_vec()));
                }
                prop_assert!(missing(&received) > 0);
            }
            prop_assert_eq!(decoded, packets);
            prop_assert!(received.is_empty());
        }

        #[test]
        fn any_bytes_are_a_packet_or_an_error(bytes in vec(any::<u8>(), 0..100)) {
            let mut received = BytesMut::from(&bytes[..]);
            while let Ok(Some(_)) = decode(&mut received) {}
        }
    }
}
