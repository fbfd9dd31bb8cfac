//! Binary XML, as aapt2 writes it.

const ANDROID: &str = "http://schemas.android.com/apk/res/android";
const NONE: u32 = u32::MAX;

/// How texts are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Utf16,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(i32),
    Bool(bool),
    Reference(u32),
}

/// Values by their Rust types.
pub(crate) mod value {
    use super::Value;

    impl From<&str> for Value {
        fn from(text: &str) -> Self {
            Self::Text(text.to_owned())
        }
    }

    impl From<i32> for Value {
        fn from(number: i32) -> Self {
            Self::Number(number)
        }
    }

    impl From<bool> for Value {
        fn from(value: bool) -> Self {
            Self::Bool(value)
        }
    }

    pub(crate) fn reference(id: u32) -> Value {
        Value::Reference(id)
    }
}

/// Resource ids of attributes, from the documentation of `android.R.attr`.
pub(crate) mod attribute {
    pub(crate) const THEME: (u32, &str) = (0x0101_0000, "theme");
    pub(crate) const LABEL: (u32, &str) = (0x0101_0001, "label");
    pub(crate) const NAME: (u32, &str) = (0x0101_0003, "name");
    pub(crate) const PERMISSION: (u32, &str) = (0x0101_0006, "permission");
    pub(crate) const PROTECTION_LEVEL: (u32, &str) = (0x0101_0009, "protectionLevel");
    pub(crate) const DEBUGGABLE: (u32, &str) = (0x0101_000f, "debuggable");
    pub(crate) const EXPORTED: (u32, &str) = (0x0101_0010, "exported");
    pub(crate) const TASK_AFFINITY: (u32, &str) = (0x0101_0012, "taskAffinity");
    pub(crate) const LAUNCH_MODE: (u32, &str) = (0x0101_001d, "launchMode");
    pub(crate) const SCREEN_ORIENTATION: (u32, &str) = (0x0101_001e, "screenOrientation");
    pub(crate) const CONFIG_CHANGES: (u32, &str) = (0x0101_001f, "configChanges");
    pub(crate) const TARGET_ACTIVITY: (u32, &str) = (0x0101_0202, "targetActivity");
    pub(crate) const AUTHORITIES: (u32, &str) = (0x0101_0018, "authorities");
    pub(crate) const TARGET_PACKAGE: (u32, &str) = (0x0101_0021, "targetPackage");
    pub(crate) const SCHEME: (u32, &str) = (0x0101_0027, "scheme");
    pub(crate) const HOST: (u32, &str) = (0x0101_0028, "host");
    pub(crate) const PATH_PREFIX: (u32, &str) = (0x0101_002b, "pathPrefix");
    pub(crate) const MIN_SDK: (u32, &str) = (0x0101_020c, "minSdkVersion");
    pub(crate) const VERSION_CODE: (u32, &str) = (0x0101_021b, "versionCode");
    pub(crate) const VERSION_NAME: (u32, &str) = (0x0101_021c, "versionName");
    pub(crate) const TARGET_SDK: (u32, &str) = (0x0101_0270, "targetSdkVersion");
    pub(crate) const TEST_ONLY: (u32, &str) = (0x0101_0272, "testOnly");
    pub(crate) const SPLIT_REQUIRED: (u32, &str) = (0x0101_0591, "isSplitRequired");
}

/// An element.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    name: String,
    attributes: Vec<(u32, String, Value)>,
    children: Vec<Self>,
}

