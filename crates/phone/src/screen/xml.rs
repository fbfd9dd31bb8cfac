//! The XML of `uiautomator dump`: one line, the base attributes in their order, illegal characters
//! replaced, everything else quoted and escaped as Android's serializer does. Held to androidx's dumper,
//! byte by byte, by `tests/real_apps/dumper.rs`.

use super::{Flags, Node, Rect, Size, Tree};

/// The dump of one window. `compressed` leaves out what is not important for accessibility. What the
/// original dies of stays in it: see [`unwritable`].
pub fn dump(tree: &Tree, display: Size, rotation: u8, compressed: bool) -> String {
    let mut xml = String::with_capacity(160 + tree.nodes.len() * 420);
    xml.push_str("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"");
    xml.push(char::from(b'0' + rotation.min(3)));
    xml.push_str("\">");
    let mut writer = Writer { tree, display: Rect::at(0, 0, display), compressed, xml };
    let mut index = 0;
    writer.siblings(0, tree.nodes.len(), &mut index);
    writer.xml.push_str("</hierarchy>");
    writer.xml
}

/// The first character in a dump that Android's serializer refuses, though its dumper lets it pass.
pub(crate) fn unwritable(xml: &str) -> Option<char> {
    xml.chars().find(|char| matches!(char, '\0' | '\u{fffe}' | '\u{ffff}'))
}

struct Writer<'a> {
    tree: &'a Tree,
    display: Rect,
    compressed: bool,
    xml: String,
}

impl Writer<'_> {
    /// Writes the nodes of a range that have no ancestor in it, each with its subtree. `lifted`
    /// counts children where compression removed their parent, so that indexes stay distinct.
    fn siblings(&mut self, start: usize, end: usize, lifted: &mut u32) {
        let mut next = start;
        while next < end {
            let node = &self.tree.nodes[next];
            let subtree_end = (node.end as usize).clamp(next + 1, end);
            if self.leaves_out(next) {
                self.siblings(next + 1, subtree_end, lifted);
            } else {
                let index =
                    if self.compressed { node.lifted.unwrap_or(*lifted) } else { node.index };
                *lifted += 1;
                self.node(next, index, subtree_end);
            }
            next = subtree_end;
        }
    }

    fn node(&mut self, at: usize, index: u32, end: usize) {
        let tree = self.tree;
        let node = &tree.nodes[at];
        self.xml.push_str("<node");
        if self.is_unnamed_target(at, end) {
            self.xml.push_str(" NAF=\"true\"");
        }
        self.xml.push_str(" index=\"");
        push_number(&mut self.xml, i64::from(index));
        self.xml.push('"');
        self.attribute(" text=", &node.text);
        self.attribute(" resource-id=", &node.id);
        self.attribute(" class=", &node.class);
        self.attribute(" package=", &tree.package);
        self.attribute(" content-desc=", &node.desc);
        self.flags(node);
        let bounds = clip(node.bounds, self.display);
        self.xml.push_str(" bounds=\"[");
        push_number(&mut self.xml, i64::from(bounds.left));
        self.xml.push(',');
        push_number(&mut self.xml, i64::from(bounds.top));
        self.xml.push_str("][");
        push_number(&mut self.xml, i64::from(bounds.right));
        self.xml.push(',');
        push_number(&mut self.xml, i64::from(bounds.bottom));
        let before = self.xml.len();
        self.xml.push_str("]\">");
        let opened = self.xml.len();
        let mut lifted = 0;
        self.siblings(at + 1, end, &mut lifted);
        if self.xml.len() == opened {
            self.xml.truncate(before);
            self.xml.push_str("]\" />");
        } else {
            self.xml.push_str("</node>");
        }
    }

    /// Between apostrophes where the value has quotes, as the serializer does.
    fn attribute(&mut self, opening: &str, value: &str) {
        let quote = if value.contains('"') { '\'' } else { '"' };
        self.xml.push_str(opening);
        self.xml.push(quote);
        escape(&mut self.xml, value, quote);
        self.xml.push(quote);
    }

    fn flags(&mut self, node: &Node) {
        for (opening, flag) in FLAGS {
            self.xml.push_str(opening);
            let set =
                if flag == Flags::DISABLED { !node.flags.has(flag) } else { node.flags.has(flag) };
            self.xml.push_str(if set { "true\"" } else { "false\"" });
        }
    }

    /// The root is there whatever it is.
    fn leaves_out(&self, at: usize) -> bool {
        self.compressed && at > 0 && self.tree.nodes[at].flags.has(Flags::UNIMPORTANT)
    }

    /// "Not accessibility friendly": can be clicked, but neither it nor what is in it has a name.
    fn is_unnamed_target(&self, at: usize, end: usize) -> bool {
        let node = &self.tree.nodes[at];
        let is_target = node.flags.has(Flags::CLICKABLE) && !node.flags.has(Flags::DISABLED);
        let is_named = |at: usize| {
            let node = &self.tree.nodes[at];
            !node.text.is_empty() || !node.desc.is_empty() || node.flags.has(Flags::NAMED_INSIDE)
        };
        is_target
            && !EXCLUDED_FROM_NAF.iter().any(|end| node.class.ends_with(end))
            && !is_named(at)
            && !(at + 1..end).any(|inside| !self.leaves_out(inside) && is_named(inside))
    }
}

