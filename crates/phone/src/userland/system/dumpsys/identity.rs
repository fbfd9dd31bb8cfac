//! The hexadecimal names that objects have in dumps: the same for as long as the object lives.

use crate::android::hash;

/// The name of something that is itself known by a text, for one of its roles.
pub(super) fn of_text(role: &str, text: &str) -> String {
    // FNV-1a: short, and the same on every run.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    hash(role.bytes().chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325, mix))
}

/// The name of something that is numbered.
pub(super) fn of_number(role: &str, number: u32) -> String {
    of_text(role, &number.to_string())
}

/// `u0a123` for apps, the number for the system's own users.
pub(super) fn user(uid: u32) -> String {
    match uid.checked_sub(10_000) {
        Some(app) => format!("u0a{app}"),
        None => uid.to_string(),
    }
}
