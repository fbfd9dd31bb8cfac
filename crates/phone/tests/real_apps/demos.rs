//! API Demos, as a user of adb would use it.

use phone::android::{Api, read_apk};

use super::host::{Host, apk};

const PACKAGE: &str = "io.appium.android.apis";

#[tokio::test]
async fn api_demos_from_install_to_uninstall() {
    let Some(apk) = apk() else { return };
    let mut host = Host::start().await;
    assert_eq!(host.install(&apk).await, "Success\n");
    let started = host.run(&format!("am start -W -n {PACKAGE}/.ApiDemos")).await;
    assert!(started.contains("LaunchState: COLD"), "{started}");
    let xml = host.shows("Accessibility").await;
    assert!(xml.contains("text=\"Views\""), "{xml}");
    assert!(xml.contains(&format!("package=\"{PACKAGE}\"")), "{xml}");

    let xml = host.tap("Views").await;
    assert!(xml.contains("text=\"Buttons\""), "{xml}");
    let shot = host.bytes("screencap -p").await;
    assert!(shot.starts_with(b"\x89PNG"));
    let pid = host.run(&format!("pidof {PACKAGE}")).await;
    let log = host.run(&format!("logcat -d --pid={}", pid.trim())).await;
    assert!(!log.contains("FATAL EXCEPTION"), "{log}");

    host.run("input keyevent BACK").await;
    host.shows("Accessibility").await;

    // Turned, the list is wider than high.
    host.run("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
        .await;
    let xml = host.shows("Accessibility").await;
    assert!(xml.contains("rotation=\"1\"") && xml.contains("[2400,"), "{xml}");
    host.run("settings put system user_rotation 0").await;

    host.run(&format!("am force-stop {PACKAGE}")).await;
    assert_eq!(host.run(&format!("pidof {PACKAGE}")).await, "");
    assert_eq!(host.run(&format!("pm uninstall {PACKAGE}")).await, "Success\n");
    assert_eq!(host.run(&format!("pm path {PACKAGE}")).await, "");
}

#[tokio::test]
async fn its_database_is_where_a_phone_has_it() {
    let Some(apk) = apk() else { return };
    let mut host = Host::start().await;
    assert_eq!(host.install(&apk).await, "Success\n");
    host.run(&format!("am start -W -n {PACKAGE}/.app.LoaderThrottle")).await;
    host.dump().await;
    let listed = host.run(&format!("run-as {PACKAGE} ls -l databases")).await;
    let line = listed.lines().find(|line| line.ends_with("loader_throttle.db"));
    let line = line.unwrap_or_else(|| panic!("{listed}"));
    assert!(line.starts_with("-rw-rw---- 1 u0_a"), "{line}");
    let folder = format!("/data/user/0/{PACKAGE}");
    let start = host
        .bytes(&format!("run-as {PACKAGE} head -c 15 {folder}/databases/loader_throttle.db"))
        .await;
    assert_eq!(start, b"SQLite format 3");
    assert!(host.run(&format!("ls {folder}")).await.contains("Permission denied"));
    assert_eq!(host.run(&format!("pm clear {PACKAGE}")).await, "Success\n");
    assert_eq!(
        host.run(&format!("pidof {PACKAGE}; run-as {PACKAGE} ls")).await,
        "cache\ncode_cache\n"
    );
}

#[tokio::test]
async fn what_it_writes_is_its_own() {
    let Some(apk) = apk() else { return };
    // One waits while it is installed, and takes over when it is started.
    let mut host = Host::with(|runtime| runtime.ready = true).await;
    assert_eq!(host.install(&apk).await, "Success\n");
    // What it writes is its own, where it is looked for.
    host.run(&format!("am start -n {PACKAGE}/.app.PersistentState")).await;
    host.shows("Initial text.").await;
    host.tap("Initial text.").await;
    host.run("input text hello && input keyevent BACK && input keyevent HOME").await;
    host.dump().await;
    let folder = format!("/data/user/0/{PACKAGE}");
    let listed = host.run(&format!("run-as {PACKAGE} ls -l shared_prefs")).await;
    let name = "app.PersistentState.xml";
    let line =
        listed.lines().find(|line| line.ends_with(name)).unwrap_or_else(|| panic!("{listed}"));
    assert!(line.starts_with("-rw-rw---- 1 u0_a") && line.contains(" u0_a"), "{line}");
    let kept = host.run(&format!("run-as {PACKAGE} cat {folder}/shared_prefs/{name}")).await;
    assert!(kept.contains("hello"), "{kept}");
    assert!(
        host.run(&format!("cat {folder}/shared_prefs/{name}")).await.contains("Permission denied")
    );
    host.run(&format!("am force-stop {PACKAGE} && pm clear {PACKAGE}")).await;
    assert_eq!(host.run(&format!("run-as {PACKAGE} ls")).await, "cache\ncode_cache\n");
}

#[tokio::test]
async fn a_link_leads_to_the_browser_and_back_and_a_chooser_may_be_empty() {
    let Some(apk) = apk() else { return };
    let mut host = Host::start().await;
    assert_eq!(host.install(&apk).await, "Success\n");
    host.run(&format!("am start -W -n {PACKAGE}/.preference.PreferencesFromXml")).await;
    host.shows("Intent preference").await;
    host.tap("Intent preference").await;
    host.shows("http://www.android.com").await;
    let front = "dumpsys activity activities | grep ResumedActivity";
    assert!(host.run(front).await.contains("com.android.browser/.BrowserActivity"));
    host.run("input keyevent BACK").await;
    host.shows("Intent preference").await;
    host.run(&format!("am start -W -n {PACKAGE}/.app.Intents")).await;
    host.shows("Get Music").await;
    host.tap("Get Music").await;
    let xml = host.shows("No apps can perform this action.").await;
    assert!(xml.contains("text=\"Select music\""), "{xml}");
    host.run("input keyevent BACK").await;
    host.shows("Get Music").await;
    assert_eq!(host.run("logcat -d -b crash").await, "");
}

#[test]
fn its_manifest_says_what_can_be_seen_through() {
    let Some(apk) = apk() else { return };
    let file = std::fs::File::open(&apk).unwrap();
    let (manifest, _) = read_apk(file, "demos.apk", Api::default()).unwrap();
    let translucent = |class: &str| {
        let class = format!("{PACKAGE}{class}");
        manifest.activities.iter().find(|have| have.class == class).unwrap().translucent
    };
    assert!(translucent(".app.DialogActivity") && translucent(".app.CustomDialogActivity"));
    assert!(!translucent(".ApiDemos") && !translucent(".app.HelloWorld"));
}
