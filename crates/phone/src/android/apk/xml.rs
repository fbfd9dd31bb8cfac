//! Binary XML: the elements of a compiled `AndroidManifest.xml` with their attributes, found by resource id.

use super::bytes::Bytes;
use super::chunk::{Chunk, END_ELEMENT, RESOURCE_MAP, START_ELEMENT, STRING_POOL, XML};
use super::strings::StringPool;
use super::value::Value;

/// Manifests nest five deep; what nests deeper is made to hurt.
const DEEPEST: usize = 64;
/// A number in place of a string that is not there.
const NONE: u32 = u32::MAX;
/// Namespace of Android's attributes.
const ANDROID: &str = "http://schemas.android.com/apk/res/android";

#[derive(Debug, Default, PartialEq)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) line: u32,
    pub(super) attributes: Vec<Attribute>,
    pub(super) children: Vec<Self>,
}

#[derive(Debug, PartialEq)]
pub(super) struct Attribute {
    pub(super) namespace: Option<String>,
    pub(super) name: String,
    /// The resource id of its name; 0 when it has none.
    pub(super) id: u32,
    pub(super) value: Value,
}

/// An attribute of Android's namespace: by id, as aapt compiles it, or by name where it did not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name(pub(super) u32, pub(super) &'static str);

/// Why the bytes are no XML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// Not even a header.
    NotXml,
    /// No element at all.
    Empty,
    /// It ends or nests in a way it must not; the line of the last element that was read.
    At(u32),
}

/// The root element.
pub(super) fn parse(bytes: &[u8]) -> Result<Element, Broken> {
    // Android does not look at the kind of the outermost chunk, only at its lengths.
    let document = Chunk::first(Bytes(bytes)).ok_or(Broken::NotXml)?;
    let mut strings = None;
    let mut ids: Vec<u32> = Vec::new();
    let mut open: Vec<Element> = Vec::new();
    let mut line = 0;
    for chunk in document.children() {
        match chunk.kind {
            STRING_POOL => strings = StringPool::parse(chunk),
            RESOURCE_MAP => {
                let words = chunk.body.0.chunks_exact(4);
                ids = words.map(|id| u32::from_le_bytes([id[0], id[1], id[2], id[3]])).collect();
            }
            START_ELEMENT => {
                let pool = strings.as_ref().ok_or(Broken::NotXml)?;
                let element = element(chunk, pool, &ids).ok_or(Broken::At(line))?;
                line = element.line;
                open.push(element);
                if open.len() > DEEPEST {
                    return Err(Broken::At(line));
                }
            }
            END_ELEMENT => {
                let done = open.pop().ok_or(Broken::At(line))?;
                match open.last_mut() {
                    Some(parent) => parent.children.push(done),
                    // What follows the root does not count.
                    None => return Ok(done),
                }
            }
            // Namespaces: attributes carry theirs in full. Text: manifests have none.
            _ => {}
        }
    }
    match open.is_empty() {
        true if document.kind != XML => Err(Broken::NotXml),
        true => Err(Broken::Empty),
        false => Err(Broken::At(line)),
    }
}

fn element(chunk: Chunk<'_>, pool: &StringPool<'_>, ids: &[u32]) -> Option<Element> {
    let line = chunk.all.u32(8)?;
    let name = pool.get(chunk.body.u32(4)?)?;
    let (start, size) = (usize::from(chunk.body.u16(8)?), usize::from(chunk.body.u16(10)?));
    let count = usize::from(chunk.body.u16(12)?);
    let mut attributes = Vec::new();
    for index in 0..count {
        let bytes = chunk.body.piece(start + index * size, size.max(20))?;
        let (namespace, number, raw) = (bytes.u32(0)?, bytes.u32(4)?, bytes.u32(8)?);
        let mut value = Value::parse(bytes.from(12)?, pool)?;
        // Texts may have been left uncompiled.
        if value == Value::Null && raw != NONE {
            value = pool.get(raw).map_or(Value::Null, Value::Text);
        }
        let place = usize::try_from(number).ok()?;
        attributes.push(Attribute {
            namespace: if namespace == NONE { None } else { pool.get(namespace) },
            name: pool.get(number).unwrap_or_default(),
            id: ids.get(place).copied().unwrap_or(0),
            value,
        });
    }
    Some(Element { name, line, attributes, children: Vec::new() })
}

impl Element {
    /// An attribute of Android's namespace.
    pub(super) fn android(&self, name: Name) -> Option<&Value> {
        let by_id = self.attributes.iter().find(|have| have.id == name.0);
        let by_name = || {
            let ours = |have: &&Attribute| {
                have.id == 0 && have.namespace.as_deref() == Some(ANDROID) && have.name == name.1
            };
            self.attributes.iter().find(ours)
        };
        by_id.or_else(by_name).map(|found| &found.value)
    }

    /// An attribute without namespace.
    pub(super) fn plain(&self, name: &str) -> Option<&Value> {
        let found = |have: &&Attribute| have.namespace.is_none() && have.name == name;
        self.attributes.iter().find(found).map(|found| &found.value)
    }

    pub(super) fn children_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }
}
