//! Every format of screens, on golden files, damaged ones and, where they are at hand, recordings.

use std::path::Path;

use proptest::prelude::*;
use ui::{Format, NodeId, Reading, Tree, parse, recognise};

const GOLDEN: [(&str, &str); 5] = [
    ("login", include_str!("../../../helper/protocol/login.json")),
    ("compose-list", include_str!("../../../helper/protocol/compose-list.json")),
    ("dialog-keyboard", include_str!("../../../helper/protocol/dialog-keyboard.json")),
    ("controls", include_str!("../../../helper/protocol/controls.json")),
    ("truncated", include_str!("../../../helper/protocol/truncated.json")),
];

/// One small screen in each of the other formats.
const SAMPLES: [(Format, &str); 8] = [
    (
        Format::UiautomatorXml,
        r#"<?xml version='1.0'?><hierarchy rotation="0"><node text="A" class="android.widget.Button" bounds="[0,0][9,9]"/></hierarchy>"#,
    ),
    (
        Format::IdbJson,
        r#"[{"type":"Application","AXLabel":"A","frame":{"x":0,"y":0,"width":9,"height":9}},{"type":"Slider","AXValue":0.5,"AXFrame":"{{0,0},{9,9}}","traits":["Adjustable"]}]"#,
    ),
    (
        Format::IdbJson,
        r#"{"elements":[{"type":"Button","label":"A","identifier":"a","frame":{"x":0,"y":0,"width":9,"height":9},"children":[]}],"backend":"axbridge","truncated":false}"#,
    ),
    (
        Format::WdaJson,
        r#"{"value":{"type":"Application","label":"A","rect":{"x":0,"y":0,"width":9,"height":9},"isEnabled":"1","children":[{"type":"Switch","value":"1","frame":"{{0,0},{9,9}}","isEnabled":true}]},"sessionId":null}"#,
    ),
    (
        Format::WdaJson,
        r#"{"children":[{"children":[],"isVisible":"1","rect":{"x":0,"y":0,"width":9,"height":9},"type":"Link"}],"rect":{"x":0,"y":0,"width":9,"height":9},"type":"Other"}"#,
    ),
    (
        Format::WdaXml,
        r#"<?xml version="1.0"?><AppiumAUT><XCUIElementTypeApplication label="A" x="0" y="0" width="9" height="9"><XCUIElementTypeSecureTextField value="x" x="0" y="0" width="9" height="9"/></XCUIElementTypeApplication></AppiumAUT>"#,
    ),
    (
        Format::DroidbotJson,
        r#"{"tag":"x","views":[{"temp_id":0,"parent":-1,"children":[1],"class":"A","bounds":[[0,0],[9,9]]},{"temp_id":1,"parent":0,"class":"B","text":"t","bounds":[[0,0],[9,9]]}]}"#,
    ),
    (
        Format::MaestroJson,
        r#"{"attributes":{"bounds":"[0,0][9,9]","resource-id":"a","enabled":"true"},"children":[{"attributes":{"accessibilityText":"A","bounds":"[0,0][9,9]"},"children":[]}]}"#,
    ),
];

fn screens() -> impl Iterator<Item = (Format, &'static str)> {
    GOLDEN.iter().map(|(_, golden)| (Format::HelperJson, *golden)).chain(SAMPLES)
}

fn utf16(text: &str) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

fn assert_sound(tree: &Tree) {
    let mut expected_end = Vec::new();
    for node in tree.nodes() {
        while expected_end.last().is_some_and(|end| *end <= node.id().0) {
            expected_end.pop();
        }
        assert_eq!(
            node.depth() as usize,
            expected_end.len(),
            "every ancestor reaches over its nodes"
        );
        let below = node.descendants().map(|below| below.id().0).last().unwrap_or(node.id().0);
        expected_end.push(below + 1);
        if let Some(parent) = node.parent() {
            assert!(parent.contains(node.id()));
        }
    }
    for root in tree.windows().iter().filter_map(|window| window.root) {
        assert_eq!(tree.node(root).depth(), 0);
    }
}

/// Reads bytes in every format, twice. Whatever comes out must be sound.
fn read_every_way(bytes: &[u8]) {
    recognise(bytes);
    for format in Format::ALL {
        let read = parse(bytes, format);
        if let Ok(tree) = &read {
            assert_sound(tree);
        }
        assert_eq!(format!("{read:?}"), format!("{:?}", parse(bytes, format)), "{format:?}");
    }
}

#[test]
fn formats_are_told_by_content_in_any_encoding() {
    for (format, text) in screens() {
        let bom = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        let warned = format!("WARNING: something\n{text}");
        for bytes in [text.as_bytes(), &bom, &utf16(text)] {
            assert_eq!(recognise(bytes), Some(format), "{text}");
            let tree = parse(bytes, format).unwrap();
            assert_sound(&tree);
            assert!(!Reading::of(tree, None).tree.is_empty());
        }
        if format != Format::WdaXml {
            assert_eq!(recognise(warned.as_bytes()), Some(format), "{warned}");
            assert_eq!(
                parse(warned.as_bytes(), format).unwrap().len(),
                parse(text.as_bytes(), format).unwrap().len()
            );
        }
    }
}

