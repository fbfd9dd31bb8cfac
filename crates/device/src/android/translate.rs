//! What adb says, in the words of this crate: variant by variant, here and nowhere above.

use crate::{Error, Result};

/// A failure below: adb's, or one that already has its meaning.
#[derive(Debug)]
pub(super) enum Failure {
    Adb(adb::Error),
    Known(Error),
}

impl From<adb::Error> for Failure {
    fn from(error: adb::Error) -> Self {
        Self::Adb(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Known(error)
    }
}

pub(super) trait Translate<T> {
    fn translate(self, id: &str) -> Result<T>;
}

impl<T> Translate<T> for Result<T, Failure> {
    fn translate(self, id: &str) -> Result<T> {
        self.map_err(|failure| match failure {
            Failure::Known(error) => error,
            Failure::Adb(error) => translate(error, id),
        })
    }
}

pub(super) fn translate(error: adb::Error, id: &str) -> Error {
    use adb::Error as E;
    let why = error.to_string();
    let id = id.to_owned();
    match error {
        E::NoDevices | E::DeviceNotFound { .. } | E::MoreThanOne => Error::DeviceNotFound { id },
        E::DeviceOffline { .. }
        | E::StillConnecting { .. }
        | E::DeviceUnreachable { .. }
        | E::ConnectFailed { .. } => Error::DeviceOffline { id, why },
        E::Unauthorized { .. } | E::NoPermissions { .. } | E::AuthRequired | E::TlsRequired => {
            Error::DeviceUnauthorized { id, why }
        }
        E::ConnectionLost(_) | E::Protocol { .. } | E::ServerDied { .. } => {
            Error::DeviceLost { id, why }
        }
        E::ServerUnreachable { .. } | E::AdbNotFound { .. } | E::StartFailed { .. } => {
            Error::AdbUnavailable { why }
        }
        E::Timeout { what } => Error::Timeout { what },
        E::InvalidArgument { what, why } => Error::InvalidArgument { argument: what, why },
        E::Closed { .. }
        | E::UnknownService { .. }
        | E::ListenerNotFound { .. }
        | E::AlreadyForwarded { .. }
        | E::CannotBind { .. }
        | E::Refused { .. }
        | E::Sync { .. }
        | E::TooMuchOutput { .. }
        | E::Io { .. } => {
            Error::BackendFailed { backend: "adb", command: "the request".to_owned(), why }
        }
    }
}
