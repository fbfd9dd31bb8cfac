//! `sha1sum`: SHA-1 of files (RFC 3174): broken as a seal, still how clients compare files.

use super::checksum::{self, Checksum};
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    checksum::run::<Sha1>(process, arguments, "sha1sum").await
}

struct Sha1 {
    state: [u32; 5],
    pending: Vec<u8>,
    length: u64,
}

impl Checksum for Sha1 {
    fn start() -> Self {
        let state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
        Self { state, pending: Vec::new(), length: 0 }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        self.pending.extend_from_slice(bytes);
        let whole = self.pending.len() / 64 * 64;
        let blocks: Vec<u8> = self.pending.drain(..whole).collect();
        for block in blocks.chunks_exact(64) {
            self.block(block);
        }
    }

    fn digest(mut self) -> Vec<u8> {
        let bits = self.length.wrapping_mul(8);
        let mut padding = vec![0x80];
        while (self.pending.len() + padding.len()) % 64 != 56 {
            padding.push(0);
        }
        padding.extend_from_slice(&bits.to_be_bytes());
        self.take(&padding);
        self.state.iter().flat_map(|word| word.to_be_bytes()).collect()
    }
}

impl Sha1 {
    #[expect(clippy::many_single_char_names, reason = "the names of the standard")]
    fn block(&mut self, block: &[u8]) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        for at in 16..80 {
            words[at] =
                (words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = self.state;
        for (step, word) in words.iter().enumerate() {
            let (mixed, constant) = match step / 20 {
                0 => (b & c | !b & d, 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let sum = a
                .rotate_left(5)
                .wrapping_add(mixed)
                .wrapping_add(e)
                .wrapping_add(constant)
                .wrapping_add(*word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, sum);
        }
        for (state, value) in self.state.iter_mut().zip([a, b, c, d, e]) {
            *state = state.wrapping_add(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_the_standard_example() {
        let mut sum = Sha1::start();
        sum.take(b"abc");
        let hex: String = sum.digest().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "a9993e364706816aba3e25717850c26c9cd0d89d");
    }
}
