//! Why an app crashed, from the lines of its log.

use std::fmt;

/// Code that is not the app's own.
const FOREIGN: [&str; 12] = [
    "android.",
    "androidx.",
    "com.android.",
    "dalvik.",
    "fingertip.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.",
    "org.robolectric.",
    "sun.",
];

/// An exception that nobody caught.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Crash {
    /// The innermost one: its class and what it says.
    pub(super) exception: String,
    /// The first line of the app's own code in it.
    pub(super) at: Option<String>,
    /// The part of the app that could not be started.
    pub(super) activity: Option<String>,
}

impl Crash {
    /// The last one that these lines tell of. Lines may begin with a tag.
    pub(super) fn last<'t>(lines: impl Iterator<Item = &'t str>) -> Option<Self> {
        let lines: Vec<&str> = lines
            .filter_map(|line| {
                let line = line.strip_prefix("AndroidRuntime: ")?;
                Some(line.trim_end())
            })
            .collect();
        let begin = lines.iter().rposition(|line| line.starts_with("FATAL EXCEPTION"))?;
        Some(Self::of(&lines[begin + 1..]))
    }

    fn of(trace: &[&str]) -> Self {
        let named =
            |line: &&&str| !line.starts_with("Process:") && !line.trim_start().starts_with("at ");
        let first = trace.iter().find(named).copied().unwrap_or_default();
        let activity = first
            .split_once("ComponentInfo{")
            .and_then(|(_, rest)| rest.split_once('}'))
            .and_then(|(component, _)| component.split_once('/'))
            .map(|(_, class)| class.to_owned());
        let cause = trace.iter().rposition(|line| line.starts_with("Caused by: "));
        let exception = match cause {
            Some(at) => trace[at].trim_start_matches("Caused by: "),
            None => first,
        };
        let inner = &trace[cause.unwrap_or(0)..];
        let frames = |lines: &[&str]| -> Vec<String> {
            let frames = lines.iter().filter_map(|line| line.trim_start().strip_prefix("at "));
            frames.map(str::to_owned).collect()
        };
        let own = |frame: &String| !FOREIGN.iter().any(|foreign| frame.starts_with(foreign));
        let (inner, all) = (frames(inner), frames(trace));
        let at = inner.iter().find(|frame| own(frame)).or_else(|| all.iter().find(|it| own(it)));
        let at = at.or(inner.first()).map(|frame| short_frame(frame));
        Self { exception: cut(exception), at, activity }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.exception)?;
        self.at.iter().try_for_each(|at| write!(f, " at {at}"))
    }
}

/// `a.b.C.d(C.java:7)` without what can be guessed.
fn short_frame(frame: &str) -> String {
    let method = frame.split_once('(').map_or(frame, |(method, _)| method);
    let line = frame.rsplit_once(':').map(|(_, line)| line.trim_end_matches(')'));
    let line = line.filter(|line| line.bytes().all(|byte| byte.is_ascii_digit()));
    cut(&line.map_or_else(|| method.to_owned(), |line| format!("{method}:{line}")))
}

/// An app's words are bounded, and one line.
fn cut(text: &str) -> String {
    const MOST: usize = 200;
    // The log is told with its quotes escaped.
    let text = text.replace("\\\"", "\"");
    let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    line.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_cause_and_the_first_own_frame() {
        let log = "W: something
AndroidRuntime: FATAL EXCEPTION: main
AndroidRuntime: Process: a.b, PID: 7
AndroidRuntime: java.lang.RuntimeException: Unable to start activity ComponentInfo{a.b/a.b.Main}: x
AndroidRuntime: \tat android.app.ActivityThread.performLaunchActivity(ActivityThread.java:3782)
AndroidRuntime: Caused by: java.lang.NullPointerException: no camera
AndroidRuntime: \tat android.hardware.Camera.open(Camera.java:1)
AndroidRuntime: \tat a.b.Main.onCreate(Main.java:42)";
        let crash = Crash::last(log.lines()).unwrap();
        assert_eq!(
            crash.to_string(),
            "java.lang.NullPointerException: no camera at a.b.Main.onCreate:42"
        );
        assert_eq!(crash.activity.as_deref(), Some("a.b.Main"));
        assert_eq!(Crash::last("nothing".lines()), None);
    }
}
