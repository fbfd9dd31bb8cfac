//! Screens recorded from real devices, where they are at hand.

#![expect(clippy::print_stdout, reason = "a test that skips says so")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use ui::view::{Header, Options, Outline, compact};
use ui::visibility::Visibility;
use ui::{Bindings, Fingerprint, Ref, Refs, parse_uiautomator};

fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("DEVICE_CORPUS").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let found = named.unwrap_or(beside);
    if found.is_dir() {
        return Some(found);
    }
    println!("skipped: no corpus (set DEVICE_CORPUS to a folder of recordings)");
    None
}

fn xml_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            path.extension().filter(|extension| *extension == "xml")?;
            let bytes = std::fs::read(&path).ok()?;
            Some((path, bytes))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_recorded_screen_is_read_whole() {
    let Some(corpus) = corpus() else { return };
    let (mut screens, mut refused) = (0, Vec::new());
    for folder in ["android/uiautomator", "android/runtime", "android/appium-source"] {
        for (path, bytes) in xml_files(&corpus.join(folder)) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let tree = match parse_uiautomator(&bytes) {
                Ok(tree) => tree,
                Err(why) => {
                    refused.push(format!("{name}: {why}"));
                    continue;
                }
            };
            screens += 1;
            let tags = memchr::memmem::find_iter(&bytes, "<node ").count();
            if tags > 0 && tree.gaps().is_empty() && folder != "android/appium-source" {
                assert_eq!(tree.len(), tags, "{name}");
            }
            let visibility = Visibility::of(&tree, tree.extent());
            let outline = Outline::of(&tree, &visibility, Options::default());
            let mut registry = Refs::default();
            let refs = registry.bind(&tree, &outline, &["corpus"]);
            let again = registry.bind(&tree, &outline, &["corpus"]);
            let fingerprint = Fingerprint::of(&tree, &visibility, &["corpus"]);
            let header = Header {
                size: tree.extent(),
                package: "",
                fingerprint: &fingerprint,
                revision: 1,
                loading: None,
            };
            let text = compact(&tree, &outline, &refs, header, 1_000_000);
            assert_eq!(text.lines().count(), outline.lines.len() + 1, "{name}");
            let of = |bindings: &Bindings| -> Vec<Option<Ref>> {
                outline.elements().map(|element| bindings.of(element.node)).collect()
            };
            assert_eq!(of(&refs), of(&again), "{name}: the same screen keeps its refs");
            let distinct: HashSet<Ref> = of(&refs).into_iter().flatten().collect();
            let elements = outline.elements().count();
            assert_eq!(distinct.len(), elements, "{name}: every element has a ref of its own");
        }
    }
    println!("{screens} screens read, {} files refused: {refused:#?}", refused.len());
    assert!(refused.len() <= 2, "{refused:#?}");
}
