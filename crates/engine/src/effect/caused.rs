//! What happened between two screens that the screens alone do not say.

use device::{LogEntry, Place};
use ui::semantic::SystemDialog;

use crate::desk::Desk;
use crate::journal::{Trouble, bounded};
use crate::{Check, Denial, Screen, Verdict};

/// Consequences of an action beside the change of the screen. Bounded, and safe to show.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caused {
    /// Another app, or another part of it.
    pub moved: Option<Moved>,
    pub focus: Option<FocusMoved>,
    /// The keyboard came or went.
    pub keyboard: Option<bool>,
    /// A dialog of the system that was not there before.
    pub dialog: Option<Dialog>,
    /// Lines that the app in front called errors, and how many more there are.
    pub errors: Vec<String>,
    pub more_errors: usize,
    pub crash: Option<Trouble>,
    pub not_responding: Option<Trouble>,
    /// The trouble was before the action, when nobody was told.
    pub earlier: bool,
    /// The app whose process ended without a word.
    pub died: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub from: Place,
    pub to: Place,
}

/// Elements in one line each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocusMoved {
    pub from: Option<String>,
    pub to: Option<String>,
}

/// What the system asks, in its own words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dialog {
    pub package: String,
    pub title: String,
    pub buttons: Vec<String>,
}

/// Lines told of an app's errors.
const ERRORS: usize = 4;
const BUTTONS: usize = 6;

impl Desk {
    /// What was caused since `mark`, a position in the log, between two screens as far as they were seen.
    pub(crate) fn caused(
        &self,
        before: Option<&Screen>,
        after: Option<&Screen>,
        mark: u64,
    ) -> Caused {
        let mut caused = before.zip(after).map(Caused::between).unwrap_or_default();
        caused.dialog = after.and_then(|after| new_dialog(before, after));
        let fronts: Vec<&str> = [before, after].into_iter().flatten().flat_map(fronts).collect();
        self.read_log(&mut caused, &fronts, mark);
        caused
    }

    fn read_log(&self, caused: &mut Caused, fronts: &[&str], mark: u64) {
        let recent = self.recent.apps();
        let book = self.journal.book();
        for entry in book.errors_of(fronts, mark) {
            if caused.errors.len() < ERRORS {
                caused.errors.push(line(entry));
            } else {
                caused.more_errors += 1;
            }
        }
        let since = self.recent.untold(book.position()).map_or(mark, |told| told.min(mark));
        let ours = |trouble: &Trouble| {
            let app = trouble.app.as_deref().unwrap_or_default();
            fronts.contains(&app) || recent.iter().any(|recent| recent == app)
        };
        let last = |all: Vec<Trouble>| all.into_iter().rfind(ours);
        caused.crash = last(book.crashes(since));
        caused.not_responding = last(book.not_responding(since));
        let troubles = || caused.crash.iter().chain(&caused.not_responding);
        caused.earlier =
            troubles().next().is_some() && troubles().all(|trouble| trouble.position < mark);
        let ended = book.ended(mark).find(|process| fronts.contains(&process.app.as_str()));
        let told = caused.crash.as_ref().and_then(|crash| crash.app.as_deref());
        caused.died =
            ended.map(|process| process.app.clone()).filter(|app| Some(app.as_str()) != told);
    }
}

impl Caused {
    fn between((before, after): (&Screen, &Screen)) -> Self {
        let moved = (before.place != after.place)
            .then(|| Moved { from: before.place.clone(), to: after.place.clone() });
        let focused = |screen: &Screen| screen.focus().map(|node| screen.line(node));
        let (from, to) = (focused(before), focused(after));
        // An element that has the focus and new content is the same one.
        let same = |one: &Option<String>, other: &Option<String>| {
            let token = |line: &Option<String>| {
                line.as_deref().and_then(|line| line.split(' ').next()).map(str::to_owned)
            };
            token(one) == token(other)
        };
        let focus = (!same(&from, &to)).then_some(FocusMoved { from, to });
        let is_up = |screen: &Screen| screen.visibility.has_keyboard();
        let keyboard = (is_up(before) != is_up(after)).then(|| is_up(after));
        Self { moved, focus, keyboard, ..Self::default() }
    }

    /// The app that crashed because of the action.
    pub fn crashed(&self) -> Option<&Trouble> {
        self.crash.as_ref().filter(|_| !self.earlier)
    }

    /// A crash is not the change that was hoped for, and explains whatever else did not come true.
    pub(crate) fn weigh(&self, check: &Check, verdict: &mut Verdict) {
        let Some(crash) = self.crashed() else { return };
        let app = crash.app.as_deref().unwrap_or("the app");
        match check {
            Check::Change(_) | Check::Idle => {
                verdict.met = false;
                verdict.code = Some(Denial::AppCrashed);
                verdict.reason = Some(format!("{app} crashed"));
            }
            Check::Element(_) | Check::State(_) | Check::Place(_) if !verdict.met => {
                let reason = verdict.reason.take().unwrap_or_default();
                verdict.reason = Some(format!("{app} crashed; {reason}"));
                verdict.code = Some(Denial::AppCrashed);
            }
            Check::Element(_) | Check::State(_) | Check::Place(_) => {}
        }
    }
}

/// The app that is seen, and the one that is in front: a dialog may lie over it.
fn fronts(screen: &Screen) -> impl Iterator<Item = &str> {
    let seen = Some(screen.package()).filter(|package| !package.is_empty());
    screen.place.app.as_deref().into_iter().chain(seen)
}

fn new_dialog(before: Option<&Screen>, after: &Screen) -> Option<Dialog> {
    let dialog = SystemDialog::find(after)?;
    if before.and_then(|before| SystemDialog::find(before)).as_ref() == Some(&dialog) {
        return None;
    }
    Some(Dialog {
        package: dialog.package.to_owned(),
        title: bounded(dialog.title),
        buttons: dialog.buttons.iter().take(BUTTONS).map(|label| bounded(label)).collect(),
    })
}

fn line(entry: &LogEntry) -> String {
    bounded(&format!("{}/{}: {}", entry.level, entry.tag, entry.message))
}
