use crate::android::Api;
use crate::android::apk::built::arsc::{Config, FIRST, Shape, strings};
use crate::android::apk::built::axml::Encoding;
use crate::android::apk::resources::Resources;
use crate::android::apk::value::Value;

const SHAPES: [Shape; 4] = [Shape::Table, Shape::Sparse, Shape::Short, Shape::Compact];

fn check(configs: &[Config<'_>], wanted: &[Option<&str>]) {
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        for shape in SHAPES {
            let bytes = strings(configs, encoding, shape);
            let resources = Resources::parse(&bytes, Api::default()).unwrap();
            for (id, wanted) in (FIRST..).zip(wanted) {
                let wanted = wanted.map(|text| Value::Text(text.to_owned()));
                assert_eq!(resources.value(id), wanted, "{id:x} {encoding:?} {shape:?}");
            }
        }
    }
}

#[test]
fn takes_english_then_the_default() {
    let default = Config("", 0, &[Some("Hello"), Some("Default"), None, Some("Old")]);
    let german = Config("de", 0, &[Some("Hallo"), None, Some("Nur hier"), None]);
    let english = Config("en", 0, &[Some("Hi"), None, None, None]);
    let american = Config("en-US", 0, &[Some("Howdy"), None, None, None]);
    let british = Config("en-GB", 0, &[Some("Good day"), None, None, None]);
    let newer = Config("", 30, &[None, None, None, Some("New")]);
    let newest = Config("", 99, &[None, None, None, Some("Never")]);
    let all = [german, default, english, american, british, newer, newest];
    check(&all, &[Some("Howdy"), Some("Default"), None, Some("New"), None]);
}

#[test]
fn follows_references_but_not_in_circles() {
    let config = Config("", 0, &[Some("@1"), Some("@2"), Some("there"), Some("@4"), Some("@3")]);
    check(&[config], &[Some("there"), Some("there"), Some("there"), None, None]);
}

#[test]
fn other_packages_and_types_are_not_there() {
    let bytes = strings(&[Config("", 0, &[Some("x")])], Encoding::Utf8, Shape::Table);
    let resources = Resources::parse(&bytes, Api::default()).unwrap();
    for id in [0x0101_0000, 0x7f02_0000, FIRST + 1, 0, u32::MAX] {
        assert_eq!(resources.value(id), None, "{id:x}");
    }
    assert!(Resources::parse(b"", Api::default()).is_none());
}
