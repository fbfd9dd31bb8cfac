//! What an app process says on its own.

use serde::{Deserialize, Deserializer};

use super::intents::WireIntent;

/// An event. What is missing in one is as good as empty: nothing an app says may end more than the app.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Event {
    Windows {
        activity: u64,
        #[serde(default)]
        windows: Vec<WireWindow>,
    },
    Log {
        #[serde(default)]
        level: String,
        #[serde(default, deserialize_with = "nothing_is_empty")]
        tag: String,
        #[serde(default, deserialize_with = "nothing_is_empty")]
        text: String,
        #[serde(default)]
        thread: Thread,
    },
    Changed {},
    Keyboard {
        shown: bool,
        window: Option<u64>,
        #[serde(default, rename = "inputType")]
        input_type: i64,
        #[serde(default, rename = "imeOptions")]
        ime_options: i64,
    },
    Toast {
        #[serde(default, deserialize_with = "nothing_is_empty")]
        text: String,
        #[serde(default)]
        long: bool,
    },
    Start {
        activity: Option<u64>,
        #[serde(default)]
        intent: WireIntent,
        #[serde(default = "no_request")]
        request: i32,
    },
    Finish {
        activity: u64,
        #[serde(default)]
        code: i32,
        #[serde(default)]
        intent: Option<WireIntent>,
        /// What lies below it and belongs to the same task goes too.
        #[serde(default)]
        affinity: bool,
    },
    Background {
        activity: u64,
    },
    Permissions {
        activity: u64,
        #[serde(default)]
        request: i32,
        #[serde(default)]
        names: Vec<String>,
    },
    Orientation {
        activity: u64,
        value: i32,
    },
    Received {
        broadcast: u64,
        #[serde(default)]
        code: i32,
        #[serde(default)]
        data: Option<String>,
        #[serde(default)]
        extras: Option<String>,
        #[serde(default)]
        aborted: bool,
    },
    Notify(Posted),
    Cancel(Posted),
    Clipboard {
        #[serde(default, deserialize_with = "nothing_is_empty")]
        text: String,
    },
    Setting {
        namespace: String,
        key: String,
        #[serde(default)]
        value: Option<String>,
    },
    Loader {
        #[serde(flatten)]
        what: serde_json::Map<String, serde_json::Value>,
    },
    Wake,
    Crash {
        #[serde(default)]
        thread: Thread,
        #[serde(default)]
        trace: String,
    },
    Exit {
        #[serde(default)]
        code: i32,
    },
    /// A runtime that is newer than this phone.
    #[serde(other)]
    Unknown,
}

/// A window as the app declares it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WireWindow {
    pub(crate) id: u64,
    #[serde(default)]
    pub(crate) kind: String,
    /// Left, top, right, bottom.
    pub(crate) frame: [i32; 4],
    #[serde(default)]
    pub(crate) dim: f32,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default = "yes")]
    pub(crate) focusable: bool,
    #[serde(default = "yes", rename = "touchModal")]
    pub(crate) touch_modal: bool,
    #[serde(default)]
    pub(crate) secure: bool,
}

/// A notification.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Posted {
    #[serde(default)]
    pub(crate) id: i32,
    #[serde(default)]
    pub(crate) tag: Option<String>,
    #[serde(default, deserialize_with = "nothing_is_empty")]
    pub(crate) channel: String,
    #[serde(default, deserialize_with = "nothing_is_empty")]
    pub(crate) title: String,
    #[serde(default, deserialize_with = "nothing_is_empty")]
    pub(crate) text: String,
    /// Of its channel; what tells nothing has the one in the middle.
    #[serde(default = "usual")]
    pub(crate) importance: u8,
}

fn usual() -> u8 {
    3
}

/// A thread by number or by name; nothing is the main one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Thread {
    Number(i64),
    Name(String),
    #[default]
    Unsaid,
}

impl Thread {
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Name(name) if !name.is_empty() => name.clone(),
            Self::Number(number) => format!("Thread-{number}"),
            Self::Name(_) | Self::Unsaid => "main".to_owned(),
        }
    }

    /// Its distance from the pid, the same each time; 0 for the main one.
    pub(crate) fn offset(&self) -> u32 {
        /// Pids are that far apart: threads of two apps do not meet.
        const APART: u64 = 22;
        let place = match self {
            Self::Name(name) if !name.is_empty() && name != "main" => {
                name.bytes().fold(7, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(byte))
            }
            // 1 is the JVM's first thread.
            Self::Number(number) if !(0..=1).contains(number) => number.unsigned_abs(),
            Self::Number(_) | Self::Name(_) | Self::Unsaid => return 0,
        };
        u32::try_from(place % (APART - 1)).unwrap_or(0) + 1
    }
}

fn yes() -> bool {
    true
}

fn no_request() -> i32 {
    -1
}

fn nothing_is_empty<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Event {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn reads_what_the_page_names() {
        let windows = read(
            r#"{"event": "windows", "activity": 3, "windows": [{"id": 1, "kind": "dialog", "frame": [0, 1, 2, 3],
            "dim": 0.6, "title": "t", "type": 2, "flags": 2, "focusable": true, "touchModal": true, "secure": false}]}"#,
        );
        assert!(
            matches!(windows, Event::Windows { activity: 3, windows } if windows[0].frame == [0, 1, 2, 3])
        );
        assert!(matches!(read(r#"{"event": "wake"}"#), Event::Wake));
        let start = read(r#"{"event": "start", "activity": null, "intent": {"flags": 1}}"#);
        assert!(matches!(start, Event::Start { activity: None, request: -1, .. }));
        let finish = read(r#"{"event": "finish", "activity": 2, "code": -1, "intent": null}"#);
        assert!(matches!(finish, Event::Finish { activity: 2, code: -1, intent: None, .. }));
        let notify = read(
            r#"{"event": "notify", "id": 7, "tag": null, "channel": null, "title": "a", "text": null, "ongoing": true}"#,
        );
        assert!(matches!(notify, Event::Notify(Posted { id: 7, .. })));
        let log =
            read(r#"{"event": "log", "level": "W", "tag": null, "text": "x", "thread": "pool-1"}"#);
        assert!(matches!(log, Event::Log { thread: Thread::Name(_), .. }));
        assert!(matches!(read(r#"{"event": "hologram", "x": 1}"#), Event::Unknown));
    }

    #[test]
    fn threads_keep_their_place() {
        let named = Thread::Name("worker".to_owned());
        assert_eq!(named.offset(), Thread::Name("worker".to_owned()).offset());
        assert!((1..=21).contains(&named.offset()));
        for main in [Thread::Unsaid, Thread::Number(1), Thread::Name("main".to_owned())] {
            assert_eq!(main.offset(), 0);
        }
        assert_eq!(Thread::Number(i64::MIN).name(), "Thread--9223372036854775808");
    }
}
