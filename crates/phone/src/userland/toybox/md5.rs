//! MD5 (RFC 1321): broken as a seal, still how clients compare files.

/// Takes bytes piece by piece.
pub(super) struct Md5 {
    state: [u32; 4],
    pending: Vec<u8>,
    length: u64,
}

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

impl Md5 {
    pub(super) fn new() -> Self {
        let state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
        Self { state, pending: Vec::with_capacity(64), length: 0 }
    }

    pub(super) fn update(&mut self, bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        let mut rest = bytes;
        if !self.pending.is_empty() {
            let take = rest.len().min(64 - self.pending.len());
            self.pending.extend_from_slice(&rest[..take]);
            rest = &rest[take..];
            if self.pending.len() == 64 {
                let block = std::mem::take(&mut self.pending);
                self.block(&block);
            }
        }
        let mut blocks = rest.chunks_exact(64);
        for block in &mut blocks {
            self.block(block);
        }
        self.pending.extend_from_slice(blocks.remainder());
    }

    pub(super) fn finish(mut self) -> [u8; 16] {
        let bits = self.length.wrapping_mul(8);
        let mut padding = vec![0x80];
        while (self.pending.len() + padding.len()) % 64 != 56 {
            padding.push(0);
        }
        padding.extend_from_slice(&bits.to_le_bytes());
        self.update(&padding);
        let mut digest = [0; 16];
        for (bytes, word) in digest.chunks_exact_mut(4).zip(self.state) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        digest
    }

    fn block(&mut self, block: &[u8]) {
        let mut words = [0_u32; 16];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        let [mut a, mut b, mut c, mut d] = self.state;
        for step in 0..64 {
            let round = step / 16;
            let (mixed, index) = match round {
                0 => ((b & c) | (!b & d), step),
                1 => ((d & b) | (!d & c), (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), (7 * step) % 16),
            };
            let sum = a.wrapping_add(mixed).wrapping_add(SINES[step]).wrapping_add(words[index]);
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[round][step % 4]));
        }
        for (state, value) in self.state.iter_mut().zip([a, b, c, d]) {
            *state = state.wrapping_add(value);
        }
    }
}

/// floor(2^32 × |sin(i + 1)|)
static SINES: std::sync::LazyLock<[u32; 64]> = std::sync::LazyLock::new(|| {
    let mut sines = [0; 64];
    for (index, sine) in (1_u32..).zip(&mut sines) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and below 2^32"
        )]
        let value = (f64::from(index).sin().abs() * 4_294_967_296.0) as u32;
        *sine = value;
    }
    sines
});

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut whole = Md5::new();
        whole.update(text.as_bytes());
        let hex = |digest: [u8; 16]| {
            digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
        };
        assert_eq!(hex(whole.finish()), expected);
        let mut pieces = Md5::new();
        for piece in text.as_bytes().chunks(7) {
            pieces.update(piece);
        }
        assert_eq!(hex(pieces.finish()), expected);
    }

    #[test]
    fn knows_the_examples_of_the_rfc() {
        check("", "d41d8cd98f00b204e9800998ecf8427e");
        check("abc", "900150983cd24fb0d6963f7d28e17f72");
        check(&"1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a");
    }
}
