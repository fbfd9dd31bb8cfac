//! The folder in which the APKs of a session are gathered.

use crate::android::{InstallOptions, Session};
use crate::files::{Errno, Identity, WriteMode};
use crate::process::{Input, Output, Process, random_bytes};
use crate::userland::system::shell_command::Failed;
use crate::userland::system::thrown::Thrown;
use std::io;
use std::sync::Arc;

/// A session is its staging folder, as on a phone.
pub(super) fn folder(session: u32) -> String {
    format!("/data/app/vmdl{session}.tmp")
}

/// Begins a session: its number.
pub(super) fn begin(process: &Process, session: &Session) -> Result<u32, Failed> {
    let free = process.android().free_storage();
    if session.options.size.is_some_and(|size| size > free) {
        let text = "java.io.IOException: Requested internal only, but not enough space";
        return Err(Thrown::new("android.os.ParcelableException", text).into());
    }
    loop {
        let bytes: [u8; 4] = random_bytes(4).try_into().unwrap_or_default();
        let number = (u32::from_le_bytes(bytes) >> 1).max(1);
        match process.files().make_dir(&Identity::ROOT, &folder(number), 0o775) {
            Ok(()) if process.android().begin_session(number, session.clone()) => {
                return Ok(number);
            }
            Ok(()) | Err(Errno::Exists) => {}
            Err(errno) => return Err(io::Error::from(errno).into()),
        }
    }
}

pub(super) fn begin_with(process: &Process, options: InstallOptions) -> Result<u32, Failed> {
    begin(process, &Session { options, removed_splits: Vec::new() })
}

/// The session must be there.
pub(super) fn existing(process: &Process, session: u32) -> Result<u32, Thrown> {
    if process.android().session(session).is_some() {
        return Ok(session);
    }
    Err(Thrown::security(format!("Caller has no access to session {session}")))
}

/// Ends a session with all that was written to it.
pub(super) fn end(process: &Process, session: u32) {
    process.android().end_session(session);
    // A folder that cannot be removed is as good as gone: nobody knows its number any more.
    process.files().remove_all(&Identity::ROOT, &folder(session)).ok();
}

/// Stores what is sent: `size` bytes. The inner error is what Android would say of it.
pub(super) async fn receive(
    process: &Process,
    session: u32,
    name: &str,
    input: &Input,
    size: u64,
) -> Result<Result<(), String>, Failed> {
    let free = process.android().free_storage();
    if size > free {
        return Ok(Err(format!("Failed to allocate {size} because only {free} allocatable")));
    }
    let path = format!("{}/{name}", folder(session));
    let file = process
        .files()
        .open_write(&Identity::ROOT, &path, WriteMode::Truncate, 0o644)
        .map_err(io::Error::from)?;
    let output = file.map_or(Output::Null, |file| Output::File(Arc::new(file)));
    let mut left = size;
    while left > 0 {
        // Not a byte more: what follows on a stream is not the package's.
        let bytes = input.read(usize::try_from(left).unwrap_or(usize::MAX)).await?;
        if bytes.is_empty() {
            return Ok(Err(format!("{left} bytes are missing")));
        }
        left -= bytes.len() as u64;
        if let Err(error) = output.write(bytes).await {
            if error.kind() == io::ErrorKind::StorageFull {
                return Ok(Err("write failed: ENOSPC (No space left on device)".to_owned()));
            }
            return Err(error.into());
        }
    }
    Ok(Ok(()))
}
