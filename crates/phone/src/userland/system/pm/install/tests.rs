//! Installing APKs that the tests build themselves.

use crate::android::built::{ApkBuilder, Node, Signature, attribute as a};
use crate::android::{Android, Api};
use crate::apps::tests::driver::Driver;
use crate::shell::tests::{Ran, run_in};
use crate::userland::system::on_phone::OnPhone;

const APP: &str = "com.x.app";

fn app() -> ApkBuilder {
    ApkBuilder::new(APP).label("X App").launcher(".Main")
}

async fn stream(phone: &OnPhone, options: &str, builder: &ApkBuilder) -> Ran {
    let bytes = builder.build();
    let script = format!("cmd package install {options} -S {}", bytes.len());
    run_in(&phone.process, &script, &bytes).await
}

/// Installs, and gives back what it printed; the exit code must agree.
async fn install(phone: &OnPhone, options: &str, builder: &ApkBuilder) -> String {
    let ran = stream(phone, options, builder).await;
    assert_eq!((ran.err.as_str(), ran.status == 0), ("", ran.out == "Success\n"), "{}", ran.out);
    ran.out
}

async fn push(phone: &OnPhone, name: &str, bytes: &[u8]) {
    let ran = run_in(&phone.process, &format!("cat > /data/local/tmp/{name}"), bytes).await;
    assert_eq!(ran.status, 0);
}

/// The uid of the app: after those of all that came with the phone.
fn uid(phone: &OnPhone) -> u32 {
    let (own, others): (Vec<_>, Vec<_>) =
        phone.process.android().packages().into_iter().partition(|package| package.name() == APP);
    assert_eq!(Some(own[0].uid - 1), others.iter().map(|package| package.uid).max());
    own[0].uid
}

async fn create(phone: &OnPhone, options: &str) -> String {
    let created = phone.out(&format!("pm install-create {options}")).await;
    let number = created.strip_prefix("Success: created install session [");
    number.and_then(|rest| rest.strip_suffix("]\n")).unwrap().to_owned()
}

async fn write(phone: &OnPhone, session: &str, name: &str, bytes: &[u8]) {
    let script = format!("pm install-write -S {} {session} {name} -", bytes.len());
    let ran = run_in(&phone.process, &script, bytes).await;
    assert_eq!(ran.out, format!("Success: streamed {} bytes\n", bytes.len()));
}

#[tokio::test(start_paused = true)]
async fn an_installed_apk_is_an_app() {
    let phone = OnPhone::home().await;
    let builder = app()
        .version(7, "1.7")
        .application(a::DEBUGGABLE, true)
        .permission("android.permission.CAMERA")
        .permission("android.permission.INTERNET");
    assert_eq!(install(&phone, "-i com.store", &builder).await, "Success\n");
    let list = "pm list packages -3 -i -U --show-versioncode com.x";
    let uid = uid(&phone);
    let line = format!("package:com.x.app versionCode:7  installer=com.store uid:{uid}\n");
    phone.check(list, &line, "", 0).await;
    let path = phone.out("pm path com.x.app").await;
    let path = path.trim().strip_prefix("package:").unwrap();
    assert!(path.starts_with("/data/app/~~") && path.ends_with("==/base.apk"), "{path}");
    let stored = phone.process.files().read(&crate::files::Identity::SHELL, path).unwrap();
    assert!(stored == builder.build(), "the shell reads what was sent");
    phone.check("run-as com.x.app stat -c %a:%u .", &format!("700:{uid}\n"), "", 0).await;
    phone.check("run-as com.x.app ls", "cache\ncode_cache\n", "", 0).await;
    let found = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.x.app/.Main\n";
    phone.check("cmd package resolve-activity --brief com.x.app", found, "", 0).await;
    phone.check("pm grant com.x.app android.permission.CAMERA", "", "", 0).await;
    assert!(phone.out("ls /data/local/tmp; ps -A").await.find("vmdl").is_none());
}

