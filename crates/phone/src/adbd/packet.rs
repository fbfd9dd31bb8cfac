//! The packet: 24 bytes of head, then the payload. Six little-endian words: command, two arguments, length of the
//! payload, the sum of its bytes, and the command again with every bit turned.

use bytes::{Buf as _, Bytes, BytesMut};

/// Bytes of the head.
pub const HEAD: usize = 24;
/// The longest payload either side may send.
pub const MAX_PAYLOAD: usize = 1024 * 1024;

/// Peers of this version want the sum of the payload in every packet.
pub(super) const VERSION_WITH_SUMS: u32 = 0x0100_0000;
/// What we speak.
pub(super) const VERSION: u32 = 0x0100_0001;

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Connect,
    Auth,
    StartTls,
    Open,
    Okay,
    Write,
    Close,
    /// Obsolete or not known here.
    Other(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    pub command: Command,
    pub arg0: u32,
    pub arg1: u32,
    pub payload: Bytes,
}

/// Not a packet. Nothing that follows can be trusted either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    #[error("bad magic {magic:#010x} for command {command:#010x}")]
    Magic { command: u32, magic: u32 },
    #[error("payload of {0} bytes is too long")]
    TooLong(u32),
}

/// Takes the first packet off the buffer; `None` when it is not all there yet.
///
/// The sum is not looked at: the transport keeps bytes intact, and the real adbd ignores it too.
pub fn decode(buffer: &mut BytesMut) -> Result<Option<Packet>, Malformed> {
    let Some(total) = total_length(buffer)? else { return Ok(None) };
    if buffer.len() < total {
        return Ok(None);
    }
    let mut packet = buffer.split_to(total).freeze();
    let command = Command::from_number(packet.get_u32_le());
    let (arg0, arg1) = (packet.get_u32_le(), packet.get_u32_le());
    packet.advance(12);
    Ok(Some(Packet { command, arg0, arg1, payload: packet }))
}

/// Length of the packet at the start of the buffer, once its head is there.
pub(super) fn total_length(buffer: &[u8]) -> Result<Option<usize>, Malformed> {
    let Some(mut head) = buffer.get(..HEAD) else { return Ok(None) };
    let command = head.get_u32_le();
    head.advance(8);
    let (length, _sum, magic) = (head.get_u32_le(), head.get_u32_le(), head.get_u32_le());
    if magic != !command {
        return Err(Malformed::Magic { command, magic });
    }
    match usize::try_from(length) {
        Ok(length) if length <= MAX_PAYLOAD => Ok(Some(HEAD + length)),
        _ => Err(Malformed::TooLong(length)),
    }
}

/// The head of a packet with a payload of that length and sum.
pub(super) fn head(command: Command, arg0: u32, arg1: u32, length: u32, sum: u32) -> [u8; HEAD] {
    let number = command.number();
    let mut bytes = [0; HEAD];
    let words = [number, arg0, arg1, length, sum, !number];
    for (place, word) in bytes.chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// What is called a CRC in places is the plain sum of the bytes.
pub(super) fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

impl Command {
    fn from_number(number: u32) -> Self {
        match &number.to_le_bytes() {
            b"CNXN" => Self::Connect,
            b"AUTH" => Self::Auth,
            b"STLS" => Self::StartTls,
            b"OPEN" => Self::Open,
            b"OKAY" => Self::Okay,
            b"WRTE" => Self::Write,
            b"CLSE" => Self::Close,
            _ => Self::Other(number),
        }
    }

    fn number(self) -> u32 {
        let name = match self {
            Self::Connect => b"CNXN",
            Self::Auth => b"AUTH",
            Self::StartTls => b"STLS",
            Self::Open => b"OPEN",
            Self::Okay => b"OKAY",
            Self::Write => b"WRTE",
            Self::Close => b"CLSE",
            Self::Other(number) => return number,
        };
        u32::from_le_bytes(*name)
    }
}

impl Packet {
    /// The packet as it is sent to a peer that wants sums.
    pub fn encode(&self) -> Vec<u8> {
        // Longer payloads than a u32 can count are refused by every reader.
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let head = head(self.command, self.arg0, self.arg1, length, sum(&self.payload));
        [&head, self.payload.as_ref()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The first packet of adb 29.0.6, as it was seen on the wire.
    #[test]
    fn reads_what_adb_sends() {
        let banner =
            b"host::features=remount_shell,abb_exec,abb,apex,fixed_push_mkdir,ls_v2,stat_v2,\
            fixed_push_symlink_timestamp,cmd,shell_v2";
        let packet = Packet {
            command: Command::Connect,
            arg0: VERSION,
            arg1: 0x10_0000,
            payload: Bytes::from_static(banner),
        };
        let bytes = packet.encode();
        assert_eq!(bytes[..4], *b"CNXN");
        assert_eq!(bytes[4..12], [1, 0, 0, 1, 0, 0, 0x10, 0]);
        assert_eq!(u32::from_le_bytes(bytes[16..20].try_into().unwrap()), 0x2e40);
        assert_eq!(bytes[20..24], [0xbc, 0xb1, 0xa7, 0xb1]);
        assert_eq!(decode(&mut BytesMut::from(&bytes[..])), Ok(Some(packet)));
    }

    #[test]
    fn refuses_what_is_no_packet() {
        let check = |bytes: [u8; HEAD], expected| {
            assert_eq!(decode(&mut BytesMut::from(&bytes[..])), Err(expected));
        };
        check([0; HEAD], Malformed::Magic { command: 0, magic: 0 });
        check(head(Command::Write, 1, 2, 0x10_0001, 0), Malformed::TooLong(0x10_0001));
        check(head(Command::Other(7), 1, 2, u32::MAX, 0), Malformed::TooLong(u32::MAX));
    }

    fn any_packet() -> impl Strategy<Value = Packet> {
        let command = prop_oneof![
            Just(*b"CNXN"),
            Just(*b"OPEN"),
            Just(*b"OKAY"),
            Just(*b"WRTE"),
            Just(*b"CLSE"),
            Just(*b"AUTH"),
            Just(*b"STLS"),
            any::<[u8; 4]>(),
        ];
        let payload = prop::collection::vec(any::<u8>(), 0..300);
        (command, any::<u32>(), any::<u32>(), payload).prop_map(|(command, arg0, arg1, payload)| {
            let command = Command::from_number(u32::from_le_bytes(command));
            Packet { command, arg0, arg1, payload: payload.into() }
        })
    }

    proptest! {
        #[test]
        fn packets_survive_any_cut(packets in prop::collection::vec(any_packet(), 1..5), step in 1..200_usize) {
            let bytes = packets.iter().flat_map(Packet::encode).collect::<Vec<u8>>();
            let (mut buffer, mut seen) = (BytesMut::new(), Vec::new());
            for piece in bytes.chunks(step) {
                buffer.extend_from_slice(piece);
                while let Some(packet) = decode(&mut buffer).unwrap() {
                    seen.push(packet);
                }
            }
            prop_assert_eq!(seen, packets);
            prop_assert!(buffer.is_empty());
        }

        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut buffer = BytesMut::from(&bytes[..]);
            while let Ok(Some(_)) = decode(&mut buffer) {}
        }
    }
}
