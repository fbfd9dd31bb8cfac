//! Numbers and pieces at a place in foreign bytes. Everything that lies outside is `None`.

/// Little-endian reads; a piece of it is such a thing again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    pub(super) fn len(self) -> usize {
        self.0.len()
    }

    pub(super) fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    pub(super) fn u16(self, at: usize) -> Option<u16> {
        self.array(at).map(u16::from_le_bytes)
    }

    pub(super) fn u32(self, at: usize) -> Option<u32> {
        self.array(at).map(u32::from_le_bytes)
    }

    pub(super) fn u64(self, at: usize) -> Option<u64> {
        self.array(at).map(u64::from_le_bytes)
    }

    /// A length, a count or an offset.
    pub(super) fn size(self, at: usize) -> Option<usize> {
        usize::try_from(self.u32(at)?).ok()
    }

    pub(super) fn from(self, start: usize) -> Option<Self> {
        self.0.get(start..).map(Self)
    }

    pub(super) fn piece(self, start: usize, length: usize) -> Option<Self> {
        self.0.get(start..start.checked_add(length)?).map(Self)
    }

    /// What a length of four bytes in front of it delimits, and what follows.
    pub(super) fn prefixed(self) -> Option<(Self, Self)> {
        let length = self.size(0)?;
        Some((self.piece(4, length)?, self.from(length.checked_add(4)?)?))
    }

    fn array<const N: usize>(self, at: usize) -> Option<[u8; N]> {
        self.0.get(at..at.checked_add(N)?)?.try_into().ok()
    }
}
