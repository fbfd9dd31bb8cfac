//! What can go wrong with a file, with Android's numbers and words.

use std::io;

macro_rules! errnos {
    ($($name:ident = $number:literal $text:literal,)*) => {
        /// An error of a system call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Errno {
            $(#[error($text)] $name,)*
        }

        impl Errno {
            /// The number Linux gives it, as the sync protocol reports it.
            pub fn number(self) -> u32 {
                match self {
                    $(Self::$name => $number,)*
                }
            }
        }
    };
}

errnos! {
    NotPermitted = 1 "Operation not permitted",
    NoEntry = 2 "No such file or directory",
    NoProcess = 3 "No such process",
    Io = 5 "I/O error",
    NoDevice = 6 "No such device or address",
    BadFile = 9 "Bad file descriptor",
    NoMemory = 12 "Out of memory",
    Access = 13 "Permission denied",
    Busy = 16 "Device or resource busy",
    Exists = 17 "File exists",
    NotDirectory = 20 "Not a directory",
    IsDirectory = 21 "Is a directory",
    Invalid = 22 "Invalid argument",
    NoSpace = 28 "No space left on device",
    ReadOnly = 30 "Read-only file system",
    NameTooLong = 36 "File name too long",
    NotEmpty = 39 "Directory not empty",
    Loop = 40 "Too many symbolic links encountered",
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        if let Some(errno) = error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()) {
            return *errno;
        }
        // The host's own kinds are many and open; what has no name here is an I/O error.
        #[expect(clippy::wildcard_enum_match_arm, reason = "ErrorKind is non-exhaustive")]
        match error.kind() {
            Kind::NotFound => Self::NoEntry,
            Kind::PermissionDenied => Self::Access,
            Kind::AlreadyExists => Self::Exists,
            Kind::NotADirectory => Self::NotDirectory,
            Kind::IsADirectory => Self::IsDirectory,
            Kind::DirectoryNotEmpty => Self::NotEmpty,
            Kind::InvalidInput | Kind::InvalidFilename => Self::Invalid,
            Kind::StorageFull | Kind::QuotaExceeded => Self::NoSpace,
            Kind::ReadOnlyFilesystem => Self::ReadOnly,
            _ => Self::Io,
        }
    }
}

impl From<Errno> for io::Error {
    fn from(errno: Errno) -> Self {
        Self::other(errno)
    }
}
