//! What can go wrong with a device. The engine gives each a hint and adds its own.

use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};
use thiserror::Error;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A variant's name in upper snake case is its code, so renaming one breaks users.
#[derive(Debug, Clone, PartialEq, Eq, Error, IntoStaticStr, EnumIter)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Error {
    #[error("no device is called {}", ui::text::quote(.id))]
    DeviceNotFound { id: String },
    #[error("device {id} is offline: {why}")]
    DeviceOffline { id: String, why: String },
    #[error("device {id} does not trust this computer: {why}")]
    DeviceUnauthorized { id: String, why: String },
    #[error("device {id} went away: {why}")]
    DeviceLost { id: String, why: String },
    #[error("device {id} is locked with a secret")]
    DeviceLocked { id: String },
    #[error("{why}")]
    AdbUnavailable { why: String },
    #[error("the screen could not be read: {why}")]
    TreeUnavailable { why: String },
    #[error("{app} is not installed on {id}")]
    AppNotInstalled { app: String, id: String },
    #[error("{app} did not start: {why}")]
    AppLaunchFailed { app: String, why: String },
    #[error("{why}")]
    InputUnsupported { why: String },
    #[error("{argument}: {why}")]
    InvalidArgument { argument: &'static str, why: String },
    #[error("timed out while {what}")]
    Timeout { what: String },
    #[error("{backend} refused {command}: {why}")]
    BackendFailed { backend: &'static str, command: String, why: String },
}

impl Error {
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// One of each kind, without content: for listing all codes.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::iter()
    }
}
