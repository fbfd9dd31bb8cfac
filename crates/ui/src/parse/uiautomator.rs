//! `uiautomator dump` and its relatives: one element a node, properties as attributes. The element is
//! called `node`, or by the class itself in some dumpers.

use super::attributes::Order;
use super::build::Builder;
use super::windows::{Root, Windows};
use super::xml::{End, Scanner, Tag};
use super::{NotAScreen, decode};
use crate::tree::{Flag, Said, Span};
use crate::{Role, Size, Tree};

/// Reads a dump, whatever stands before and after it.
pub fn parse_uiautomator(bytes: &[u8]) -> Result<Tree, NotAScreen> {
    let text = decode(bytes);
    if u32::try_from(text.len()).is_err() {
        return Err(NotAScreen::TooLarge { len: bytes.len() });
    }
    let is_start = |at: &usize| {
        ["<?xml", "<hierarchy", "<displays"].iter().any(|mark| text[*at..].starts_with(mark))
    };
    let start = memchr::memchr_iter(b'<', text.as_bytes()).find(is_start);
    let Some(start) = start else {
        let start = crate::text::quote(&text.chars().take(60).collect::<String>());
        return Err(NotAScreen::NoHierarchy { len: bytes.len(), start });
    };
    let mut dump = Dump {
        scanner: Scanner::new(&text, start),
        // A node takes some 350 bytes, of which a quarter is text worth keeping.
        builder: Builder::with_capacity((text.len() - start) / 350, (text.len() - start) / 4),
        order: Order::default(),
        windows: Windows::default(),
        frames: Vec::new(),
        level: 0,
    };
    dump.read();
    dump.windows.arrange(&mut dump.builder);
    dump.builder.finish()
}

struct Dump<'t> {
    scanner: Scanner<'t>,
    builder: Builder,
    order: Order,
    windows: Windows,
    frames: Vec<Frame>,
    /// How many elements are open.
    level: usize,
}

/// A display or a window that is open, and what is inside it.
#[derive(Debug, Clone, Copy)]
struct Frame {
    level: usize,
    display: Option<i32>,
    window: Option<usize>,
}

