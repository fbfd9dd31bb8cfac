//! The packets inside a `shell,v2` stream: an id, the length, the bytes. They may be cut and glued at will.

use bytes::{Buf as _, Bytes, BytesMut};

pub(super) const STDIN: u8 = 0;
pub(super) const STDOUT: u8 = 1;
pub(super) const STDERR: u8 = 2;
pub(super) const EXIT: u8 = 3;
pub(super) const CLOSE_STDIN: u8 = 4;

/// Bytes before those of the packet.
pub(super) const HEAD: usize = 5;
/// The longest packet a host may send.
const MAX: usize = 1024 * 1024;

pub(super) fn head(id: u8, length: usize) -> Bytes {
    let length = u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    Bytes::copy_from_slice(&[id, length[0], length[1], length[2], length[3]])
}

pub(super) fn exit(status: u8) -> Bytes {
    Bytes::copy_from_slice(&[EXIT, 1, 0, 0, 0, status])
}

/// A packet is longer than any host would send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Puts packets together again.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    buffer: BytesMut,
    /// Id and missing length of the input packet that is being handed on piece by piece.
    input: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    pub(super) id: u8,
    pub(super) bytes: Bytes,
}

impl Decoder {
    pub(super) fn add(&mut self, bytes: Bytes) {
        if self.buffer.is_empty() {
            // Mostly nobody else holds the bytes, and then nothing is copied.
            self.buffer = bytes.into();
        } else {
            self.buffer.extend_from_slice(&bytes);
        }
    }

    /// The next packet. Input is handed on as it comes, so one packet of it may become several.
    pub(super) fn next(&mut self) -> Result<Option<Packet>, TooLong> {
        if self.input == 0 {
            let Some(mut head) = self.buffer.get(..HEAD) else { return Ok(None) };
            let id = head.get_u8();
            let length = usize::try_from(head.get_u32_le()).unwrap_or(usize::MAX);
            if length > MAX {
                return Err(TooLong);
            }
            if id != STDIN {
                if self.buffer.len() < HEAD + length {
                    return Ok(None);
                }
                self.buffer.advance(HEAD);
                return Ok(Some(Packet { id, bytes: self.buffer.split_to(length).freeze() }));
            }
            self.buffer.advance(HEAD);
            self.input = length;
        }
        let length = self.input.min(self.buffer.len());
        if length == 0 {
            // Either an empty packet, which says nothing, or one that goes on later.
            return if self.input == 0 && !self.buffer.is_empty() { self.next() } else { Ok(None) };
        }
        self.input -= length;
        Ok(Some(Packet { id: STDIN, bytes: self.buffer.split_to(length).freeze() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn joined(packets: Vec<Packet>) -> Vec<(u8, Vec<u8>)> {
        let mut all: Vec<(u8, Vec<u8>)> = Vec::new();
        for packet in packets {
            match all.last_mut() {
                Some((STDIN, bytes)) if packet.id == STDIN => {
                    bytes.extend_from_slice(&packet.bytes);
                }
                _ => all.push((packet.id, packet.bytes.to_vec())),
            }
        }
        all
    }

    proptest! {
        #[test]
        fn cuts_do_not_matter(
            packets in prop::collection::vec((0..8_u8, prop::collection::vec(any::<u8>(), 0..40)), 0..8),
            step in 1..60_usize,
        ) {
            let mut bytes = Vec::new();
            for (id, payload) in &packets {
                bytes.extend_from_slice(&head(*id, payload.len()));
                bytes.extend_from_slice(payload);
            }
            let (mut decoder, mut seen) = (Decoder::default(), Vec::new());
            for piece in bytes.chunks(step) {
                decoder.add(Bytes::copy_from_slice(piece));
                while let Some(packet) = decoder.next().unwrap() {
                    seen.push(packet);
                }
            }
            let sent = packets.into_iter().filter(|(id, bytes)| *id != STDIN || !bytes.is_empty());
            let sent = sent.map(|(id, bytes)| Packet { id, bytes: bytes.into() }).collect();
            prop_assert_eq!(joined(seen), joined(sent));
        }

        #[test]
        fn any_bytes_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut decoder = Decoder::default();
            decoder.add(bytes.into());
            while let Ok(Some(_)) = decoder.next() {}
        }
    }

    #[test]
    fn lengths_are_bounded() {
        let mut decoder = Decoder::default();
        decoder.add(head(STDIN, MAX + 1));
        assert_eq!(decoder.next(), Err(TooLong));
    }
}
