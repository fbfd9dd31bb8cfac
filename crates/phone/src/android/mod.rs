//! The Android of the phone: one shared device state and what changes it.
//! Commands hold an [`Android`]; apps hold a [`crate::apps::Host`]. Knows neither adb nor shells.

mod activities;
mod alerts;
mod api;
mod apk;
mod app_data;
pub(crate) mod app_process;
mod automation;
mod broadcasts;
mod builder;
pub(crate) mod choosing;
mod clock;
mod composer;
pub(crate) mod data_folder;
mod display;
mod exits;
mod frames;
mod handle;
mod host;
mod ime;
mod input;
mod instrumentation;
mod intent;
pub(crate) mod keys;
mod launch;
mod log;
mod memory;
mod network;
mod notifications;
mod one_time;
mod orientation;
mod pace;
mod packages;
mod permission_requests;
pub(crate) mod permissions;
mod processes;
mod properties;
mod providers;
mod quiet;
mod resolution;
mod results;
mod services;
mod settings;
mod stack_trace;
mod system;
#[cfg(test)]
mod tests;
mod windows;

pub(crate) use activities::hash;
pub use activities::{ActivityId, ActivityRecord, ActivityState, Task};
pub use api::{Api, UnknownApi};
#[cfg(test)]
pub(crate) use apk::built;
pub use apk::{
    Apk, Code, Contents, DeclaredPermission, Failure, Instrumentation, Part, Signing, Split,
    read_apk, read_contents,
};
pub(crate) use apk::{
    ApkFile, Certificates, HTTP, Parsed, dex_classes, jar_classes, parse_package,
};
pub use broadcasts::{Broadcast, Received};
pub use builder::Builder;
pub use display::{Config, Display, Insets, Rotation};
pub use exits::{Exit, ExitReason};
pub use frames::{FRAME_TIME, Frames};
pub use handle::Android;
pub use host::Host;
pub use ime::{Editor, Ime, InputType};
pub use input::{KeyEvent, Meta, Motion, NoKeyForChar};
pub(crate) use instrumentation::NotInstrumented;
pub use intent::{BadComponent, Component, Extra, Intent};
pub use keys::{key_for_char, key_name, keycode};
pub use launch::{LaunchState, Outcome, StartError, Started, Starting};
pub use log::{Buffer, Level, LogEntry, LogReader, Writer};
pub use memory::{BUFFERS_KB, CACHED_KB, Memory, SWAP_KB};
pub use network::Network;
pub use notifications::Notification;
pub(crate) use pace::Pace;
pub use packages::{
    Activity, Authority, Filter, GrantError, InstallError, LaunchMode, Manifest, Package, PathRule,
    Permission, UnknownPackage,
};
pub(crate) use packages::{InstallOptions, Session};
pub use permissions::Grant;
pub use processes::{Process, ProcessGuard};
pub use properties::{ABIS, ReadOnlyProperty};
pub(crate) use providers::ContentError;
pub use providers::{ContentAnswer, ContentRequest};
pub use results::{Pending, ResultFor, ResultTo};
pub(crate) use services::ServiceError;
pub use settings::Namespace;
pub(crate) use system::DATA_SIZE;
pub use system::{Battery, Power};
pub use windows::{Window, WindowId, WindowKind, WindowSpec};
