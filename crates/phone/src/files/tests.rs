//! Paths, links, permissions, and that nothing leads out of the folder.

use super::host;
use super::{Errno, Files, Identity, Image, Kind};
use proptest::prelude::*;
use std::fs;

const SHELL: Identity = Identity::SHELL;

fn files() -> Files {
    let mut image = Image::android();
    image.add_program("ls");
    Files::temporary(image, crate::faults::InForce::default()).unwrap()
}

#[test]
fn shared_storage_has_many_names() {
    let files = files();
    files.write(&SHELL, "/sdcard/a.txt", b"hello", 0o666).unwrap();
    for path in ["/storage/emulated/0/a.txt", "/mnt/sdcard/a.txt", "/storage/../sdcard/./a.txt"] {
        assert_eq!(files.read(&SHELL, path).unwrap(), b"hello", "{path}");
    }
    assert_eq!(files.stat(&SHELL, "/sdcard/a.txt").unwrap().mode_text(), "-rw-rw----");
    assert_eq!(files.lstat(&SHELL, "/sdcard").unwrap().kind, Kind::Link);
}

#[test]
fn the_shell_writes_in_two_places_only() {
    let files = files();
    for path in ["/x", "/system/x", "/data/x", "/data/data/com.x", "/system/bin/ls", "/proc/x"] {
        assert_eq!(files.write(&SHELL, path, b"", 0o666), Err(Errno::Access), "{path}");
    }
    files.write(&SHELL, "/data/local/tmp/x", b"", 0o666).unwrap();
    assert_eq!(files.list(&SHELL, "/data"), Err(Errno::Access));
    assert_eq!(files.remove_file(&SHELL, "/system/bin/ls"), Err(Errno::Access));
    assert_eq!(files.read(&SHELL, "/system"), Err(Errno::IsDirectory));
    assert_eq!(files.stat(&SHELL, "/system/bin/ls/x"), Err(Errno::NotDirectory));
}

#[test]
fn links_are_followed_inside_and_loops_end() {
    let files = files();
    files.write(&SHELL, "/data/local/tmp/real", b"1", 0o600).unwrap();
    files.symlink(&SHELL, "real", "/data/local/tmp/link").unwrap();
    files.symlink(&SHELL, "loop", "/data/local/tmp/loop").unwrap();
    files.symlink(&SHELL, "../../../../../../etc/passwd", "/data/local/tmp/out").unwrap();
    assert_eq!(files.read(&SHELL, "/data/local/tmp/link").unwrap(), b"1");
    assert_eq!(files.read_link(&SHELL, "/data/local/tmp/link").unwrap(), "real");
    assert_eq!(files.read(&SHELL, "/data/local/tmp/loop"), Err(Errno::Loop));
    assert_eq!(files.read(&SHELL, "/data/local/tmp/out"), Err(Errno::NoEntry));
    files.remove_file(&SHELL, "/data/local/tmp/link").unwrap();
    assert_eq!(files.read(&SHELL, "/data/local/tmp/real").unwrap(), b"1");
}

#[cfg(unix)]
#[test]
fn a_link_of_the_host_leads_nowhere() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret"), "s").unwrap();
    let files = files();
    let tmp = files.host_path(&SHELL, "/data/local/tmp").unwrap();
    std::os::unix::fs::symlink(outside.path(), tmp.join("way")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("secret"), tmp.join("s")).unwrap();
    for path in ["/data/local/tmp/way/secret", "/data/local/tmp/s", "/data/local/tmp/way"] {
        assert_eq!(files.read(&SHELL, path), Err(Errno::Access), "{path}");
    }
    assert_eq!(files.write(&SHELL, "/data/local/tmp/s", b"x", 0o666), Err(Errno::Access));
    assert_eq!(fs::read(outside.path().join("secret")).unwrap(), b"s");
}

#[test]
fn modes_hold_for_others() {
    let files = files();
    let app = Identity::app(10_123);
    files.write(&SHELL, "/data/local/tmp/x", b"1", 0o600).unwrap();
    assert_eq!(files.read(&app, "/data/local/tmp/x"), Err(Errno::Access));
    files.set_mode(&SHELL, "/data/local/tmp/x", 0o644).unwrap();
    assert_eq!(files.read(&app, "/data/local/tmp/x").unwrap(), b"1");
    assert_eq!(files.set_mode(&app, "/data/local/tmp/x", 0o666), Err(Errno::NotPermitted));
    assert_eq!(files.write(&app, "/data/local/tmp/y", b"", 0o666), Err(Errno::Access));
}

