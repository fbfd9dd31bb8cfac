//! Layout: every view is measured once and placed once. What nobody can see gets no node.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen lengths are small"
)]

use std::{collections::HashMap, sync::Arc};

use super::{
    Flags, Node, Rect, Size, Tree, px,
    text::{Lines, wrap},
    view::{
        Align, Arrange, Content, Edges, Field, Key, Length, Look, Role, Scroll, TextLook, View,
    },
};

/// What the layout depends on beside the views.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    pub density: u32,
    pub font_scale: f32,
}

impl Space {
    pub(crate) fn px(self, dp: f32) -> i32 {
        px(dp, self.density)
    }

    pub(crate) fn text_px(self, sp: f32) -> i32 {
        px(sp * self.font_scale, self.density).max(1)
    }
}

/// Where the user has moved things.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Moved {
    /// Scroll offsets in pixels.
    pub scroll: HashMap<Key, i32>,
    pub focus: Option<Key>,
}

/// A laid-out window: the tree, and beside each node what it takes to draw and to touch it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    pub tree: Arc<Tree>,
    pub drawn: Vec<Drawn>,
    pub scrolls: Vec<Scrolled>,
}

/// The drawable side of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    pub key: Key,
    pub role: Role,
    pub frame: Rect,
    /// What of it may be drawn.
    pub clip: Rect,
    pub look: Look,
    pub(crate) lines: Lines,
    pub padding: Edges,
    pub(crate) padding_left: i32,
}

impl Drawn {
    pub fn field(&self) -> Option<&Field> {
        match &self.role {
            Role::Field(field) => Some(field),
            Role::Plain | Role::Slider(_) => None,
        }
    }
}

/// A scrolling container as laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scrolled {
    pub key: Key,
    pub bounds: Rect,
    pub offset: i32,
    /// The largest offset.
    pub range: i32,
}

/// Lays a view out in a rectangle of the display, which it fills.
pub fn layout(view: &View, package: &str, area: Rect, space: Space, moved: &Moved) -> Layout {
    let limit = Size::new(area.width(), area.height());
    place(view, &Measured::of(view, limit, space), package, area, space, moved)
}

/// The same for a view that was measured for this rectangle before: moving things does not change their size.
pub(crate) fn place(
    view: &View,
    measured: &Measured,
    package: &str,
    area: Rect,
    space: Space,
    moved: &Moved,
) -> Layout {
    let tree = Tree { package: package.to_owned(), nodes: Vec::new() };
    let mut placer = Placer { space, moved, tree, drawn: Vec::new(), scrolls: Vec::new() };
    placer.place(view, measured, area, area, 0);
    Layout { tree: Arc::new(placer.tree), drawn: placer.drawn, scrolls: placer.scrolls }
}

/// The size a view wants when it may be this large.
pub fn measure(view: &View, limit: Size, space: Space) -> Size {
    Measured::of(view, limit, space).size
}

struct Placer<'a> {
    space: Space,
    moved: &'a Moved,
    tree: Tree,
    drawn: Vec<Drawn>,
    scrolls: Vec<Scrolled>,
}

/// How much room a view takes, and everything in it.
#[derive(Default)]
pub(crate) struct Measured {
    size: Size,
    lines: Lines,
    children: Vec<Self>,
    /// Height of all children, for scrolling.
    content_height: i32,
}

impl Measured {
    pub(crate) fn of(view: &View, limit: Size, space: Space) -> Self {
        let moved = &Moved::default();
        let (tree, drawn, scrolls) = (Tree::default(), Vec::new(), Vec::new());
        let placer = Placer { space, moved, tree, drawn, scrolls };
        placer.measure(view, limit.width, Some(limit.height))
    }
}

/// Edges in pixels.
#[derive(Clone, Copy)]
struct Sides {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Sides {
    fn horizontal(self) -> i32 {
        self.left + self.right
    }

    fn vertical(self) -> i32 {
        self.top + self.bottom
    }
}

impl Placer<'_> {
    fn sides(&self, edges: Edges) -> Sides {
        Sides {
            left: self.space.px(edges.left),
            top: self.space.px(edges.top),
            right: self.space.px(edges.right),
            bottom: self.space.px(edges.bottom),
        }
    }

