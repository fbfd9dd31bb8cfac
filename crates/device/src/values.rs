//! The values that pass between the engine and a device.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use ui::{Bounds, Format, Point, Size};

use crate::{Error, Result};

/// Who a device is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceInfo {
    pub platform: &'static str,
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub os_version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// An emulator, a simulator or the virtual phone.
    pub simulator: bool,
    /// What it is called whichever way it is reached; for telling devices apart, not for callers.
    #[serde(skip)]
    pub itself: String,
}

/// An app's package name or bundle id, checked.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AppId(String);

impl AppId {
    pub fn parse(text: &str) -> Result<Self> {
        let part = |part: &str| {
            !part.is_empty()
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        };
        let well_formed = text.len() <= 255
            && text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.contains('.')
            && text.split('.').all(part);
        if well_formed {
            Ok(Self(text.to_owned()))
        } else {
            let why =
                format!("{} is not an app id such as com.example.shop", ui::text::quote(text));
            Err(Error::InvalidArgument { argument: "packageName", why })
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AppId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The bytes of a screen, not yet understood.
#[derive(Debug, Clone)]
pub struct Capture {
    pub format: Format,
    pub bytes: Bytes,
    pub place: Place,
    pub display: Option<Display>,
    /// The backend waited until the device was silent before it read.
    pub quiet: bool,
    pub via: Via,
}

/// Where the phone is, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    pub platform: &'static str,
    /// The app in front.
    pub app: Option<String>,
    /// What the app calls the screen.
    pub screen: Option<String>,
}

/// Who would get an input now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Front {
    /// The app in front.
    pub app: Option<String>,
    /// The window of somebody else that lies over it and takes keys: a dialog of the system, the shade.
    pub over: Option<Over>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Over {
    /// Whose it is, where that is told.
    pub app: Option<String>,
    /// What it is called, in its owner's words.
    pub title: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Display {
    /// As it is turned now.
    pub size: Size,
    /// What the keyboard lies over, where it is up and not itself part of the capture.
    pub keyboard: Option<Bounds>,
}

/// A picture of the screen, encoded as PNG.
#[derive(Debug, Clone)]
pub struct Picture {
    pub png: Bytes,
    pub via: Via,
}

/// Which backend served an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Via(pub &'static str);

/// What fingers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gesture {
    Tap {
        at: Point,
    },
    DoubleTap {
        at: Point,
        apart: Duration,
    },
    /// From one point to another; between equal points it is a long press.
    Swipe {
        from: Point,
        to: Point,
        lasting: Duration,
    },
}

/// What a device says of the text field that keys go to. Another field has another one; the same one may have
/// another one, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor(pub String);

/// How fast to type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    #[default]
    Usual,
    /// For apps that lose keys.
    Careful,
}

/// A word of the phone's for a message, bounded.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::new();
    ui::text::push_escaped(&mut out, &text, 300);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn app_ids_are_checked() {
        for good in ["com.example.shop", "a.b_c.D1", "com.apple.mobile-notes"] {
            assert!(AppId::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "shop",
            "com..x",
            "com.x;reboot",
            "-n.x",
            "com.x y",
            "com.x\n.y",
            ".x.y",
            "com.$(id)",
        ] {
            assert!(AppId::parse(bad).is_err(), "{bad}");
        }
    }
}
