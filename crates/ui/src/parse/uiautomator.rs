//! `uiautomator dump` and its relatives: one element a node, properties as attributes. The element is
//! called `node`, or by the class itself in some dumpers.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::attributes::{Attribute, Order, Value, pair};
use super::build::Builder;
use super::entities::unescape;
use super::{NotAScreen, decode};
use crate::{Bounds, Tree};

/// Reads a dump, whatever stands before and after it.
pub fn parse_uiautomator(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(NotAScreen::TooLarge { len: bytes.len() });
    }
    let text = decode(bytes);
    let is_start = |at: &usize| {
        ["<?xml", "<hierarchy", "<displays"].iter().any(|mark| text[*at..].starts_with(mark))
    };
    let start = memchr::memchr_iter(b'<', text.as_bytes()).find(is_start);
    let Some(start) = start else {
        let start = crate::text::quote(&text.chars().take(60).collect::<String>());
        return Err(NotAScreen::NoHierarchy { len: bytes.len(), start });
    };
    let mut dump = Dump {
        // A node takes some 350 bytes, of which a quarter is text worth keeping.
        builder: Builder::with_capacity((text.len() - start) / 350, (text.len() - start) / 4),
        order: Order::default(),
    };
    dump.read(&text[start..], start);
    dump.builder.finish()
}

struct Dump {
    builder: Builder,
    order: Order,
}

impl Dump {
    fn read(&mut self, text: &str, offset: usize) {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        loop {
            match reader.read_event() {
                Ok(Event::Start(element)) => self.open(&element, offset),
                Ok(Event::Empty(element)) => {
                    self.open(&element, offset);
                    self.builder.close();
                }
                Ok(Event::End(_)) => {
                    self.builder.close();
                    // The status line of the dump may follow, and on some phones more XML-like noise.
                    if self.builder.is_closed() && !self.builder.tree.is_empty() {
                        break;
                    }
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let at =
                        offset + usize::try_from(reader.error_position()).unwrap_or(text.len());
                    self.builder.gap(at, format!("the rest is not XML: {error}"));
                    break;
                }
            }
        }
        self.builder.close_all(offset + text.len());
    }

    fn open(&mut self, element: &BytesStart<'_>, offset: usize) {
        let name = element.name();
        let attributes = element.attributes_raw();
        match name.as_ref() {
            "hierarchy" => {
                let rotation = pair(attributes).filter(|pair| pair.name == "rotation");
                self.builder.tree.rotation =
                    rotation.and_then(|pair| pair.value.parse().ok()).unwrap_or_default();
                self.builder.open_frame();
            }
            "displays" | "display" | "window" => self.builder.open_frame(),
            name => self.node(if name == "node" { "" } else { name }, attributes, offset),
        }
    }