#[tokio::test(start_paused = true)]
async fn its_screen_says_that_its_code_does_not_run() {
    let phone = OnPhone::home().await;
    let view = Node::new("intent-filter")
        .child(Node::new("action").with(a::NAME, "android.intent.action.VIEW"))
        .child(Node::new("category").with(a::NAME, "android.intent.category.DEFAULT"))
        .child(Node::new("data").with(a::SCHEME, "xapp"));
    let link = Node::new("activity").with(a::NAME, ".Link").with(a::EXPORTED, true).child(view);
    install(&phone, "", &app().component(link)).await;
    phone.driver.settle().await;
    phone.driver.tap("X App").await;
    assert_eq!(phone.driver.front(), "com.x.app/.Main");
    let says = "This app's code does not run on the virtual phone.";
    assert!(phone.driver.find(says).await.is_some());
    assert!(
        phone.driver.texts().await.iter().any(|text| text.contains("fingertip runtime install"))
    );
    phone.out("am start -W -a android.intent.action.VIEW -d xapp://item/3").await;
    assert_eq!(phone.driver.front(), "com.x.app/.Link");
    assert!(phone.driver.find("xapp://item/3").await.is_some());
    phone.driver.back().await;
    assert_eq!(phone.driver.front(), "com.x.app/.Main");
    let pid = phone.out("pidof com.x.app").await;
    assert!(phone.out("dumpsys window").await.contains("com.x.app/com.x.app.Main}"));
    phone.check("am force-stop com.x.app; pidof com.x.app", "", "", 1).await;
    let monkey =
        "monkey -p com.x.app -c android.intent.category.LAUNCHER 1 2>/dev/null | grep -c injected";
    phone.check(monkey, "1\n", "", 0).await;
    assert_eq!(phone.driver.front(), "com.x.app/.Main");
    assert_ne!(phone.out("pidof com.x.app").await, pid);
}

/// A phone whose runtime is a script: it is given the APK and the jar to make, or becomes an app.
#[cfg(unix)]
async fn with_runtime(folder: &std::path::Path, script: &str) -> OnPhone {
    use std::os::unix::fs::PermissionsExt as _;
    let (java, jar) = (folder.join("java"), folder.join("runtime.jar"));
    let text = format!("#!/bin/sh\nfor last; do apk=$made; made=$last; done\n{script}\n");
    std::fs::write(&java, text).unwrap();
    std::fs::set_permissions(&java, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::fs::write(&jar, "").unwrap();
    let runtime = crate::apps::Runtime::new(java, folder.join("parts"), jar, folder.join("cache"));
    let builder = Android::builder().runtime(runtime);
    OnPhone::with(Driver::on(builder).await)
}

#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn code_is_translated_where_it_can_run() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        r#"case "$made" in *.jar) cp "$apk" "$made";; *) echo "no JVM here" >&2; exit 1;; esac"#;
    let phone = with_runtime(folder.path(), script).await;
    assert_eq!(install(&phone, "", &app()).await, "Success\n");
    assert_eq!(std::fs::read_dir(folder.path().join("cache")).unwrap().count(), 1);
    // What cannot be started died, and nothing else did.
    phone.out("am start -n com.x.app/.Main").await;
    phone.driver.settle().await;
    let gone = || phone.process.android().pid_of(APP).is_none();
    while !gone() {
        tokio::task::spawn_blocking(|| {}).await.unwrap();
    }
    assert!(phone.driver.front().starts_with("com.android.launcher3/"));
    assert!(phone.out("logcat -d -b system,main").await.contains("has died"));
    let native = ApkBuilder::new("com.x.native").launcher(".Main").without("classes.dex");
    let native = native.file("lib/x86_64/libmain.so", b"elf");
    let refused =
        "Failure [INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113]\n";
    assert_eq!(install(&phone, "", &native).await, refused);
    // Beside code of its own a library may be one that it can do without.
    let both = ApkBuilder::new("com.x.both").launcher(".Main").file("lib/x86_64/libx.so", b"elf");
    assert_eq!(install(&phone, "", &both).await, "Success\n");
}