    /// What takes no room has no margins either.
    fn margin(&self, view: &View) -> Sides {
        self.sides(if view.gone || view.overlay { Edges::default() } else { view.margin })
    }

    /// `height` is `None` inside a scrolling container: as tall as it takes.
    fn measure(&self, view: &View, width: i32, height: Option<i32>) -> Measured {
        if view.gone || view.overlay {
            return Measured::default();
        }
        let padding = self.sides(view.padding);
        let fixed = |length, limit: Option<i32>| match length {
            Length::Wrap => None,
            Length::Fill | Length::Weight(_) => limit,
            Length::Dp(dp) => Some(self.space.px(dp)),
        };
        let own_width = fixed(view.width, Some(width));
        let own_height = fixed(view.height, height);
        let inner_width = (own_width.unwrap_or(width) - padding.horizontal()).max(0);
        let inner_height = if view.scroll == Scroll::No {
            own_height.or(height).map(|height| (height - padding.vertical()).max(0))
        } else {
            None
        };
        let (content, lines) = self.content(view, inner_width);
        let (children_size, children) = match view.arrange {
            Arrange::Column => {
                self.measure_column(view, inner_width, inner_height, own_height.is_some())
            }
            Arrange::Row => self.measure_row(view, inner_width, inner_height),
            Arrange::Stack => self.measure_stack(view, inner_width, inner_height),
        };
        let needed_width = content.width.max(children_size.width) + padding.horizontal();
        let content_height = content.height.max(children_size.height) + padding.vertical();
        let tall = own_height.unwrap_or_else(|| {
            let wanted = content_height.max(self.space.px(view.min_height));
            height.map_or(wanted, |limit| wanted.min(limit))
        });
        let size = Size::new(own_width.unwrap_or(needed_width.min(width)), tall);
        Measured { size, lines, children, content_height }
    }

    fn measure_column(
        &self,
        view: &View,
        width: i32,
        height: Option<i32>,
        height_is_known: bool,
    ) -> (Size, Vec<Measured>) {
        let gaps = self.gaps(view);
        let mut left = height.map(|height| height - gaps);
        let mut measured: Vec<Option<Measured>> = Vec::with_capacity(view.children.len());
        let mut weights = 0.0;
        for child in &view.children {
            let margin = self.margin(child);
            match child.height {
                Length::Weight(weight) if height_is_known && height.is_some() => {
                    weights += weight;
                    left = left.map(|left| left - margin.vertical());
                    measured.push(None);
                }
                Length::Weight(_) | Length::Wrap | Length::Fill | Length::Dp(_) => {
                    let limit = left.map(|left| (left - margin.vertical()).max(0));
                    let child = self.measure(child, width - margin.horizontal(), limit);
                    left = left.map(|left| left - child.size.height - margin.vertical());
                    measured.push(Some(child));
                }
            }
        }
        let spare = left.unwrap_or(0).max(0);
        let mut size = Size::new(0, gaps);
        let mut children = Vec::with_capacity(view.children.len());
        for (child, done) in view.children.iter().zip(measured) {
            let margin = self.margin(child);
            let done = done.unwrap_or_else(|| {
                let share = share(child.height, weights, spare);
                self.measure(child, width - margin.horizontal(), Some(share))
            });
            size.width = size.width.max(done.size.width + margin.horizontal());
            size.height += done.size.height + margin.vertical();
            children.push(done);
        }
        (size, children)
    }

