//! The XML of `uiautomator dump`: one line, the base attributes in their order, illegal characters
//! replaced, everything else escaped as Android's serializer does.

use super::{Flags, Node, Rect, Size, Tree};

/// The dump of one window. `compressed` leaves out what is not important for accessibility.
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
            if self.compressed && node.flags.has(Flags::UNIMPORTANT) {
                self.siblings(next + 1, subtree_end, lifted);
            } else {
                let index = if self.compressed { *lifted } else { node.index };
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
        self.attribute("\" text=\"", &node.text);
        self.attribute("\" resource-id=\"", &node.id);
        self.attribute("\" class=\"", &node.class);
        self.attribute("\" package=\"", &tree.package);
        self.attribute("\" content-desc=\"", &node.desc);
        self.flags(node);
        let bounds = clip(node.bounds, self.display);
        self.xml.push_str("\" bounds=\"[");
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

    fn attribute(&mut self, opening: &str, value: &str) {
        self.xml.push_str(opening);
        escape(&mut self.xml, value);
    }

    fn flags(&mut self, node: &Node) {
        for (opening, flag) in FLAGS {
            self.xml.push_str(opening);
            let set =
                if flag == Flags::DISABLED { !node.flags.has(flag) } else { node.flags.has(flag) };
            self.xml.push_str(if set { "true" } else { "false" });
        }
    }

    /// "Not accessibility friendly": can be clicked, but neither it nor what is in it has a name.
    fn is_unnamed_target(&self, at: usize, end: usize) -> bool {
        let node = &self.tree.nodes[at];
        let is_target = node.flags.has(Flags::CLICKABLE) && !node.flags.has(Flags::DISABLED);
        is_target
            && !EXCLUDED_FROM_NAF.iter().any(|end| node.class.ends_with(end))
            && self.tree.nodes[at..end]
                .iter()
                .all(|inside| inside.text.is_empty() && inside.desc.is_empty())
    }
}

/// Containers that uiautomator never marks.
const EXCLUDED_FROM_NAF: [&str; 4] = [".GridView", ".GridLayout", ".ListView", ".TableLayout"];

const FLAGS: [(&str, Flags); 10] = [
    ("\" checkable=\"", Flags::CHECKABLE),
    ("\" checked=\"", Flags::CHECKED),
    ("\" clickable=\"", Flags::CLICKABLE),
    ("\" enabled=\"", Flags::DISABLED),
    ("\" focusable=\"", Flags::FOCUSABLE),
    ("\" focused=\"", Flags::FOCUSED),
    ("\" scrollable=\"", Flags::SCROLLABLE),
    ("\" long-clickable=\"", Flags::LONG_CLICKABLE),
    ("\" password=\"", Flags::PASSWORD),
    ("\" selected=\"", Flags::SELECTED),
];

/// Clipped to the display; a node entirely beside it keeps its bounds.
fn clip(bounds: Rect, display: Rect) -> Rect {
    let clipped = bounds.intersect(&display);
    if clipped.is_empty() { bounds } else { clipped }
}

/// Escapes as Android's XML serializer does, after replacing what XML cannot hold.
fn escape(xml: &mut String, text: &str) {
    let mut plain = 0;
    for (at, char) in text.char_indices() {
        let replacement = match char {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
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
        '\u{0}'..='\u{8}'
            | '\u{b}'..='\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{7f}'..='\u{84}'
            | '\u{86}'..='\u{9f}'
            | '\u{fdd0}'..='\u{fddf}'
            | '\u{fffe}'..='\u{ffff}'
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