#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn code_that_cannot_be_translated_is_not_installed() {
    let folder = tempfile::tempdir().unwrap();
    let phone = with_runtime(folder.path(), "echo the code is minified >&2; exit 1").await;
    let refused = "Failure [INSTALL_FAILED_DEXOPT: the code is minified]\n";
    assert_eq!(install(&phone, "", &app()).await, refused);
    let phone = with_runtime(folder.path(), "echo no Landlock here >&2; exit 69").await;
    let refused = "Failure [INSTALL_FAILED_VERIFICATION_FAILURE: no Landlock here]\n";
    assert_eq!(install(&phone, "", &app()).await, refused);
    phone.check("pm path com.x.app", "", "", 1).await;
}

#[tokio::test(start_paused = true)]
async fn run_as_needs_a_debuggable_app() {
    let phone = OnPhone::home().await;
    install(&phone, "", &app()).await;
    let text = "run-as: package not debuggable: com.x.app\n";
    phone.check("run-as com.x.app ls", "", text, 1).await;
}

#[tokio::test(start_paused = true)]
async fn an_update_keeps_uid_data_and_grants() {
    let phone = OnPhone::home().await;
    let camera = "android.permission.CAMERA";
    let builder = app().application(a::DEBUGGABLE, true).permission(camera);
    install(&phone, "-g", &builder).await;
    let uid = uid(&phone);
    phone
        .check("run-as com.x.app touch kept; pm path com.x.app > /data/local/tmp/old", "", "", 0)
        .await;
    phone.out("am start -W -n com.x.app/.Main").await;
    let contacts = "android.permission.READ_CONTACTS";
    assert_eq!(
        install(&phone, "-r", &builder.clone().version(2, "2").permission(contacts)).await,
        "Success\n"
    );
    assert!(phone.driver.front().starts_with("com.android.launcher3/"), "the old one has ended");
    phone.check("run-as com.x.app ls", "cache\ncode_cache\nkept\n", "", 0).await;
    phone.check("pm path com.x.app | cmp -s - /data/local/tmp/old", "", "", 1).await;
    phone.check("ls $(cut -d: -f2 /data/local/tmp/old) 2>/dev/null", "", "", 1).await;
    let package = phone.process.android().package(APP).unwrap();
    let granted: Vec<bool> = package.permissions.iter().map(|have| have.granted).collect();
    assert_eq!((package.uid, package.version_code(), granted), (uid, 2, vec![true, false]));
}

#[tokio::test(start_paused = true)]
async fn refuses_in_the_words_of_the_package_manager() {
    let phone = OnPhone::home().await;
    let check = async |options: &str, builder: &ApkBuilder, text: &str| {
        assert_eq!(install(&phone, options, builder).await, format!("Failure [{text}]\n"));
    };
    check(
        "",
        &app().application(a::TEST_ONLY, true),
        "INSTALL_FAILED_TEST_ONLY: Failed to install test-only apk. Did you forget to add -t?",
    )
    .await;
    assert_eq!(
        install(&phone, "-t", &app().application(a::TEST_ONLY, true).version(5, "5")).await,
        "Success\n"
    );
    check(
        "-r",
        &app().version(4, "4"),
        "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 4 is older than current 5",
    )
    .await;
    assert_eq!(install(&phone, "-r -d", &app().version(4, "4")).await, "Success\n");
    check(
        "-R",
        &app().version(6, "6"),
        "INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install com.x.app without first uninstalling.",
    )
    .await;
    check(
        "-r",
        &app().version(6, "6").signature(Signature::V2("Mallory")),
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.x.app signatures do not match newer version; ignoring!",
    )
    .await;
    check(
        "",
        &ApkBuilder::new("com.example.shop").version(1000, "1"),
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package com.example.shop signatures do not match newer version; ignoring!",
    )
    .await;
    check(
        "",
        &ApkBuilder::new("com.y").sdk(35, 35),
        "INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #35 (current version is #34)",
    )
    .await;
    let old = ApkBuilder::new("com.y").sdk(9, 22);
    check(
        "",
        &old,
        "INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version 23, but found 22",
    )
    .await;
    assert_eq!(install(&phone, "--bypass-low-target-sdk-block", &old).await, "Success\n");
    check(
        "",
        &ApkBuilder::new("com.z").file("lib/mips/libz.so", b"elf"),
        "INSTALL_FAILED_NO_MATCHING_ABIS: Failed to extract native libraries, res=-113",
    )
    .await;
    let provider = |package: &str| {
        let node = Node::new("provider").with(a::NAME, "P").with(a::AUTHORITIES, "com.shared");
        ApkBuilder::new(package).component(node)
    };
    assert_eq!(install(&phone, "", &provider("com.p.one")).await, "Success\n");
    check(
        "",
        &provider("com.p.two"),
        "INSTALL_FAILED_CONFLICTING_PROVIDER: Can't install because provider name com.shared (in package com.p.two) is already used by com.p.one",
    )
    .await;
    phone.check("pm list packages com.p.two; pm list packages com.z", "", "", 0).await;
}

