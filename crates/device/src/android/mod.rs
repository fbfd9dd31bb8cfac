//! Android, over adb. The only place that writes Android command lines and reads their answers.

mod device;
mod focus;
mod front;
mod keys;
mod link;
mod logcat;
mod routing;
mod shell;
mod source;
mod translate;

pub use device::Android;
pub(crate) use keys::{key_names, key_number};
pub use link::{Dial, Link};
pub use source::{AdbServer, Single};

/// What this platform is called in arguments and answers.
pub const PLATFORM: &str = "android";
