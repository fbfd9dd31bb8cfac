//! What people give instead of an APK, told by its content, and what to do about it.

use std::io::Read as _;
use std::path::Path;

use phone::android::read_contents;

const BUNDLE: &str = "this is an app bundle, which no phone installs: build an APK (`./gradlew assembleDebug`), \
    or make one of it (`bundletool build-apks --mode=universal`)";
const SET: &str = "this is a set of split APKs, and the phone takes one whole APK: build that (`./gradlew assembleDebug`), \
    or let bundletool make a set with `--mode=universal` and take universal.apk out of it";
const EMPTY: &str = "the file is empty: build or download it again";
const POINTER: &str = "this is Git LFS's pointer to a file, not the file: `git lfs pull` brings it";
const PAGE: &str = "this is a web page, not an APK: the download went to another place";

/// Files that are called as apps are, whatever is in them.
pub(super) fn is_named_as_app(file: &Path) -> bool {
    let extension = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ["apk", "aab", "apks", "apkm", "xapk"].contains(&extension.as_str())
}

/// What a file is that does not install as an APK; `None` where there is nothing to tell.
pub fn remedy(file: &Path) -> Option<&'static str> {
    let opened = std::fs::File::open(file).ok()?;
    if let Some(contents) = opened.try_clone().ok().and_then(read_contents) {
        let has = |test: &dyn Fn(&str) -> bool| contents.entries.iter().any(|name| test(name));
        return if has(&|name| name == "AndroidManifest.xml") {
            None
        } else if has(&|name| {
            name == "BundleConfig.pb" || name == "base/manifest/AndroidManifest.xml"
        }) {
            Some(BUNDLE)
        } else {
            has(&|name| is_named_as_app(Path::new(name))).then_some(SET)
        };
    }
    let mut start = Vec::new();
    std::fs::File::open(file).ok()?.take(512).read_to_end(&mut start).ok()?;
    let start = String::from_utf8_lossy(&start);
    match start.trim_start() {
        "" => Some(EMPTY),
        text if text.starts_with("version https://git-lfs") => Some(POINTER),
        text if text.starts_with('<') => Some(PAGE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ZIP with these empty entries: headers of its directory are all that is read.
    fn zip(names: &[&str]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for name in names {
            let offset = u32::try_from(bytes.len()).unwrap();
            let length = u16::try_from(name.len()).unwrap().to_le_bytes();
            bytes.extend(*b"PK\x03\x04");
            bytes.extend([0; 22]);
            bytes.extend(length);
            bytes.extend([0; 2]);
            bytes.extend(name.as_bytes());
            directory.extend(*b"PK\x01\x02");
            directory.extend([0; 24]);
            directory.extend(length);
            directory.extend([0; 12]);
            directory.extend(offset.to_le_bytes());
            directory.extend(name.as_bytes());
        }
        let count = u16::try_from(names.len()).unwrap().to_le_bytes();
        let at = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        let size = u32::try_from(directory.len()).unwrap().to_le_bytes();
        bytes.extend(directory);
        bytes.extend(*b"PK\x05\x06");
        bytes.extend([0; 4]);
        bytes.extend(count.iter().chain(&count));
        bytes.extend(size.iter().chain(&at));
        bytes.extend([0; 2]);
        bytes
    }

    fn check(content: &[u8], expected: Option<&str>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), content).unwrap();
        assert_eq!(remedy(file.path()), expected);
    }

    #[test]
    fn what_is_no_apk_is_told_by_its_content() {
        check(&zip(&["BundleConfig.pb", "base/dex/classes.dex"]), Some(BUNDLE));
        check(&zip(&["toc.pb", "splits/base-master.apk"]), Some(SET));
        check(&zip(&["AndroidManifest.xml", "assets/other.apk"]), None);
        check(&zip(&["readme.txt"]), None);
        check(b"", Some(EMPTY));
        check(b"version https://git-lfs.github.com/spec/v1\n", Some(POINTER));
        check(b"\n<!DOCTYPE html>", Some(PAGE));
        check(b"name: value", None);
    }
}
