//! Sizes for people, as `df -h` and `ls -h` print them.

/// At most three digits, one after the point where there is room for it. Units of 1000 have a
/// small k, those of 1024 a large one.
pub(super) fn human(size: u64, divisor: u64) -> String {
    let (mut number, mut before, mut unit) = (size, 0, 0);
    while number > 999 {
        before = number;
        number = number.saturating_add(divisor / 2) / divisor;
        unit += 1;
    }
    let letters = if divisor == 1000 { " kMGTPE" } else { " KMGTPE" };
    let letter = &letters[unit..=unit];
    match (unit, number) {
        (0, _) => number.to_string(),
        (_, 0..10) => {
            let whole = before / divisor;
            let tenth = ((before - whole * divisor) * 100 + 50) / divisor / 10;
            format!("{whole}.{tenth}{letter}")
        }
        _ => format!("{number}{letter}"),
    }
}

#[cfg(test)]
mod tests {
    use super::human;

    /// What toybox 0.8.9 prints for these.
    #[test]
    fn three_digits_at_most() {
        for (size, binary, decimal) in [
            (0, "0", "0"),
            (999, "999", "999"),
            (1000, "0.9K", "1.0k"),
            (4096, "4.0K", "4.0k"),
            (1024 * 1024 - 1, "1.0M", "1.0M"),
            (2_040_109_466, "1.9G", "2.0G"),
            (264_212_084 * 1024, "252G", "271G"),
            (u64::MAX, "16E", "18E"),
        ] {
            assert_eq!((human(size, 1024).as_str(), human(size, 1000).as_str()), (binary, decimal));
        }
    }
}
