//! What an APK's entries and classes tell: which engine draws it, what of it is for a processor, and which services
//! it counts on that the phone does not have.

use std::collections::{BTreeMap, BTreeSet};

use phone::android::{ABIS, Contents};

use super::Finding;

/// An engine, the entries that give it away, and what that means.
struct Engine {
    name: &'static str,
    signs: &'static [&'static str],
    means: &'static str,
}

const NATIVE: &str = "its engine is machine code, and draws by itself";
const WEB: &str = "its screens are web pages, and the phone has no browser to show them";

const ENGINES: &[Engine] = &[
    Engine { name: "Flutter", signs: &["/libflutter.so", "assets/flutter_assets/"], means: NATIVE },
    Engine {
        name: "React Native",
        signs: &["/libreactnativejni.so", "/libreactnative.so", "assets/index.android.bundle"],
        means: "its engine is machine code, and runs the app's scripts",
    },
    Engine { name: "Unity", signs: &["/libunity.so"], means: NATIVE },
    Engine { name: "Godot", signs: &["/libgodot_android.so"], means: NATIVE },
    Engine { name: "Unreal", signs: &["/libUE4.so", "/libUnreal.so"], means: NATIVE },
    Engine {
        name: ".NET (Xamarin, MAUI)",
        signs: &["/libmonodroid.so", "/libmonosgen-2.0.so"],
        means: "its engine is machine code, and runs the app's classes",
    },
    Engine { name: "Qt", signs: &["/libQt5Core", "/libQt6Core"], means: NATIVE },
    Engine {
        name: "NativeScript",
        signs: &["/libNativeScript.so"],
        means: "its engine is machine code, and runs the app's scripts",
    },
    Engine { name: "Cordova", signs: &["assets/www/cordova.js"], means: WEB },
    Engine {
        name: "Capacitor",
        signs: &["assets/capacitor.config.json", "assets/public/cordova.js"],
        means: WEB,
    },
];

/// Libraries of androidx whose callers have another way, or are not called.
const SPARE: &[&str] = &[
    "libandroidx.graphics.path.so",
    "libdatastore_shared_counter.so",
    "libimage_processing_util_jni.so",
    "libsurface_util_jni.so",
    "libprofileinstaller.so",
];

const SHARED: &str = ".so";

/// Classes by how their names begin, and what will be missing of an app that uses them.
const SERVICES: &[(&[&str], &str)] = &[
    // Not WebView itself: androidx names it in every app.
    (
        &[
            "android.webkit.WebViewClient",
            "android.webkit.WebSettings",
            "android.webkit.WebChromeClient",
        ],
        "WebView: shows nothing inside, and the screen says `webview unread` in its place",
    ),
    (
        &["com.google.android.gms.", "com.google.firebase."],
        "Google Play services or Firebase: not there, as on a phone without them",
    ),
    (&["com.google.android.gms.maps.", "com.mapbox."], "maps: not drawn"),
    (
        &["android.media.MediaPlayer", "androidx.media3.", "com.google.android.exoplayer2."],
        "sound and video: not played",
    ),
    (&["androidx.camera.", "android.hardware.camera2.CameraDevice"], "camera: there is none"),
    (&["android.opengl.GLSurfaceView"], "OpenGL: not drawn"),
];

pub(super) fn findings(contents: &Contents, findings: &mut Vec<Finding>) {
    let engine = engine(contents);
    if let Some(engine) = engine {
        findings.push(Finding::stops(format!("it is made with {}: {}", engine.name, engine.means)));
    }
    code(contents, findings);
    libraries(contents, engine.is_some(), findings);
    let spoken_of = |beginning: &str| {
        let begins = |classes: &BTreeSet<String>| {
            let mut from = classes.range::<str, _>((
                std::ops::Bound::Included(beginning),
                std::ops::Bound::Unbounded,
            ));
            from.next().is_some_and(|class| class.starts_with(beginning))
        };
        begins(&contents.foreign) || begins(&contents.classes)
    };
    for (beginnings, means) in SERVICES {
        if beginnings.iter().any(|beginning| spoken_of(beginning)) {
            findings.push(Finding::limit(format!("it speaks of {means}")));
        }
    }
}

fn engine(contents: &Contents) -> Option<&'static Engine> {
    let has = |sign: &str| contents.entries.iter().any(|entry| entry.contains(sign));
    ENGINES.iter().find(|engine| engine.signs.iter().any(|sign| has(sign)))
}

fn code(contents: &Contents, findings: &mut Vec<Finding>) {
    for name in &contents.broken {
        findings.push(Finding::stops(format!("{name} is damaged")));
    }
    let count = contents.classes.len();
    if count == 0 && contents.broken.is_empty() {
        findings.push(Finding::limit("it has no code"));
        return;
    }
    if is_minified(contents) {
        findings.push(Finding::limit(
            "its code is minified (R8), which often does not translate: take a debug build",
        ));
    } else if count > 0 {
        let kind = if contents.classes.contains("androidx.compose.ui.platform.ComposeView") {
            ", Compose among them"
        } else {
            ""
        };
        findings.push(Finding::good(format!("its code is readable: {count} classes{kind}")));
    }
}

