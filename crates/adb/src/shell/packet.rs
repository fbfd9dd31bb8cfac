//! The packets of shell protocol version 2: pure functions between bytes and values. They are cut
//! and glued at will by what carries them.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};

use crate::{Error, Result};

/// What a command does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    Stdout(Bytes),
    Stderr(Bytes),
    Exit(u8),
}

/// What can be told to a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input<'a> {
    Stdin(&'a [u8]),
    CloseStdin,
}

/// No device has reason to send more in one packet.
const MAX_LENGTH: u32 = 1 << 20;
const HEADER: usize = 5;

/// Reads packets piece by piece: a long one is handed out as it arrives.
#[derive(Debug, Default)]
pub struct Decoder {
    /// The kind of the packet being read and how much of it is still to come.
    current: Option<(Kind, usize)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Stdout,
    Stderr,
    Exit,
}

impl Decoder {
    /// Takes the next event off the front of `received`, if there is one.
    pub fn decode(&mut self, received: &mut BytesMut) -> Result<Option<Event>> {
        loop {
            let (kind, length) = match self.current {
                Some(current) => current,
                None => match read_header(received)? {
                    Some(header) => header,
                    None => return Ok(None),
                },
            };
            if length == 0 {
                self.current = None;
                continue;
            }
            self.current = Some((kind, length));
            if received.is_empty() {
                return Ok(None);
            }
            let taken = length.min(received.len());
            self.current = (taken < length).then_some((kind, length - taken));
            let piece = received.split_to(taken).freeze();
            return Ok(Some(match kind {
                Kind::Stdout => Event::Stdout(piece),
                Kind::Stderr => Event::Stderr(piece),
                Kind::Exit => Event::Exit(piece[0]),
            }));
        }
    }
}

fn read_header(received: &mut BytesMut) -> Result<Option<(Kind, usize)>> {
    // The id is looked at as soon as it is there: nonsense need not be complete.
    let Some(id) = received.first().copied() else {
        return Ok(None);
    };
    let kind = match id {
        1 => Kind::Stdout,
        2 => Kind::Stderr,
        3 => Kind::Exit,
        _ => return Err(Error::protocol(format!("the device sent a shell packet with id {id}"))),
    };
    if received.len() < HEADER {
        return Ok(None);
    }
    received.advance(1);
    let length = received.get_u32_le();
    if length > MAX_LENGTH {
        return Err(Error::protocol(format!("the device sent a shell packet of {length} bytes")));
    }
    if kind == Kind::Exit && length != 1 {
        return Err(Error::protocol(format!("the device sent an exit code of {length} bytes")));
    }
    Ok(Some((kind, length as usize)))
}

/// A packet as one run of bytes. Input longer than a packet holds becomes several.
pub fn encode(input: Input<'_>) -> Bytes {
    let mut bytes = BytesMut::new();
    match input {
        Input::Stdin(stdin) => {
            for piece in stdin.chunks(64 * 1024) {
                bytes.reserve(HEADER + piece.len());
                bytes.put_u8(0);
                bytes.put_u32_le(u32::try_from(piece.len()).unwrap_or(u32::MAX));
                bytes.put_slice(piece);
            }
        }
        Input::CloseStdin => bytes.put_slice(&[4, 0, 0, 0, 0]),
    }
    bytes.freeze()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn decode_all(bytes: &[u8]) -> Result<Vec<Event>> {
        let mut received = BytesMut::from(bytes);
        let mut decoder = Decoder::default();
        let mut events = Vec::new();
        while let Some(event) = decoder.decode(&mut received)? {
            events.push(event);
        }
        Ok(events)
    }

    #[test]
    fn events_are_read() {
        let events = decode_all(b"\x01\x02\0\0\0hi\x02\x01\0\0\0!\x01\0\0\0\0\x03\x01\0\0\0\x07");
        let expected = [
            Event::Stdout(Bytes::from_static(b"hi")),
            Event::Stderr(Bytes::from_static(b"!")),
            Event::Exit(7),
        ];
        assert_eq!(events.unwrap(), expected);
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in [
            &b"\xff\0\0\0\0"[..],
            b"\xff",
            b"\0\x01\0\0\0x",
            b"\x04\0\0\0\0",
            b"\x01\x01\0\x10\0",
            b"\x03\0\0\0\0",
            b"\x03\x02\0\0\0\0\0",
        ] {
            assert!(matches!(decode_all(bad), Err(Error::Protocol { .. })), "{bad:?}");
        }
    }

    #[test]
    fn input_is_framed() {
        assert_eq!(&encode(Input::Stdin(b"abc"))[..], b"\0\x03\0\0\0abc");
        assert_eq!(&encode(Input::CloseStdin)[..], b"\x04\0\0\0\0");
        assert_eq!(encode(Input::Stdin(&vec![0; 64 * 1024 + 1])).len(), 64 * 1024 + 1 + 10);
        assert!(encode(Input::Stdin(b"")).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn output_survives_any_split(
            packets in vec((any::<bool>(), vec(any::<u8>(), 0..100)), 0..8),
            exit in any::<u8>(),
            splits in vec(1_usize..40, 1..20),
        ) {
            let (mut wire, mut out, mut err) = (Vec::new(), Vec::new(), Vec::new());
            for (is_error, bytes) in &packets {
                wire.push(if *is_error { 2 } else { 1 });
                wire.extend_from_slice(&u32::try_from(bytes.len()).unwrap().to_le_bytes());
                wire.extend_from_slice(bytes);
                if *is_error { &mut err } else { &mut out }.extend_from_slice(bytes);
            }
            wire.extend_from_slice(&[3, 1, 0, 0, 0, exit]);

            let mut decoder = Decoder::default();
            let mut received = BytesMut::new();
            let (mut seen_out, mut seen_err, mut seen_exit) = (Vec::new(), Vec::new(), None);
            let mut rest = &wire[..];
            for split in splits.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, after) = rest.split_at((*split).min(rest.len()));
                received.extend_from_slice(piece);
                rest = after;
                while let Some(event) = decoder.decode(&mut received).unwrap() {
                    match event {
                        Event::Stdout(bytes) => seen_out.extend_from_slice(&bytes),
                        Event::Stderr(bytes) => seen_err.extend_from_slice(&bytes),
                        Event::Exit(code) => seen_exit = Some(code),
                    }
                }
            }
            prop_assert_eq!((seen_out, seen_err, seen_exit), (out, err, Some(exit)));
            prop_assert!(received.is_empty());
        }

        #[test]
        fn any_bytes_end_in_events_or_an_error(bytes in vec(any::<u8>(), 0..200)) {
            let mut decoded = 0;
            for event in decode_all(&bytes).into_iter().flatten() {
                decoded += match event {
                    Event::Stdout(piece) | Event::Stderr(piece) => piece.len(),
                    Event::Exit(_) => 1,
                };
            }
            prop_assert!(decoded <= bytes.len());
        }
    }
}
