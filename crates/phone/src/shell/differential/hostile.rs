//! Text that breaks careless shells.

use crate::text::byte_as_char;
use proptest::prelude::*;

/// One character: everything a shell gives a meaning to, and some it should not.
pub(super) fn character() -> BoxedStrategy<char> {
    prop_oneof![
        6 => prop::sample::select("abx019_".chars().collect::<Vec<_>>()),
        6 => prop::sample::select(" '\"$`;%\\*?[]{}~#!&|<>()=-+:,./@^".chars().collect::<Vec<_>>()),
        2 => prop::sample::select("\n\t\r\x01\x0b\x1b\x7f".chars().collect::<Vec<_>>()),
        1 => prop::sample::select("ü€🙂\u{301}\u{ff}".chars().collect::<Vec<_>>()),
        1 => (0x80_u8..=0xff).prop_map(byte_as_char),
    ]
    .boxed()
}

pub(super) fn text() -> BoxedStrategy<String> {
    prop_oneof![
        8 => prop::collection::vec(character(), 0..8).prop_map(|chars| chars.into_iter().collect()),
        1 => (character(), 200_usize..900)
            .prop_map(|(character, count)| String::from(character).repeat(count)),
    ]
    .boxed()
}

/// The same, as a word in single quotes.
pub(super) fn single_quoted() -> BoxedStrategy<String> {
    text().prop_map(|text| format!("'{}'", text.replace('\'', "'\\''"))).boxed()
}
