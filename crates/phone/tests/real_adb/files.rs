//! `adb push` and `adb pull`.

use crate::harness::Server;
use phone::Identity;
use std::fs;
use std::path::Path;

fn bytes(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ length as u64;
    let mut bytes = Vec::with_capacity(length + 8);
    while bytes.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(length);
    bytes
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Pushes, pulls, and compares; the phone's own sum must agree as well.
async fn there_and_back(length: usize) {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let (from, back) = (adb.folder.path().join("from"), adb.folder.path().join("back"));
    let content = bytes(length);
    fs::write(&from, &content).unwrap();
    let said = adb.run(&["push", text(&from), "/sdcard/Download/file"]).await.well();
    assert!(said.contains("1 file pushed"), "{said}");
    let sum = adb.shell(&phone.serial, "sha256sum -b /sdcard/Download/file").await.well();
    assert_eq!(sum.trim(), sha256(&content), "{length}");
    let said = adb.run(&["pull", "/sdcard/Download/file", text(&back)]).await.well();
    assert!(said.contains("1 file pulled"), "{said}");
    assert!(fs::read(&back).unwrap() == content, "{length} bytes came back changed");
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[tokio::test]
async fn small_files() {
    for length in [0, 1, 65_535, 65_536, 65_537] {
        there_and_back(length).await;
    }
}

#[tokio::test]
async fn five_mebibytes() {
    there_and_back(5 * 1024 * 1024).await;
}

#[tokio::test]
async fn fifty_megabytes() {
    there_and_back(50_000_000).await;
}

#[tokio::test]
async fn a_directory() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let tree = adb.folder.path().join("tree");
    let files =
        [("a", 10), ("sub/b", 70_000), ("sub/deep/with space, and comma", 3), ("sub/empty", 0)];
    for (name, length) in files {
        let path = tree.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes(length)).unwrap();
    }
    adb.run(&["push", text(&tree), "/data/local/tmp/"]).await.well();
    for (name, length) in files {
        let read = phone.files().read(&Identity::SHELL, &format!("/data/local/tmp/tree/{name}"));
        assert_eq!(read.unwrap(), bytes(length), "{name}");
    }
    // Into a directory that is not there yet.
    adb.run(&["push", text(&tree), "/sdcard/Documents/new"]).await.well();
    assert!(phone.files().exists(&Identity::SHELL, "/sdcard/Documents/new/sub/deep"));
    let back = adb.folder.path().join("back");
    adb.run(&["pull", "/data/local/tmp/tree", text(&back)]).await.well();
    for (name, length) in files {
        assert_eq!(fs::read(back.join(name)).unwrap(), bytes(length), "{name}");
    }
    let listing = adb.run(&["ls", "/data/local/tmp/tree/sub"]).await.well();
    let names: Vec<&str> = listing.lines().filter_map(|line| line.split(' ').nth(3)).collect();
    assert_eq!(names, [".", "..", "b", "deep", "empty"]);
}

#[tokio::test]
async fn names_with_commas_and_spaces() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    for name in ["a,b", "a b", ",", "0,644", "'\"$x;", "gr\u{fc}n \u{1f642}"] {
        let from = adb.folder.path().join(name);
        fs::write(&from, name).unwrap();
        let place = format!("/sdcard/{name}");
        adb.run(&["push", text(&from), &place]).await.well();
        assert_eq!(phone.files().read(&Identity::SHELL, &place).unwrap(), name.as_bytes());
        let back = adb.folder.path().join("back");
        adb.run(&["pull", &place, text(&back)]).await.well();
        assert_eq!(fs::read_to_string(&back).unwrap(), name);
    }
}

#[tokio::test]
async fn what_cannot_be() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let from = adb.folder.path().join("from");
    fs::write(&from, bytes(3_000_000)).unwrap();
    let said = adb.run(&["pull", "/sdcard/missing", text(adb.folder.path())]).await;
    assert_eq!(said.code, Some(1));
    let reason = "failed to stat remote object '/sdcard/missing': No such file or directory";
    assert!((said.text() + &said.err).contains(reason), "{said:?}");
    let said = adb.run(&["push", text(&from), "/system/bin/x"]).await;
    assert_eq!(said.code, Some(1));
    let reason = format!(
        "failed to copy '{}' to '/system/bin/x': remote couldn't create file: Permission denied",
        text(&from)
    );
    assert!((said.text() + &said.err).contains(&reason), "{said:?}");
    let said = adb.run(&["push", text(&from), "/nowhere/x"]).await;
    assert_eq!(said.code, Some(1));
    assert!((said.text() + &said.err).contains("remote secure_mkdirs failed"), "{said:?}");
    // Nothing of it hurts the connection.
    assert_eq!(adb.shell(&phone.serial, "echo on").await.well(), "on\n");
}

#[tokio::test]
async fn times_and_modes_are_kept() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let from = adb.folder.path().join("from");
    fs::write(&from, "x").unwrap();
    let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_234_567_890);
    fs::File::open(&from).unwrap().set_modified(time).unwrap();
    adb.run(&["push", text(&from), "/data/local/tmp/f"]).await.well();
    let stat = phone.files().stat(&Identity::SHELL, "/data/local/tmp/f").unwrap();
    assert_eq!((stat.modified, stat.size), (1_234_567_890, 1));
    let back = adb.folder.path().join("back");
    adb.run(&["pull", "-a", "/data/local/tmp/f", text(&back)]).await.well();
    assert_eq!(fs::metadata(&back).unwrap().modified().unwrap(), time);
}
