//! `capture_debug_snapshot`: all that can be known of a moment, for whoever wonders what went wrong.

use std::fmt;
use std::time::Duration;

use engine::{
    AppId, AppState, DeviceInfo, Life, LoadingState, LogLine, ScreenSemantic, Snapshot,
    ViewOptions, Wanted,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ui::view::{DEFAULT_BUDGET, LEAST_BUDGET, most_tokens};

use super::pictured::Pictured;
use super::{Cx, Effect, Failure, Image, Output as Answer, Tool};

pub(super) struct CaptureDebugSnapshot;

/// Everything about this moment at once: screen, picture, app, device, log lines, last actions. A part that cannot be
/// had is told with its error.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Why it is taken; told back.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    reason: Option<String>,
    /// With lines of the app's log.
    #[serde(default = "yes")]
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    include_logs: bool,
    /// How many lines at most.
    #[serde(default = "two_hundred")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = two_hundred())]
    log_lines: usize,
    /// Whose log; that of the app in front, unless named.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    app_id: Option<String>,
    /// Tokens that screen and log may cost together, 4000 unless told.
    #[schemars(range(min = 100), extend("x-brief" = "hidden"))]
    #[arg(long)]
    budget: Option<usize>,
    /// There is one log reader, whoever asks.
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true)]
    session_id: Option<String>,
}

fn yes() -> bool {
    true
}

fn two_hundred() -> usize {
    200
}

/// A dump that cannot be had is refused after ten seconds; clients wait for more.
const GATHERING: Duration = Duration::from_secs(20);

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    raw: Raw,
    /// What kind of moment it seems to be: advice, never proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    semantic: Option<ScreenSemantic>,
    #[serde(skip)]
    screen: Option<String>,
    #[serde(skip)]
    image: Option<Image>,
}

// What was seen. Names are the contract's.
#[derive(Debug, Serialize, JsonSchema)]
struct Raw {
    timestamp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    package: Option<String>,
    activity: Option<String>,
    fingerprint: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snapshot_revision: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured_at_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    loading_state: Option<LoadingState>,
    /// Whether the keyboard is up.
    #[serde(skip_serializing_if = "Option::is_none")]
    keyboard: Option<bool>,
    /// What has the input focus, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<String>,
    /// The picture is the image beside this.
    screenshot: Option<Pictured>,
    device: Option<DeviceInfo>,
    /// Whether the device can be used, as whoever connects to it sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    device_state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<App>,
    /// Oldest first, one line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    last_actions: Vec<String>,
    /// Of the app, oldest first.
    logs: Vec<Line>,
    /// Older lines for which there was no room.
    #[serde(skip_serializing_if = "is_zero")]
    logs_omitted: usize,
    #[serde(flatten)]
    #[schemars(with = "Map<String, Value>")]
    errors: Map<String, Value>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct App {
    package: String,
    in_front: bool,
    /// What the log says of its process.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Life>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Line {
    timestamp: Option<u64>,
    level: &'static str,
    message: String,
}

impl Tool for CaptureDebugSnapshot {
    const NAME: &'static str = "capture_debug_snapshot";
    const TITLE: &'static str = "Capture a debug snapshot";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let budget = input.budget.unwrap_or(DEFAULT_BUDGET);
        if budget < LEAST_BUDGET {
            return Err(Failure::invalid_argument(
                format!("budget is {budget}, which no screen fits into"),
                format!("give a budget of {LEAST_BUDGET} tokens or more"),
            ));
        }
        let app = input.app_id.as_deref().map(str::trim).filter(|app| !app.is_empty());
        let app = app.map(AppId::parse).transpose().map_err(engine::Error::from)?;
        let wanted = Wanted {
            app: app.map(|app| app.as_str().to_owned()),
            log_lines: if input.include_logs { input.log_lines } else { 0 },
            ..Wanted::default()
        };
        let deadline = cx.deadline().or_after(GATHERING);
        let desk = cx.desk(deadline).await?;
        let snapshot = desk.snapshot(&wanted, deadline).await;
        if let (Err(error), Err(_), Err(_)) = (&snapshot.screen, &snapshot.place, &snapshot.picture)
        {
            // Whatever else is known was known before.
            return Err(error.clone().into());
        }
        let sent = snapshot.picture.as_ref().ok();
        let sent = sent.map(|picture| Pictured::send(cx, &desk, picture));
        Ok(Output::of(snapshot, sent, input.reason, budget))
    }
}

