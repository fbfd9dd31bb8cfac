//! Reading APKs: what the package installer learns from the bytes that it is sent. Knows neither the device state nor
//! the phone's files.

mod archive;
#[cfg(test)]
#[path = "../../../tests/apk/mod.rs"]
pub(crate) mod built;
mod bytes;
mod chunk;
mod components;
mod contents;
mod der;
mod details;
mod dex;
mod failure;
mod file;
mod filters;
mod integrity;
mod names;
mod package;
mod read;
mod resources;
mod signing;
mod strings;
#[cfg(test)]
mod tests;
mod themes;
mod value;
mod xml;

pub use contents::{Contents, read_contents};
pub use details::{Apk, DeclaredPermission, Instrumentation, Part, Split};
pub(crate) use dex::{dex_classes, jar_classes};
pub use failure::{Code, Failure};
pub(crate) use file::{ApkFile, Certificates, HTTP};
pub(crate) use package::{Parsed, parse_package};
pub use read::read_apk;
pub use signing::Signing;
