//! The soft keyboard: where its keys are and how they look.

use super::{Frame, Rect};

/// What a key does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cap {
    Text(String),
    Delete,
    Enter,
    /// Only drawn: shift, symbols.
    Plain(&'static str),
}

pub(crate) fn key_at(_frame: Rect, _x: f32, _y: f32) -> Option<Cap> {
    None
}

pub(crate) fn draw(_frame: &mut Frame, _at: Rect, _density: u32) {}
