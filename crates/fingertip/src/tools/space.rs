//! What the points of an action are points of: the display, or the last picture that the caller was sent.

use engine::{Act, Action, Point, Swipe, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Failure};
use crate::pictures::Frame;

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub(super) enum Space {
    /// Pixels of the display.
    #[default]
    Device,
    /// Pixels of the last picture of the device that this client was sent.
    Screenshot,
}

impl Space {
    /// The action with its points in device pixels. What is not aimed by points is as it was.
    pub(super) async fn place(self, cx: &Cx, action: Action) -> Result<Act, Failure> {
        if self == Self::Device {
            return Ok(action.into());
        }
        let desk = cx.desk(cx.deadline()).await?;
        let frame = cx.host.pictures.last(cx.client.as_ref(), desk.id()).ok_or_else(|| {
            Failure::invalid_argument(
                format!("space: no picture of {} was sent to this client", desk.id()),
                "call capture_screenshot first, or give device pixels and leave space out",
            )
        })?;
        let (action, moved) = into_device(action, frame)?;
        Ok(Act { seen_on: moved.then_some(frame.screen), ..Act::from(action) })
    }
}

/// Whether any point was moved, too.
fn into_device(action: Action, frame: Frame) -> Result<(Action, bool), Failure> {
    let at = |point: Point| {
        frame.to_screen(point).ok_or_else(|| {
            Failure::invalid_argument(
                format!(
                    "({},{}) is not in the last picture, which is {}x{}",
                    point.x, point.y, frame.picture.width, frame.picture.height
                ),
                "give a point of the picture, or device pixels and leave space out",
            )
        })
    };
    let moved = match action {
        Action::Tap(Target::Point(point)) => Action::Tap(Target::Point(at(point)?)),
        Action::DoubleTap(Target::Point(point)) => Action::DoubleTap(Target::Point(at(point)?)),
        Action::LongPress { at: Target::Point(point), lasting } => {
            Action::LongPress { at: Target::Point(at(point)?), lasting }
        }
        Action::Swipe(Swipe::Between { from, to, lasting }) => {
            Action::Swipe(Swipe::Between { from: at(from)?, to: at(to)?, lasting })
        }
        other @ (Action::Tap(_)
        | Action::DoubleTap(_)
        | Action::LongPress { .. }
        | Action::Swipe(Swipe::Across { .. })
        | Action::Type { .. }
        | Action::Clear(_)
        | Action::Press(_)) => return Ok((other, false)),
    };
    Ok((moved, true))
}
