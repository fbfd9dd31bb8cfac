//! What came of a tap.

use std::fmt;

use super::crash::Crash;
use super::screen::{Place, Screen, Target};

/// A tap, the way to it, and what came.
#[derive(Debug, Clone)]
pub(super) struct Visit {
    pub(super) path: Vec<Step>,
    pub(super) outcome: Outcome,
    /// Where it led, unless it led nowhere.
    pub(super) place: Option<Place>,
    /// What is on that screen whose content cannot be had.
    pub(super) gaps: Vec<&'static str>,
}

/// One tap of a way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) key: String,
    pub(super) label: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A screen with something on it.
    Drawn,
    /// A screen that never rests, with something on it.
    Moving,
    /// A screen with nothing on it.
    Blank,
    Crash(Crash),
    NotResponding,
    /// The phone itself did not answer.
    Hang(String),
    /// The process ended without a crash.
    Ended,
    /// Another app came to the front; none: the home screen.
    Left(Option<String>),
    /// It could not be tapped, and why.
    Missed(String),
    /// The same screen, perhaps with other values.
    Stayed,
}

impl Outcome {
    /// A screen was there, whatever it showed.
    pub(super) fn is_screen(&self) -> bool {
        matches!(self, Self::Drawn | Self::Moving | Self::Blank)
    }

    /// It says something of a screen of this app: whoever leads elsewhere, or could not be tapped, does not.
    pub(super) fn counts(&self) -> bool {
        self.is_screen() || self.is_trouble()
    }

    /// It should not have gone that way.
    pub(super) fn is_trouble(&self) -> bool {
        matches!(
            self,
            Self::Blank | Self::Crash(_) | Self::NotResponding | Self::Hang(_) | Self::Ended
        )
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drawn => f.write_str("drawn"),
            Self::Moving => f.write_str("drawn, never rests"),
            Self::Blank => f.write_str("blank"),
            Self::Crash(crash) => write!(f, "crash: {crash}"),
            Self::NotResponding => f.write_str("does not respond"),
            Self::Hang(why) => write!(f, "hang: {why}"),
            Self::Ended => f.write_str("its process ended"),
            Self::Left(Some(package)) => write!(f, "leads to {package}"),
            Self::Left(None) => f.write_str("leads to the home screen"),
            Self::Missed(code) => write!(f, "not tapped: {code}"),
            Self::Stayed => f.write_str("nothing new"),
        }
    }
}

impl Visit {
    /// What came of tapping this at the end of a way, or of nothing at its beginning.
    pub(super) fn new(
        way: &[Step],
        target: Option<&Target>,
        outcome: Outcome,
        screen: Option<&Screen>,
    ) -> Self {
        let step = target.map(|it| Step { key: it.key.clone(), label: it.label.clone() });
        Self {
            path: way.iter().cloned().chain(step).collect(),
            outcome,
            place: screen.map(|screen| screen.place.clone()),
            gaps: screen.map(|screen| screen.gaps.iter().copied().collect()).unwrap_or_default(),
        }
    }

    /// The labels of its taps.
    pub(super) fn way(&self) -> String {
        way(&self.path)
    }

    /// The part of the app that it concerns.
    pub(super) fn activity(&self) -> Option<&str> {
        let Outcome::Crash(crash) = &self.outcome else {
            return self.place.as_ref().map(|place| place.activity.as_str());
        };
        let crashed = crash.activity.as_deref();
        crashed.or(self.place.as_ref().map(|place| place.activity.as_str()))
    }
}

pub(super) fn way(path: &[Step]) -> String {
    const MOST: usize = 40;
    if path.is_empty() {
        return "(first screen)".to_owned();
    }
    let short = |step: &Step| -> String {
        let line = step.label.chars().map(|c| if c.is_control() { ' ' } else { c });
        line.take(MOST).collect()
    };
    path.iter().map(short).collect::<Vec<_>>().join(" > ")
}
