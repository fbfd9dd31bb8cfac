//! Shared preferences: XML files of an app's folder.

use crate::device::Device;
use crate::fields::Fields;
use crate::recordings;
use regex::Regex;
use std::sync::LazyLock;

/// An app that keeps texts and switches.
const CHAT: &str = "com.example.chat";

pub(crate) const RECORDINGS: [&str; 17] = [
    "prefs/cocos2dx-float-fragment.txt",
    "prefs/dorynode-dev.xml",
    "prefs/fb-gatekeepers-json-in-string.xml",
    "prefs/fb-user-settings.xml",
    "prefs/firebase-heartbeat-set-1.xml",
    "prefs/firebase-heartbeat-set-5.xml",
    "prefs/floats.xml",
    "prefs/flutter-led-viewer.xml",
    "prefs/flutter-nosmoke.xml",
    "prefs/hf-local-notification.xml",
    "prefs/litepal.xml",
    "prefs/smart-companion.xml",
    "prefs/tbs-common-switch.xml",
    "prefs/tbs-download-config.xml",
    "prefs/tbs-public-settings.xml",
    "prefs/termux.xml",
    "prefs/webview-chromium.xml",
];

/// Elements by their type, with the attributes that each has.
fn read(text: &str) -> Fields {
    static ELEMENT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"<(\??\w+)((?:\s+\w+=(?:"[^"]*"|'[^']*'))*)\s*(\?|/)?>"#).unwrap()
    });
    static ATTRIBUTE: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#"(\w+)=["']"#).unwrap());
    let mut fields = Fields::default();
    for element in ELEMENT.captures_iter(text) {
        fields.put(&element[1], "", "");
        for attribute in ATTRIBUTE.captures_iter(&element[2]) {
            fields.put(&element[1], &attribute[1], "");
        }
    }
    fields
}

/// Each type of value is read as the recordings have it.
#[test]
fn recordings_are_read() {
    let types = ["boolean", "float", "int", "long", "set", "string"];
    let mut seen = std::collections::BTreeSet::new();
    for path in RECORDINGS {
        let Some(text) = recordings::read(path) else { return };
        let fields = read(&text);
        for name in fields.names() {
            seen.insert(name.clone());
        }
        let known: Vec<&str> =
            types.into_iter().filter(|name| fields.has(&format!("{name}/"))).collect();
        assert!(!known.is_empty() || fields.has("map/"), "{path}");
    }
    for name in types {
        assert!(
            seen.contains(&format!("{name}/")) && seen.contains(&format!("{name}/name")),
            "{name}: {seen:?}"
        );
    }
}

/// Whatever the phone's apps keep has the elements and attributes of the recordings.
#[tokio::test(start_paused = true)]
async fn what_apps_keep_is_read_alike() {
    let mut device = Device::home().await;
    device.run(&format!("am start -W -n {CHAT}/.MainActivity && uiautomator dump")).await;
    for wanted in ["Profile", "profile-muted", "profile-name"] {
        device.tap(wanted).await;
    }
    device.run("input text s && uiautomator dump").await;
    let file = format!("shared_prefs/{CHAT}_preferences.xml");
    let kept = read(&device.run(&format!("run-as {CHAT} cat {file}")).await);
    for name in ["map/", "boolean/name", "boolean/value", "string/name"] {
        assert!(kept.has(name), "{name}: {kept:?}");
    }
    let mut recorded = Fields::default();
    for path in RECORDINGS {
        let Some(text) = recordings::read(path) else { return };
        for name in read(&text).names() {
            let (element, attribute) = name.split_once('/').unwrap();
            recorded.put(element, attribute, "");
        }
    }
    for name in kept.names() {
        assert!(recorded.has(name), "{name} is in no recording");
    }
}
