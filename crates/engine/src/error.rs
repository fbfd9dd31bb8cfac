//! The whole taxonomy: every code that a caller can see, with what to do next.

use serde_json::{Value, json};
use strum::{EnumIter, IntoStaticStr};
use ui::{Size, text::quote};

use crate::effect::PostMortem;
use crate::{Denial, Obstacle, Refusal};

/// The argument that says what points are points of.
const SPACE: &str = "space";
const REF: &str = "ref";

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A variant's name in upper snake case is its code, so renaming one breaks users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Error {
    /// What a device said; it has its own codes.
    #[error(transparent)]
    Device(#[from] DeviceError),
    #[error("no device is attached{}", listed(": ", .unusable))]
    NoDevice { unusable: Vec<String> },
    #[error("several devices are attached{}", listed(": ", .candidates))]
    DeviceAmbiguous { candidates: Vec<String> },
    #[error("device {id} is held by {}", .pid.map_or("another process".to_owned(), |pid| format!("process {pid}")))]
    DeviceBusy { id: String, pid: Option<u32> },
    #[error("{0}")]
    GuardRefused(Refusal),
    #[error("nothing on screen matches {wanted}{}", listed("; nearest: ", .nearest))]
    ElementNotFound { wanted: String, nearest: Vec<String> },
    /// Nothing is known of what was never given out.
    #[error("{token} {}", gone(.was.as_deref()))]
    StaleReference { token: String, was: Option<String> },
    #[error("{wanted} fits {count} elements{}", listed(": ", .candidates))]
    AmbiguousTarget { wanted: String, count: usize, candidates: Vec<String> },
    #[error("{target} cannot be acted on: {why}")]
    ElementNotInteractable { target: String, why: Obstacle },
    #[error("{wanted} is not there: {scrolls} {} reached the end{}", if *.scrolls == 1 { "scroll" } else { "scrolls" }, listed("; nearest: ", .nearest))]
    NavigationNoChange { wanted: String, scrolls: u32, nearest: Vec<String> },
    #[error("{target} could not be set to {goal}: after {gestures} gestures it stands at {actual}")]
    ControlConvergenceFailed { target: String, goal: String, actual: String, gestures: u32 },
    #[error("{argument}: {why}")]
    InvalidArgument { argument: String, why: String },
    #[error("the call was cancelled")]
    Cancelled,
    #[error("{why}")]
    InternalError { why: String },
}

/// [`device::Error`] as a part of ours: it needs a default for listing all codes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct DeviceError {
    pub error: device::Error,
    /// Where the device went away: what is known of that.
    pub post_mortem: Option<Box<PostMortem>>,
}

impl Default for DeviceError {
    fn default() -> Self {
        device::Error::DeviceNotFound { id: String::new() }.into()
    }
}

impl From<device::Error> for DeviceError {
    fn from(error: device::Error) -> Self {
        Self { error, post_mortem: None }
    }
}

impl From<device::Error> for Error {
    fn from(error: device::Error) -> Self {
        Self::Device(error.into())
    }
}

