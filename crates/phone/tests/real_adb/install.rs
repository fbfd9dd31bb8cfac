//! `adb install`, `adb install-multiple` and `adb uninstall`, with APKs that the tests build.

use crate::apk::{ApkBuilder, Node, Signature, attribute as a};
use crate::harness::{Said, Served, Server};
use std::fs;

const APP: &str = "com.x.app";

fn app() -> ApkBuilder {
    ApkBuilder::new(APP)
        .label("X App")
        .launcher(".Main")
        .application(a::DEBUGGABLE, true)
        .permission("android.permission.CAMERA")
        .file("assets/large", &vec![7; 300_000])
}

struct Phone {
    adb: Server,
    phone: Served,
}

impl Phone {
    async fn start() -> Option<Self> {
        let adb = Server::start().await?;
        let phone = adb.phone().await;
        Some(Self { adb, phone })
    }

    /// Writes an APK to the host and gives its path.
    fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.adb.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    }

    async fn run(&self, arguments: &[&str]) -> Said {
        self.adb.run(&[&["-s", &self.phone.serial], arguments].concat()).await
    }

    /// `adb install OPTIONS` of an APK.
    async fn install(&self, options: &[&str], builder: &ApkBuilder) -> Said {
        let path = self.file("app.apk", &builder.build());
        self.run(&[&["install"], options, &[&path]].concat()).await
    }

    async fn shell(&self, command: &str) -> String {
        self.adb.shell(&self.phone.serial, command).await.well()
    }
}

#[track_caller]
fn succeeded(said: &Said) {
    assert!(said.well().ends_with("Success\n"), "{said:?}");
}

#[track_caller]
fn failed(said: &Said, failure: &str) {
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains(&format!("Failure [{failure}")), "{said:?}");
}

#[tokio::test]
async fn every_way_to_install() {
    let Some(phone) = Phone::start().await else { return };
    let builder = app().application(a::TEST_ONLY, true);
    let said = phone.install(&["-t"], &builder).await;
    assert_eq!(said.well(), "Performing Streamed Install\nSuccess\n");
    for options in [
        &["-r", "-t"][..],
        &["-r", "-t", "-d", "-g"],
        &["-r", "-t", "--user", "0"],
        &["-r", "-t", "--no-streaming"],
        &["-r", "-t", "--streaming"],
        &["-r", "-t", "--abi", "x86_64"],
    ] {
        succeeded(&phone.install(options, &builder).await);
    }
    let list = phone.shell("pm list packages -3 --show-versioncode com.x").await;
    assert_eq!(list, "package:com.x.app versionCode:1\n");
    assert_eq!(phone.shell("ls /data/local/tmp").await, "", "what was pushed is gone");
}

#[tokio::test]
async fn what_was_installed_is_pulled_again() {
    let Some(phone) = Phone::start().await else { return };
    let split = ApkBuilder::new(APP).split("config.de").file("assets/de", b"hallo");
    let files = [phone.file("base.apk", &app().build()), phone.file("de.apk", &split.build())];
    succeeded(&phone.run(&["install-multiple", "-r", &files[0], &files[1]]).await);
    let paths = phone.shell(&format!("pm path {APP}")).await;
    let paths: Vec<&str> = paths.lines().filter_map(|line| line.strip_prefix("package:")).collect();
    assert_eq!(paths.len(), 2);
    assert!(paths[0].starts_with("/data/app/~~") && paths[0].ends_with("==/base.apk"));
    assert!(paths[1].ends_with("==/split_config.de.apk"), "{paths:?}");
    for (path, sent) in paths.iter().zip(files) {
        let back = phone.adb.folder.path().join("back.apk");
        phone.run(&["pull", path, back.to_str().unwrap()]).await.well();
        assert!(fs::read(back).unwrap() == fs::read(sent).unwrap(), "{path}");
    }
    // A second split joins the first.
    let more = ApkBuilder::new(APP).split("config.fr");
    let more = phone.file("fr.apk", &more.build());
    succeeded(&phone.run(&["install-multiple", "-r", "-p", APP, &more]).await);
    assert_eq!(phone.shell(&format!("pm path {APP} | wc -l")).await, "3\n");
}