#[tokio::test(start_paused = true)]
async fn every_entry_takes_room() {
    let files = files();
    let path = |name: &str| format!("/data/local/tmp/{name}");
    let before = files.free();
    files.make_dir(&SHELL, &path("d"), 0o755).unwrap();
    assert_eq!(before - files.free(), 4096);
    files.write(&SHELL, &path("d/f"), b"", 0o644).unwrap();
    files.symlink(&SHELL, "f", &path("d/l")).unwrap();
    assert_eq!(before - files.free(), 3 * 4096);
    files.write(&SHELL, &path("d/f"), &[7; 5000], 0o644).unwrap();
    assert_eq!(before - files.free(), 3 * 4096 + 5000);
    files.write(&SHELL, &path("d/f"), &[7; 50], 0o644).unwrap();
    files.rename(&SHELL, &path("d/f"), &path("d/l")).unwrap();
    assert_eq!(before - files.free(), 2 * 4096 + 50);
    files.remove_all(&SHELL, &path("d")).unwrap();
    assert_eq!(files.free(), before);
    files.set_free(2 * 4096 + 100);
    files.make_dir(&SHELL, &path("d"), 0o755).unwrap();
    files.write(&SHELL, &path("f"), b"hello", 0o644).unwrap();
    assert_eq!(files.free(), 95);
    assert_eq!(files.make_dir(&SHELL, &path("e"), 0o755), Err(Errno::NoSpace));
    assert_eq!(files.write(&SHELL, &path("e"), b"", 0o644), Err(Errno::NoSpace));
    assert_eq!(files.symlink(&SHELL, "f", &path("e")), Err(Errno::NoSpace));
    assert!(!files.exists(&SHELL, &path("e")));
    // Half of it fits, and is kept.
    assert_eq!(files.write(&SHELL, &path("f"), &[7; 200], 0o644), Err(Errno::NoSpace));
    assert_eq!(files.stat(&SHELL, &path("f")).unwrap().size, 100);
    files.remove_dir(&SHELL, &path("d")).unwrap();
    files.remove_file(&SHELL, &path("f")).unwrap();
    assert_eq!(files.free(), 2 * 4096 + 100);
}

#[tokio::test(start_paused = true)]
async fn near_the_end_the_folder_is_not_measured_for_each_write() {
    let files = files();
    let outside = files.host_path(&SHELL, "/data/local/tmp").unwrap().join("big");
    files.write(&SHELL, "/data/local/tmp/big", &[7; 10_000], 0o644).unwrap();
    files.set_free(0);
    let write = || files.write(&SHELL, "/data/local/tmp/x", b"hello", 0o644);
    fs::remove_file(outside).unwrap();
    // Nobody on the phone made this room, so it is found only after a while.
    assert_eq!(write(), Err(Errno::NoSpace));
    tokio::time::advance(std::time::Duration::from_secs(2)).await;
    assert_eq!(write(), Ok(()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// Whatever a path looks like, the canonical form stays below the folder.
    #[test]
    fn no_path_escapes(pieces in prop::collection::vec(prop_oneof![
        Just("..".to_owned()), Just(".".to_owned()), Just(String::new()), Just("sdcard".to_owned()),
        Just("data".to_owned()), Just("up".to_owned()), "[a-z.\\\\ ]{1,4}",
    ], 0..8)) {
        let files = files();
        files.symlink(&Identity::ROOT, "../../../../..", "/data/local/tmp/up").unwrap();
        let path = format!("/data/local/tmp/{}", pieces.join("/"));
        if let Ok(canonical) = files.canonical(&Identity::ROOT, &path) {
            prop_assert!(canonical.starts_with('/'));
            prop_assert!(!canonical.split('/').any(|piece| piece == ".." || piece == "."));
            let host = host::locate(files.folder(), &canonical).unwrap();
            prop_assert!(host.starts_with(files.folder()));
        }
    }
}
