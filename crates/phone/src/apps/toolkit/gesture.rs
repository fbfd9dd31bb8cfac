//! One finger's way from down to up: a click, a long press, a scroll or a slide.

use std::{collections::VecDeque, time::Duration};

use tokio::time::Instant;

use crate::{
    android::{Motion, WindowId},
    apps::Pointer,
    screen::{Flags, Key, Layout, Role},
};

pub(crate) const LONG_PRESS: Duration = Duration::from_millis(500);
/// How far back the speed of a finger is measured.
const SPEED_WINDOW: Duration = Duration::from_millis(100);
/// A finger that rested this long before it left does not throw.
const REST: Duration = Duration::from_millis(40);
/// Slower than this, in dp a second, nothing is thrown.
const THROW_DP: f32 = 50.0;
const SLOP_DP: f32 = 8.0;

/// What the gesture has come to so far.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Undecided,
    Scrolling {
        key: Key,
        offset_at_start: i32,
        y_at_start: f32,
    },
    Sliding(Key),
    /// Over: a long press was reported, or the finger left its view.
    Spent,
}

/// What is to be done about a step of the finger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Deed {
    Nothing,
    Click(Key),
    /// A click on a text field, at this place of the display.
    Focus(Key, f32),
    Slide(Key, f32),
    ScrollTo(Key, i32),
    /// The finger left with this speed, in pixels a second.
    Throw(Key, f32),
    Outside,
}

/// What it went down on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Clickable,
    Field,
    Slider,
}

#[derive(Debug)]
pub(crate) struct Gesture {
    pub(crate) window: WindowId,
    /// The enabled view it went down on.
    target: Option<Key>,
    kind: Kind,
    long_clickable: bool,
    outside: bool,
    down: (f32, f32),
    since: Instant,
    mode: Mode,
    trail: VecDeque<(Instant, f32)>,
    density: f32,
}

impl Gesture {
    pub(crate) fn begin(
        window: WindowId,
        layout: &Layout,
        outside: bool,
        pointer: Pointer,
        density: u32,
    ) -> Self {
        let (x, y) = whole(pointer);
        let hit = layout
            .hit(x, y)
            .filter(|at| !outside && !layout.tree.nodes[*at].flags.has(Flags::DISABLED));
        let drawn = hit.map(|at| &layout.drawn[at]);
        #[expect(clippy::cast_precision_loss, reason = "a density is small")]
        let density = density as f32 / 160.0;
        Self {
            window,
            target: drawn.map(|drawn| drawn.key),
            kind: match drawn.map(|drawn| &drawn.role) {
                Some(Role::Field(_)) => Kind::Field,
                Some(Role::Slider(_)) => Kind::Slider,
                Some(Role::Plain) | None => Kind::Clickable,
            },
            long_clickable: hit
                .is_some_and(|at| layout.tree.nodes[at].flags.has(Flags::LONG_CLICKABLE)),
            outside,
            down: (pointer.x, pointer.y),
            since: pointer.time,
            mode: Mode::Undecided,
            trail: VecDeque::from([(pointer.time, pointer.y)]),
            density,
        }
    }

    /// The view to draw as pressed.
    pub(crate) fn pressed(&self) -> Option<Key> {
        self.target.filter(|_| self.mode == Mode::Undecided && self.kind == Kind::Clickable)
    }

    /// When the finger will have rested long enough for a long press.
    pub(crate) fn long_press_at(&self) -> Option<Instant> {
        let waits = self.mode == Mode::Undecided && self.long_clickable;
        (waits && self.target.is_some()).then(|| self.since + LONG_PRESS)
    }

    /// The time has come: the view that was pressed long. The finger's end means nothing any more.
    pub(crate) fn long_pressed(&mut self) -> Option<Key> {
        self.mode = Mode::Spent;
        self.target
    }

    pub(crate) fn go_on(&mut self, layout: &Layout, pointer: Pointer) -> Deed {
        match pointer.motion {
            Motion::Down | Motion::Cancel => Deed::Nothing,
            Motion::Move => self.moved(layout, pointer),
            Motion::Up => self.ended(layout, pointer),
        }
    }

