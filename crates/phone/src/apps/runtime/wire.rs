//! Frames between the phone and an app process (`runtime/README.md`): a length, a kind, the number of a call, a payload.

use std::io::{self, Read};

use crate::screen::Frame;

/// The longest text that is read: the tree of a screen with a hundred thousand nodes is shorter.
const LONGEST_TEXT: u32 = 64 << 20;
/// The longest side of a picture, as of a display.
const LONGEST_SIDE: u32 = 8192;
const LONGEST_PIXELS: u32 = LONGEST_SIDE * LONGEST_SIDE * 4 + SIDES;
/// Kind and number.
const HEAD: u32 = 5;
/// Width and height before the pixels.
const SIDES: u32 = 8;

/// What a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Call,
    Answer,
    Pixels,
    Failed,
    Event,
    Question,
}

impl Kind {
    fn byte(self) -> u8 {
        match self {
            Self::Call => 1,
            Self::Answer => 2,
            Self::Pixels => 3,
            Self::Failed => 4,
            Self::Event => 5,
            Self::Question => 6,
        }
    }

    fn of(byte: u8) -> Option<Self> {
        let all =
            [Self::Call, Self::Answer, Self::Pixels, Self::Failed, Self::Event, Self::Question];
        all.into_iter().find(|kind| kind.byte() == byte)
    }

    fn longest(self) -> u32 {
        if self == Self::Pixels { LONGEST_PIXELS } else { LONGEST_TEXT }
    }
}

/// One frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packet {
    pub(crate) kind: Kind,
    /// 0 for events.
    pub(crate) number: u32,
    pub(crate) payload: Vec<u8>,
}

/// The other side does not speak the protocol, or is gone.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error("a frame of {0} bytes")]
    Length(u32),
    #[error("a frame of kind {0}")]
    Kind(u8),
    #[error("a picture whose size is not that of its pixels")]
    Picture,
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Packet {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX).saturating_add(HEAD);
        let mut bytes = Vec::with_capacity(self.payload.len() + 9);
        bytes.extend(length.to_be_bytes());
        bytes.push(self.kind.byte());
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(&self.payload);
        bytes
    }

    /// Reads the next frame; `None` at a clean end. Memory grows with what really came, never with what a length promises.
    pub(crate) fn read(from: &mut impl Read) -> Result<Option<Self>, Broken> {
        let mut head = [0; 9];
        let mut have = 0;
        while have < head.len() {
            match from.read(&mut head[have..]) {
                Ok(0) if have == 0 => return Ok(None),
                Ok(0) => return Err(Broken::Io(io::ErrorKind::UnexpectedEof.into())),
                Ok(read) => have += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        let [l0, l1, l2, l3, kind, n0, n1, n2, n3] = head;
        let length = u32::from_be_bytes([l0, l1, l2, l3]);
        let kind = Kind::of(kind).ok_or(Broken::Kind(kind))?;
        let rest = length.checked_sub(HEAD).filter(|rest| *rest <= kind.longest());
        let rest = rest.ok_or(Broken::Length(length))?;
        let mut payload = Vec::new();
        from.take(u64::from(rest)).read_to_end(&mut payload)?;
        if payload.len() as u64 != u64::from(rest) {
            return Err(Broken::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(Some(Self { kind, number: u32::from_be_bytes([n0, n1, n2, n3]), payload }))
    }
}

/// The picture in a payload of pixels.
pub(crate) fn picture(mut payload: Vec<u8>) -> Result<Frame, Broken> {
    let side = |at: usize| {
        let bytes = payload.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes)).filter(|side| *side <= LONGEST_SIDE)
    };
    let (width, height) = side(0).zip(side(4)).ok_or(Broken::Picture)?;
    payload.drain(..8);
    if payload.len() as u64 != u64::from(width) * u64::from(height) * 4 {
        return Err(Broken::Picture);
    }
    Ok(Frame { width, height, rgba: payload })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn kinds() -> impl Strategy<Value = Kind> {
        prop::sample::select(vec![
            Kind::Call,
            Kind::Answer,
            Kind::Pixels,
            Kind::Failed,
            Kind::Event,
            Kind::Question,
        ])
    }

    /// Hands out as few bytes at a time as it likes.
    struct Drops<'a>(&'a [u8], usize);

    impl Read for Drops<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let few = into.len().min(self.1);
            self.0.read(&mut into[..few])
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            frames in prop::collection::vec((kinds(), any::<u32>(), prop::collection::vec(any::<u8>(), 0..300)), 0..8),
            step in 1_usize..40,
        ) {
            let frames: Vec<_> = frames
                .into_iter()
                .map(|(kind, number, payload)| Packet { kind, number, payload })
                .collect();
            let bytes: Vec<u8> = frames.iter().flat_map(Packet::encode).collect();
            let mut from = Drops(&bytes, step);
            for frame in frames {
                prop_assert_eq!(Packet::read(&mut from).unwrap(), Some(frame));
            }
            prop_assert!(Packet::read(&mut from).unwrap().is_none());
        }

        #[test]
        fn any_bytes_are_frames_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut from = bytes.as_slice();
            // Every turn takes bytes or ends.
            while let Ok(Some(frame)) = Packet::read(&mut from) {
                if frame.kind == Kind::Pixels
                    && let Ok(picture) = picture(frame.payload)
                {
                    prop_assert_eq!(picture.rgba.len() as u64, u64::from(picture.width) * u64::from(picture.height) * 4);
                }
            }
        }

        #[test]
        fn a_frame_cut_short_is_an_error(payload in prop::collection::vec(any::<u8>(), 0..50), cut in any::<prop::sample::Index>()) {
            let bytes = Packet { kind: Kind::Event, number: 0, payload }.encode();
            let end = cut.index(bytes.len() - 1) + 1;
            prop_assume!(end < bytes.len());
            prop_assert!(matches!(Packet::read(&mut &bytes[..end]), Err(Broken::Io(_))));
        }
    }

    #[test]
    fn absurd_lengths_are_refused_before_anything_is_read() {
        for (length, kind) in [(0, 5), (4, 5), (u32::MAX, 5), (u32::MAX, 3), (LONGEST_TEXT + 6, 2)]
        {
            let mut bytes = length.to_be_bytes().to_vec();
            bytes.extend([kind, 0, 0, 0, 0]);
            assert!(
                matches!(Packet::read(&mut bytes.as_slice()), Err(Broken::Length(_))),
                "{length}"
            );
        }
        let unknown = [0, 0, 0, 5, 9, 0, 0, 0, 0];
        assert!(matches!(Packet::read(&mut unknown.as_slice()), Err(Broken::Kind(9))));
    }

    #[test]
    fn a_picture_has_as_many_pixels_as_it_says() {
        let mut payload = vec![0, 0, 0, 2, 0, 0, 0, 1];
        payload.extend([1, 2, 3, 4, 5, 6, 7, 8]);
        let frame = picture(payload.clone()).unwrap();
        assert_eq!((frame.width, frame.height, frame.rgba.len()), (2, 1, 8));
        payload.pop();
        assert!(picture(payload).is_err());
        for absurd in [vec![], vec![0; 7], vec![0xff; 8], vec![0, 0, 0x20, 1, 0, 0, 0, 0]] {
            assert!(picture(absurd).is_err());
        }
    }
}
