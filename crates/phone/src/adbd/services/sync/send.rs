//! `SEND`: a file or a link from the host.

use super::session::{MAX_DATA, Session, absolute};
use crate::files::{Errno, Files, Identity, Kind, Writable, WriteMode, path};
use crate::text;
use std::io::Write as _;

const TYPE: u32 = 0o170_000;
const LINK: u32 = 0o120_000;

/// Why a file did not arrive.
pub(super) enum Ended {
    /// The host is gone.
    Gone,
    /// The host does not keep to the protocol; what follows makes no sense.
    Malformed(&'static str),
    /// The phone cannot take it. The host goes on sending until it is through.
    Failed(String),
}

/// Takes what a host sends for `PATH,MODE`.
pub(super) async fn send(session: &mut Session, argument: &str) -> Result<(), Ended> {
    let malformed = Ended::Malformed;
    let (path, mode) = argument.rsplit_once(',').ok_or(malformed("missing , in ID_SEND"))?;
    let mode = parse_mode(mode).ok_or(malformed("bad mode"))?;
    let path = absolute(path);
    let (files, who) = (session.files().clone(), session.who().clone());
    let is_link = mode & TYPE == LINK;
    let replaces = match files.lstat(&who, &path).map(|stat| stat.kind) {
        Ok(Kind::Link) => !is_link,
        Ok(Kind::Directory | Kind::Device(_)) => false,
        Ok(Kind::File) | Err(_) => true,
    };
    if replaces {
        // If it cannot be removed, it may still be written.
        files.remove_file(&who, &path).ok();
    }
    let mut unfinished = Unfinished { files, who, path, remove: replaces };
    let time = if is_link {
        take_link(session, &unfinished).await?
    } else {
        take_file(session, &unfinished, mode).await?
    };
    unfinished.remove = false;
    // On the shared storage of some phones times cannot be set either, and nobody minds.
    unfinished.files.set_modified(&unfinished.who, &unfinished.path, i64::from(time)).ok();
    Ok(())
}

/// Reads away the rest of a file that was refused.
pub(super) async fn discard(session: &mut Session) {
    while let Some(head) = session.requests.head().await {
        let length = usize::try_from(head.value).unwrap_or(usize::MAX);
        if head.id != *b"DATA" || session.requests.skip(length).await.is_none() {
            return;
        }
    }
}

/// A file that goes away again when its bytes do not all arrive.
struct Unfinished {
    files: Files,
    who: Identity,
    path: String,
    remove: bool,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.remove {
            // It may not have come into being.
            self.files.remove_file(&self.who, &self.path).ok();
        }
    }
}

/// What a host sends after its request.
enum Next {
    Data(usize),
    /// That was all; the time it was last changed.
    Done(u32),
}

async fn next(session: &mut Session) -> Result<Next, Ended> {
    let head = session.requests.head().await.ok_or(Ended::Gone)?;
    match (&head.id, usize::try_from(head.value)) {
        (b"DONE", _) => Ok(Next::Done(head.value)),
        (b"DATA", Ok(length)) if length <= MAX_DATA => Ok(Next::Data(length)),
        (b"DATA", _) => Err(Ended::Malformed("oversize data message")),
        _ => Err(Ended::Malformed("invalid data message")),
    }
}

/// Writes the file and answers with the time it is to have.
async fn take_file(session: &mut Session, target: &Unfinished, mode: u32) -> Result<u32, Ended> {
    // What its owner may do, everybody may.
    let mode = mode & 0o700 | (mode | mode >> 3) & 0o070 | (mode | mode >> 6) & 0o007;
    let mut file = create(target, mode)?;
    loop {
        let mut left = match next(session).await? {
            Next::Data(length) => length,
            Next::Done(time) => return Ok(time),
        };
        while left > 0 {
            let bytes = session.requests.some(left).await.ok_or(Ended::Gone)?;
            left -= bytes.len();
            session.moved += bytes.len() as u64;
            tokio::task::coop::consume_budget().await;
            let Some(Err(error)) = file.as_mut().map(|file| file.write_all(&bytes)) else {
                continue;
            };
            // What is left of this piece is no message.
            session.requests.skip(left).await.ok_or(Ended::Gone)?;
            return Err(failed("write failed", error.into()));
        }
    }
}

/// Opens the file, making the directories it is in; `None` for a device, which swallows.
fn create(target: &Unfinished, mode: u32) -> Result<Option<Writable>, Ended> {
    let open = |how| target.files.open_write(&target.who, &target.path, how, mode);
    let opened = in_directory(target, || open(WriteMode::New))?;
    let opened = match opened {
        Err(Errno::Exists) => open(WriteMode::Truncate),
        other => other,
    };
    match opened {
        Ok(file) => Ok(file.ok()),
        Err(errno) => Err(failed("couldn't create file", errno)),
    }
}

/// Makes the link and answers with the time it is to have.
async fn take_link(session: &mut Session, target: &Unfinished) -> Result<u32, Ended> {
    let Next::Data(length) = next(session).await? else {
        return Err(Ended::Malformed("invalid data message"));
    };
    let place = session.requests.exactly(length).await.ok_or(Ended::Gone)?;
    let place = text::decode(place.strip_suffix(b"\0").unwrap_or(&place));
    let link = || target.files.symlink(&target.who, &place, &target.path);
    if let Err(errno) = in_directory(target, link)? {
        return Err(failed("symlink failed", errno));
    }
    match next(session).await? {
        Next::Done(time) => Ok(time),
        Next::Data(_) => Err(Ended::Malformed("invalid data message")),
    }
}

/// Does something, once more after making the missing directories.
fn in_directory<T>(
    target: &Unfinished,
    act: impl Fn() -> Result<T, Errno>,
) -> Result<Result<T, Errno>, Ended> {
    match act() {
        Err(Errno::NoEntry) => {
            let made = target.files.make_dirs(&target.who, path::parent(&target.path), 0o775);
            made.map_err(|errno| failed("secure_mkdirs failed", errno))?;
            Ok(act())
        }
        other => Ok(other),
    }
}

fn failed(what: &str, errno: Errno) -> Ended {
    Ended::Failed(format!("{what}: {errno}"))
}

/// A number as C reads it: `0x1ff`, `0777` or `511`.
fn parse_mode(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return u32::from_str_radix(digits, 16).ok();
    }
    match text.strip_prefix('0') {
        Some(digits) if !digits.is_empty() => u32::from_str_radix(digits, 8).ok(),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_as_c_reads_them() {
        for text in ["33188", "0100644", "0x81a4"] {
            assert_eq!(parse_mode(text), Some(0o100_644), "{text}");
        }
        assert_eq!(parse_mode("0"), Some(0));
        for text in ["", "x", "99999999999", "-1", "08"] {
            assert_eq!(parse_mode(text), None, "{text}");
        }
    }
}