/// Messages that name the file in the staging folder.
/// Android began to refuse apps for very old releases with 14.
#[tokio::test(start_paused = true)]
async fn how_old_an_app_may_be_is_the_releases_own() {
    let too_old = |least, target| {
        format!(
            "Failure [INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version {least}, but found {target}]\n"
        )
    };
    for (api, target, answer) in [
        (Api::Android9, 8, "Success\n".to_owned()),
        (Api::Android12, 8, "Success\n".to_owned()),
        (Api::Android14, 23, "Success\n".to_owned()),
        (Api::Android15, 23, too_old(24, 23)),
    ] {
        let phone = OnPhone::with(Driver::on(Android::builder().api(api)).await);
        let old = ApkBuilder::new("com.y").sdk(7, target);
        assert_eq!(install(&phone, "", &old).await, answer, "at API level {api}");
    }
}

/// Before Android 11 a package has no folder around its own.
#[tokio::test(start_paused = true)]
async fn removing_one_app_leaves_the_others_on_every_release() {
    for api in Api::ALL {
        let phone = OnPhone::with(Driver::on(Android::builder().api(api)).await);
        assert_eq!(install(&phone, "", &app()).await, "Success\n", "at API level {api}");
        assert_eq!(install(&phone, "", &ApkBuilder::new("com.y")).await, "Success\n");
        assert_eq!(phone.out("pm uninstall com.y").await, "Success\n");
        let path = phone.out(&format!("pm path {APP}")).await;
        let path = path.trim().strip_prefix("package:").unwrap().to_owned();
        assert_eq!(phone.out(&format!("ls {path}")).await, format!("{path}\n"));
    }
}

#[tokio::test(start_paused = true)]
async fn names_the_staged_file() {
    let phone = OnPhone::home().await;
    let staged = |text: &str| {
        let start = text.find("/data/app/vmdl").unwrap();
        let end = start + text[start..].find(".tmp").unwrap() + 4;
        text.replace(&text[start..end], "STAGED")
    };
    let check = async |builder: &ApkBuilder, text: &str| {
        assert_eq!(staged(&install(&phone, "", builder).await), format!("Failure [{text}]\n"));
    };
    check(
        &app().signature(Signature::None),
        "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed to collect certificates from STAGED/base.apk: Attempt to get length of null array",
    )
    .await;
    check(
        &app().signature(Signature::V1("Alice")),
        "INSTALL_PARSE_FAILED_NO_CERTIFICATES: Failed collect during installPackageLI: No signature found in package of version 2 or newer for package STAGED/base.apk",
    )
    .await;
    check(
        &app().component(Node::new("service")),
        "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED: Failed parse during installPackageLI: STAGED/base.apk (at Binary XML file line #9): <service> does not specify android:name",
    )
    .await;
    let ran = run_in(&phone.process, "cmd package install -S 7; cat", b"not apkrest").await;
    assert_eq!(
        staged(&ran.out).replace(staged(&ran.out).split("asset path ").nth(1).unwrap(), "…"),
        "Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse STAGED/base.apk: Failed to load asset path …"
    );
    assert!(ran.out.ends_with("]\nrest"), "what follows belongs to the next program: {}", ran.out);
    let old = app().sdk(23, 29).signature(Signature::V1("Alice"));
    assert_eq!(install(&phone, "", &old).await, "Success\n", "enough before API level 30");
}