/// Containers that uiautomator never marks.
const EXCLUDED_FROM_NAF: [&str; 4] = [
    "android.widget.GridView",
    "android.widget.GridLayout",
    "android.widget.ListView",
    "android.widget.TableLayout",
];

const FLAGS: [(&str, Flags); 10] = [
    (" checkable=\"", Flags::CHECKABLE),
    (" checked=\"", Flags::CHECKED),
    (" clickable=\"", Flags::CLICKABLE),
    (" enabled=\"", Flags::DISABLED),
    (" focusable=\"", Flags::FOCUSABLE),
    (" focused=\"", Flags::FOCUSED),
    (" scrollable=\"", Flags::SCROLLABLE),
    (" long-clickable=\"", Flags::LONG_CLICKABLE),
    (" password=\"", Flags::PASSWORD),
    (" selected=\"", Flags::SELECTED),
];

/// Clipped to the display; a node entirely beside it keeps its bounds. One without width or height is
/// clipped like any other that reaches in.
fn clip(bounds: Rect, display: Rect) -> Rect {
    let overlaps = bounds.left < display.right
        && display.left < bounds.right
        && bounds.top < display.bottom
        && display.top < bounds.bottom;
    if !overlaps {
        return bounds;
    }
    Rect::new(
        bounds.left.max(display.left),
        bounds.top.max(display.top),
        bounds.right.min(display.right),
        bounds.bottom.min(display.bottom),
    )
}

/// Escapes as Android's XML serializer does, after replacing what its dumper replaces.
fn escape(xml: &mut String, text: &str, quote: char) {
    let mut plain = 0;
    for (at, char) in text.char_indices() {
        let replacement = match char {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '\'' if quote == '\'' => "&apos;",
            '\n' => "&#10;",
            '\r' => "&#13;",
            '\t' => "&#9;",
            ' '..='~' => continue,
            _ if is_illegal(char) => ".",
            '\u{1_0000}'.. => "",
            _ => continue,
        };
        xml.push_str(&text[plain..at]);
        plain = at + char.len_utf8();
        xml.push_str(replacement);
        if replacement.is_empty() {
            xml.push_str("&#");
            push_number(xml, i64::from(u32::from(char)));
            xml.push(';');
        }
    }
    xml.push_str(&text[plain..]);
}

fn is_illegal(char: char) -> bool {
    matches!(
        char,
        '\u{1}'..='\u{8}'
            | '\u{b}'..='\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}'
            | '\u{fdd0}'..='\u{fddf}'
    )
}

