//! Phones as values: what can be asked of one ([`Device`]), who is attached ([`Source`]), and what can
//! go wrong ([`Error`]). Backends live below `android/`; nothing above this crate names a platform.

pub mod android;
mod error;
mod key;
mod log;
mod source;
mod values;

use async_trait::async_trait;

pub use adb::Deadline;
pub use error::{Error, Result};
pub use key::Key;
pub use log::{Log, LogEntry, LogLevel, LogStream, LogTime, Meaning, Process, Report};
pub use source::{Attached, Source, State};
pub use ui::Format;
pub use values::{
    AppId, Capture, DeviceInfo, Display, Editor, Front, Gesture, Over, Pace, Picture, Place, Via,
};

/// The platforms there are backends for, as callers name them.
pub const PLATFORMS: &[&str] = &[android::PLATFORM];

/// One phone. Every method has a deadline and is cancelled by dropping its future.
#[async_trait]
pub trait Device: Send + Sync + std::fmt::Debug {
    /// What it is called in lists and arguments.
    fn id(&self) -> &str;

    async fn info(&self, deadline: Deadline) -> Result<DeviceInfo>;

    /// The screen as bytes, with where it is and how large.
    async fn capture(&self, deadline: Deadline) -> Result<Capture>;

    /// Which app is in front, without reading the screen.
    async fn place(&self, deadline: Deadline) -> Result<Place>;

    /// How large the display is as it is turned now, and what the keyboard covers, without reading the screen.
    async fn display(&self, deadline: Deadline) -> Result<Option<Display>>;

    /// Who would get an input now: what a guard asks right before each.
    async fn front(&self, deadline: Deadline) -> Result<Front> {
        Ok(Front { app: self.place(deadline).await?.app, over: None })
    }

    async fn screenshot(&self, deadline: Deadline) -> Result<Picture>;

    /// Done when the phone has taken the whole gesture.
    async fn gesture(&self, gesture: Gesture, deadline: Deadline) -> Result<Via>;

    /// Presses keys one after the other.
    async fn press(&self, keys: &[Key], deadline: Deadline) -> Result<Via>;

    /// Whether [`Device::type_text`] could type this, asked before anything is done for it.
    fn can_type(&self, text: &str) -> Result<()>;

    /// Types into whatever has the focus.
    async fn type_text(&self, text: &str, pace: Pace, deadline: Deadline) -> Result<Via>;

    /// The text field that keys go to, where that can be told without reading the screen.
    async fn editor(&self, _deadline: Deadline) -> Result<Option<Editor>> {
        Ok(None)
    }

    /// Brings an app to the front, starting it if need be.
    async fn launch(&self, app: &AppId, deadline: Deadline) -> Result<()>;

    async fn is_installed(&self, app: &AppId, deadline: Deadline) -> Result<bool>;

    /// Turns the screen on. Fails when a lock that needs a secret is in the way.
    async fn wake(&self, deadline: Deadline) -> Result<()>;

    /// Whether it can be used now, as whoever connects to it sees it.
    async fn state(&self, deadline: Deadline) -> Result<State>;

    /// What it writes about itself, where that can be read.
    fn log(&self) -> Option<&dyn Log> {
        None
    }
}
