use crate::android::apk::built::axml::Encoding;
use crate::android::apk::built::{Node, attribute as a};
use crate::android::apk::value::Value;
use crate::android::apk::xml::{Broken, Name, parse};

#[test]
fn reads_both_encodings() {
    let long = "\u{1f642} gr\u{fc}n ".repeat(40);
    let node = Node::new("manifest")
        .with(a::LABEL, long.as_str())
        .with(a::VERSION_CODE, -7)
        .with(a::DEBUGGABLE, true)
        .plain("package", "com.x")
        .child(Node::new("application").child(Node::new("activity").with(a::NAME, ".Main")))
        .child(Node::new("queries"));
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let root = parse(&node.encode(encoding)).unwrap();
        assert_eq!(root.name, "manifest");
        let value = |name: (u32, &'static str)| root.android(Name(name.0, name.1));
        assert_eq!(value(a::LABEL), Some(&Value::Text(long.clone())));
        assert_eq!(value(a::VERSION_CODE), Some(&Value::Number(-7)));
        assert_eq!(value(a::DEBUGGABLE), Some(&Value::Bool(true)));
        assert_eq!(value(a::EXPORTED), None);
        assert_eq!(root.plain("package"), Some(&Value::Text("com.x".to_owned())));
        assert_eq!(root.plain("label"), None, "it has a namespace");
        let names: Vec<&str> = root.children.iter().map(|child| child.name.as_str()).collect();
        assert_eq!(names, ["application", "queries"]);
        assert_eq!(root.children[0].children[0].line, 4);
    }
}

#[test]
fn attributes_are_known_by_id_first() {
    let label = Name(0x0101_0001, "label");
    let read = |name: (u32, &str)| {
        let root = parse(&Node::new("manifest").with(name, "x").encode(Encoding::Utf8)).unwrap();
        root.android(label).cloned()
    };
    let found = Some(Value::Text("x".to_owned()));
    assert_eq!(read((0x0101_0001, "label")), found);
    assert_eq!(read((0x0101_0001, "renamed")), found);
    assert_eq!(read((0x0101_ffff, "label")), None, "another attribute of that name");
}

#[test]
fn what_is_no_document_says_why() {
    assert_eq!(parse(b""), Err(Broken::NotXml));
    assert_eq!(parse(b"<manifest/>"), Err(Broken::NotXml));
    let whole = Node::new("manifest").child(Node::new("application")).encode(Encoding::Utf8);
    let cut = |by: usize| {
        let mut bytes = whole[..whole.len() - by].to_vec();
        let size = u32::try_from(bytes.len()).unwrap();
        bytes[4..8].copy_from_slice(&size.to_le_bytes());
        parse(&bytes)
    };
    // Without its last end tag, and without anything but texts.
    assert_eq!(cut(24), Err(Broken::At(3)));
    assert_eq!(cut(24 * 2 + 36 * 2), Err(Broken::Empty));
    let deep = (0..100).fold(Node::new("x"), |inner, _| Node::new("x").child(inner));
    assert!(matches!(parse(&deep.encode(Encoding::Utf8)), Err(Broken::At(_))));
}