#[test]
fn what_only_looks_like_a_screen_is_none() {
    for text in [
        "",
        "null",
        "[]",
        "{}",
        "[1,2]",
        "a word about `<hierarchy>` (old dumps) and `</hierarchy>`",
        r#"<hierarchy rotation="0" />"#,
        r#"<hierarchyview><node/></hierarchyview>"#,
        "<?xml version='1.0'?><map><string name=\"a\">&lt;hierarchy&gt;</string></map>",
        r#"{"type":"FlutterViewList","views":[{"type":"FlutterView","id":"_flutterView/0x1"}]}"#,
        r#"{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-18-2":[{"name":"iPhone","state":"Booted"}]}}"#,
        r#"[{"id":"0-1","title":"Hermes React Native","type":"node","webSocketDebuggerUrl":"ws://"}]"#,
        r#"{"type":"Timeline","traceEvents":[{"name":"frame","frame":{}}]}"#,
        r#"{"fingertip":"hello"}"#,
        r#"{"hello":"fingertip","proto":1}"#,
        r#"{"value":"<html><body>no</body></html>"}"#,
        r#"{"attributes":{"a":1},"children":[]}"#,
        "[INFO] started\n{not json}\n[main] XCUIElementTypeButton tapped",
    ] {
        assert_eq!(recognise(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn depth_does_not_use_the_stack() {
    const DEEP: usize = 100_000;
    for (format, before, level) in [
        (
            Format::HelperJson,
            r#"{"fingertip":1,"windows":[{"root":{"bounds":[0,0,1,1],"children":["#,
            r#"{"text":"x","children":["#,
        ),
        (Format::IdbJson, "[", r#"{"AXLabel":"x","children":["#),
        (
            Format::WdaJson,
            r#"{"value":{"type":"Application","rect":{},"isEnabled":1,"children":["#,
            r#"{"type":"Other","children":["#,
        ),
        (
            Format::MaestroJson,
            r#"{"attributes":{"bounds":"[0,0][1,1]","resource-id":""},"children":["#,
            r#"{"attributes":{"text":"x"},"children":["#,
        ),
        (Format::WdaXml, "<AppiumAUT>", "<XCUIElementTypeOther>"),
        (Format::WdaXml, "<AppiumAUT><XCUIElementTypeOther/>", "<a>"),
        (Format::DroidbotJson, r#"{"views":[{"class":"x"},"#, "["),
    ] {
        let deep = before.to_owned() + &level.repeat(DEEP);
        let tree = parse(deep.as_bytes(), format).unwrap();
        let nested = !matches!(level, "<a>" | "[");
        assert!(tree.len() >= if nested { DEEP } else { 1 }, "{format:?}: {}", tree.len());
        assert!(!tree.gaps().is_empty(), "{format:?} broke off");
    }
    let chain: String =
        (0..DEEP).map(|id| format!(r#"{{"temp_id":{id},"parent":{}}},"#, id + 1)).collect();
    let tree = parse(format!(r#"{{"views":[{chain}]}}"#).as_bytes(), Format::DroidbotJson).unwrap();
    assert_eq!(tree.node(NodeId(0)).descendants().count(), DEEP - 1);
}

#[test]
fn every_beginning_of_an_answer_gives_what_was_complete() {
    for (format, text) in screens() {
        let whole = parse(text.as_bytes(), format).unwrap();
        let mut most = 0;
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let Ok(part) = parse(&text.as_bytes()[..end], format) else { continue };
            assert_sound(&part);
            assert!(part.len() >= most, "{format:?} loses nodes as more of it comes");
            most = part.len();
            let is_whole = text[end..].trim().is_empty();
            assert!(is_whole || !part.gaps().is_empty(), "{format:?} at {end}");
        }
        assert_eq!(most, whole.len(), "{format:?}");
    }
}

#[test]
fn golden_files_hold_what_the_page_describes_and_nothing_usual() {
    let page = include_str!("../../../helper/protocol/README.md");
    for (name, golden) in GOLDEN {
        assert!(page.contains(&format!("`{name}.json`")), "{name}");
        let value: serde_json::Value = serde_json::from_str(golden).unwrap();
        let mut open = vec![&value];
        while let Some(value) = open.pop() {
            match value {
                serde_json::Value::Array(items) => open.extend(items),
                serde_json::Value::Object(members) => {
                    for (key, value) in members {
                        assert!(page.contains(&format!("`{key}`")), "{name}: {key}");
                        let usual = matches!(key.as_str(), "enabled" | "visible");
                        let may_be_false =
                            matches!(key.as_str(), "heading" | "showingHint" | "expanded");
                        assert!(
                            *value != serde_json::Value::Bool(usual) || may_be_false,
                            "{name}: {key}"
                        );
                        open.push(value);
                    }
                }
                serde_json::Value::Null
                | serde_json::Value::Bool(_)
                | serde_json::Value::Number(_)
                | serde_json::Value::String(_) => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_every_way(&bytes);
    }

    #[test]
    fn no_text_of_json_signs_panics(text in "([\\[\\]{}\",:]|\"children\":|\"views\":|\"windows\":|\"fingertip\":1,|\"root\":|1|null){0,60}") {
        read_every_way(text.as_bytes());
    }

    #[test]
    fn no_damage_panics(
        which in 0..GOLDEN.len() + SAMPLES.len(),
        cut in any::<prop::sample::Index>(),
        insert in prop_oneof![any::<String>(), "[\\[\\]{}\",:\\\\<>/= 0-9]{0,12}"],
        skip in 0..40_usize,
    ) {
        let text = screens().nth(which).unwrap().1.as_bytes();
        let cut = cut.index(text.len());
        let rest = &text[(cut + skip).min(text.len())..];
        read_every_way(&[&text[..cut], insert.as_bytes(), rest].concat());
    }
}

/// Every file below the folder, by its path in it.
fn files(corpus: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut folders, mut files) = (vec![corpus.to_path_buf()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                let name = path.strip_prefix(corpus).unwrap_or(&path);
                files.push((name.to_string_lossy().replace('\\', "/"), bytes));
            }
        }
    }
    files.sort();
    files
}

/// What a recording is, by the folder that people put it in.
fn filed_as(name: &str) -> Option<Format> {
    let folder = name.rsplit_once('/')?.0;
    let is_xml = Path::new(name).extension().is_some_and(|extension| extension == "xml");
    match folder {
        "android/uiautomator"
        | "android/runtime"
        | "android/appium-source"
        | "android/helper-xml" => Some(Format::UiautomatorXml),
        "android/helper-json" => Some(Format::DroidbotJson),
        "ios/idb" => Some(Format::IdbJson),
        "ios/wda" if is_xml => Some(Format::WdaXml),
        "ios/wda" => Some(Format::WdaJson),
        "ios/maestro" => Some(Format::MaestroJson),
        _ => None,
    }
}

/// How many nodes another reader finds.
fn nodes_counted_otherwise(format: Format, bytes: &[u8]) -> usize {
    let mark = |mark: &str| memchr::memmem::find_iter(bytes, mark).count();
    match format {
        Format::WdaXml => mark("<XCUIElementType"),
        Format::DroidbotJson => mark("\"temp_id\""),
        Format::IdbJson => mark("\"AXLabel\""),
        Format::WdaJson => mark("\"isVisible\""),
        // Two frames hold the app and the status bar.
        Format::MaestroJson => mark("\"attributes\"") - 2,
        Format::UiautomatorXml | Format::HelperJson => 0,
    }
}

#[test]
fn every_recording_is_told_and_read() {
    let Some(corpus) = judge::corpus_or_skip() else { return };
    let mut counts: Vec<(&str, usize, usize, usize)> = Vec::new();
    let mut other = 0;
    for (name, bytes) in files(&corpus) {
        let format = recognise(&bytes);
        let Some(format) = format else {
            assert_eq!(filed_as(&name), None, "{name}");
            other += 1;
            continue;
        };
        assert_eq!(filed_as(&name), Some(format), "{name}");
        let tree = parse(&bytes, format).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_sound(&tree);
        if format != Format::UiautomatorXml {
            assert_eq!(tree.len(), nodes_counted_otherwise(format, &bytes), "{name}");
            assert_eq!(tree.gaps(), [], "{name}");
        }
        let (nodes, gaps) = (tree.len(), usize::from(!tree.gaps().is_empty()));
        let reading = Reading::of(tree, None);
        assert!(reading.size.width > 0 && reading.size.height > 0, "{name}: {:?}", reading.size);
        match counts.iter_mut().find(|(known, ..)| *known == format.name()) {
            Some(count) => {
                count.1 += 1;
                count.2 += nodes;
                count.3 += gaps;
            }
            None => counts.push((format.name(), 1, nodes, gaps)),
        }
    }
    for (format, screens, nodes, gaps) in counts {
        println!("{format}: {screens} screens, {nodes} nodes, {gaps} with gaps");
    }
    println!("{other} other files");
}

#[test]
fn no_damaged_recording_panics() {
    let Some(corpus) = judge::corpus_or_skip() else { return };
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below.max(1) as u64).unwrap_or_default()
    };
    let mut damaged = 0;
    for (name, bytes) in files(&corpus) {
        let Some(format) = recognise(&bytes).filter(|_| bytes.len() < 100_000) else { continue };
        for _ in 0..3 {
            let mut bytes = bytes.clone();
            for _ in 0..4 {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = b"\"{}[]<>:,\\&\x00\xff"[random(13)],
                    1 => drop(bytes.drain(at..(at + random(60)).min(bytes.len()))),
                    2 => {
                        let copy = bytes[at..(at + random(200)).min(bytes.len())].to_vec();
                        let to = random(bytes.len());
                        drop(bytes.splice(to..to, copy));
                    }
                    _ => bytes.truncate(bytes.len() - random(bytes.len() / 8)),
                }
            }
            if let Ok(tree) = parse(&bytes, format) {
                assert_sound(&tree);
                Reading::of(tree, None);
            }
            damaged += 1;
            assert!(damaged < 100_000, "{name}");
        }
    }
    println!("{damaged} damaged recordings read");
}
