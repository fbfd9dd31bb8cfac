//! All behaviour: which device, what is on its screen, acting on it, waiting for it, checking it.
//! Names no platform, knows no protocol, prints nothing.

mod action;
mod check;
mod claim;
mod desk;
mod effect;
mod error;
mod fleet;
mod gauges;
mod goal;
mod guard;
mod history;
mod journal;
mod lane;
mod lookup;
mod perform;
mod picture;
mod screen;
mod secret;
mod settle;
mod snapshot;
mod store;
mod target;
mod wait;

pub use action::{Act, Action, Direction, Expect, Swipe};
pub use check::{
    ChangeCheck, Check, Condition, Denial, ElementCheck, PlaceCheck, StateCheck, Verdict,
};
pub use claim::Claims;
pub use desk::Desk;
pub use device::{
    AppId, Attached, Deadline, Device, DeviceInfo, Key, LogLevel, PLATFORMS, Place, Source,
    State as DeviceState, Via,
};
pub use effect::{Caused, Dialog, FocusMoved, Moved, PostMortem, Stage, Trace, TraceStep};
pub use error::{Error, Result};
pub use fleet::{Choice, Fleet};
pub use goal::{Adjust, Adjusted, How, Mode, Pursued, Scale, ScrollTo};
pub use guard::{Guard, Pattern, Refusal};
pub use journal::{Life, Trouble};
pub use lookup::{FoundElement, LookedUp, Lookup};
pub use perform::{Arrival, Effect, Ending, Mismatch, Obstacle, Performed, Receipt};
pub use picture::{Picture, Shot};
pub use screen::{Screen, ViewOptions};
pub use secret::Secrets;
pub use settle::Settle;
pub use snapshot::{AppState, LogLine, LogTail, Snapshot, Wanted};
pub use target::{Certainty, Resolved, Target};
pub use ui::selector::{Axis, Track};
pub use ui::semantic::ScreenSemantic;
pub use ui::{Change, LoadingState, Point, Selector, Size};
