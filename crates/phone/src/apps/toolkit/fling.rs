//! Scrolling that goes on after the finger has left.

use std::time::Duration;

use tokio::time::Instant;

use crate::{android::WindowId, screen::Key};

/// Scrolling slows down to a third in about this time.
const SLOWING: f32 = 0.325;
const FRAME: Duration = Duration::from_millis(16);
/// Slower than this, in pixels a second, it stands.
const SLOWEST: f32 = 40.0;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Fling {
    pub(crate) window: WindowId,
    pub(crate) key: Key,
    offset: f32,
    /// Pixels a second, positive towards the end of the content.
    velocity: f32,
    last: Instant,
}

impl Fling {
    pub(crate) fn new(window: WindowId, key: Key, offset: i32, velocity: f32) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a length on the screen")]
        let offset = offset as f32;
        Self { window, key, offset, velocity, last: Instant::now() }
    }

    pub(crate) fn next_frame(&self) -> Instant {
        self.last + FRAME
    }

    /// Moves on to now: the offset to scroll to, or `None` when it has come to rest.
    pub(crate) fn step(&mut self) -> Option<i32> {
        let now = Instant::now();
        let passed = now.duration_since(self.last).as_secs_f32();
        self.last = now;
        let slowed = self.velocity * (-passed / SLOWING).exp();
        self.offset += (self.velocity - slowed) * SLOWING;
        self.velocity = slowed;
        #[expect(clippy::cast_possible_truncation, reason = "saturates; the container clamps it")]
        (self.velocity.abs() > SLOWEST).then_some(self.offset.round() as i32)
    }
}
