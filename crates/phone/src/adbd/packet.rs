//! Packets: a header of six little-endian words, then the payload.

use bytes::{Buf as _, Bytes, BytesMut};

pub(crate) const HEADER: usize = 24;
/// What we accept, and announce.
pub(crate) const MAX_PAYLOAD: usize = 1024 * 1024;

pub(crate) const CNXN: u32 = 0x4e58_4e43;
pub(crate) const OPEN: u32 = 0x4e45_504f;
pub(crate) const OKAY: u32 = 0x5941_4b4f;
pub(crate) const WRTE: u32 = 0x4554_5257;
pub(crate) const CLSE: u32 = 0x4553_4c43;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packet {
    pub(crate) command: u32,
    pub(crate) arg0: u32,
    pub(crate) arg1: u32,
    pub(crate) payload: Bytes,
}

/// After this nothing on the connection can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Malformed {
    #[error("bad magic {0:#010x}")]
    Magic(u32),
    #[error("payload of {0} bytes is too long")]
    TooLong(u32),
}

impl Packet {
    pub(crate) fn new(command: u32, arg0: u32, arg1: u32) -> Self {
        Self { command, arg0, arg1, payload: Bytes::new() }
    }

    pub(crate) fn with(command: u32, arg0: u32, arg1: u32, payload: impl Into<Bytes>) -> Self {
        Self { command, arg0, arg1, payload: payload.into() }
    }

    /// The header, with the sum of the payload's bytes for peers that want it.
    pub(crate) fn header(&self, with_sum: bool) -> [u8; HEADER] {
        let sum = if with_sum { sum(&self.payload) } else { 0 };
        // Payloads are cut to the peer's limit, which is a u32.
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let words = [self.command, self.arg0, self.arg1, length, sum, !self.command];
        let mut header = [0; HEADER];
        for (bytes, word) in header.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        header
    }

    /// Takes one packet off the buffer, if it is there completely.
    pub(crate) fn decode(buffer: &mut BytesMut) -> Result<Option<Self>, Malformed> {
        let Some(header) = buffer.get(..HEADER) else { return Ok(None) };
        let mut words = header;
        let (command, arg0, arg1) = (words.get_u32_le(), words.get_u32_le(), words.get_u32_le());
        let (length, _sum, magic) = (words.get_u32_le(), words.get_u32_le(), words.get_u32_le());
        if magic != !command {
            return Err(Malformed::Magic(magic));
        }
        let size = usize::try_from(length).unwrap_or(usize::MAX);
        if size > MAX_PAYLOAD {
            return Err(Malformed::TooLong(length));
        }
        if buffer.len() < HEADER + size {
            buffer.reserve(HEADER + size - buffer.len());
            return Ok(None);
        }
        buffer.advance(HEADER);
        let payload = buffer.split_to(size).freeze();
        Ok(Some(Self { command, arg0, arg1, payload }))
    }
}

fn sum(payload: &[u8]) -> u32 {
    payload.iter().fold(0, |sum, byte| sum.wrapping_add(u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_are_those_of_adb() {
        let banner = "host::features=remount_shell,abb_exec,abb,apex,fixed_push_mkdir,ls_v2,stat_v2,fixed_push_symlink_timestamp,cmd,shell_v2";
        let packet = Packet::with(CNXN, 0x0100_0001, 0x0010_0000, banner);
        assert_eq!(packet.header(true)[16..20], 0x2e40_u32.to_le_bytes());
        assert_eq!(packet.header(false)[16..20], [0; 4]);
        assert_eq!(&packet.header(false)[..4], b"CNXN");
    }

    #[test]
    fn refuses_what_cannot_be_a_packet() {
        let mut long = Packet::new(WRTE, 1, 2).header(false);
        long[12..16].copy_from_slice(&0x0010_0001_u32.to_le_bytes());
        assert_eq!(Packet::decode(&mut BytesMut::from(&long[..])), Err(Malformed::TooLong(0x0010_0001)));
        assert_eq!(Packet::decode(&mut BytesMut::from(&[7; 24][..])), Err(Malformed::Magic(0x0707_0707)));
    }

    proptest! {
        #[test]
        fn any_packet_comes_back_however_it_is_cut(
            packets in prop::collection::vec((any::<u32>(), any::<u32>(), any::<u32>(), prop::collection::vec(any::<u8>(), 0..100)), 0..5),
            cut in 1usize..40,
        ) {
            let packets: Vec<Packet> = packets.into_iter().map(|(a, b, c, d)| Packet::with(a, b, c, d)).collect();
            let mut wire = Vec::new();
            for packet in &packets {
                wire.extend_from_slice(&packet.header(true));
                wire.extend_from_slice(&packet.payload);
            }
            let (mut buffer, mut seen) = (BytesMut::new(), Vec::new());
            for piece in wire.chunks(cut) {
                buffer.extend_from_slice(piece);
                while let Some(packet) = Packet::decode(&mut buffer).unwrap() {
                    seen.push(packet);
                }
            }
            prop_assert_eq!(seen, packets);
            prop_assert!(buffer.is_empty());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut buffer = BytesMut::from(&bytes[..]);
            while let Ok(Some(_)) = Packet::decode(&mut buffer) {}
        }
    }
}