impl Node {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), attributes: Vec::new(), children: Vec::new() }
    }

    /// An attribute of Android's namespace.
    pub(crate) fn with(mut self, name: (u32, &str), value: impl Into<Value>) -> Self {
        self.attributes.push((name.0, name.1.to_owned(), value.into()));
        self
    }

    /// An attribute without namespace.
    pub(crate) fn plain(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.attributes.push((0, name.to_owned(), value.into()));
        self
    }

    pub(crate) fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// The whole document.
    pub(crate) fn encode(&self, encoding: Encoding) -> Vec<u8> {
        let mut names = Vec::new();
        self.named(&mut names);
        names.sort();
        names.dedup();
        let ids: Vec<u32> = names.iter().map(|(id, _)| *id).collect();
        let mut texts: Vec<String> = names.into_iter().map(|(_, name)| name).collect();
        let fixed = texts.len();
        let mut nodes = Vec::new();
        let mut line = 1;
        self.write(&mut nodes, &mut texts, fixed, &mut line);
        let map: Vec<u8> = ids.iter().flat_map(|id| id.to_le_bytes()).collect();
        let body = [pool(&texts, encoding), chunk(0x0180, &[], &map), nodes].concat();
        chunk(0x0003, &[], &body)
    }

    /// Names with an id come first among the texts, in the order of the map of ids.
    fn named(&self, names: &mut Vec<(u32, String)>) {
        let own = self.attributes.iter().filter(|(id, ..)| *id != 0);
        names.extend(own.map(|(id, name, _)| (*id, name.clone())));
        self.children.iter().for_each(|child| child.named(names));
    }

    fn write(&self, out: &mut Vec<u8>, texts: &mut Vec<String>, fixed: usize, line: &mut u32) {
        *line += 1;
        let place = [line.to_le_bytes(), NONE.to_le_bytes()].concat();
        let name = intern(texts, fixed, &self.name);
        let mut body = words(&[NONE, name]);
        body.extend([20_u16, 20].iter().flat_map(|half| half.to_le_bytes()));
        let count = u16::try_from(self.attributes.len()).unwrap();
        body.extend([count, 0, 0, 0].iter().flat_map(|half| half.to_le_bytes()));
        for (id, name, value) in &self.attributes {
            let (space, name) = if *id == 0 {
                (NONE, intern(texts, fixed, name))
            } else {
                let known = texts[..fixed].iter().position(|have| have == name).unwrap();
                (intern(texts, fixed, ANDROID), u32::try_from(known).unwrap())
            };
            let (raw, kind, data) = match value {
                Value::Text(text) => {
                    let text = intern(texts, fixed, text);
                    (text, 0x03_u8, text)
                }
                Value::Number(number) => (NONE, 0x10, number.cast_unsigned()),
                Value::Bool(value) => (NONE, 0x12, if *value { NONE } else { 0 }),
                Value::Reference(id) => (NONE, 0x01, *id),
            };
            body.extend(words(&[space, name, raw]));
            body.extend([8, 0, 0, kind]);
            body.extend(data.to_le_bytes());
        }
        out.extend(chunk(0x0102, &place, &body));
        self.children.iter().for_each(|child| child.write(out, texts, fixed, line));
        out.extend(chunk(0x0103, &place, &words(&[NONE, name])));
    }
}

/// The number of a text that has no id.
fn intern(texts: &mut Vec<String>, fixed: usize, text: &str) -> u32 {
    let found = texts[fixed..].iter().position(|have| have == text).map(|place| place + fixed);
    let place = found.unwrap_or_else(|| {
        texts.push(text.to_owned());
        texts.len() - 1
    });
    u32::try_from(place).unwrap()
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// A chunk with more in its header than kind and lengths.
pub(super) fn chunk(kind: u16, header: &[u8], body: &[u8]) -> Vec<u8> {
    let head = 8 + header.len();
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend(u16::try_from(head).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(head + body.len()).unwrap().to_le_bytes());
    bytes.extend(header);
    bytes.extend(body);
    bytes
}

/// A string pool.
pub(super) fn pool(texts: &[String], encoding: Encoding) -> Vec<u8> {
    let (mut offsets, mut data) = (Vec::new(), Vec::new());
    for text in texts {
        offsets.push(u32::try_from(data.len()).unwrap());
        let units: Vec<u16> = text.encode_utf16().collect();
        match encoding {
            Encoding::Utf8 => {
                for length in [units.len(), text.len()] {
                    if length > 0x7f {
                        data.push(u8::try_from(length >> 8).unwrap() | 0x80);
                    }
                    data.push(u8::try_from(length & 0xff).unwrap());
                }
                data.extend(text.as_bytes());
                data.push(0);
            }
            Encoding::Utf16 => {
                if units.len() > 0x7fff {
                    let high = u16::try_from(units.len() >> 16).unwrap() | 0x8000;
                    data.extend(high.to_le_bytes());
                }
                data.extend(u16::try_from(units.len() & 0xffff).unwrap().to_le_bytes());
                data.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
                data.extend([0, 0]);
            }
        }
    }
    while data.len() % 4 != 0 {
        data.push(0);
    }
    let flags = if encoding == Encoding::Utf8 { 0x100 } else { 0 };
    let start = u32::try_from(28 + offsets.len() * 4).unwrap();
    let count = u32::try_from(texts.len()).unwrap();
    let header = words(&[count, 0, flags, start, 0]);
    chunk(0x0001, &header, &[words(&offsets), data].concat())
}
