//! The shell protocol, version 2: a byte of id, four of length, the payload.

use bytes::{Buf as _, Bytes, BytesMut};

pub(super) const STDIN: u8 = 0;
pub(super) const STDOUT: u8 = 1;
pub(super) const STDERR: u8 = 2;
pub(super) const EXIT: u8 = 3;
pub(super) const CLOSE_STDIN: u8 = 4;
pub(super) const WINDOW_SIZE: u8 = 5;

const HEAD: usize = 5;
const MAX_LENGTH: usize = 1024 * 1024;

/// Appends one packet.
pub(super) fn encode(id: u8, payload: &[u8], into: &mut BytesMut) {
    into.extend_from_slice(&[id]);
    into.extend_from_slice(&u32::try_from(payload.len()).unwrap_or(u32::MAX).to_le_bytes());
    into.extend_from_slice(payload);
}

/// Takes one packet off the buffer. An impossible length is an error.
pub(super) fn decode(buffer: &mut BytesMut) -> Result<Option<(u8, Bytes)>, usize> {
    let Some(head) = buffer.get(..HEAD) else { return Ok(None) };
    let id = head[0];
    let length = usize::try_from((&head[1..]).get_u32_le()).unwrap_or(usize::MAX);
    if length > MAX_LENGTH {
        return Err(length);
    }
    if buffer.len() < HEAD + length {
        return Ok(None);
    }
    buffer.advance(HEAD);
    Ok(Some((id, buffer.split_to(length).freeze())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packets_survive_any_cut(
            packets in prop::collection::vec((any::<u8>(), prop::collection::vec(any::<u8>(), 0..30)), 0..6),
            cut in 1usize..17,
        ) {
            let mut wire = BytesMut::new();
            for (id, payload) in &packets {
                encode(*id, payload, &mut wire);
            }
            let (mut buffer, mut seen) = (BytesMut::new(), Vec::new());
            for piece in wire.chunks(cut) {
                buffer.extend_from_slice(piece);
                while let Some((id, payload)) = decode(&mut buffer).unwrap() {
                    seen.push((id, payload.to_vec()));
                }
            }
            prop_assert_eq!(seen, packets);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut buffer = BytesMut::from(&bytes[..]);
            while let Ok(Some(_)) = decode(&mut buffer) {}
        }
    }
}
