//! Bytes that nobody meant. Whatever comes, the readers end with an answer.

use super::{PATH, file, open};
use crate::android::Api;
use crate::android::apk::built::arsc::{self, Config, Shape};
use crate::android::apk::built::axml::Encoding;
use crate::android::apk::built::{ApkBuilder, Node, Signature, attribute as a};
use crate::android::apk::resources::Resources;
use crate::android::apk::{ApkFile, Certificates, Signing, der, parse_package, xml};
use proptest::prelude::*;

/// What happens to bytes on their way.
#[derive(Clone, Debug)]
enum Change {
    Set(usize, u8),
    Word(usize, u32),
    Cut(usize),
    Drop(usize, usize),
    Repeat(usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let word = prop_oneof![Just(0), Just(u32::MAX), Just(0x7fff_ffff), 0..64_u32, any::<u32>()];
    prop_oneof![
        4 => (any::<usize>(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        4 => (any::<usize>(), word).prop_map(|(at, word)| Change::Word(at, word)),
        1 => any::<usize>().prop_map(Change::Cut),
        1 => (any::<usize>(), 0..64_usize).prop_map(|(at, count)| Change::Drop(at, count)),
        1 => (any::<usize>(), 0..64_usize).prop_map(|(at, count)| Change::Repeat(at, count)),
    ]
}

fn mutate(bytes: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for change in changes {
        if bytes.is_empty() {
            return bytes;
        }
        let length = bytes.len();
        match *change {
            Change::Set(at, byte) => bytes[at % length] = byte,
            Change::Word(at, word) => {
                // Words mostly stand at multiples of four.
                let start = (at % length) & !3;
                let end = (start + 4).min(length);
                bytes[start..end].copy_from_slice(&word.to_le_bytes()[..end - start]);
            }
            Change::Cut(at) => bytes.truncate(at % length),
            Change::Drop(at, count) => {
                let start = at % length;
                bytes.drain(start..(start + count).min(length));
            }
            Change::Repeat(at, count) => {
                let start = at % length;
                let piece = bytes[start..(start + count).min(length)].to_vec();
                bytes.splice(start..start, piece);
            }
        }
    }
    bytes
}

fn manifest() -> Vec<u8> {
    let filter = Node::new("intent-filter")
        .child(Node::new("action").with(a::NAME, "android.intent.action.VIEW"))
        .child(Node::new("data").with(a::SCHEME, "https").with(a::HOST, "x.example"));
    let main = Node::new("activity").with(a::NAME, ".Main").with(a::EXPORTED, true).child(filter);
    Node::new("manifest")
        .with(a::VERSION_CODE, 3)
        .plain("package", "com.x.app")
        .child(Node::new("uses-sdk").with(a::MIN_SDK, 24).with(a::TARGET_SDK, 34))
        .child(Node::new("application").with(a::LABEL, "X").child(main))
        .encode(Encoding::Utf8)
}

fn table(shape: Shape) -> Vec<u8> {
    let configs =
        [Config("", 0, &[Some("@1"), Some("one"), None]), Config("en", 30, &[Some("two")])];
    arsc::strings(&configs, Encoding::Utf16, shape)
}

/// Reads an APK as far as it goes, with and without regard to its signers.
fn read(bytes: &[u8]) {
    open(bytes).ok();
    let Ok(base) = ApkFile::open(file(bytes), PATH, Certificates::Ignore, Api::default()) else {
        return;
    };
    base.abis();
    let signing = Signing { scheme: 2, certificates: Vec::new() };
    // Any answer will do.
    parse_package(&base, &[], PATH, signing).ok();
}

fn apk(signature: Signature) -> Vec<u8> {
    ApkBuilder::new("com.x.app").label("X").launcher(".Main").signature(signature).build()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn broken_manifests(changes in prop::collection::vec(change(), 1..8)) {
        xml::parse(&mutate(&manifest(), &changes)).ok();
        read(&ApkBuilder::new("com.x").manifest(&mutate(&manifest(), &changes)).build());
    }

    #[test]
    fn broken_tables(changes in prop::collection::vec(change(), 1..8), shape in 0..4_usize) {
        let shape = [Shape::Table, Shape::Sparse, Shape::Short, Shape::Compact][shape];
        let bytes = mutate(&table(shape), &changes);
        if let Some(resources) = Resources::parse(&bytes, Api::default()) {
            for id in arsc::FIRST..arsc::FIRST + 4 {
                resources.value(id);
            }
        }
    }

    #[test]
    fn broken_archives(changes in prop::collection::vec(change(), 1..8), scheme in 0..3_usize) {
        let signature = [Signature::V1("A"), Signature::V2("A"), Signature::V3("A")];
        read(&mutate(&apk(signature[scheme].clone()), &changes));
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        xml::parse(&bytes).ok();
        Resources::parse(&bytes, Api::default());
        der::first_certificate(&bytes);
        read(&bytes);
    }
}

/// Each word of each format once with the values that hurt most.
#[test]
fn every_word_in_turn() {
    let (document, table, apk) = (manifest(), table(Shape::Table), apk(Signature::V2("A")));
    for word in [0, 1, 7, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
        for at in (0..document.len()).step_by(4) {
            xml::parse(&mutate(&document, &[Change::Word(at, word)])).ok();
        }
        for at in (0..table.len()).step_by(4) {
            let bytes = mutate(&table, &[Change::Word(at, word)]);
            if let Some(resources) = Resources::parse(&bytes, Api::default()) {
                resources.value(arsc::FIRST);
            }
        }
        // The end of a ZIP is what everything else is found by.
        for at in (apk.len().saturating_sub(600)..apk.len()).step_by(2) {
            let mut bytes = apk.clone();
            let end = (at + 4).min(apk.len());
            bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
            read(&bytes);
        }
    }
}