/// A guess: R8 says that it was at work, and many classes have names of one or two letters.
fn is_minified(contents: &Contents) -> bool {
    let released = contents
        .markers
        .iter()
        .any(|marker| marker.starts_with("~~R8{") && marker.contains("\"release\""));
    let short = contents.classes.iter().filter(|class| {
        let name = class.rsplit('.').next().unwrap_or_default();
        let outer = name.split('$').next().unwrap_or_default();
        outer.len() <= 2 && outer.starts_with(|c: char| c.is_ascii_lowercase())
    });
    let (short, all) = (short.count(), contents.classes.len());
    // A handful of such names is somebody's taste.
    short * 4 > all || (released && short * 20 > all)
}

/// What is for a processor, by its instruction set.
fn libraries(contents: &Contents, by_engine: bool, findings: &mut Vec<Finding>) {
    let mut sets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for entry in &contents.entries {
        let place = entry.strip_prefix("lib/").filter(|rest| rest.ends_with(SHARED));
        if let Some((set, name)) = place.and_then(|rest| rest.split_once('/')) {
            sets.entry(set).or_default().insert(name);
        }
    }
    let all: BTreeSet<&str> = sets.values().flatten().copied().collect();
    let (spare, wanted): (Vec<&str>, Vec<&str>) =
        all.into_iter().partition(|name| SPARE.contains(name));
    if !sets.is_empty() && !sets.keys().any(|set| ABIS.split(',').any(|abi| abi == *set)) {
        let sets: Vec<&str> = sets.into_keys().collect();
        findings.push(Finding::stops(format!(
            "its native libraries are for {} only, and a phone of {ABIS} refuses that: INSTALL_FAILED_NO_MATCHING_ABIS",
            sets.join(", ")
        )));
        return;
    }
    if !wanted.is_empty() && !by_engine {
        let sets: Vec<&str> = sets.into_keys().collect();
        let more = wanted.len().saturating_sub(5);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let first: Vec<&str> = wanted.into_iter().take(5).collect();
        findings.push(Finding::limit(format!(
            "native libraries for {} are not loaded, and what needs them fails: {}{more}",
            sets.join(", "),
            first.join(", ")
        )));
    }
    if !spare.is_empty() {
        findings.push(Finding::good(format!("it can do without {}", spare.join(", "))));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Weight;
    use super::*;

    fn with(entries: &[&str], classes: &[&str], foreign: &[&str]) -> Vec<Finding> {
        let all = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let contents = Contents {
            entries: entries.iter().map(|name| (*name).to_owned()).collect(),
            classes: all(classes),
            foreign: all(foreign),
            ..Contents::default()
        };
        let mut found = Vec::new();
        findings(&contents, &mut found);
        found
    }

    fn check(found: &[Finding], weight: Weight, words: &str) {
        let told = found.iter().any(|it| it.weight == weight && it.text.contains(words));
        assert!(told, "{words} is not among {found:?}");
    }

    #[test]
    fn engines_are_known_by_their_files() {
        for (entry, name) in [
            ("lib/arm64-v8a/libflutter.so", "Flutter"),
            ("assets/index.android.bundle", "React Native"),
            ("assets/www/cordova.js", "Cordova"),
            ("assets/capacitor.config.json", "Capacitor"),
            ("lib/x86_64/libunity.so", "Unity"),
        ] {
            check(&with(&[entry], &["com.example.Main"], &[]), Weight::Stops, name);
        }
    }

    #[test]
    fn libraries_are_told_with_their_instruction_sets_and_spare_ones_do_not_count() {
        let entries = ["lib/x86_64/libfast.so", "lib/arm64-v8a/libfast.so", "lib/notes.txt"];
        let found = with(&entries, &["com.example.Main"], &[]);
        check(
            &found,
            Weight::Limit,
            "for arm64-v8a, x86_64 are not loaded, and what needs them fails: libfast.so",
        );
        let found = with(&["lib/armeabi-v7a/libfast.so"], &["com.example.Main"], &[]);
        check(&found, Weight::Stops, "for armeabi-v7a only");
        let found = with(&["lib/x86_64/libandroidx.graphics.path.so"], &["com.example.Main"], &[]);
        check(&found, Weight::Good, "libandroidx.graphics.path.so");
        assert!(found.iter().all(|finding| finding.weight == Weight::Good), "{found:?}");
    }

    #[test]
    fn services_are_known_by_the_classes_spoken_of() {
        let found =
            with(&[], &["com.google.android.gms.common.A"], &["android.webkit.WebSettings"]);
        check(&found, Weight::Limit, "WebView");
        check(&found, Weight::Limit, "Play services");
        assert!(!found.iter().any(|finding| finding.text.contains("camera")), "{found:?}");
    }

    #[test]
    fn short_names_are_a_sign_of_minified_code() {
        check(&with(&[], &["a.a", "a.b", "b.c$d", "com.example.Main"], &[]), Weight::Limit, "R8");
        let names = ["com.example.Main", "com.example.Other", "com.example.R", "kotlin.Unit"];
        check(&with(&[], &names, &[]), Weight::Good, "4 classes");
        check(&with(&[], &[], &[]), Weight::Limit, "no code");
    }
}
