//! Why an installation fails, in the words of the package manager.

use std::fmt;

/// `INSTALL_FAILED_…: text`, as it stands between the brackets of `Failure […]`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}{}{message}{}{cause}", colon(message), colon(cause))]
pub struct Failure {
    pub code: Code,
    pub message: String,
    /// What the exception behind it said, if there was one.
    pub cause: String,
}

/// What stands before a text that is there.
fn colon(text: &str) -> &'static str {
    if text.is_empty() { "" } else { ": " }
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), cause: String::new() }
    }

    pub(crate) fn because(self, cause: impl Into<String>) -> Self {
        Self { cause: cause.into(), ..self }
    }

    /// The same with what was going on in front.
    pub(crate) fn during(self, what: &str) -> Self {
        Self { message: format!("{what}: {}", self.message), ..self }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal,)*) => {
        /// Status codes of the package manager.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code { $($variant,)* }

        impl fmt::Display for Code {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$variant => $name,)* })
            }
        }
    };
}

codes! {
    AlreadyExists "INSTALL_FAILED_ALREADY_EXISTS",
    InvalidApk "INSTALL_FAILED_INVALID_APK",
    InsufficientStorage "INSTALL_FAILED_INSUFFICIENT_STORAGE",
    Dexopt "INSTALL_FAILED_DEXOPT",
    VerificationFailure "INSTALL_FAILED_VERIFICATION_FAILURE",
    UpdateIncompatible "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
    OlderSdk "INSTALL_FAILED_OLDER_SDK",
    NewerSdk "INSTALL_FAILED_NEWER_SDK",
    ConflictingProvider "INSTALL_FAILED_CONFLICTING_PROVIDER",
    TestOnly "INSTALL_FAILED_TEST_ONLY",
    VersionDowngrade "INSTALL_FAILED_VERSION_DOWNGRADE",
    // Android 14 has no name for this one and prints its number.
    PermissionModelDowngrade "-26",
    MissingSplit "INSTALL_FAILED_MISSING_SPLIT",
    DeprecatedSdkVersion "INSTALL_FAILED_DEPRECATED_SDK_VERSION",
    DuplicatePermission "INSTALL_FAILED_DUPLICATE_PERMISSION",
    NoMatchingAbis "INSTALL_FAILED_NO_MATCHING_ABIS",
    NotApk "INSTALL_PARSE_FAILED_NOT_APK",
    BadManifest "INSTALL_PARSE_FAILED_BAD_MANIFEST",
    UnexpectedException "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
    NoCertificates "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
    BadPackageName "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
    ManifestMalformed "INSTALL_PARSE_FAILED_MANIFEST_MALFORMED",
    ManifestEmpty "INSTALL_PARSE_FAILED_MANIFEST_EMPTY",
    // Nor for this one.
    ResourcesCompressed "-124",
}
