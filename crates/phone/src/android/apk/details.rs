//! What the phone keeps of an installed APK beside the manifest that every app has.

use super::signing::Signing;
use crate::android::packages::Filter;

#[derive(Debug, Clone, PartialEq)]
pub struct Apk {
    pub version_code_major: u32,
    /// Sorted by name.
    pub splits: Vec<Split>,
    pub signing: Signing,
    /// The instruction set of its native libraries, when it has any.
    pub abi: Option<String>,
    /// Flags of the application as `dumpsys package` names them.
    pub flags: Vec<&'static str>,
    pub extract_native_libs: bool,
    pub services: Vec<Part>,
    pub receivers: Vec<Part>,
    pub providers: Vec<Part>,
    pub instrumentation: Vec<Instrumentation>,
    pub declared_permissions: Vec<DeclaredPermission>,
    /// Who installed it: `-i`.
    pub installer: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Split {
    pub name: String,
    pub revision: u32,
}

/// A service, a receiver or a provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Full class name.
    pub class: String,
    pub exported: bool,
    /// What its callers must hold.
    pub permission: Option<String>,
    pub filters: Vec<Filter>,
    /// Of a provider.
    pub authorities: Vec<String>,
}

/// Tests for a package, itself or another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instrumentation {
    pub class: String,
    pub target: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredPermission {
    pub name: String,
    pub protection: &'static str,
}
