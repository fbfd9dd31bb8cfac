//! Installed packages: what their manifests say, their uids, permissions and intent filters.

mod catalogue;
mod code_path;
mod filter;
mod installing;
mod manifest;
mod package;
mod permissions;
mod query;
mod sessions;

pub(crate) use filter::host;
pub use filter::{Authority, Filter, PathRule};
pub use installing::{InstallError, UnknownPackage};
pub(crate) use installing::{InstallOptions, Leftover};
pub use manifest::{Activity, LaunchMode, Manifest};
pub use package::Package;
pub use permissions::{GrantError, Permission};
pub(crate) use sessions::{Session, Sessions};
