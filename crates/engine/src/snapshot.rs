//! All that can be known of a moment, gathered at once: whatever cannot be had costs only itself.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use device::{Deadline, DeviceInfo, LogLevel, LogTime, Place, State};
use ui::Reading;
use ui::semantic::{self, Known, ScreenSemantic};

use crate::desk::{Desk, within};
use crate::journal::{Life, bounded};
use crate::{Picture, Result, Screen, Shot};

/// What of it is asked for.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Whose log; that of the app in front, unless named.
    pub app: Option<String>,
    /// How many lines of it, at most; none leaves the log alone.
    pub log_lines: usize,
    pub shot: Shot,
}

/// Each part, or why it could not be had.
#[derive(Debug)]
pub struct Snapshot {
    /// When gathering began, in milliseconds since 1970.
    pub at_ms: u64,
    pub screen: Result<Arc<Screen>>,
    pub place: Result<Place>,
    pub picture: Result<Picture>,
    /// Whether the keyboard is up, where that can be told.
    pub keyboard: Result<Option<bool>>,
    pub info: Result<DeviceInfo>,
    pub state: Result<State>,
    pub log: LogTail,
    pub app: Option<AppState>,
    /// Oldest first, one line each.
    pub last_actions: Vec<String>,
}

/// The last lines of an app.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LogTail {
    /// Oldest first.
    pub lines: Vec<LogLine>,
    /// Why there may be more that could not be read.
    pub error: Option<crate::Error>,
}

/// A line, bounded and safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    /// Milliseconds since 1970, where the device says so.
    pub at_ms: Option<u64>,
    pub level: LogLevel,
    pub message: String,
}

/// The app that a snapshot is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppState {
    pub package: String,
    pub in_front: bool,
    /// What the log says of its process.
    pub life: Option<Life>,
}

impl Desk {
    /// Gathers everything at once; nothing waits for anything else, and nothing longer than the deadline.
    pub async fn snapshot(&self, wanted: &Wanted, deadline: Deadline) -> Snapshot {
        let at_ms = since_1970();
        let last_actions = self.recent.lines();
        let (screen, place, picture, display, info, state, log) = tokio::join!(
            self.read(deadline),
            within(deadline, "asking what is in front", self.place(deadline)),
            within(deadline, "taking a picture", self.picture(wanted.shot, deadline)),
            within(deadline, "asking for the display", async {
                Ok(self.device().display(deadline).await?)
            }),
            within(deadline, "asking who the device is", self.info(deadline)),
            within(deadline, "asking for the device's state", async {
                Ok(self.device().state(deadline).await?)
            }),
            self.log_is_read(wanted, deadline),
        );
        // One reading is the truth about all that it tells; what was asked beside it stands in for it.
        let place = screen.as_ref().map_or(place, |screen| Ok(screen.place.clone()));
        let keyboard = match &screen {
            Ok(screen) => Ok(Some(screen.visibility.has_keyboard())),
            Err(_) => display.map(|display| display.map(|display| display.keyboard.is_some())),
        };
        let front = place.as_ref().ok().and_then(|place| place.app.clone());
        let app = wanted.app.clone().or_else(|| front.clone());
        let lines = app.as_ref().map(|app| self.last_lines(app, wanted.log_lines));
        let app = app.map(|package| AppState {
            in_front: front.as_ref() == Some(&package),
            life: self.journal.book().life_of(&package),
            package,
        });
        let log = LogTail { lines: lines.unwrap_or_default(), error: log.err() };
        Snapshot { at_ms, screen, place, picture, keyboard, info, state, log, app, last_actions }
    }

    async fn log_is_read(&self, wanted: &Wanted, deadline: Deadline) -> Result<()> {
        if wanted.log_lines == 0 || self.device().log().is_none() {
            return Ok(());
        }
        Ok(self.journal.ready(self.device(), deadline).await?)
    }

    /// Oldest first.
    fn last_lines(&self, app: &str, most: usize) -> Vec<LogLine> {
        let book = self.journal.book();
        let line = |entry: &device::LogEntry| LogLine {
            at_ms: entry.time.and_then(LogTime::epoch_ms),
            level: entry.level,
            message: bounded(&format!("{}: {}", entry.tag, entry.message)),
        };
        let mut lines: Vec<LogLine> = book.written_by(app).take(most).map(line).collect();
        lines.reverse();
        lines
    }
}

impl Snapshot {
    /// What kind of moment it seems to be, from all that is known.
    pub fn semantic(&self) -> Option<ScreenSemantic> {
        let place = self.place.as_ref().ok();
        let [app, part] = [
            place.and_then(|place| place.app.as_deref()),
            place.and_then(|place| place.screen.as_deref()),
        ];
        let place = part.map(semantic::Place::Activity).or(app.map(semantic::Place::Bundle));
        let log: Vec<&str> = self.log.lines.iter().map(|line| line.message.as_str()).collect();
        ScreenSemantic::of(Known {
            reading: self.screen.as_ref().ok().map(|screen| -> &Reading { screen }),
            place,
            has_screenshot: self.picture.is_ok(),
            app_log: &log,
            ..Known::default()
        })
    }
}

fn since_1970() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
