//! What is left to chance, the same for the same seed.

pub(crate) struct Chance(u64);

impl Chance {
    /// From FINGERTIP_SEED, so that a run can be had again.
    pub(crate) fn new() -> Self {
        let seed = std::env::var("FINGERTIP_SEED").ok().and_then(|seed| seed.parse().ok());
        Self(seed.unwrap_or(7))
    }

    /// A number below this.
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % most
    }
}

/// How often, where a variable says so.
pub(crate) fn times(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|times| times.parse().ok()).unwrap_or(otherwise)
}
