//! Which parts of an app use what the phone has not got, by the classes that their code names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use flate2::read::DeflateDecoder;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};

/// How names of classes begin, and what whoever names them uses.
const NEEDS: [(&str, &str); 22] = [
    ("android/bluetooth/", "hardware"),
    ("android/hardware/", "hardware"),
    ("android/location/", "hardware"),
    ("android/nfc/", "hardware"),
    ("android/os/Vibrator", "hardware"),
    ("android/os/VibrationEffect", "hardware"),
    ("android/telephony/", "hardware"),
    ("android/net/wifi/", "hardware"),
    ("android/view/InputDevice", "hardware"),
    ("android/media/", "media"),
    ("android/provider/MediaStore", "media"),
    ("android/speech/", "media"),
    ("android/widget/VideoView", "media"),
    ("android/widget/MediaController", "media"),
    ("android/app/Presentation", "hardware"),
    ("android/view/Display$Mode", "hardware"),
    ("android/opengl/", "GL"),
    ("javax/microedition/khronos/", "GL"),
    ("android/view/SurfaceView", "GL"),
    ("android/view/TextureView", "GL"),
    ("android/renderscript/", "GL"),
    ("android/webkit/", "WebView"),
];

/// The rule in words, for the page.
pub(super) const RULE: &str = "A screen is left out when the code of its activity (its class, the classes inside it, and other classes of \
the app that these name) names a class of `android.bluetooth`, `android.hardware`, `android.location`, `android.nfc`, `android.telephony`, \
`android.net.wifi`, or `Vibrator`, `VibrationEffect`, `InputDevice`, `Presentation`, `Display.Mode` (hardware); `android.media`, `android.speech`, \
`MediaStore`, `VideoView`, `MediaController` (media); `android.opengl`, `javax.microedition.khronos`, `android.renderscript`, `SurfaceView`, `TextureView` (GL); \
`android.webkit` (WebView), or when such a view is on the screen.";

/// What each class of an app names.
#[derive(Debug, Default)]
pub(super) struct Uses {
    names: BTreeMap<String, BTreeSet<String>>,
}

impl Uses {
    /// Reads the classes of an app, translated. Nothing where they cannot be read.
    pub(super) fn read(jar: &Path) -> Self {
        Self { names: classes(jar).unwrap_or_default() }
    }

    /// What an activity uses, if anything.
    pub(super) fn of(&self, activity: &str) -> Option<&'static str> {
        let own = activity.replace('.', "/");
        let mut seen: BTreeSet<&str> = self.with_inner(&own).collect();
        // What the activity names of its app: not further, or everything would use everything.
        let named: Vec<&str> = seen
            .iter()
            .filter_map(|class| self.names.get(*class))
            .flatten()
            .filter(|name| same_package(name, &own))
            .flat_map(|name| self.with_inner(name))
            .collect();
        seen.extend(named);
        let mut names = seen.iter().filter_map(|class| self.names.get(*class)).flatten();
        names.find_map(|name| need(name))
    }

    fn with_inner<'s>(&'s self, class: &str) -> impl Iterator<Item = &'s str> {
        let inner = format!("{class}$");
        let own = class.to_owned();
        let from = self.names.range(own.clone()..).map(|(name, _)| name.as_str());
        from.take_while(move |name| name.starts_with(&own))
            .filter(move |name| name.len() == inner.len() - 1 || name.starts_with(&inner))
    }
}

fn same_package(name: &str, other: &str) -> bool {
    let package = |name: &str| name.rsplit_once('/').map(|(package, _)| package.to_owned());
    package(name).is_some() && package(name) == package(other)
}

fn need(name: &str) -> Option<&'static str> {
    NEEDS.iter().find(|(start, _)| name.starts_with(start)).map(|(_, need)| *need)
}

fn classes(jar: &Path) -> Option<BTreeMap<String, BTreeSet<String>>> {
    const LARGEST: u64 = 16 * 1024 * 1024;
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let zip = ZipArchive::from_file(File::open(jar).ok()?, &mut buffer).ok()?;
    let mut found = Vec::new();
    let mut listing = zip.entries(&mut buffer);
    while let Some(entry) = listing.next_entry().ok()? {
        let name = String::from_utf8_lossy(entry.file_path().as_ref()).into_owned();
        if let Some(class) = name.strip_suffix(".class") {
            found.push((class.to_owned(), entry.compression_method(), entry.wayfinder()));
        }
    }
    let mut all = BTreeMap::new();
    for (class, method, place) in found {
        let Ok(content) = zip.get_entry(place) else { continue };
        let mut bytes = Vec::new();
        let reader = content.reader();
        let read = if method == CompressionMethod::STORE {
            reader.take(LARGEST).read_to_end(&mut bytes)
        } else {
            DeflateDecoder::new(reader).take(LARGEST).read_to_end(&mut bytes)
        };
        if read.is_ok() {
            all.insert(class, named_in(&bytes).unwrap_or_default());
        }
    }
    Some(all)
}

/// The classes that a class file names, in its constants and its descriptors.
fn named_in(class: &[u8]) -> Option<BTreeSet<String>> {
    let u16_at =
        |at: usize| Some(usize::from(u16::from_be_bytes(class.get(at..at + 2)?.try_into().ok()?)));
    let count = u16_at(8)?;
    let (mut at, mut index) = (10, 1);
    let mut names = BTreeSet::new();
    while index < count {
        at += match *class.get(at)? {
            1 => {
                let length = u16_at(at + 1)?;
                let text = class.get(at + 3..at + 3 + length)?;
                take_names(&String::from_utf8_lossy(text), &mut names);
                3 + length
            }
            3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => 5,
            5 | 6 => {
                // These take two places.
                index += 1;
                9
            }
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            _ => return None,
        };
        index += 1;
    }
    Some(names)
}

/// A name with slashes, or the names in a descriptor.
fn take_names(text: &str, names: &mut BTreeSet<String>) {
    let is_name = |name: &str| {
        name.contains('/') && name.chars().all(|c| c.is_alphanumeric() || "/_$".contains(c))
    };
    if is_name(text) {
        names.insert(text.to_owned());
        return;
    }
    for part in text.split(['(', ')', ';', '[']) {
        // Letters of primitive types may stand before it.
        if let Some((_, name)) = part.split_once('L')
            && is_name(name)
        {
            names.insert(name.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(classes: &[(&str, &[&str])]) -> Uses {
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Uses {
            names: classes.iter().map(|(class, names)| ((*class).to_owned(), set(names))).collect(),
        }
    }

    #[test]
    fn what_an_activity_and_its_own_classes_name() {
        let uses = uses(&[
            ("a/Cube", &["javax/microedition/khronos/opengles/GL10"]),
            ("a/Plain", &["android/widget/Button"]),
            ("a/PlainMore", &["android/webkit/WebView"]),
            ("a/Sound$1", &["android/media/MediaPlayer"]),
            ("a/Sound", &[]),
            ("a/Turns", &["a/Cube"]),
        ]);
        assert_eq!(uses.of("a.Turns"), Some("GL"));
        assert_eq!(uses.of("a.Sound"), Some("media"));
        assert_eq!(uses.of("a.Plain"), None);
        assert_eq!(uses.of("a.Nobody"), None);
    }

    #[test]
    fn names_are_read_off_descriptors() {
        let mut names = BTreeSet::new();
        take_names("(ILandroid/nfc/Tag;[Ljava/lang/String;)V", &mut names);
        take_names("a sentence with / and L in it", &mut names);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(names, ["android/nfc/Tag", "java/lang/String"]);
        assert_eq!(named_in(b"no class"), None);
    }
}
