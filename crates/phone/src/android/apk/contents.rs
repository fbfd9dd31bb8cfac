//! What is in an APK beside its manifest: its entries, and which classes its code has and speaks of. For whoever wants
//! to know beforehand whether it will run.

use std::collections::BTreeSet;
use std::fs::File;

use super::archive::Archive;
use super::bytes::Bytes;

/// The inside of an APK.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Names of all entries.
    pub entries: Vec<String>,
    /// Classes in its code, such as `com.example.Main`.
    pub classes: BTreeSet<String>,
    /// Classes that its code speaks of and does not have.
    pub foreign: BTreeSet<String>,
    /// What the compiler left in the code about itself.
    pub markers: BTreeSet<String>,
    /// Code that could not be read.
    pub broken: Vec<String>,
}

/// Reads what an APK consists of; `None` when it is no ZIP.
pub fn read_contents(file: File) -> Option<Contents> {
    let archive = Archive::open(file)?;
    let entries: Vec<String> = archive.names().map(str::to_owned).collect();
    let mut contents = Contents { entries, ..Contents::default() };
    let (mut mentioned, code) =
        (BTreeSet::new(), contents.entries.iter().filter(|name| is_code(name)));
    for name in code.cloned().collect::<Vec<_>>() {
        let read = archive.read(&name).ok();
        let dex = read.as_deref().and_then(|bytes| Dex::parse(Bytes(bytes)));
        match dex.and_then(|dex| dex.read(&mut contents, &mut mentioned)) {
            Some(()) => {}
            None => contents.broken.push(name),
        }
    }
    contents.foreign = mentioned.difference(&contents.classes).cloned().collect();
    Some(contents)
}

/// `classes.dex`, `classes2.dex` and so on.
fn is_code(name: &str) -> bool {
    let number = name.strip_prefix("classes").and_then(|rest| rest.strip_suffix(".dex"));
    number.is_some_and(|number| number.bytes().all(|c| c.is_ascii_digit()))
}

/// The tables of a DEX file: strings, types, classes.
struct Dex<'a> {
    bytes: Bytes<'a>,
    strings: Table,
    types: Table,
    classes: Table,
}

#[derive(Clone, Copy)]
struct Table {
    count: usize,
    at: usize,
}

impl<'a> Dex<'a> {
    fn parse(bytes: Bytes<'a>) -> Option<Self> {
        let table = |at| Some(Table { count: bytes.size(at)?, at: bytes.size(at + 4)? });
        if !bytes.0.starts_with(b"dex\n") {
            return None;
        }
        Some(Self { bytes, strings: table(0x38)?, types: table(0x40)?, classes: table(0x60)? })
    }

    fn read(&self, contents: &mut Contents, mentioned: &mut BTreeSet<String>) -> Option<()> {
        for number in 0..self.strings.count {
            let text = self.string(number)?;
            if text.starts_with(b"~~") && text.ends_with(b"}") {
                contents.markers.insert(String::from_utf8_lossy(text).into_owned());
            }
        }
        for number in 0..self.types.count {
            mentioned.extend(class(self.descriptor(number)?));
        }
        for number in 0..self.classes.count {
            let number = self.bytes.size(entry(self.classes, number, 32)?)?;
            contents.classes.extend(class(self.descriptor(number)?));
        }
        Some(())
    }

    /// What a type is called in the file.
    fn descriptor(&self, number: usize) -> Option<&'a [u8]> {
        if number >= self.types.count {
            return None;
        }
        self.string(self.bytes.size(entry(self.types, number, 4)?)?)
    }

    /// Its bytes, up to the one that ends it.
    fn string(&self, number: usize) -> Option<&'a [u8]> {
        if number >= self.strings.count {
            return None;
        }
        let mut at = self.bytes.size(entry(self.strings, number, 4)?)?;
        // Its length in characters, in as many bytes as have their highest bit set, and one more.
        while self.bytes.u8(at)? & 0x80 != 0 {
            at += 1;
        }
        let text = self.bytes.0.get(at + 1..)?;
        let end = text.iter().position(|c| *c == 0)?;
        text.get(..end)
    }
}

/// The class of a type, also of an array of it; none for numbers.
fn class(descriptor: &[u8]) -> Option<String> {
    let element = descriptor.iter().position(|c| *c != b'[')?;
    let name = descriptor.get(element..)?.strip_prefix(b"L")?.strip_suffix(b";")?;
    Some(String::from_utf8_lossy(name).replace('/', "."))
}

fn entry(table: Table, number: usize, size: usize) -> Option<usize> {
    number.checked_mul(size)?.checked_add(table.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A file with these strings, all of them types but the last, the first of them a class.
    fn dex(strings: &[&str]) -> Vec<u8> {
        let (count, types) = (strings.len(), strings.len() - 1);
        let word = |number: usize| u32::try_from(number).unwrap().to_le_bytes();
        let mut bytes = b"dex\n035\0".to_vec();
        bytes.resize(0x70, 0);
        let (string_table, type_table) = (0x70, 0x70 + 4 * count);
        let class_table = type_table + 4 * types;
        let tables =
            [(0x38, count, string_table), (0x40, types, type_table), (0x60, 1, class_table)];
        for (at, count, table) in tables {
            bytes[at..at + 4].copy_from_slice(&word(count));
            bytes[at + 4..at + 8].copy_from_slice(&word(table));
        }
        let mut text = class_table + 32;
        for string in strings {
            bytes.extend(word(text));
            text += string.len() + 2;
        }
        (0..types).for_each(|number| bytes.extend(word(number)));
        bytes.extend([0; 32]);
        for string in strings {
            bytes.push(u8::try_from(string.len()).unwrap());
            bytes.extend(string.bytes().chain([0]));
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Option<(Contents, BTreeSet<String>)> {
        let (mut contents, mut mentioned) = (Contents::default(), BTreeSet::new());
        Dex::parse(Bytes(bytes))?.read(&mut contents, &mut mentioned)?;
        Some((contents, mentioned))
    }

    #[test]
    fn classes_types_and_markers_are_told_apart() {
        let file = dex(&["Lcom/example/Main;", "[[Landroid/webkit/WebView;", "I", "~~D8{\"a\":1}"]);
        let (contents, mentioned) = read(&file).unwrap();
        assert_eq!(contents.classes.into_iter().collect::<Vec<_>>(), ["com.example.Main"]);
        let mentioned: Vec<String> = mentioned.into_iter().collect();
        assert_eq!(mentioned, ["android.webkit.WebView", "com.example.Main"]);
        assert_eq!(contents.markers.into_iter().collect::<Vec<_>>(), ["~~D8{\"a\":1}"]);
    }

    #[test]
    fn only_the_code_of_the_app_is_code() {
        assert!(is_code("classes.dex") && is_code("classes12.dex"));
        assert!(!is_code("assets/classes.dex") && !is_code("classesx.dex"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn nothing_in_it_hurts(at in 0_usize..400, byte: u8, cut in 0_usize..400) {
            let mut file = dex(&["La;", "Lb;", "x"]);
            let at = at % file.len();
            file[at] = byte;
            file.truncate(file.len() - cut.min(file.len()));
            read(&file);
        }
    }
}
