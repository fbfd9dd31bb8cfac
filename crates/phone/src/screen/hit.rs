//! Hit testing: which view a finger is on. Later nodes lie above earlier ones.

use super::{Drawn, Flags, Layout, Node, Role, Scrolled};

impl Layout {
    /// The topmost view there that takes touches. Disabled ones take them, too, and do nothing.
    pub fn hit(&self, x: i32, y: i32) -> Option<usize> {
        let nodes = self.tree.nodes.iter().zip(&self.drawn).enumerate();
        nodes
            .rev()
            .find(|(_, (node, drawn))| node.bounds.contains(x, y) && takes_touches(node, drawn))
            .map(|(at, _)| at)
    }

    /// The innermost scrolling container there that has somewhere to go.
    pub fn scroll_at(&self, x: i32, y: i32) -> Option<&Scrolled> {
        // Containers are listed outside in.
        self.scrolls.iter().rev().find(|found| found.bounds.contains(x, y) && found.range > 0)
    }

    /// The place of a view in the tree, if it can be seen.
    pub fn find(&self, key: super::Key) -> Option<usize> {
        self.drawn.iter().position(|drawn| drawn.key == key)
    }
}

fn takes_touches(node: &Node, drawn: &Drawn) -> bool {
    node.flags.has(Flags::CLICKABLE)
        || node.flags.has(Flags::LONG_CLICKABLE)
        || drawn.role != Role::Plain
}

impl Drawn {
    /// How many characters of its single line of text stand left of a point.
    pub(crate) fn place_at(&self, text: &str, x: f32) -> usize {
        #[expect(clippy::cast_precision_loss, reason = "screen coordinates are small")]
        let mut pen = (self.frame.left + self.padding_left) as f32;
        let mut place = 0;
        for char in text.chars() {
            let advance = super::font::advance(char, self.lines.weight, self.lines.size);
            if x < pen + advance / 2.0 {
                break;
            }
            pen += advance;
            place += 1;
        }
        place
    }
}