    fn node(&mut self, tag: &str, attributes: &str, offset: usize) {
        let mut data = self.builder.data();
        let tree = &mut self.builder.tree;
        let (mut class, mut package) = (Cow::Borrowed(tag), Cow::Borrowed(""));
        let mut broken_bounds = None;
        for value in self.order.read(attributes) {
            let (attribute, raw) = match value {
                Value::Flags(said) => {
                    data.flags.apply(said);
                    continue;
                }
                Value::Raw(attribute, raw) => (attribute, raw),
            };
            match attribute {
                Attribute::Text => data.text = tree.intern(&unescape(raw)),
                Attribute::ResourceId => data.resource_id = tree.intern(&unescape(raw)),
                Attribute::Class => class = unescape(raw),
                Attribute::Package => package = unescape(raw),
                Attribute::Description => data.description = tree.intern(&unescape(raw)),
                Attribute::Hint => data.hint = tree.intern(&unescape(raw)),
                Attribute::Pane => data.pane = tree.intern(&unescape(raw)),
                Attribute::Tooltip => data.tooltip = tree.intern(&unescape(raw)),
                Attribute::State => data.state = tree.intern(&unescape(raw)),
                Attribute::Bounds => match Bounds::parse(raw) {
                    Some(bounds) => data.bounds = bounds,
                    None => broken_bounds = Some(raw),
                },
                Attribute::Flag(_) | Attribute::Other => {}
            }
        }
        data.package = self.builder.package(&package);
        (data.class, data.role) = self.builder.class(&class);
        let id = self.builder.open(data);
        if let Some(raw) = broken_bounds {
            let what = format!("node {} has bounds {}", id.0, crate::text::quote(raw));
            self.builder.gap(offset, what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeId;
    use proptest::prelude::*;

    fn outline(tree: &Tree) -> String {
        tree.nodes()
            .map(|node| {
                let depth = "  ".repeat(node.depth() as usize);
                format!("{depth}{} {:?} {}\n", node.short_class(), node.text(), node.bounds())
            })
            .collect()
    }

    const PLAIN: &str = r#"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="1"><node index="0" text="" class="android.widget.FrameLayout" package="a.b" bounds="[0,0][10,20]"><node index="0" text="A &amp; B&#10;C" class="android.widget.Button" package="a.b" clickable="true" enabled="false" bounds="[-1,2][3,4]" /><node NAF="true" index="2" text="" class="android.view.View" package="a.b" bounds="oops" /></node></hierarchy>UI hierchary dumped to: /dev/tty"#;

    #[test]
    fn nodes_come_in_pre_order_with_their_facts() {
        let tree = parse_uiautomator(PLAIN.as_bytes()).unwrap();
        insta::assert_snapshot!(outline(&tree), @r#"
        FrameLayout "" [0,0][10,20]
          Button "A & B\nC" [-1,2][3,4]
          View "" [0,0][0,0]
        "#);
        assert_eq!(tree.rotation(), 1);
        let button = tree.node(NodeId(1));
        assert!(button.is_clickable() && !button.is_enabled());
        assert_eq!(button.parent().map(Node::id), Some(NodeId(0)));
        assert_eq!(
            tree.node(NodeId(0)).children().map(|node| node.id().0).collect::<Vec<_>>(),
            [1, 2]
        );
        assert_eq!(tree.gaps().len(), 1, "{:?}", tree.gaps());
    }

    use crate::Node;

    #[test]
    fn a_truncated_dump_gives_what_came() {
        let cut = PLAIN.find("<node NAF").unwrap() + 20;
        let tree = parse_uiautomator(&PLAIN.as_bytes()[..cut]).unwrap();
        assert_eq!(tree.len(), 2);
        assert!(!tree.gaps().is_empty());
        assert_eq!(tree.node(NodeId(0)).children().count(), 1);
    }

    #[test]
    fn noise_before_and_other_encodings_are_read() {
        let noisy = format!("java.lang.Nope: x\n\tat y\n{PLAIN}");
        assert_eq!(parse_uiautomator(noisy.as_bytes()).unwrap().len(), 3);
        let utf16: Vec<u8> = std::iter::once(0xfeff)
            .chain(PLAIN.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(
            outline(&parse_uiautomator(&utf16).unwrap()),
            outline(&parse_uiautomator(PLAIN.as_bytes()).unwrap())
        );
    }

    #[test]
    fn what_is_no_screen_is_refused_with_its_first_words() {
        let refusal = parse_uiautomator(b"ERROR: could not get idle state.\n").unwrap_err();
        insta::assert_snapshot!(refusal, @r#"no hierarchy in 33 bytes, which begin with "ERROR: could not get idle state.""#);
        assert_eq!(
            parse_uiautomator(b"<hierarchy rotation=\"0\" />").unwrap_err(),
            NotAScreen::NoNodes
        );
    }

    #[test]
    fn depth_does_not_use_the_stack() {
        let deep = format!("<hierarchy>{}", "<node text=\"x\">".repeat(100_000));
        assert_eq!(parse_uiautomator(deep.as_bytes()).unwrap().len(), 100_000);
        let frames = "<window>".repeat(100_000) + &"<node/>".repeat(100_000);
        let tree = parse_uiautomator(format!("<hierarchy>{frames}").as_bytes()).unwrap();
        assert_eq!(tree.roots().count(), 100_000);
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            parse_uiautomator(&bytes).ok();
        }

        #[test]
        fn no_damage_panics(cut in 0..PLAIN.len(), insert in any::<String>(), len in 0..40_usize) {
            let mut bytes = PLAIN.as_bytes()[..cut].to_vec();
            bytes.extend(insert.as_bytes());
            bytes.extend(&PLAIN.as_bytes()[(cut + len).min(PLAIN.len())..]);
            if let Ok(tree) = parse_uiautomator(&bytes) {
                for node in tree.nodes() {
                    prop_assert!(node.descendants().all(|below| below.depth() > node.depth()));
                }
            }
        }
    }
}
