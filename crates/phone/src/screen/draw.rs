//! Drawing a laid-out window, so that a picture shows what the tree says.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen coordinates are small"
)]

use super::{
    Align, Color, Content, Drawn, Flags, Frame, Icon, Key, Layout, Rect, Space, TextLook, Theme,
    Weight, font, icons, painter::Painter,
};

/// What is drawn beside the views themselves.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Marks {
    /// The cursor of the field in focus: how many characters stand before it, and before the other
    /// end of the selection.
    pub cursor: Option<(Key, usize, usize)>,
    /// The view under the finger.
    pub pressed: Option<Key>,
    /// How far the spinners have turned.
    pub turn: f32,
}

/// Draws a window that covers `area` of the display.
pub fn draw(layout: &Layout, area: Rect, space: Space, marks: Marks) -> Frame {
    let mut frame = Frame::filled(area.size(), Color([0; 4]));
    let mut painter = Painter::new(&mut frame, (area.left, area.top));
    for (drawn, node) in layout.drawn.iter().zip(&layout.tree.nodes) {
        painter.clip = drawn.clip.intersect(&area);
        if painter.clip.is_empty() {
            continue;
        }
        let disabled = node.flags.has(Flags::DISABLED);
        let editing = node.flags.has(Flags::FOCUSED) && drawn.field().is_some();
        let mut pen = Pen { painter: &mut painter, space, drawn, disabled, editing };
        pen.background(marks.pressed == Some(drawn.key) && drawn.key != Key::default());
        pen.content(&node.text, marks);
    }
    frame
}

struct Pen<'a, 'b> {
    painter: &'a mut Painter<'b>,
    space: Space,
    drawn: &'a Drawn,
    disabled: bool,
    /// A text field with the focus has a stronger edge.
    editing: bool,
}

impl Pen<'_, '_> {
    fn background(&mut self, pressed: bool) {
        let (frame, look) = (self.drawn.frame, &self.drawn.look);
        let radius = self.space.px(look.radius);
        if let Some(color) = look.background {
            let color = if self.disabled { Theme::DISABLED } else { color };
            self.painter.round_rect(frame, radius, color);
        }
        if pressed {
            self.painter.round_rect(frame, radius, Theme::TEXT.with_alpha(26));
        }
        if let Some((color, width)) = look.border {
            let (color, width) = if self.editing { (Theme::PRIMARY, 2.0) } else { (color, width) };
            self.painter.round_border(frame, radius, self.space.px(width).max(1), color);
        }
    }

    fn content(&mut self, text: &str, marks: Marks) {
        let inner = self.inner();
        match &self.drawn.look.content {
            Content::Nothing => {}
            Content::Text(look) => {
                self.text(inner, look);
                self.cursor(inner, look, marks);
            }
            Content::Icon(icon, color) => {
                let side = inner.width().min(inner.height());
                let (x, y) = inner.center();
                let half = side / 2;
                let area = Rect::new(x - half, y - half, x + half, y + half);
                icons::draw(self.painter, area, *icon, self.tone(*color));
            }
            Content::CheckBox(on, look) => {
                self.check_box(inner, *on);
                self.text(Rect { left: inner.left + self.space.px(32.0), ..inner }, look);
            }
            Content::Radio(on, look) => {
                self.radio(inner, *on);
                self.text(Rect { left: inner.left + self.space.px(32.0), ..inner }, look);
            }
            Content::Switch(on, look) => {
                self.text(Rect { right: inner.right - self.space.px(68.0), ..inner }, look);
                self.switch(inner, *on);
            }
            Content::AppIcon(color, look) => self.app_icon(inner, text, *color, look),
            Content::Slider(part) => self.slider(inner, *part),
            Content::Spinner => {
                let radius = inner.width().min(inner.height()) / 2 - self.space.px(4.0);
                let stroke = self.space.px(4.0);
                self.painter.arc(
                    inner.center(),
                    radius,
                    stroke,
                    (marks.turn.fract() - 0.25, 0.7),
                    Theme::PRIMARY,
                );
            }
            Content::Progress(part) => {
                let radius = inner.height() / 2;
                self.painter.round_rect(inner, radius, Theme::PRIMARY_CONTAINER);
                let right = inner.left + (inner.width() as f32 * part.clamp(0.0, 1.0)) as i32;
                self.painter.round_rect(Rect { right, ..inner }, radius, Theme::PRIMARY);
            }
        }
    }

    fn inner(&self) -> Rect {
        let (frame, padding) = (self.drawn.frame, self.drawn.padding);
        Rect::new(
            frame.left + self.space.px(padding.left),
            frame.top + self.space.px(padding.top),
            frame.right - self.space.px(padding.right),
            frame.bottom - self.space.px(padding.bottom),
        )
    }

    fn text(&mut self, inner: Rect, look: &TextLook) {
        let color = if self.disabled { Theme::DISABLED_TEXT } else { look.color };
        let lines = &self.drawn.lines;
        let mut y = self.first_line(inner);
        for line in &lines.rows {
            let room = inner.width() - font::width(line, lines.weight, lines.size).ceil() as i32;
            let x = inner.left
                + match look.align {
                    Align::Start => 0,
                    Align::Center => room / 2,
                    Align::End => room,
                };
            self.painter.text(x, y, line, (lines.weight, lines.size), color);
            y += font::line_height(lines.size);
        }
    }