fn push_number(xml: &mut String, number: i64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        xml.push('-');
    }
    xml.extend(digits[at..].iter().map(|digit| char::from(*digit)));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn node(text: &str, end: u32, index: u32, flags: Flags) -> Node {
        Node {
            class: "android.view.View".into(),
            text: text.to_owned(),
            flags,
            index,
            end,
            bounds: Rect::new(0, 0, 10, 10),
            ..Node::default()
        }
    }

    fn dumped(nodes: Vec<Node>, compressed: bool) -> String {
        let tree = Tree { package: "com.x".to_owned(), nodes };
        dump(&tree, Size::new(100, 200), 0, compressed)
    }

    /// What is left of a dump when only index, text and nesting are kept.
    fn outline(xml: &str) -> String {
        let mut outline = String::new();
        for tag in xml.split('<').skip(1) {
            if tag.starts_with("/node") {
                outline.push(')');
            } else if tag.starts_with("node") {
                let value = |name: &str| {
                    let from = tag.split_once(&format!(" {name}=\"")).unwrap().1;
                    from.split('"').next().unwrap().to_owned()
                };
                outline.push('(');
                outline.push_str(&(value("index") + &value("text")));
                if tag.ends_with("/>") {
                    outline.push(')');
                }
            }
        }
        outline
    }

    #[test]
    fn nests_keeps_indexes_and_leaves_wrappers_out_when_compressed() {
        let nodes = vec![
            node("root", 5, 0, Flags::NONE),
            node("", 4, 0, Flags::UNIMPORTANT),
            node("a", 3, 0, Flags::NONE),
            node("c", 4, 2, Flags::NONE),
            node("d", 5, 3, Flags::NONE),
        ];
        assert_eq!(outline(&dumped(nodes.clone(), false)), "(0root(0(0a)(2c))(3d))");
        assert_eq!(outline(&dumped(nodes, true)), "(0root(0a)(1c)(2d))");
    }

    #[test]
    fn clips_to_the_display_but_not_what_lies_beside_it() {
        let at = |bounds| {
            let mut node = node("", 1, 0, Flags::NONE);
            node.bounds = bounds;
            let xml = dumped(vec![node], false);
            xml.split_once("bounds=\"").unwrap().1.split('"').next().unwrap().to_owned()
        };
        assert_eq!(at(Rect::new(-5, 20, 120, 60)), "[0,20][100,60]");
        assert_eq!(at(Rect::new(-50, 20, -10, 60)), "[-50,20][-10,60]");
        assert_eq!(at(Rect::new(-5, 20, 50, 20)), "[0,20][50,20]");
        assert_eq!(at(Rect::new(0, 0, 0, 60)), "[0,0][0,60]");
    }

    #[test]
    fn a_name_in_it_is_enough_but_for_the_containers_of_the_framework() {
        let marked = |class: &'static str, flags| {
            let mut target = node("", 1, 0, Flags::CLICKABLE | flags);
            target.class = class.into();
            dumped(vec![target], false).contains("NAF")
        };
        assert!(marked("android.widget.ImageButton", Flags::NONE));
        assert!(!marked("android.widget.ImageButton", Flags::DISABLED));
        assert!(!marked("android.view.ViewGroup", Flags::NAMED_INSIDE));
        assert!(!marked("android.widget.ListView", Flags::NONE));
        assert!(marked("com.x.ListView", Flags::NONE));
    }

    #[test]
    fn what_the_original_dies_of_is_found() {
        let refused = |text: &str| unwritable(&dumped(vec![node(text, 1, 0, Flags::NONE)], false));
        assert_eq!(refused("a\u{7} \u{85} \u{1fffe}"), None);
        assert_eq!(refused("a\0"), Some('\0'));
        assert_eq!(refused("\u{ffff}\0"), Some('\u{ffff}'));
    }

    #[test]
    fn no_tree_is_an_empty_hierarchy() {
        assert!(dumped(Vec::new(), false).ends_with("<hierarchy rotation=\"0\"></hierarchy>"));
    }

    /// Decodes as an XML reader would.
    fn decoded(value: &str) -> String {
        let mut text = String::new();
        let mut rest = value;
        while let Some((plain, entity)) = rest.split_once('&') {
            text.push_str(plain);
            let (name, after) = entity.split_once(';').expect("every & begins an entity");
            text.push(match name {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "apos" => '\'',
                _ => {
                    let code = name.strip_prefix('#').unwrap().parse().unwrap();
                    char::from_u32(code).unwrap()
                }
            });
            rest = after;
        }
        text + rest
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        #[test]
        fn any_label_stays_one_attribute_and_comes_back(label in any::<String>()) {
            let xml = dumped(vec![node(&label, 1, 0, Flags::NONE)], false);
            prop_assert_eq!(xml.matches('<').count(), 4, "{}", xml);
            let value = xml.split_once(" text=").unwrap().1.split_once(" resource-id").unwrap().0;
            let quote = if label.contains('"') { '\'' } else { '"' };
            let value = value.strip_prefix(quote).unwrap().strip_suffix(quote).unwrap();
            prop_assert!(!value.contains([quote, '<', '>', '\n', '\r', '\t']));
            prop_assert!(!value.chars().any(is_illegal));
            let legal: String =
                label.chars().map(|char| if is_illegal(char) { '.' } else { char }).collect();
            prop_assert_eq!(decoded(value), legal);
        }
    }
}
