//! What a program is asked, whichever it is.

use serde_json::Value;

use super::{Known, Launch, Place};
use crate::Outcome;

/// One thing that an agent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Brings an app to the front.
    Open(&'static str),
    /// Taps what has this label.
    Tap(&'static str),
    /// Types into the field that has this label.
    Type(&'static str, &'static str),
    /// Moves a finger over the middle of the display.
    Scroll(Way),
    Back,
}

/// Where the content goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Down,
    Up,
}

/// A call of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub tool: &'static str,
    pub arguments: Value,
}

impl Call {
    pub fn new(tool: &'static str, arguments: Value) -> Self {
        Self { tool, arguments }
    }
}

/// How one program is asked, and what its answers mean.
pub trait Program {
    fn name(&self) -> &'static str;

    /// How it is started.
    fn launch(&self, place: &Place) -> Launch;

    /// What must be said once, before anything else. Not counted, not measured.
    fn greeting(&self, serial: &str) -> Vec<Call>;

    /// The calls that do a step, as an agent would who knows what it was told.
    fn step(&self, step: Step, known: &Known) -> Outcome<Vec<Call>>;

    /// The call that shows the screen.
    fn look(&self) -> Call;

    /// The screen that an agent has in mind after this answer, who had `before` in mind. Nothing when the answer
    /// does not say, so that it has to look.
    fn shows(&self, before: &str, answer: &str) -> Option<String>;

    /// A touch at a point, without looking before or after.
    fn tap_at(&self, x: i32, y: i32) -> Call;

    /// Finding an element by its label.
    fn find(&self, label: &str) -> Option<Call>;

    /// Waiting for an element with this label.
    fn wait(&self, label: &str) -> Option<Call>;

    /// Taking a picture for a model, as it comes unless told otherwise.
    fn picture(&self) -> Call;

    /// What must be said before it reads an app's screen that somebody else opened.
    fn adopt(&self, _package: &str, _activity: &str) -> Option<Call> {
        None
    }

    /// What went wrong, where a program says so in an answer that is none of its failures.
    fn complaint<'a>(&self, _answer: &'a str) -> Option<&'a str> {
        None
    }
}
