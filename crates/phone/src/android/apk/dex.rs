//! Which classes an APK's code has, and which a jar has.

use std::collections::BTreeSet;
use std::fs::File;

use super::archive::Archive;

/// Of a header: where the tables of strings, types and classes are said to be.
const STRINGS: usize = 0x3c;
const TYPES: usize = 0x44;
const CLASSES: usize = 0x60;
/// As large as an entry of the table of classes is.
const CLASS: usize = 32;
/// Longer names fit in no class file. Without a limit, many classes could share one name as long as the file.
const NAME: usize = 1 << 16;

/// The classes that the dex files of an APK define, as `com/example/Main`; `None` when one cannot be read.
pub(crate) fn dex_classes(apk: File) -> Option<BTreeSet<String>> {
    let archive = Archive::open(apk)?;
    // Its end as Android reads it, where case counts.
    let is_dex = |name: &&str| name.starts_with("classes") && name.strip_suffix(".dex").is_some();
    let mut classes = BTreeSet::new();
    for name in archive.names().filter(is_dex) {
        let dex = archive.read(name).ok()?;
        let count = number(&dex, CLASSES)?;
        for index in 0..count {
            classes.insert(class(&dex, index)?);
        }
    }
    Some(classes)
}

/// The classes in a jar, named as above.
pub(crate) fn jar_classes(jar: File) -> Option<BTreeSet<String>> {
    let archive = Archive::open(jar)?;
    Some(
        archive.names().filter_map(|name| name.strip_suffix(".class").map(str::to_owned)).collect(),
    )
}

fn class(dex: &[u8], index: usize) -> Option<String> {
    let entry = number(dex, CLASSES + 4)?.checked_add(index.checked_mul(CLASS)?)?;
    let name = number(dex, number(dex, TYPES)?.checked_add(number(dex, entry)?.checked_mul(4)?)?)?;
    let mut at = number(dex, number(dex, STRINGS)?.checked_add(name.checked_mul(4)?)?)?;
    // How long it is, in a unit that does not matter here: it ends with a zero.
    while dex.get(at)? & 0x80 != 0 {
        at += 1;
    }
    let text = dex.get(at + 1..)?;
    let end = text.iter().take(NAME).position(|byte| *byte == 0)?;
    let text = String::from_utf8_lossy(&text[..end]);
    Some(text.strip_prefix('L')?.strip_suffix(';')?.to_owned())
}

fn number(dex: &[u8], at: usize) -> Option<usize> {
    let bytes = dex.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_name_a_class_or_none(
            mut dex in proptest::collection::vec(any::<u8>(), 0..400),
            places in proptest::collection::vec((0..0x70_usize, 0..400_u32), 0..12),
            index in any::<usize>(),
        ) {
            for (at, to) in places {
                if let Some(field) = dex.get_mut(at..at + 4) {
                    field.copy_from_slice(&to.to_le_bytes());
                }
            }
            class(&dex, 0);
            class(&dex, index);
        }
    }

    /// A dex file with these types, and a class for each.
    fn dex(types: &[&str]) -> Vec<u8> {
        let count = u32::try_from(types.len()).unwrap();
        let (strings, entries) = (0x70, 0x70 + 8 * count);
        let mut dex = vec![0; 0x70];
        let mut set = |at: usize, to: u32| dex[at..at + 4].copy_from_slice(&to.to_le_bytes());
        set(STRINGS, strings);
        set(TYPES, strings + 4 * count);
        set(CLASSES, count);
        set(CLASSES + 4, entries);
        let (mut places, mut data) = (Vec::new(), Vec::new());
        for name in types {
            let at = entries as usize + types.len() * CLASS + data.len();
            places.extend(u32::try_from(at).unwrap().to_le_bytes());
            data.extend([u8::try_from(name.len()).unwrap()]);
            data.extend(name.bytes().chain([0]));
        }
        dex.extend(places);
        (0..count).for_each(|index| dex.extend(index.to_le_bytes()));
        for index in 0..count {
            dex.extend(index.to_le_bytes());
            dex.extend([0; CLASS - 4]);
        }
        dex.extend(data);
        dex
    }

    #[test]
    fn every_class_is_named_and_broken_code_is_none() {
        let whole = dex(&["La/B;", "La/B$C;"]);
        assert_eq!(class(&whole, 0).as_deref(), Some("a/B"));
        assert_eq!(class(&whole, 1).as_deref(), Some("a/B$C"));
        for length in 0..whole.len() {
            class(&whole[..length], 1);
        }
        let mut far = whole;
        far[CLASSES + 4..CLASSES + 8].fill(0xff);
        assert_eq!(class(&far, 1), None);
    }
}
