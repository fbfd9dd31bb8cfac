//! Where an app's APKs lie: `/data/app/~~TOKEN==/PACKAGE-TOKEN==`; before API level 30 without the outer folder.

use crate::android::Api;

/// The folder of a package's `generation`-th installation.
pub(super) fn code_path(package: &str, generation: u64, api: Api) -> String {
    let (outer, inner) = (token(package, generation * 2 + 1), token(package, generation * 2 + 2));
    if !api.since(30) {
        return format!("/data/app/{package}-{inner}==");
    }
    format!("/data/app/~~{outer}==/{package}-{inner}==")
}

/// The random-looking part of an APK path: 22 characters, the same for the same package and salt.
fn token(name: &str, salt: u64) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ salt;
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let mut token = String::with_capacity(22);
    for _ in 0..22 {
        hash = hash.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        token.push(char::from(ALPHABET[usize::try_from(hash >> 58).unwrap_or(0)]));
    }
    token
}
