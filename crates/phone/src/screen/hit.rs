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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{Arrange, Key, Length, Moved, Rect, Space, View, layout};

    #[test]
    fn the_upper_view_is_hit_unless_it_takes_no_touches() {
        let view = |key, flags, height| View {
            key: Key(key),
            flags,
            width: Length::Fill,
            height: Length::Dp(height),
            ..View::default()
        };
        let stack = View {
            arrange: Arrange::Stack,
            children: vec![
                view(1, Flags::CLICKABLE, 100.0),
                view(2, Flags::CLICKABLE, 50.0),
                view(3, Flags::NONE, 100.0),
                view(4, Flags::CLICKABLE | Flags::DISABLED, 10.0),
            ],
            ..view(0, Flags::NONE, 100.0)
        };
        let space = Space { density: 160, font_scale: 1.0 };
        let area = Rect::new(0, 0, 100, 100);
        let layout = layout(&stack, "com.x", area, space, &Moved::default());
        let hit = |y| layout.hit(50, y).map(|at| layout.drawn[at].key.0);
        assert_eq!(hit(75), Some(1));
        assert_eq!(hit(25), Some(2), "a label above takes no touches");
        assert_eq!(hit(5), Some(4), "a disabled button does");
        assert_eq!(hit(100), None);
    }
}