#[tokio::test]
async fn an_installed_app_lives_like_any_other() {
    let Some(phone) = Phone::start().await else { return };
    succeeded(&phone.install(&["-g"], &app().version(42, "4.2")).await);
    let dump = phone.shell(&format!("dumpsys package {APP}")).await;
    for part in [
        "    versionCode=42 minSdk=24 targetSdk=34\n",
        "    versionName=4.2\n",
        "    flags=[ DEBUGGABLE HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP ]\n",
        "        android.permission.CAMERA: granted=true, flags=[ ",
        " com.x.app/.Main filter ",
    ] {
        assert!(dump.contains(part), "{part}: {dump}");
    }
    let resolved = phone.shell(&format!("cmd package resolve-activity --brief {APP}")).await;
    assert!(resolved.ends_with("\ncom.x.app/.Main\n"), "{resolved}");
    assert_eq!(phone.shell(&format!("run-as {APP} pwd")).await, "/data/data/com.x.app\n");
    let started = phone.shell(&format!("am start -W -n {APP}/.Main")).await;
    assert!(started.contains("Status: ok\nLaunchState: COLD\n"), "{started}");
    let tree = phone.run(&["exec-out", "uiautomator dump /dev/tty"]).await.well();
    assert!(tree.contains("text=\"This app's code does not run on the virtual phone.\""), "{tree}");
    assert!(tree.contains("text=\"X App\"") && tree.contains("package=\"com.x.app\""));
    assert_ne!(phone.shell(&format!("pidof {APP}")).await, "");
    phone.shell(&format!("pm clear {APP}")).await;
    assert_eq!(phone.adb.shell(&phone.phone.serial, &format!("pidof {APP}")).await.code, Some(1));
}

#[tokio::test]
async fn uninstalling() {
    let Some(phone) = Phone::start().await else { return };
    succeeded(&phone.install(&[], &app()).await);
    // adb itself keeps the user from doing this by accident.
    let warned = phone.run(&["uninstall", "-k", APP]).await;
    assert!((warned.text() + &warned.err).contains("cmd package uninstall -k"), "{warned:?}");
    assert_eq!(phone.run(&["uninstall", APP]).await.well(), "Success\n");
    let again = phone.run(&["uninstall", APP]).await;
    assert_eq!(
        (again.text().as_str(), again.code),
        ("Failure [DELETE_FAILED_INTERNAL_ERROR]\n", Some(1))
    );
    assert_eq!(phone.adb.shell(&phone.phone.serial, &format!("pm path {APP}")).await.code, Some(1));
    assert!(!phone.phone.files().exists(&phone::Identity::ROOT, "/data/data/com.x.app"));
    succeeded(&phone.install(&[], &app().signature(Signature::V3("Bob"))).await);
}

#[tokio::test]
async fn failures_reach_the_user() {
    let Some(phone) = Phone::start().await else { return };
    succeeded(&phone.install(&[], &app().version(5, "5")).await);
    let older = phone.install(&["-r"], &app().version(4, "4")).await;
    failed(
        &older,
        "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 4 is older than current 5]",
    );
    assert!(older.err.starts_with("adb: failed to install "), "{older:?}");
    succeeded(&phone.install(&["-r", "-d"], &app().version(4, "4")).await);
    let other = app().signature(Signature::V2("Mallory")).version(6, "6");
    failed(
        &phone.install(&["-r"], &other).await,
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.x.app signatures do not match newer version; ignoring!]",
    );
    failed(
        &phone.install(&[], &app().version(9, "9").application(a::TEST_ONLY, true)).await,
        "INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?]",
    );
    failed(
        &phone.install(&[], &ApkBuilder::new("com.y").sdk(99, 99)).await,
        "INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #99 (current version is #34)]",
    );
    let foreign = ApkBuilder::new("com.y").file("lib/mips64/liby.so", b"elf");
    failed(&phone.install(&[], &foreign).await, "INSTALL_FAILED_NO_MATCHING_ABIS: ");
    let unsigned = ApkBuilder::new("com.y").signature(Signature::None);
    failed(&phone.install(&[], &unsigned).await, "INSTALL_PARSE_FAILED_NO_CERTIFICATES: ");
    let malformed = ApkBuilder::new("com.y").component(Node::new("activity"));
    failed(&phone.install(&[], &malformed).await, "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: ");
    let path = phone.file("not.apk", b"this is no zip");
    failed(
        &phone.run(&["install", &path]).await,
        "INSTALL_PARSE_FAILED_NOT_APK: Failed to parse /data/app/vmdl",
    );
    phone.phone.android().set_free_storage(1000);
    let full = phone.install(&[], &ApkBuilder::new("com.y")).await;
    assert_eq!(full.code, Some(1));
    assert!((full.text() + &full.err).contains("not enough space"), "{full:?}");
    assert_eq!(phone.shell("pm list packages com.y").await, "");
}