#[tokio::test(start_paused = true)]
async fn pushed_files_are_installed_by_path() {
    let phone = OnPhone::home().await;
    push(&phone, "a.apk", &app().build()).await;
    push(&phone, "bad.apk", b"no apk").await;
    phone.check("cd /data/local/tmp; pm install -r a.apk", "Success\n", "", 0).await;
    let bad = "java.lang.IllegalArgumentException: Error: Failed to parse APK file: /data/local/tmp/bad.apk: Failed to parse /data/local/tmp/bad.apk";
    phone.check_thrown("pm install /data/local/tmp/bad.apk", "install", bad).await;
    let ran = phone.run("pm install /sdcard/none.apk").await;
    let text = "Error: Unable to open file: /sdcard/none.apk\nConsider using a file under /data/local/tmp/\nError: Can't open file: /sdcard/none.apk\n\nException occurred while executing 'install':\njava.lang.IllegalArgumentException: Error: Can't open file: /sdcard/none.apk\n";
    assert!(ran.err.starts_with(text) && ran.status == 255, "{}", ran.err);
    let nothing = "Error: must either specify a package size or an APK file\n";
    phone.check("pm install -r", nothing, "", 1).await;
    let unknown = "java.lang.IllegalArgumentException: Unknown option --nonsense";
    phone.check_thrown("pm install --nonsense a.apk", "install", unknown).await;
    let ran = run_in(&phone.process, "pm install -S 7", b"short").await;
    assert_eq!(
        (ran.err.as_str(), ran.status),
        ("Error: failed to write; 2 bytes are missing\n", 1)
    );
    let left = phone.process.files().list(&crate::files::Identity::ROOT, "/data/app").unwrap();
    assert_eq!(left.len(), 1, "only the installed package: {left:?}");
}

#[tokio::test(start_paused = true)]
async fn base_and_splits_come_in_a_session() {
    let phone = OnPhone::home().await;
    let base = app().attribute(a::SPLIT_REQUIRED, true);
    let split = |name: &str| ApkBuilder::new(APP).split(name);
    let session = create(&phone, "-r").await;
    write(&phone, &session, "x.apk", &base.build()).await;
    phone
        .check(
            &format!("pm install-commit {session}"),
            "Failure [INSTALL_FAILED_MISSING_SPLIT: Missing split for com.x.app]\n",
            "",
            1,
        )
        .await;
    let session = create(&phone, "").await;
    write(&phone, &session, "0.apk", &base.build()).await;
    let native = split("config.x86_64").file("lib/x86_64/libx.so", b"elf");
    write(&phone, &session, "1.apk", &native.build()).await;
    phone.check(&format!("pm install-commit {session}"), "Success\n", "", 0).await;
    let paths = phone.out("pm path com.x.app").await;
    let names: Vec<&str> = paths.lines().filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(names, ["base.apk", "split_config.x86_64.apk"]);
    assert_eq!(
        phone.process.android().package(APP).unwrap().apk.as_ref().unwrap().abi.as_deref(),
        Some("x86_64")
    );
    // Another split joins what is there, and goes again.
    let session = create(&phone, "-p com.x.app").await;
    write(&phone, &session, "de.apk", &split("config.de").build()).await;
    phone.check(&format!("pm install-commit {session}"), "Success\n", "", 0).await;
    phone.check("pm path com.x.app | wc -l", "3\n", "", 0).await;
    phone.check("pm uninstall com.x.app config.de", "Success\n", "", 0).await;
    phone.check("pm path com.x.app | grep -c config.de", "0\n", "", 1).await;
    let none = "Failure [INSTALL_FAILED_INVALID_APK: Split not found: config.de]\n";
    phone.check("pm uninstall com.x.app config.de", none, "", 1).await;
}