impl Output {
    fn of(
        snapshot: Snapshot,
        sent: Option<(Pictured, Image)>,
        reason: Option<String>,
        budget: usize,
    ) -> Self {
        let semantic = snapshot.semantic();
        let errors = errors(&snapshot);
        let seen = snapshot.screen.as_ref().ok();
        // Most of the room is for the screen; what it leaves is for the log.
        let options = ViewOptions {
            budget: Some((budget * 5 / 8).max(LEAST_BUDGET)),
            ..ViewOptions::default()
        };
        let screen = seen.map(|screen| screen.text(options));
        let room = budget.saturating_sub(screen.as_deref().map(most_tokens).unwrap_or_default());
        let (logs, logs_omitted) = newest(snapshot.log.lines, room);
        let place = snapshot.place.ok();
        let (package, activity) = place.map(|place| (place.app, place.screen)).unwrap_or_default();
        let (screenshot, image) = sent.unzip();
        let raw = Raw {
            timestamp: snapshot.at_ms,
            reason,
            package,
            activity,
            fingerprint: seen.map(|screen| screen.fingerprint.as_str().to_owned()),
            snapshot_revision: seen.map(|screen| screen.revision),
            captured_at_ms: seen.map(|screen| screen.captured_at_ms),
            loading_state: seen.and_then(|screen| LoadingState::of(&screen.loading)),
            keyboard: snapshot.keyboard.ok().flatten(),
            focus: seen.and_then(|screen| Some(screen.line(screen.focus()?))),
            screenshot,
            device: snapshot.info.ok(),
            device_state: snapshot.state.ok().map(|state| state.to_string()),
            app: snapshot.app.map(App::of),
            last_actions: snapshot.last_actions,
            logs,
            logs_omitted,
            errors,
        };
        Self { raw, semantic, screen, image }
    }
}

impl App {
    fn of(AppState { package, in_front, life }: AppState) -> Self {
        Self { package, in_front, state: life }
    }
}

/// What could not be had, each part under its name. The fingerprint is the tree's.
fn errors(snapshot: &Snapshot) -> Map<String, Value> {
    let parts = [
        ("ui_tree_error", snapshot.screen.as_ref().err()),
        ("activity_error", snapshot.place.as_ref().err()),
        ("screenshot_error", snapshot.picture.as_ref().err()),
        ("keyboard_error", snapshot.keyboard.as_ref().err()),
        ("device_error", snapshot.info.as_ref().err().or(snapshot.state.as_ref().err())),
        ("logs_error", snapshot.log.error.as_ref()),
    ];
    let told = parts.into_iter().filter_map(|(part, error)| {
        let mut body = Failure::from(error?.clone()).body(CaptureDebugSnapshot::NAME);
        if let Some(body) = body.as_object_mut() {
            body.remove("tool");
        }
        Some((part.to_owned(), body))
    });
    told.collect()
}

/// The newest lines for which there is room, and how many there are beside them.
fn newest(lines: Vec<LogLine>, room: usize) -> (Vec<Line>, usize) {
    let all = lines.len();
    let mut left = room;
    let fits = |line: &Line| {
        let cost = serde_json::to_string(line).map_or(usize::MAX, |json| most_tokens(&json));
        let rest = left.checked_sub(cost);
        left = rest.unwrap_or(0);
        rest.is_some()
    };
    let mut kept: Vec<Line> = lines.into_iter().rev().map(Line::of).take_while(fits).collect();
    kept.reverse();
    let omitted = all - kept.len();
    (kept, omitted)
}

impl Line {
    fn of(LogLine { at_ms, level, message }: LogLine) -> Self {
        use engine::LogLevel as L;
        let level = match level {
            L::Verbose => "VERBOSE",
            L::Debug => "DEBUG",
            L::Info => "INFO",
            L::Warn => "WARN",
            L::Error => "ERROR",
            L::Fatal => "FATAL",
        };
        Self { timestamp: at_ms, level, message }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.screen.as_deref()
    }

    fn image(&self) -> Option<Image> {
        self.image.clone()
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Raw { package, activity, device_state, app, .. } = &self.raw;
        let part = |part: &Option<String>| part.clone().unwrap_or_else(|| "unknown".to_owned());
        writeln!(f, "{} {}, device {}", part(package), part(activity), part(device_state))?;
        if let Some(App { package, state: Some(state), .. }) = app {
            writeln!(f, "{package} {state}")?;
        }
        for (part, error) in &self.raw.errors {
            let word = |name: &str| error[name].as_str().unwrap_or_default();
            writeln!(f, "{part}: {}: {}", word("code"), word("message"))?;
        }
        for action in &self.raw.last_actions {
            writeln!(f, "did {action}")?;
        }
        for Line { level, message, .. } in &self.raw.logs {
            writeln!(f, "{level} {message}")?;
        }
        f.write_str(self.screen.as_deref().unwrap_or("no screen"))
    }
}

#[cfg(test)]
mod tests {
    use engine::LogLevel;

    use super::*;

    #[test]
    fn the_newest_lines_are_told_first_of_all() {
        let line = |at: u64| LogLine {
            at_ms: Some(at),
            level: LogLevel::Info,
            message: format!("Shop: line {at}"),
        };
        let lines: Vec<LogLine> = (0..100).map(line).collect();
        let (all, omitted) = newest(lines.clone(), 100_000);
        assert_eq!((all.len(), omitted), (100, 0));
        let (some, omitted) = newest(lines.clone(), 200);
        assert!((1..20).contains(&some.len()), "{}", some.len());
        assert_eq!(some.len() + omitted, 100);
        assert_eq!(some.last().unwrap().message, "Shop: line 99");
        assert_eq!(some[0].message, format!("Shop: line {omitted}"), "without gaps");
        assert!(newest(lines, 0).0.is_empty());
    }
}
