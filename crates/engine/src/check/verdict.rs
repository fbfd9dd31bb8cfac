//! What a check found.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::{Resolved, Screen};

/// The answer to a check. A no is an answer; what prevents one is an error.
#[derive(Debug)]
pub struct Verdict {
    pub met: bool,
    /// What was claimed, as a program reads it.
    pub expected: Value,
    /// What was seen of it, where that is more than the element.
    pub observed: Option<Value>,
    /// The element that was found, whatever the claim made of it.
    pub element: Option<Resolved>,
    /// How many elements fitted.
    pub count: usize,
    /// Elements that fitted or came close, one line each, when the answer is no.
    pub nearest: Vec<String>,
    /// Why the answer is no.
    pub reason: Option<String>,
    /// The code of that.
    pub code: Option<Denial>,
    /// The screen that decided.
    pub screen: Arc<Screen>,
    pub waited: Duration,
    /// How old what decided was when it decided.
    pub age: Duration,
    /// Screens that were looked at, and how many of the last agreed.
    pub reads: u32,
    pub agreed: u32,
}

/// Why a claim does not hold, in the words of the taxonomy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::EnumIter)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Denial {
    /// Nothing ever fitted.
    ElementNotFound,
    /// Something fitted, but not as claimed.
    Timeout,
    /// A property has another value.
    ExpectStateMismatch,
    /// The device does not say.
    StateUnavailable,
    /// Another screen, or no change.
    VerificationFailed,
    /// The app crashed on the way.
    AppCrashed,
}

impl Denial {
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// The next thing to do.
    pub fn hint(self) -> &'static str {
        match self {
            Self::ElementNotFound => {
                "read the screen below the answer: it may be further down (scroll_to_element) or go by another name"
            }
            Self::Timeout => "the reason says what is missing: do that first, or give it more time",
            Self::ExpectStateMismatch => {
                "the app is in another state than expected: act on it, or report the difference"
            }
            Self::StateUnavailable => {
                "check what shows it instead: a label beside it, or capture_screenshot"
            }
            Self::AppCrashed => {
                "read the crash in this answer; connect starts the app again: then go another way, or report the crash"
            }
            Self::VerificationFailed => {
                "the screen below the answer is what there is: act on it, or report the difference"
            }
        }
    }
}

/// One look at one screen.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) met: bool,
    pub(crate) element: Option<Resolved>,
    pub(crate) count: usize,
    pub(crate) observed: Option<Value>,
    pub(crate) against: Option<(Denial, String)>,
}

impl Seen {
    pub(crate) fn yes() -> Self {
        Self { met: true, ..Self::default() }
    }

    pub(crate) fn no(denial: Denial, reason: impl Into<String>) -> Self {
        Self { against: Some((denial, reason.into())), ..Self::default() }
    }
}