impl Dump<'_> {
    fn read(&mut self) {
        while let Some(tag) = self.scanner.next() {
            match tag {
                Tag::Open(name) => self.open(name),
                Tag::Close => self.close(),
            }
            // The status line of the dump may follow, and on some phones more XML-like noise.
            if self.builder.is_closed() && !self.builder.tree.is_empty() && !self.goes_on() {
                break;
            }
        }
        if memchr::memmem::find(self.scanner.rest(), b"<hierarchy").is_some() {
            self.builder
                .gap(self.scanner.at(), "another hierarchy follows, which is not read".into());
        }
        if let Some(inside) = self.scanner.inside() {
            self.builder.gap(self.scanner.at(), format!("ends inside {inside}"));
        }
        self.builder.close_all(self.scanner.at());
    }

    /// Whether another root stands right behind the one that ended.
    fn goes_on(&self) -> bool {
        self.scanner.rest().trim_ascii_start().starts_with(b"<node")
    }

    fn open(&mut self, name: &str) {
        let at = self.scanner.at();
        match name {
            "node" => return self.node("", at),
            "hierarchy" => self.hierarchy(),
            "displays" | "display" | "window" => self.frame(name),
            _ => return self.node(name, at),
        }
        self.builder.open_frame();
        let end = self.scanner.end();
        self.opened(end, at);
    }

    /// Passes what was opened by a tag that began at `at`.
    fn opened(&mut self, end: End, at: usize) {
        self.level += 1;
        match end {
            End::Open => {}
            End::Empty => self.close(),
            End::Missing => self.builder.gap(at, "a tag without an end".to_owned()),
        }
    }

    fn close(&mut self) {
        self.builder.close();
        self.level = self.level.saturating_sub(1);
        if self.frames.last().is_some_and(|frame| frame.level == self.level) {
            self.frames.pop();
        }
    }

    fn hierarchy(&mut self) {
        let (mut width, mut height) = (None, None);
        while let Some(pair) = self.scanner.attribute() {
            let number = || pair.value.parse::<i32>().ok();
            match pair.name {
                "rotation" => self.builder.tree.rotation = pair.value.parse().unwrap_or_default(),
                "width" => width = number(),
                "height" => height = number(),
                _ => {}
            }
        }
        if let (Some(width @ 1..), Some(height @ 1..)) = (width, height) {
            self.builder.tree.display = Some(Size { width, height });
        }
    }

    fn frame(&mut self, name: &str) {
        let around = self.frames.last().copied();
        let mut frame = Frame {
            level: self.level,
            display: around.and_then(|around| around.display),
            window: None,
        };
        match name {
            "window" => {
                let display = frame.display.unwrap_or_default();
                frame.window = self.windows.open(&mut self.scanner, display);
            }
            _ => {
                while let Some(pair) = self.scanner.attribute() {
                    if pair.name == "id" {
                        frame.display = pair.value.parse().ok();
                    }
                }
            }
        }
        self.frames.push(frame);
    }

    fn node(&mut self, tag: &str, at: usize) {
        let mut data = self.builder.data();
        let beside = self.order.read(&mut self.scanner, &mut self.builder, &mut data);
        let end = self.scanner.end();
        if self.scanner.inside().is_some() {
            // Nobody knows what else it would have said.
            return;
        }
        if data.class == Span::default() && !tag.is_empty() {
            (data.class, data.role) = self.builder.class(tag);
        }
        let tree = &self.builder.tree;
        let [text, hint] = [data.text, data.hint].map(|span| tree.str(span));
        // An empty field says its hint twice.
        let says_twice = data.role == Role::TextField && !hint.is_empty() && text == hint;
        if says_twice && data.flags.said(Flag::ShowsHint).is_none() {
            data.flags.apply(Said::one(Flag::ShowsHint, true));
        }
        let is_root = data.parent.is_none();
        let node = self.builder.open(data);
        if is_root {
            let frame = self.frames.last();
            let display = beside.display.or(frame.and_then(|frame| frame.display));
            let window = frame.and_then(|frame| frame.window);
            let display = display.unwrap_or_default();
            self.windows.root(Root { node, display, window, at });
        }
        if let Some(raw) = beside.broken_bounds {
            self.builder.gap(at, format!("bounds {}", crate::text::quote(raw)));
        }
        self.opened(end, at);
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
    fn whatever_is_cut_off_or_broken_the_rest_is_read() {
        let screen = |body: &str| format!("<hierarchy>{body}</hierarchy>");
        for (dump, nodes, gaps) in [
            (
                screen("<node text=\"1 < 2 > 0\"/><node text=\"&nope; \u{1}&#x1;\"/>"),
                "&nope; \u{1}\u{1}|1 < 2 > 0",
                "",
            ),
            (
                screen(
                    r#"<node text='a'/><!-- <node/> --><?b c?><![CDATA[<node/>]]><node text=b />"#,
                ),
                "a|b",
                "",
            ),
            (screen(r#"<node text="a"<node text="b"/></node>"#), "a|b", "a tag without an end"),
            (
                screen(r#"<node text="a" bounds="[0,0]"/></node></node><node text="late"/>"#),
                "a",
                "bounds \"[0,0]\"",
            ),
            (
                r#"<hierarchy><node text="a"><node text="b"/>"#.into(),
                "a|b",
                "ends inside 2 open elements",
            ),
            (
                r#"<hierarchy><node text="a"/><node text="b"#.into(),
                "a",
                "ends inside a value|ends inside 1 open elements",
            ),
            (
                r#"<hierarchy><node text="a"/></hierar"#.into(),
                "a",
                "ends inside a tag|ends inside 1 open elements",
            ),
            (screen(r#"<node text="a"/>"#) + "\nUI hierchary dumped to: /dev/tty\n<x/>", "a", ""),
            ("<?xml version='1.0'?><node text='a'/>\n<node text='b'/>".into(), "a|b", ""),
            (
                screen("<node text='a'/>") + "<hierarchy><node text='again'/></hierarchy>",
                "a",
                "another hierarchy follows, which is not read",
            ),
        ] {
            let tree = parse_uiautomator(dump.as_bytes()).unwrap();
            let mut texts: Vec<_> = tree.nodes().map(Node::text).collect();
            texts.sort_unstable();
            assert_eq!(texts.join("|"), nodes, "{dump}");
            let whats: Vec<_> = tree.gaps().iter().map(|gap| gap.what.as_str()).collect();
            assert_eq!(whats.join("|"), gaps, "{dump}");
            assert!(tree.gaps().iter().all(|gap| gap.at <= dump.len()));
        }
    }

    #[test]
    fn tags_may_be_called_by_their_class() {
        let dump = r#"<hierarchy index="0" class="hierarchy" rotation="3" width="1080" height="2088">
          <android.widget.FrameLayout index="0" class="android.widget.FrameLayout" displayed="true" bounds="[28,807][1052,1346]">
            <android.widget.Button text="OK" displayed="false"/><a.b.C$D class=""/>
          </android.widget.FrameLayout></hierarchy>"#;
        let tree = parse_uiautomator(dump.as_bytes()).unwrap();
        let classes: Vec<_> = tree.nodes().map(|node| (node.depth(), node.short_class())).collect();
        assert_eq!(classes, [(0, "FrameLayout"), (1, "Button"), (1, "D")]);
        assert_eq!(tree.node(NodeId(1)).role(), Role::Button);
        assert!(!tree.node(NodeId(1)).is_displayed());
        assert_eq!(tree.rotation(), 3);
        assert_eq!(tree.display(), Some(Size { width: 1080, height: 2088 }));
    }

    #[test]
    fn a_field_that_shows_its_hint_is_empty() {
        let shows = |class: &str, text: &str, rest: &str| {
            let node = format!(r#"<node text="{text}" class="{class}" hint="Your mail" {rest}/>"#);
            let tree = parse_uiautomator(format!("<hierarchy>{node}").as_bytes()).unwrap();
            tree.node(NodeId(0)).shows_hint()
        };
        assert!(shows("android.widget.EditText", "Your mail", ""));
        assert!(!shows("android.widget.EditText", "Your mail", r#"showing-hint="false""#));
        assert!(!shows("android.widget.EditText", "me", ""));
        assert!(!shows("android.widget.EditText", "", ""));
        assert!(!shows("android.widget.TextView", "Your mail", ""));
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