    fn measure_row(&self, view: &View, width: i32, height: Option<i32>) -> (Size, Vec<Measured>) {
        let gaps = self.gaps(view);
        let mut left = width - gaps;
        let mut weights = 0.0;
        let mut measured: Vec<Option<Measured>> = Vec::with_capacity(view.children.len());
        for child in &view.children {
            let margin = self.margin(child);
            left -= margin.horizontal();
            if let Length::Weight(weight) = child.width {
                weights += weight;
                measured.push(None);
            } else {
                let limit = height.map(|height| (height - margin.vertical()).max(0));
                let child = self.measure(child, left.max(0), limit);
                left -= child.size.width;
                measured.push(Some(child));
            }
        }
        let spare = left.max(0);
        let mut size = Size::new(gaps, 0);
        let mut children = Vec::with_capacity(view.children.len());
        for (child, done) in view.children.iter().zip(measured) {
            let margin = self.margin(child);
            let done = done.unwrap_or_else(|| {
                let limit = height.map(|height| (height - margin.vertical()).max(0));
                self.measure(child, share(child.width, weights, spare), limit)
            });
            size.width += done.size.width + margin.horizontal();
            size.height = size.height.max(done.size.height + margin.vertical());
            children.push(done);
        }
        (size, children)
    }

    fn measure_stack(&self, view: &View, width: i32, height: Option<i32>) -> (Size, Vec<Measured>) {
        let mut size = Size::default();
        let mut children = Vec::with_capacity(view.children.len());
        for child in &view.children {
            let margin = self.margin(child);
            let limit = height.map(|height| (height - margin.vertical()).max(0));
            let child = self.measure(child, width - margin.horizontal(), limit);
            size.width = size.width.max(child.size.width + margin.horizontal());
            size.height = size.height.max(child.size.height + margin.vertical());
            children.push(child);
        }
        (size, children)
    }

    fn gaps(&self, view: &View) -> i32 {
        let takes_room = |child: &&View| !child.gone && !child.overlay;
        let between = view.children.iter().filter(takes_room).count().saturating_sub(1);
        self.space.px(view.gap) * i32::try_from(between).unwrap_or(0)
    }

    /// The size of what a view itself draws.
    fn content(&self, view: &View, width: i32) -> (Size, Lines) {
        let icon = self.space.px(24.0);
        match &view.look.content {
            Content::Nothing => (Size::default(), Lines::default()),
            Content::Text(look) | Content::AppIcon(_, look) => self.text(view, look, width),
            Content::CheckBox(_, look) | Content::Radio(_, look) => {
                let mark = self.space.px(32.0);
                let (size, lines) = self.text(view, look, width - mark);
                (Size::new(size.width + mark, size.height.max(icon)), lines)
            }
            Content::Switch(_, look) => {
                let track = self.space.px(52.0);
                let (size, lines) = self.text(view, look, width - track - self.space.px(16.0));
                (Size::new(width, size.height.max(self.space.px(32.0))), lines)
            }
            Content::Icon(..) => (Size::new(icon, icon), Lines::default()),
            Content::Slider(_) => (Size::new(width, self.space.px(20.0)), Lines::default()),
            Content::Spinner => {
                let side = self.space.px(48.0);
                (Size::new(side, side), Lines::default())
            }
            Content::Progress(_) => (Size::new(width, self.space.px(4.0)), Lines::default()),
        }
    }

    fn text(&self, view: &View, look: &TextLook, width: i32) -> (Size, Lines) {
        let size = self.space.text_px(look.size);
        let text = view.caption.as_ref().unwrap_or(&view.text);
        let lines = wrap(text, look.weight, size, width, look.max_lines);
        (Size::new(lines.width, lines.height()), lines)
    }

