//! Drawing a laid-out window, so that a picture shows what the tree says.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "screen coordinates are small"
)]

use super::{
    Align, Color, Content, Drawn, Flags, Frame, Icon, Key, Layout, Rect, Space, TextLook, Theme,
    Weight, font, painter::Painter,
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
            Content::Icon(icon, color) => self.icon(inner, *icon, *color),
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
            self.tick(mark, Theme::ON_PRIMARY);
        } else {
            self.painter.round_border(mark, stroke, stroke, color);
        }
    }

    fn tick(&mut self, mark: Rect, color: Color) {
        let at = |x: f32, y: f32| {
            let (width, height) = (mark.width() as f32, mark.height() as f32);
            (mark.left as f32 + x * width, mark.top as f32 + y * height)
        };
        let stroke = self.space.px(2.0) as f32;
        self.painter.line(at(0.2, 0.52), at(0.42, 0.74), stroke, color);
        self.painter.line(at(0.42, 0.74), at(0.8, 0.28), stroke, color);
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

    fn icon(&mut self, inner: Rect, icon: Icon, color: Color) {
        let side = inner.width().min(inner.height()).min(self.space.px(96.0));
        let (cx, cy) = inner.center();
        let area = Rect::new(cx - side / 2, cy - side / 2, cx + side / 2, cy + side / 2);
        let color = self.tone(color);
        // Icons are strokes on a grid of 24 units, as Material's are.
        let unit = side as f32 / 24.0;
        let at = |x: f32, y: f32| (area.left as f32 + x * unit, area.top as f32 + y * unit);
        let spot = |x: f32, y: f32| {
            let (x, y) = at(x, y);
            (x as i32, y as i32)
        };
        let length = |units: f32| (units * unit).round() as i32;
        let stroke = 2.0 * unit;
        let painter = &mut *self.painter;
        match icon {
            Icon::Back => {
                painter.line(at(5.0, 12.0), at(19.0, 12.0), stroke, color);
                painter.line(at(5.0, 12.0), at(11.5, 5.5), stroke, color);
                painter.line(at(5.0, 12.0), at(11.5, 18.5), stroke, color);
            }
            Icon::More => {
                for y in [5.5, 12.0, 18.5] {
                    painter.circle(spot(12.0, y), length(2.0), color);
                }
            }
            Icon::Search => {
                painter.arc(spot(10.0, 10.0), length(5.5), length(2.0), (0.0, 1.0), color);
                painter.line(at(14.5, 14.5), at(20.0, 20.0), stroke, color);
            }
            Icon::Cart => {
                painter.line(at(2.0, 4.0), at(5.0, 4.0), stroke, color);
                painter.line(at(5.0, 4.0), at(8.0, 15.0), stroke, color);
                painter.line(at(8.0, 15.0), at(18.0, 15.0), stroke, color);
                painter.line(at(18.0, 15.0), at(20.5, 7.0), stroke, color);
                painter.line(at(6.0, 7.0), at(20.5, 7.0), stroke, color);
                painter.circle(spot(9.0, 19.5), length(1.8), color);
                painter.circle(spot(17.0, 19.5), length(1.8), color);
            }
            Icon::Heart => {
                painter.circle(spot(8.3, 9.0), length(4.3), color);
                painter.circle(spot(15.7, 9.0), length(4.3), color);
                painter.line(at(6.5, 11.5), at(12.0, 17.5), 4.0 * unit, color);
                painter.line(at(17.5, 11.5), at(12.0, 17.5), 4.0 * unit, color);
                painter.line(at(12.0, 9.0), at(12.0, 17.0), 4.0 * unit, color);
            }
            Icon::Person => {
                painter.circle(spot(12.0, 8.0), length(4.0), color);
                let body = Rect::new(
                    spot(4.0, 14.0).0,
                    spot(4.0, 14.0).1,
                    spot(20.0, 20.0).0,
                    spot(20.0, 20.0).1,
                );
                painter.round_rect(body, length(4.0), color);
            }
            Icon::Settings => {
                painter.arc(spot(12.0, 12.0), length(5.0), length(2.5), (0.0, 1.0), color);
                for tooth in 0..8 {
                    let angle = tooth as f32 * std::f32::consts::TAU / 8.0;
                    let (sin, cos) = angle.sin_cos();
                    painter.line(
                        at(12.0 + 6.5 * cos, 12.0 + 6.5 * sin),
                        at(12.0 + 9.0 * cos, 12.0 + 9.0 * sin),
                        stroke,
                        color,
                    );
                }
            }
            Icon::Check => self.tick(area, color),
            Icon::Close => {
                painter.line(at(6.0, 6.0), at(18.0, 18.0), stroke, color);
                painter.line(at(18.0, 6.0), at(6.0, 18.0), stroke, color);
            }
            Icon::Plus => {
                painter.line(at(12.0, 5.0), at(12.0, 19.0), stroke, color);
                painter.line(at(5.0, 12.0), at(19.0, 12.0), stroke, color);
            }
            Icon::Picture => {
                let edge = Rect::new(
                    spot(3.0, 4.0).0,
                    spot(3.0, 4.0).1,
                    spot(21.0, 20.0).0,
                    spot(21.0, 20.0).1,
                );
                painter.round_border(edge, length(2.0), length(1.8), color);
                painter.line(at(5.5, 17.0), at(10.0, 11.5), stroke, color);
                painter.line(at(10.0, 11.5), at(13.5, 15.5), stroke, color);
                painter.line(at(13.5, 15.5), at(15.5, 13.5), stroke, color);
                painter.line(at(15.5, 13.5), at(18.5, 17.0), stroke, color);
                painter.circle(spot(16.0, 8.5), length(1.8), color);
            }
        }
    }
}
