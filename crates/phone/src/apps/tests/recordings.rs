//! The styles against recordings of real apps: the same wrappers from the outside in.

use std::path::PathBuf;

use super::driver::Driver;

/// `DEVICE_CORPUS`, or the folder beside the checkout.
fn corpus() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus");
    let folder = std::env::var_os("DEVICE_CORPUS").map_or_else(|| beside.into(), PathBuf::from);
    let folder = folder.join("android/uiautomator");
    if !folder.is_dir() {
        eprintln!("no recordings in {}: skipped", folder.display());
        return None;
    }
    Some(folder)
}

/// The class names and ids of the first so many nodes.
fn wrappers(xml: &str, count: usize) -> Vec<(String, bool)> {
    let node = |tag: &str| {
        let class = tag.split_once(" class=\"")?.1.split('"').next()?.to_owned();
        Some((class, tag.contains("resource-id=\"android:id/content\"")))
    };
    xml.split("<node ").skip(1).filter_map(node).take(count).collect()
}

#[tokio::test(start_paused = true)]
async fn wrappers_are_those_of_real_apps() {
    let Some(folder) = corpus() else { return };
    let driver = Driver::home().await;
    for (style, count, recording) in [
        ("Compose", 6, "compose-login-password-vi.xml"),
        ("ReactNative", 9, "rn-wdio-demo-login.xml"),
        ("Flutter", 9, "flutter-arabic-survey.xml"),
    ] {
        let recorded = std::fs::read_to_string(folder.join(recording)).unwrap();
        driver.start("com.example.torture", &format!(".{style}ControlsActivity")).await;
        let own = driver.android.dump(false).await.unwrap();
        assert_eq!(wrappers(&own, count), wrappers(&recorded, count), "{style}");
    }
}

/// Class, and what can be done with it, of the nodes that say a word.
fn said(xml: &str, attribute: &str, word: &str) -> Option<(String, Vec<String>)> {
    let tag = xml.split("<node ").find(|tag| tag.contains(&format!(" {attribute}=\"{word}\"")))?;
    let class = tag.split_once(" class=\"")?.1.split('"').next()?.to_owned();
    let flags = ["clickable", "focusable", "checkable", "long-clickable", "selected"];
    let set = flags.iter().filter(|flag| tag.contains(&format!(" {flag}=\"true\"")));
    Some((class, set.map(ToString::to_string).collect()))
}

#[tokio::test(start_paused = true)]
async fn controls_report_themselves_as_real_ones_do() {
    let Some(folder) = corpus() else { return };
    let driver = Driver::home().await;
    for (class, attribute, own, recording, recorded) in [
        (
            "FlutterTabs",
            "content-desc",
            "Home&#10;Tab 1 of 2",
            "flutter-tabs-1-of-4.xml",
            "Home&#10;Tab 1 of 4",
        ),
        (
            "FlutterTabs",
            "content-desc",
            "History&#10;Tab 2 of 2",
            "flutter-tabs-1-of-4.xml",
            "History&#10;Tab 2 of 4",
        ),
        ("FlutterControls", "content-desc", "Controls", "flutter-tabs-1-of-4.xml", "YOUR STATS"),
        ("FlutterControls", "content-desc", "Do it", "flutter-pet-home-zh.xml", "商店"),
        ("ReactNativeTabs", "content-desc", "Home", "rn-wdio-demo-login.xml", "Login"),
        ("ReactNativeTabs", "content-desc", "History", "rn-wdio-demo-login.xml", "Home"),
        ("ComposeControls", "text", "Controls", "compose-task-list.xml", "Today&apos;s Tasks"),
        ("ComposeControls", "content-desc", "Like", "compose-task-list.xml", "Notifications"),
    ] {
        let theirs = std::fs::read_to_string(folder.join(recording)).unwrap();
        let theirs = theirs.replace("Today's", "Today&apos;s");
        driver.start("com.example.torture", &format!(".{class}Activity")).await;
        let xml = driver.android.dump(false).await.unwrap();
        let (ours, theirs) = (said(&xml, attribute, own), said(&theirs, attribute, recorded));
        assert!(ours.is_some(), "{own} in {class}");
        assert_eq!(ours, theirs, "{own} in {class}");
    }
}
