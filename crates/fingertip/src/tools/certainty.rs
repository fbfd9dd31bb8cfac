//! How sure a match is, as callers read it.

use engine::{Axis, Certainty, Track};
use schemars::JsonSchema;
use serde::Serialize;

/// The facts beside the reason, which each answer has a place of its own for.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct Sure {
    /// How sure it is that this element was meant, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) confidence: Option<f64>,
    /// What fitted too and was passed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    alternates: Vec<String>,
    /// How to handle a control that was found by its looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction_hint: Option<InteractionHint>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct InteractionHint {
    kind: &'static str,
    axis: &'static str,
    /// Left, top, right and bottom, in device pixels.
    track_bounds: [i32; 4],
}

impl Sure {
    /// The facts, and the reason.
    pub(super) fn of(certainty: Certainty) -> (Self, String) {
        let Certainty { confidence, reason, alternates, track, plain: _ } = certainty;
        let interaction_hint = track.map(InteractionHint::of);
        (Self { confidence: Some(confidence), alternates, interaction_hint }, reason)
    }
}

impl InteractionHint {
    pub(super) fn of(Track { axis, bounds }: Track) -> Self {
        let axis = match axis {
            Axis::Horizontal => "horizontal",
            Axis::Vertical => "vertical",
        };
        let track_bounds = [bounds.left, bounds.top, bounds.right, bounds.bottom];
        Self { kind: "slider", axis, track_bounds }
    }
}