    /// Text stands in the middle of a view that is taller than it.
    fn first_line(&self, inner: Rect) -> i32 {
        inner.top + ((inner.height() - self.drawn.lines.height()) / 2).max(0)
    }

    fn cursor(&mut self, inner: Rect, look: &TextLook, marks: Marks) {
        let Some((key, cursor, anchor)) = marks.cursor else { return };
        let Some(field) = self.drawn.field().filter(|_| key == self.drawn.key) else { return };
        let lines = &self.drawn.lines;
        let top = self.first_line(inner);
        let height = font::line_height(lines.size);
        let shown = |count: usize| -> f32 {
            // An empty field shows its hint; the cursor stands before it.
            let text = if field.value.is_empty() {
                ""
            } else {
                lines.rows.first().map_or("", |line| line)
            };
            text.chars().take(count).map(|char| font::advance(char, look.weight, lines.size)).sum()
        };
        let (from, to) = (shown(cursor.min(anchor)) as i32, shown(cursor.max(anchor)) as i32);
        if from != to {
            let selected = Rect::new(inner.left + from, top, inner.left + to, top + height);
            self.painter.rect(selected, Theme::PRIMARY.with_alpha(70));
        }
        let x = inner.left + shown(cursor) as i32;
        let stroke = self.space.px(2.0);
        self.painter.rect(Rect::new(x, top, x + stroke, top + height), Theme::PRIMARY);
    }

    fn check_box(&mut self, inner: Rect, on: bool) {
        let (side, stroke) = (self.space.px(18.0), self.space.px(2.0));
        let left = inner.left + self.space.px(3.0);
        let top = inner.center().1 - side / 2;
        let mark = Rect::new(left, top, left + side, top + side);
        let color = self.tone(if on { Theme::PRIMARY } else { Theme::MUTED });
        if on {
            self.painter.round_rect(mark, stroke, color);
            icons::draw(self.painter, mark, Icon::Check, Theme::ON_PRIMARY);
        } else {
            self.painter.round_border(mark, stroke, stroke, color);
        }
    }

    fn radio(&mut self, inner: Rect, on: bool) {
        let (radius, stroke) = (self.space.px(10.0), self.space.px(2.0));
        let center = (inner.left + self.space.px(12.0), inner.center().1);
        let color = self.tone(if on { Theme::PRIMARY } else { Theme::MUTED });
        self.painter.arc(center, radius - stroke / 2, stroke, (0.0, 1.0), color);
        if on {
            self.painter.circle(center, self.space.px(5.0), color);
        }
    }

    fn switch(&mut self, inner: Rect, on: bool) {
        let (width, height) = (self.space.px(52.0), self.space.px(32.0));
        let top = inner.center().1 - height / 2;
        let track = Rect::new(inner.right - width, top, inner.right, top + height);
        let radius = height / 2;
        if on {
            let color = self.tone(Theme::PRIMARY);
            self.painter.round_rect(track, radius, color);
            let center = (track.right - radius, track.center().1);
            self.painter.circle(center, self.space.px(12.0), Theme::ON_PRIMARY);
        } else {
            self.painter.round_rect(track, radius, Theme::DIVIDER);
            let color = self.tone(Theme::OUTLINE);
            self.painter.round_border(track, radius, self.space.px(2.0), color);
            let center = (track.left + radius, track.center().1);
            self.painter.circle(center, self.space.px(8.0), color);
        }
    }

    fn slider(&mut self, inner: Rect, part: f32) {
        let middle = inner.center().1;
        let half = self.space.px(2.0);
        let x = inner.left + (inner.width() as f32 * part.clamp(0.0, 1.0)) as i32;
        let track = Rect::new(inner.left, middle - half, inner.right, middle + half);
        self.painter.round_rect(track, half, Theme::PRIMARY_CONTAINER);
        let color = self.tone(Theme::PRIMARY);
        self.painter.round_rect(Rect { right: x, ..track }, half, color);
        self.painter.circle((x, middle), self.space.px(10.0), color);
    }

    fn app_icon(&mut self, inner: Rect, label: &str, color: Color, look: &TextLook) {
        let radius = self.space.px(28.0);
        let center = (inner.center().0, inner.top + radius);
        self.painter.circle(center, radius, color);
        let first: String = label.chars().take(1).collect();
        let size = self.space.px(28.0);
        let width = font::width(&first, Weight::Medium, size) as i32;
        let (x, y) = (center.0 - width / 2, center.1 - font::line_height(size) / 2);
        self.painter.text(x, y, &first, (Weight::Medium, size), Theme::ON_PRIMARY);
        let top = inner.top + 2 * radius + self.space.px(6.0);
        let bottom = top + self.drawn.lines.height();
        self.text(Rect { top, bottom, ..inner }, look);
    }

    fn tone(&self, color: Color) -> Color {
        if self.disabled { Theme::DISABLED_TEXT } else { color }
    }
}
