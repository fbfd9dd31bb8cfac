//! Device lists recorded elsewhere. Skipped where the recordings are not at hand.

use std::fs;
use std::path::PathBuf;

use adb::{DeviceEntry, DeviceState};

/// The recordings, named by `DEVICE_CORPUS` or lying beside the checkout.
fn recordings() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let corpus = std::env::var_os("DEVICE_CORPUS").map_or_else(|| beside.into(), PathBuf::from);
    let folder = corpus.join("android/emulator");
    folder.is_dir().then_some(folder)
}

#[test]
fn recorded_device_lists_are_read() {
    let Some(folder) = recordings() else {
        eprintln!("skipped: no recordings at hand (DEVICE_CORPUS)");
        return;
    };
    let mut seen = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("adb-devices") {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        // What the program prints before its list is not from the server.
        let Some((_, list)) = text.split_once("List of devices attached") else {
            continue;
        };
        for line in list.lines().skip(1).take_while(|line| !line.trim().is_empty()) {
            let entry = DeviceEntry::parse(line).unwrap_or_else(|| panic!("{name}: {line}"));
            assert!(!matches!(entry.state, DeviceState::Other(_)), "{name}: {entry:?}");
            assert_eq!(entry.transport_id.is_some(), line.contains("transport_id:"), "{line}");
            assert_eq!(entry.model.is_some(), line.contains(" model:"), "{line}");
            seen += 1;
        }
    }
    assert!(seen > 0, "the recordings hold no device list");
}