impl Error {
    pub fn code(&self) -> &'static str {
        if let Self::Device(DeviceError { error, .. }) = self { error.code() } else { self.into() }
    }

    /// The next thing to do.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Device(DeviceError { error, .. }) => device_hint(error),
            Self::NoDevice { .. } => {
                "plug in a phone with USB debugging on, start an emulator, or use the embedded phone: `fingertip mcp --phone`, `fingertip call --phone`"
            }
            Self::DeviceAmbiguous { .. } => {
                "pass deviceId with one of the listed ids, or call connect once with it"
            }
            Self::DeviceBusy { .. } => {
                "one process acts on a device at a time, from its first action until it ends: end that one, or use its server; reading works meanwhile"
            }
            Self::GuardRefused(refusal) => refusal.hint(),
            Self::ElementNotFound { .. } => {
                "read the screen with get_ui_tree, or wait for the element with wait_for_ui; it may also be further down: scroll_to_element, or swipe"
            }
            Self::StaleReference { .. } => {
                "read the screen again with get_ui_tree and use a ref from it"
            }
            Self::AmbiguousTarget { .. } => "use the ref of one candidate, or add index (from 0)",
            Self::ElementNotInteractable { why, .. } => why.hint(),
            Self::NavigationNoChange { .. } => {
                "scroll the other way, or in another list: within names it"
            }
            Self::ControlConvergenceFailed { .. } => {
                "the value it stands at may be its end or its nearest step: allow a tolerance, or set what it can take"
            }
            Self::InvalidArgument { argument, .. } if argument == SPACE => {
                "take a new picture with capture_screenshot and point into that one"
            }
            Self::InvalidArgument { argument, .. } if argument == REF => {
                "get_ui_tree shows the refs there are; a ref of another server is none of these"
            }
            Self::InvalidArgument { .. } => {
                "correct the argument; the tool's schema says what it takes"
            }
            Self::Cancelled => {
                "call again when it is needed; a gesture that had begun was finished"
            }
            Self::InternalError { .. } => {
                "this is a defect in Fingertip; other calls still work, please report this one"
            }
        }
    }

    /// Whether the same call may succeed when it is made again, perhaps after the hint was followed.
    pub fn retryable(&self) -> bool {
        match self {
            Self::Device(DeviceError { error, .. }) => device_retryable(error),
            Self::DeviceBusy { .. }
            | Self::ElementNotFound { .. }
            | Self::StaleReference { .. }
            | Self::NavigationNoChange { .. }
            | Self::ControlConvergenceFailed { .. } => true,
            Self::ElementNotInteractable { why, .. } => why.may_pass(),
            Self::GuardRefused(refusal) => refusal.may_pass(),
            Self::NoDevice { .. }
            | Self::DeviceAmbiguous { .. }
            | Self::AmbiguousTarget { .. }
            | Self::InvalidArgument { .. }
            | Self::Cancelled
            | Self::InternalError { .. } => false,
        }
    }

    /// What a program would want to read apart from the message.
    pub fn details(&self) -> Option<Value> {
        match self {
            Self::NoDevice { unusable } if !unusable.is_empty() => {
                Some(json!({ "unusable": unusable }))
            }
            Self::DeviceAmbiguous { candidates } | Self::AmbiguousTarget { candidates, .. } => {
                Some(json!({ "candidates": candidates }))
            }
            Self::ElementNotFound { nearest, .. } | Self::NavigationNoChange { nearest, .. }
                if !nearest.is_empty() =>
            {
                Some(json!({ "nearest": nearest }))
            }
            Self::ControlConvergenceFailed { goal, actual, gestures, .. } => {
                Some(json!({ "targetValue": goal, "actual": actual, "attempts": gestures }))
            }
            Self::Device(DeviceError { post_mortem: Some(found), .. }) => {
                Some(json!({ "state": found.state, "lastActions": found.last_actions }))
            }
            Self::DeviceBusy { pid: Some(pid), .. } => Some(json!({ "pid": pid })),
            Self::GuardRefused(refusal) => Some(refusal.details()),
            Self::Device(_)
            | Self::NoDevice { .. }
            | Self::DeviceBusy { .. }
            | Self::ElementNotFound { .. }
            | Self::StaleReference { .. }
            | Self::ElementNotInteractable { .. }
            | Self::NavigationNoChange { .. }
            | Self::InvalidArgument { .. }
            | Self::Cancelled
            | Self::InternalError { .. } => None,
        }
    }

    /// Every code, with whether it is retryable and its hint: what docs/errors.md is made of.
    pub fn all() -> Vec<(&'static str, bool, &'static str)> {
        use strum::IntoEnumIterator as _;
        let own = Self::iter().filter(|error| !matches!(error, Self::Device(_)));
        let all = device::Error::all().map(Self::from).chain(own);
        let mut rows: Vec<_> =
            all.map(|error| (error.code(), error.retryable(), error.hint())).collect();
        rows.extend(Denial::iter().map(|denial| (denial.code(), true, denial.hint())));
        // The fuller hint of a code that is both stays.
        rows.sort_unstable_by_key(|row| row.0);
        rows.dedup_by_key(|row| row.0);
        rows
    }
}

fn gone(was: Option<&str>) -> String {
    match was {
        Some(was) => format!("was {was}, which is not on screen now"),
        None => "is not known: it was never given out, or too long ago".to_owned(),
    }
}