    fn moved(&mut self, layout: &Layout, pointer: Pointer) -> Deed {
        self.trail.push_back((pointer.time, pointer.y));
        while self.trail.front().is_some_and(|(time, _)| *time + SPEED_WINDOW < pointer.time) {
            self.trail.pop_front();
        }
        if self.mode == Mode::Undecided {
            self.decide(layout, pointer);
        }
        match self.mode {
            Mode::Scrolling { key, offset_at_start, y_at_start } => {
                #[expect(clippy::cast_possible_truncation, reason = "a length on the screen")]
                let way = (y_at_start - pointer.y).round() as i32;
                Deed::ScrollTo(key, offset_at_start + way)
            }
            Mode::Sliding(key) => slide(layout, key, pointer),
            Mode::Undecided | Mode::Spent => Deed::Nothing,
        }
    }

    /// Beyond the slop a finger slides, scrolls, or has left what it pressed.
    fn decide(&mut self, layout: &Layout, pointer: Pointer) {
        let (dx, dy) = (pointer.x - self.down.0, pointer.y - self.down.1);
        let slop = SLOP_DP * self.density;
        if dx.abs() <= slop && dy.abs() <= slop {
            return;
        }
        if let Some(key) = self.target.filter(|_| self.kind == Kind::Slider && dx.abs() >= dy.abs())
        {
            self.mode = Mode::Sliding(key);
            return;
        }
        let (x, y) = whole(Pointer { x: self.down.0, y: self.down.1, ..pointer });
        if let Some(found) = layout.scroll_at(x, y).filter(|_| dy.abs() > slop && !self.outside) {
            // As on a phone, the way through the slop does not move the content.
            let y_at_start = self.down.1 + slop * dy.signum();
            self.mode =
                Mode::Scrolling { key: found.key, offset_at_start: found.offset, y_at_start };
            return;
        }
        let still_on_it = self.target.and_then(|key| layout.find(key)).is_some_and(|at| {
            layout.tree.nodes[at].bounds.contains(whole(pointer).0, whole(pointer).1)
        });
        if !still_on_it {
            self.mode = Mode::Spent;
        }
    }

    fn ended(&mut self, layout: &Layout, pointer: Pointer) -> Deed {
        match self.mode {
            Mode::Undecided if self.outside => Deed::Outside,
            Mode::Undecided => match self.target {
                Some(key) => match self.kind {
                    Kind::Slider => slide(layout, key, pointer),
                    Kind::Field => Deed::Focus(key, pointer.x),
                    Kind::Clickable => Deed::Click(key),
                },
                None => Deed::Nothing,
            },
            Mode::Scrolling { key, .. } => match self.speed(pointer.time) {
                Some(speed) => Deed::Throw(key, speed),
                None => Deed::Nothing,
            },
            Mode::Sliding(key) => slide(layout, key, pointer),
            Mode::Spent => Deed::Nothing,
        }
    }

    fn speed(&self, now: Instant) -> Option<f32> {
        let (first, last) = (self.trail.front()?, self.trail.back()?);
        let time = last.0.duration_since(first.0).as_secs_f32();
        if time <= 0.0 || now.duration_since(last.0) > REST {
            return None;
        }
        let speed = (first.1 - last.1) / time;
        (speed.abs() > THROW_DP * self.density).then_some(speed)
    }
}

fn slide(layout: &Layout, key: Key, pointer: Pointer) -> Deed {
    let Some(drawn) = layout.find(key).map(|at| &layout.drawn[at]) else { return Deed::Nothing };
    // The thumb stops half its width before the edges, where the track ends.
    let track = drawn.frame;
    let inset = track.height() / 2;
    #[expect(clippy::cast_precision_loss, reason = "a length on the screen")]
    let (left, width) = ((track.left + inset) as f32, (track.width() - 2 * inset).max(1) as f32);
    Deed::Slide(key, ((pointer.x - left) / width).clamp(0.0, 1.0))
}

#[expect(clippy::cast_possible_truncation, reason = "saturates: no view is out there")]
pub(crate) fn whole(pointer: Pointer) -> (i32, i32) {
    (pointer.x as i32, pointer.y as i32)
}