    fn place(&mut self, view: &View, measured: &Measured, frame: Rect, clip: Rect, index: u32) {
        let bounds = frame.intersect(&clip);
        if bounds.is_empty() {
            return;
        }
        let at = self.tree.nodes.len();
        let mut flags = view.flags.with_if(
            view.key != Key::default() && self.moved.focus == Some(view.key),
            Flags::FOCUSED,
        );
        // Who can be acted on, or says something, is no mere wrapper.
        let says = !view.text.is_empty() || !view.desc.is_empty();
        if flags.has(Flags::CLICKABLE) || says {
            flags = flags.without(Flags::UNIMPORTANT);
        }
        let padding = self.sides(view.padding);
        let mut offset = 0;
        if view.scroll != Scroll::No {
            let range = (measured.content_height - frame.height()).max(0);
            offset = self.moved.scroll.get(&view.key).copied().unwrap_or(0).clamp(0, range);
            flags = flags.with_if(range > 0, Flags::SCROLLABLE);
            self.scrolls.push(Scrolled { key: view.key, bounds, offset, range });
        }
        self.tree.nodes.push(Node {
            class: view.class.clone(),
            id: view.id.clone(),
            text: view.text.clone(),
            desc: view.desc.clone(),
            hint: view.hint.clone(),
            flags,
            index,
            lifted: None,
            end: 0,
            bounds,
        });
        self.drawn.push(Drawn {
            key: view.key,
            role: view.role.clone(),
            frame,
            clip: bounds,
            look: view.look.clone(),
            lines: measured.lines.clone(),
            padding: view.padding,
            padding_left: padding.left,
        });
        let inner = Rect::new(
            frame.left + padding.left,
            frame.top + padding.top - offset,
            frame.right - padding.right,
            frame.bottom - padding.bottom - offset,
        );
        self.place_children(view, &measured.children, (frame, inner), bounds);
        self.tree.nodes[at].end = u32::try_from(self.tree.nodes.len()).unwrap_or(u32::MAX);
    }

    fn place_children(
        &mut self,
        view: &View,
        measured: &[Measured],
        (outer, inner): (Rect, Rect),
        clip: Rect,
    ) {
        let gap = self.space.px(view.gap);
        let used = || self.used(view, measured) + self.gaps(view);
        let (mut x, mut y) = (inner.left, inner.top);
        match view.arrange {
            Arrange::Column if view.scroll == Scroll::No => {
                y += spare(view.justify, || inner.height() - used());
            }
            Arrange::Row => x += spare(view.justify, || inner.width() - used()),
            Arrange::Column | Arrange::Stack => {}
        }
        // Places are counted as accessibility does: over what is shown or could be scrolled to.
        let (mut next, mut attached) = (0_u32, 0_u32);
        for (child, done) in view.children.iter().zip(measured) {
            if child.gone {
                continue;
            }
            let place = next;
            next += u32::from(!is_filler(child));
            let margin = self.sides(child.margin);
            if child.overlay {
                let frame = Rect::new(
                    outer.left + margin.left,
                    outer.top + margin.top,
                    outer.right - margin.right,
                    outer.bottom - margin.bottom,
                );
                self.place(child, done, frame, clip, place);
                continue;
            }
            let size = done.size;
            let across = |room: i32, taken: i32| spare(view.align, || room - taken);
            let frame = match view.arrange {
                Arrange::Column => {
                    let room = inner.width() - margin.horizontal();
                    let left = x + margin.left + across(room, size.width);
                    let frame = Rect::at(left, y + margin.top, size);
                    y += margin.vertical() + size.height + gap;
                    frame
                }
                Arrange::Row => {
                    let room = inner.height() - margin.vertical();
                    let top = y + margin.top + across(room, size.height);
                    let frame = Rect::at(x + margin.left, top, size);
                    x += margin.horizontal() + size.width + gap;
                    frame
                }
                Arrange::Stack => {
                    let room =
                        (inner.width() - margin.horizontal(), inner.height() - margin.vertical());
                    let left = x + margin.left + across(room.0, size.width);
                    let top = y + margin.top + spare(view.justify, || room.1 - size.height);
                    Rect::at(left, top, size)
                }
            };
            let before = self.tree.nodes.len();
            let index = if view.scroll == Scroll::Recycling { attached } else { place };
            self.place(child, done, frame, clip, index);
            attached += u32::from(self.tree.nodes.len() > before);
        }
    }

    /// Room that the children take along their direction, without gaps.
    fn used(&self, view: &View, measured: &[Measured]) -> i32 {
        let children = view.children.iter().zip(measured);
        match view.arrange {
            Arrange::Column => {
                children.map(|(child, done)| done.size.height + self.margin(child).vertical()).sum()
            }
            Arrange::Row => children
                .map(|(child, done)| done.size.width + self.margin(child).horizontal())
                .sum(),
            Arrange::Stack => 0,
        }
    }
}