fn device_hint(error: &device::Error) -> &'static str {
    use device::Error as E;
    match error {
        E::DeviceNotFound { .. } => {
            "list_devices shows what is attached; host:port connects over TCP"
        }
        E::DeviceOffline { .. } => {
            "check that it is on and reachable (cable, emulator, host:port), then call again"
        }
        E::DeviceUnauthorized { .. } => {
            "unlock the phone and accept the debugging prompt, then call again"
        }
        E::DeviceLost { .. } => "call again when the device is back; list_devices shows its state",
        E::DeviceLocked { .. } => "unlock the phone by hand, then call again",
        E::AdbUnavailable { .. } => {
            "install Android platform-tools or set FINGERTIP_ADB to the adb program; the embedded phone needs neither: `fingertip mcp --phone`"
        }
        E::TreeUnavailable { .. } => {
            "call again; connect wakes a display that is off; a screen that never stops moving, or whose app hangs, cannot be read over plain adb: use capture_screenshot, and press_back or tap by x and y with settle none"
        }
        E::AppNotInstalled { .. } => {
            "check its package name (list_devices with appId says where an app is installed), or install it"
        }
        E::AppLaunchFailed { .. } => {
            "the message says why; if it can only be opened by hand or by another app, do that, then connect without packageName"
        }
        E::InputUnsupported { .. } => {
            "type it in printable ASCII, or put it on the phone's clipboard (copy it in an app, or share the emulator's) and press_key paste"
        }
        E::InvalidArgument { .. } => "correct the argument; the tool's schema says what it takes",
        E::Timeout { .. } => "call again; if it stays, the device hangs: restart it",
        E::BackendFailed { .. } => {
            "call again in a moment; list_devices shows whether the device is there, `fingertip doctor` checks the way to it"
        }
    }
}

fn device_retryable(error: &device::Error) -> bool {
    use device::Error as E;
    match error {
        E::DeviceOffline { .. }
        | E::DeviceLost { .. }
        | E::TreeUnavailable { .. }
        | E::Timeout { .. }
        | E::BackendFailed { .. } => true,
        E::DeviceNotFound { .. }
        | E::DeviceUnauthorized { .. }
        | E::DeviceLocked { .. }
        | E::AdbUnavailable { .. }
        | E::AppNotInstalled { .. }
        | E::AppLaunchFailed { .. }
        | E::InputUnsupported { .. }
        | E::InvalidArgument { .. } => false,
    }
}

fn listed(lead: &str, items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!("{lead}{}", items.join(", ")) }
}

impl Error {
    pub(crate) fn invalid(argument: &str, why: impl Into<String>) -> Self {
        Self::InvalidArgument { argument: argument.to_owned(), why: why.into() }
    }

    /// Points of a picture on a display that is not as it was.
    pub(crate) fn outdated_picture(was: Size, now: Size) -> Self {
        let of = |size: Size| format!("{}x{}", size.width, size.height);
        let why = format!("the picture shows a display of {}, which is {} now", of(was), of(now));
        Self::invalid(SPACE, why)
    }

    pub(crate) fn is_tree_unavailable(&self) -> bool {
        matches!(
            self,
            Self::Device(DeviceError { error: device::Error::TreeUnavailable { .. }, .. })
        )
    }

    pub(crate) fn not_a_ref(text: &str) -> Self {
        Self::invalid(REF, format!("{} is not a ref such as @b3", quote(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_a_contract() {
        let rows = Error::all();
        let codes: Vec<&str> = rows.iter().map(|(code, _, _)| *code).collect();
        insta::assert_snapshot!(codes.join("\n"), @"
        ADB_UNAVAILABLE
        AMBIGUOUS_TARGET
        APP_CRASHED
        APP_LAUNCH_FAILED
        APP_NOT_INSTALLED
        BACKEND_FAILED
        CANCELLED
        CONTROL_CONVERGENCE_FAILED
        DEVICE_AMBIGUOUS
        DEVICE_BUSY
        DEVICE_LOCKED
        DEVICE_LOST
        DEVICE_NOT_FOUND
        DEVICE_OFFLINE
        DEVICE_UNAUTHORIZED
        ELEMENT_NOT_FOUND
        ELEMENT_NOT_INTERACTABLE
        EXPECT_STATE_MISMATCH
        GUARD_REFUSED
        INPUT_UNSUPPORTED
        INTERNAL_ERROR
        INVALID_ARGUMENT
        NAVIGATION_NO_CHANGE
        NO_DEVICE
        STALE_REFERENCE
        STATE_UNAVAILABLE
        TIMEOUT
        TREE_UNAVAILABLE
        VERIFICATION_FAILED
        ");
        assert!(rows.iter().all(|(_, _, hint)| hint.len() > 20), "every code says what to do next");
    }

    #[test]
    fn what_can_never_change_is_not_worth_another_try() {
        let error = |why| Error::ElementNotInteractable { target: String::new(), why };
        assert!(error(Obstacle::Disabled).retryable() && error(Obstacle::NotShown).retryable());
        assert!(!error(Obstacle::NotAField).retryable());
        assert!(!error(Obstacle::NotAField).hint().contains("wait"));
    }
}
