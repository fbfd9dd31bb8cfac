//! What can be done to a device, as values: tools and flows make the same ones.

use std::time::Duration;

use device::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ui::{Point, Size};

use crate::{Check, Settle, Target};

#[derive(Debug, Clone, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Action {
    Tap(Target),
    DoubleTap(Target),
    LongPress {
        at: Target,
        lasting: Duration,
    },
    /// Types into the target, which is tapped first, or into what has the focus.
    Type {
        into: Option<Target>,
        text: String,
        clear: bool,
        submit: bool,
    },
    /// Empties a field: the target, or what has the focus.
    Clear(Option<Target>),
    Swipe(Swipe),
    Press(Key),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Swipe {
    Between {
        from: Point,
        to: Point,
        lasting: Duration,
    },
    /// The finger moves in this direction over the target, or over the whole screen.
    Across {
        direction: Direction,
        within: Option<Target>,
        lasting: Duration,
    },
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// An action, and how it is to be carried out.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    pub action: Action,
    /// How long to wait for the consequences; by the kind of action, unless told.
    pub settle: Option<Settle>,
    /// What should be true afterwards.
    pub expect: Option<Expect>,
    /// Scroll until the target is in reach.
    pub scroll_into_view: bool,
    /// The display on which its points were seen, in a picture. On one of another size they mean nothing.
    pub seen_on: Option<Size>,
}

/// A claim about the screen after an action, and how long it may take to come true.
#[derive(Debug, Clone, PartialEq)]
pub struct Expect {
    pub check: Check,
    pub within: Duration,
}

impl From<Action> for Act {
    fn from(action: Action) -> Self {
        Self { action, settle: None, expect: None, scroll_into_view: false, seen_on: None }
    }
}

impl Action {
    /// What kind of action it is, in a word.
    pub fn name(&self) -> &'static str {
        self.into()
    }

    /// How long this kind of action waits for its consequences, unless told otherwise.
    pub fn default_settle(&self) -> Settle {
        match self {
            Self::Tap(Target::Point(_))
            | Self::DoubleTap(Target::Point(_))
            | Self::LongPress { at: Target::Point(_), .. }
            | Self::Type { .. }
            | Self::Clear(_)
            | Self::Press(_)
            | Self::Swipe(Swipe::Between { .. }) => Settle::Light,
            Self::Tap(_)
            | Self::DoubleTap(_)
            | Self::LongPress { .. }
            | Self::Swipe(Swipe::Across { .. }) => Settle::Full,
        }
    }

    /// What it is aimed at.
    pub(crate) fn target(&self) -> Option<&Target> {
        match self {
            Self::Tap(target) | Self::DoubleTap(target) | Self::LongPress { at: target, .. } => {
                Some(target)
            }
            Self::Type { into: target, .. }
            | Self::Clear(target)
            | Self::Swipe(Swipe::Across { within: target, .. }) => target.as_ref(),
            Self::Swipe(Swipe::Between { .. }) | Self::Press(_) => None,
        }
    }

    /// Whether it can only be aimed by looking.
    pub(crate) fn needs_screen(&self) -> bool {
        match self {
            Self::Type { into, clear, .. } => into.is_some() || *clear,
            Self::Clear(_) | Self::Swipe(Swipe::Across { .. }) => true,
            Self::Tap(_)
            | Self::DoubleTap(_)
            | Self::LongPress { .. }
            | Self::Swipe(Swipe::Between { .. })
            | Self::Press(_) => {
                self.target().is_some_and(|target| !matches!(target, Target::Point(_)))
            }
        }
    }
}