#[tokio::test(start_paused = true)]
async fn what_does_not_belong_together_is_refused() {
    let phone = OnPhone::home().await;
    let check = async |apks: &[ApkBuilder], text: &str| {
        let session = create(&phone, "").await;
        for (index, apk) in apks.iter().enumerate() {
            write(&phone, &session, &format!("{index}.apk"), &apk.build()).await;
        }
        let ran = phone.run(&format!("pm install-commit {session}")).await;
        let text = text.replace("STAGED", &format!("/data/app/vmdl{session}.tmp"));
        let text = text.replace("NUMBER", &session);
        assert_eq!(ran.out, format!("Failure [INSTALL_FAILED_INVALID_APK: {text}]\n"));
    };
    let split = ApkBuilder::new(APP).split("config.de");
    check(&[], "Session: NUMBER. No packages staged in STAGED").await;
    check(&[app(), app()], "Split null was defined multiple times").await;
    check(std::slice::from_ref(&split), "Full install must include a base package").await;
    check(
        &[app(), ApkBuilder::new("com.other").split("s")],
        "STAGED/1.apk package com.other inconsistent with com.x.app",
    )
    .await;
    check(
        &[app(), split.clone().version(2, "2")],
        "STAGED/1.apk version code 2 inconsistent with 1",
    )
    .await;
    check(
        &[app(), split.signature(Signature::V2("Mallory"))],
        "STAGED/1.apk signatures are inconsistent",
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn sessions_come_and_go() {
    let phone = OnPhone::home().await;
    let session = create(&phone, "-r -S 10").await;
    write(&phone, &session, "base.apk", b"abc").await;
    let bad = format!("pm install-write -S 1 {session} ../x -");
    let exception = "java.lang.IllegalArgumentException: Invalid name: ../x";
    phone.check_thrown(&bad, "install-write", exception).await;
    let no_size = format!("pm install-write {session} base.apk -");
    phone.check(&no_size, "", "Error: must specify an APK size\n", 1).await;
    phone.check(&format!("pm install-abandon {session}"), "Success\n", "", 0).await;
    let gone = format!("java.lang.SecurityException: Caller has no access to session {session}");
    for command in ["install-abandon", "install-commit"] {
        phone.check_thrown(&format!("pm {command} {session}"), command, &gone).await;
    }
    assert!(
        phone.process.files().list(&crate::files::Identity::ROOT, "/data/app").unwrap().is_empty()
    );
}

#[tokio::test(start_paused = true)]
async fn a_full_phone_takes_nothing() {
    let phone = OnPhone::home().await;
    let session = create(&phone, "").await;
    write(&phone, &session, "base.apk", &app().build()).await;
    phone.process.android().set_free_storage(100);
    let size = app().build().len();
    let refused = "android.os.ParcelableException: java.io.IOException: Requested internal only, but not enough space";
    phone.check_thrown(&format!("pm install -S {size}"), "install", refused).await;
    let ran =
        run_in(&phone.process, &format!("pm install-write -S 101 {session} x.apk -"), b"").await;
    assert_eq!(
        ran.err,
        "Error: failed to write; Failed to allocate 101 because only 100 allocatable\n"
    );
    phone.check("df /data | tail -1 | tr -s ' ' | cut -d' ' -f4", "0\n", "", 0).await;
    let text =
        "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]\n";
    phone.check(&format!("pm install-commit {session}"), text, "", 1).await;
}

#[tokio::test(start_paused = true)]
async fn uninstalling_with_and_without_data() {
    let phone = OnPhone::home().await;
    let builder = app().application(a::DEBUGGABLE, true);
    install(&phone, "", &builder).await;
    phone.check("run-as com.x.app touch kept; pm uninstall -k com.x.app", "Success\n", "", 0).await;
    phone.check("pm list packages com.x", "", "", 0).await;
    phone.check("pm list packages -u com.x", "package:com.x.app\n", "", 0).await;
    let stranger = builder.clone().signature(Signature::V2("Mallory"));
    assert!(
        install(&phone, "", &stranger)
            .await
            .starts_with("Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE")
    );
    install(&phone, "", &builder).await;
    phone.check("run-as com.x.app ls", "cache\ncode_cache\nkept\n", "", 0).await;
    phone
        .check("pm uninstall -k com.x.app; pm uninstall com.x.app", "Success\nSuccess\n", "", 0)
        .await;
    phone.check("pm list packages -u com.x", "", "", 0).await;
    install(&phone, "", &stranger).await;
    phone.check("run-as com.x.app ls", "cache\ncode_cache\n", "", 0).await;
    let failure = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n";
    phone.check("pm uninstall --versionCode 9 com.x.app", failure, "", 1).await;
    phone
        .check(
            "pm uninstall com.x.app; pm uninstall com.x.app",
            &format!("Success\n{failure}"),
            "",
            1,
        )
        .await;
}

#[tokio::test(start_paused = true)]
async fn development_permissions_can_be_granted() {
    let phone = OnPhone::home().await;
    let settings = "android.permission.WRITE_SECURE_SETTINGS";
    let own = Node::new("permission").with(a::NAME, "com.x.OWN").with(a::PROTECTION_LEVEL, 1);
    let builder =
        app().permission(settings).permission("com.x.OWN").permission("com.gone.X").element(own);
    install(&phone, "", &builder).await;
    let granted = || {
        let package = phone.process.android().package(APP).unwrap();
        package.permissions.iter().map(|have| have.granted).collect::<Vec<_>>()
    };
    assert_eq!(granted(), [false, false, false]);
    phone.check(&format!("pm grant {APP} {settings}; pm grant {APP} com.x.OWN"), "", "", 0).await;
    assert_eq!(granted(), [true, true, false]);
    phone.check("pm list instrumentation", "", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn instrumentation_is_listed() {
    let phone = OnPhone::home().await;
    let tests = Node::new("instrumentation").with(a::NAME, ".Runner").with(a::TARGET_PACKAGE, APP);
    install(&phone, "", &ApkBuilder::new("com.x.test").element(tests)).await;
    let line = "instrumentation:com.x.test/.Runner (target=com.x.app)\n";
    phone.check("pm list instrumentation", line, "", 0).await;
    phone.check("pm list instrumentation com.none", "", "", 0).await;
    // Its target is not there yet.
    let ran = phone.run("am instrument -w com.x.test/.Runner").await;
    let missing =
        "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation target package: com.x.app\n";
    assert!(ran.out.starts_with(missing) && ran.status == 1, "{}", ran.out);
    assert_eq!(install(&phone, "", &app()).await, "Success\n");
    let crashed = "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";
    phone.check("am instrument -w -r com.x.test/.Runner", crashed, "", 0).await;
    phone.check("am instrument com.x.test/.Runner", "", "", 0).await;
}

#[tokio::test(start_paused = true)]
async fn before_android_11_a_package_has_one_folder() {
    let phone = OnPhone::with(Driver::on(Android::builder().api(Api::Android9)).await);
    let other = ApkBuilder::new("com.y.app").label("Y").launcher(".Main");
    for builder in [app(), app().version(2, "2"), other] {
        assert_eq!(install(&phone, "-r", &builder).await, "Success\n");
    }
    let paths = phone.out("pm path com.x.app; pm path com.y.app").await;
    assert_eq!(paths.matches("package:/data/app/com.").count(), 2, "{paths}");
    phone.out("pm uninstall com.x.app; ls $(pm path com.y.app | cut -d: -f2)").await;
}
