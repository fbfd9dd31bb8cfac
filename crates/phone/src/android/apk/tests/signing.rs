use super::{PATH, open, refused};
use crate::android::apk::built::{ApkBuilder, Signature};

fn signed(signature: Signature) -> Vec<u8> {
    ApkBuilder::new("com.x.app").signature(signature).build()
}

#[test]
fn finds_the_signer_in_every_scheme() {
    let all = [Signature::V1("Bob"), Signature::V2("Bob"), Signature::V3("Bob")];
    for (scheme, signature) in (1..).zip(all) {
        let signing = open(&signed(signature)).unwrap().signing.unwrap();
        assert_eq!(signing.scheme, scheme);
        // SEQUENCE { UTF8String "Bob" }
        assert_eq!(signing.certificates, [b"\x30\x05\x0c\x03Bob".to_vec()], "v{scheme}");
    }
}

#[test]
fn the_hash_is_javas() {
    let mut signing = open(&signed(Signature::V2("Bob"))).unwrap().signing.unwrap();
    // Arrays.hashCode(new byte[] {1, -1})
    signing.certificates = vec![vec![1, 255]];
    assert_eq!(signing.hashes(), [991]);
}

#[test]
fn tells_authors_apart() {
    let of = |who| open(&signed(Signature::V2(who))).unwrap().signing.unwrap();
    let again = open(&signed(Signature::V3("Alice"))).unwrap().signing.unwrap();
    assert!(of("Alice").matches(&again) && !of("Alice").matches(&of("Bob")));
}

#[test]
fn unsigned_is_refused() {
    let says = |signature| refused(open(&signed(signature)));
    assert_eq!(
        says(Signature::None),
        format!(
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from {PATH}: Attempt to get length of null array"
        )
    );
    assert_eq!(
        says(Signature::ManifestOnly),
        format!(
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Package {PATH} has no certificates at entry AndroidManifest.xml"
        )
    );
}

#[test]
fn what_was_changed_after_signing_is_refused() {
    let large = vec![3; 2_500_000];
    let original = ApkBuilder::new("com.x.app").file("assets/x", &large).build();
    assert!(open(&original).is_ok());
    let place = original.windows(4).position(|window| window == [3, 3, 3, 3]).unwrap();
    for at in [place, place + 2_000_000, original.len() - 30] {
        let mut changed = original.clone();
        changed[at] ^= 1;
        let text = refused(open(&changed));
        let wanted = format!(
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from {PATH} using APK Signature Scheme v2: SHA-256 digest of contents did not verify"
        );
        assert_eq!(text, wanted);
    }
}
