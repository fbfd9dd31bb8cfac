//! What the phone asks of an app process, and the shape of the answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{components::WireRequest, intents::WireIntent, tree::WireNode};
use crate::android::{ActivityState, Config, Motion};

/// A call. Its payload says also what time it is.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub(crate) enum Call {
    Boot {
        api: u32,
        config: WireConfig,
    },
    Load(Box<Load>),
    Start {
        activity: u64,
        class: String,
        intent: WireIntent,
        root: bool,
        task: u32,
        caller: Option<String>,
    },
    Intent {
        activity: u64,
        intent: WireIntent,
    },
    State {
        activity: u64,
        state: &'static str,
    },
    Result {
        activity: u64,
        request: i32,
        code: i32,
        intent: Option<WireIntent>,
    },
    Permitted {
        activity: u64,
        request: i32,
        permissions: Vec<Permitted>,
        granted: Vec<String>,
        rationale: Vec<String>,
    },
    Granted {
        granted: Vec<String>,
        rationale: Vec<String>,
    },
    Clipboard {
        text: String,
    },
    Configure {
        config: WireConfig,
    },
    Pointer {
        window: u64,
        action: &'static str,
        x: f32,
        y: f32,
    },
    Key {
        window: u64,
        code: u32,
        meta: u32,
        #[serde(rename = "longPress")]
        long_press: bool,
    },
    Commit {
        window: u64,
        text: String,
    },
    Action {
        window: u64,
    },
    Back {
        window: u64,
    },
    Tree {
        window: u64,
    },
    Pixels {
        window: u64,
    },
    Receive {
        broadcast: u64,
        intent: WireIntent,
        receivers: Vec<String>,
        registered: bool,
        foreign: bool,
        code: i32,
        data: Option<String>,
    },
    Service {
        order: &'static str,
        class: String,
        intent: WireIntent,
    },
    Content(Box<WireRequest>),
    Trim {
        level: i32,
    },
    Run,
    Threads,
}

/// The first call.
#[derive(Debug, Serialize)]
pub(crate) struct Load {
    pub(crate) wall: i64,
    pub(crate) api: u32,
    pub(crate) package: String,
    pub(crate) apk: String,
    pub(crate) classes: Vec<String>,
    pub(crate) data: String,
    /// Where `/sdcard` really lies.
    pub(crate) shared: String,
    pub(crate) pid: u32,
    pub(crate) uid: u32,
    pub(crate) config: WireConfig,
    pub(crate) granted: Vec<String>,
    pub(crate) rationale: Vec<String>,
    pub(crate) settings: Settings,
    pub(crate) clipboard: String,
    /// What `getprop` says of the device.
    pub(crate) properties: BTreeMap<String, String>,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Settings {
    pub(crate) global: BTreeMap<String, String>,
    pub(crate) secure: BTreeMap<String, String>,
    pub(crate) system: BTreeMap<String, String>,
}

/// An answer to a request for a permission.
#[derive(Debug, Serialize)]
pub(crate) struct Permitted {
    pub(crate) name: String,
    pub(crate) granted: bool,
}

/// What to lay out for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireConfig {
    width: i32,
    height: i32,
    density: u32,
    rotation: u8,
    font_scale: f32,
    night: bool,
    locale: String,
    status_bar: i32,
    navigation_bar: i32,
    keyboard: i32,
}

impl WireConfig {
    pub(crate) fn of(config: &Config, locale: String) -> Self {
        Self {
            width: config.size.width,
            height: config.size.height,
            density: config.density,
            rotation: config.rotation.number(),
            font_scale: config.font_scale,
            night: config.night,
            locale,
            status_bar: config.insets.status_bar,
            navigation_bar: config.insets.navigation_bar,
            keyboard: config.insets.keyboard,
        }
    }
}

pub(crate) fn state_name(state: ActivityState) -> &'static str {
    match state {
        ActivityState::Resumed => "resumed",
        ActivityState::Paused => "paused",
        ActivityState::Stopped => "stopped",
        ActivityState::Destroyed => "destroyed",
    }
}

pub(crate) fn action_name(motion: Motion) -> &'static str {
    match motion {
        Motion::Down => "down",
        Motion::Move => "move",
        Motion::Up => "up",
        Motion::Cancel => "cancel",
    }
}

/// The payload of a call at a time, in milliseconds since the phone started.
pub(crate) fn payload(call: &Call, now: u64) -> Vec<u8> {
    #[derive(Serialize)]
    struct Timed<'a> {
        now: u64,
        #[serde(flatten)]
        call: &'a Call,
    }
    // Only maps with keys that are no strings fail, and there are none.
    serde_json::to_vec(&Timed { now, call }).unwrap_or_default()
}

/// What any answer may hold.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Answer {
    /// When the app wants to run next, in milliseconds since the phone started.
    pub(crate) next: Option<f64>,
    pub(crate) used: bool,
    pub(crate) package: Option<String>,
    pub(crate) nodes: Vec<WireNode>,
    pub(crate) trace: Option<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Option<String>>>,
    pub(crate) result: Option<String>,
    pub(crate) thrown: Option<String>,
}

/// Why a call failed.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Failure {
    #[serde(alias = "error", alias = "reason")]
    pub(crate) message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(call: &Call) -> serde_json::Value {
        serde_json::from_slice(&payload(call, 17)).unwrap()
    }

    #[test]
    fn says_what_to_do_and_when() {
        let key = Call::Key { window: 3, code: 66, meta: 1, long_press: true };
        let wanted = serde_json::json!({"do": "key", "now": 17, "window": 3, "code": 66, "meta": 1, "longPress": true});
        assert_eq!(json(&key), wanted);
        assert_eq!(json(&Call::Run), serde_json::json!({"do": "run", "now": 17}));
        let result = Call::Result { activity: 1, request: 2, code: -1, intent: None };
        assert_eq!(json(&result)["intent"], serde_json::Value::Null);
        let permitted = vec![Permitted { name: "p".to_owned(), granted: true }];
        let call = Call::Permitted {
            activity: 1,
            request: 2,
            permissions: permitted,
            granted: vec![],
            rationale: vec![],
        };
        assert_eq!(json(&call)["permissions"][0]["granted"], true);
    }

    #[test]
    fn an_answer_may_hold_more_or_less() {
        let answer: Answer = serde_json::from_str(r#"{"next": null, "other": {}}"#).unwrap();
        assert!(answer.next.is_none() && !answer.used);
        let answer: Answer = serde_json::from_str(r#"{"next": 12, "used": true}"#).unwrap();
        assert_eq!((answer.next, answer.used), (Some(12.0), true));
    }
}
