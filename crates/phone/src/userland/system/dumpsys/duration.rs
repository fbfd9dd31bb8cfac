//! Lengths of time the way Android's dumps write them.

use std::fmt::Write as _;
use std::time::Duration;

/// `-1h2m3s4ms`, so long ago, from the largest unit that is not zero on; `0` for none.
pub(super) fn ago(duration: Duration) -> String {
    let mut rest = duration.as_millis();
    if rest == 0 {
        return "0".to_owned();
    }
    let mut text = "-".to_owned();
    for (unit, length) in
        [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1)]
    {
        let count = rest / length;
        if count > 0 || text.len() > 1 || unit == "ms" {
            let _infallible = write!(text, "{count}{unit}");
        }
        rest %= length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_largest_unit_on() {
        let check = |millis, text: &str| assert_eq!(ago(Duration::from_millis(millis)), text);
        check(0, "0");
        check(560, "-560ms");
        check(30_000, "-30s0ms");
        check(3_600_000, "-1h0m0s0ms");
        check(90_061_001, "-1d1h1m1s1ms");
        check(1_022_272, "-17m2s272ms");
    }
}