fn share(length: Length, weights: f32, spare: i32) -> i32 {
    match length {
        Length::Weight(weight) if weights > 0.0 => (spare as f32 * weight / weights) as i32,
        Length::Weight(_) | Length::Wrap | Length::Fill | Length::Dp(_) => spare,
    }
}

/// Takes room, and nobody is told.
fn is_filler(view: &View) -> bool {
    view.flags.has(Flags::SILENT) && view.children.is_empty()
}

fn spare(align: Align, room: impl FnOnce() -> i32) -> i32 {
    match align {
        Align::Start => 0,
        Align::Center => room() / 2,
        Align::End => room(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPACE: Space = Space { density: 160, font_scale: 1.0 };

    fn block(height: Length) -> View {
        View { width: Length::Fill, height, ..View::default() }
    }

    fn laid(view: &View) -> Vec<(u32, Rect)> {
        let layout = layout(view, "com.x", Rect::new(0, 0, 100, 200), SPACE, &Moved::default());
        layout.tree.nodes.iter().skip(1).map(|node| (node.index, node.bounds)).collect()
    }

    #[test]
    fn weights_share_what_fixed_lengths_leave() {
        let children =
            vec![block(Length::Dp(50.0)), block(Length::Weight(1.0)), block(Length::Weight(2.0))];
        let column = View { gap: 3.0, children, ..block(Length::Fill) };
        let bottoms: Vec<_> = laid(&column).iter().map(|(_, bounds)| bounds.bottom).collect();
        assert_eq!(bottoms, [50, 101, 200]);
    }

    #[test]
    fn what_is_gone_is_not_counted_and_takes_no_gap() {
        let children = vec![block(Length::Dp(10.0)), View::hidden(), block(Length::Dp(10.0))];
        let column = View { gap: 5.0, children, ..block(Length::Fill) };
        assert_eq!(laid(&column), [(0, Rect::new(0, 0, 100, 10)), (1, Rect::new(0, 15, 100, 25))]);
    }

    #[test]
    fn what_lies_over_its_parent_takes_no_room() {
        let over = View { overlay: true, margin: Edges::all(2.0), ..View::default() };
        let inner = View { children: vec![block(Length::Dp(10.0)), over], ..block(Length::Wrap) };
        let column = View { gap: 5.0, children: vec![inner], ..block(Length::Fill) };
        let bounds: Vec<_> = laid(&column).into_iter().map(|(_, bounds)| bounds).collect();
        let row = Rect::new(0, 0, 100, 10);
        assert_eq!(bounds, [row, row, Rect::new(2, 2, 98, 8)]);
    }

    #[test]
    fn scrolled_content_is_clipped_and_rows_out_of_sight_are_left_out() {
        let rows = |scroll| View {
            key: Key(1),
            scroll,
            children: (0..10).map(|_| block(Length::Dp(60.0))).collect(),
            ..block(Length::Fill)
        };
        let moved = Moved { scroll: [(Key(1), 90)].into(), focus: None };
        let area = Rect::new(0, 0, 100, 200);
        let list = layout(&rows(Scroll::Recycling), "com.x", area, SPACE, &moved);
        let seen: Vec<_> = list.tree.nodes[1..]
            .iter()
            .map(|node| (node.index, node.bounds.top, node.bounds.bottom))
            .collect();
        assert_eq!(seen, [(0, 0, 30), (1, 30, 90), (2, 90, 150), (3, 150, 200)]);
        assert_eq!((list.scrolls[0].offset, list.scrolls[0].range), (90, 400));
        assert!(list.tree.nodes[0].flags.has(Flags::SCROLLABLE));
        let scroll_view = layout(&rows(Scroll::Vertical), "com.x", area, SPACE, &moved);
        assert_eq!(scroll_view.tree.nodes[1].index, 1, "the first row is there, but out of sight");
        let far = Moved { scroll: [(Key(1), 9999)].into(), focus: None };
        let end = layout(&rows(Scroll::Recycling), "com.x", area, SPACE, &far);
        assert_eq!(end.scrolls[0].offset, 400);
    }
}
