//! What can go wrong with a file, with Android's numbers and words.

use std::io;

macro_rules! errnos {
    ($($name:ident = $number:literal $symbol:ident $text:literal,)*) => {
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

            /// Its name in C, `ENOENT`.
            pub(crate) fn symbol(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($symbol),)*
                }
            }
        }
    };
}

errnos! {
    NotPermitted = 1 EPERM "Operation not permitted",
    NoEntry = 2 ENOENT "No such file or directory",
    NoProcess = 3 ESRCH "No such process",
    Io = 5 EIO "I/O error",
    NoDevice = 6 ENXIO "No such device or address",
    BadFile = 9 EBADF "Bad file descriptor",
    NoMemory = 12 ENOMEM "Out of memory",
    Access = 13 EACCES "Permission denied",
    Busy = 16 EBUSY "Device or resource busy",
    Exists = 17 EEXIST "File exists",
    NotDirectory = 20 ENOTDIR "Not a directory",
    IsDirectory = 21 EISDIR "Is a directory",
    Invalid = 22 EINVAL "Invalid argument",
    NoSpace = 28 ENOSPC "No space left on device",
    ReadOnly = 30 EROFS "Read-only file system",
    NameTooLong = 36 ENAMETOOLONG "File name too long",
    NotEmpty = 39 ENOTEMPTY "Directory not empty",
    Loop = 40 ELOOP "Too many symbolic links encountered",
}

impl Errno {
    /// As Java's exceptions show it: `ENOENT (No such file or directory)`.
    pub(crate) fn in_java(self) -> String {
        format!("{} ({self})", self.symbol())
    }
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
