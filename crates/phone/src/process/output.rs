//! Where a program writes.

use super::pipe;
use crate::files::{Errno, Writable};
use bytes::Bytes;
use std::io::{self, Write as _};
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) enum Output {
    /// `/dev/null` and everything else that swallows.
    Null,
    /// `/dev/full`.
    Full,
    Pipe(pipe::Writer),
    File(Arc<Writable>),
    /// `>&-`
    Closed,
}

impl Output {
    pub(crate) async fn write(&self, bytes: impl Into<Bytes>) -> io::Result<()> {
        match self {
            Self::Null => Ok(()),
            Self::Full => Err(io::ErrorKind::StorageFull.into()),
            Self::Pipe(writer) => writer.write(bytes.into()).await,
            Self::File(file) => {
                // A page of a local file takes less time than the way to another thread; but give others their turn.
                tokio::task::coop::consume_budget().await;
                (&**file).write_all(&bytes.into())
            }
            Self::Closed => Err(Errno::BadFile.into()),
        }
    }

    /// Completes when writing has become pointless; never for a file.
    pub(crate) async fn broken(&self) {
        match self {
            Self::Pipe(writer) => writer.broken().await,
            Self::Null | Self::Full | Self::File(_) | Self::Closed => std::future::pending().await,
        }
    }
}
