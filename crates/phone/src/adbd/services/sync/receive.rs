//! `RECV`: a file to the host.

use super::session::{MAX_DATA, Session};
use crate::files::Errno;
use bytes::Bytes;
use std::io;

const HEAD: usize = 8;

/// Sends a file, as much of it in each packet as fits. `None` ends the session, as a failure does.
pub(super) async fn receive(session: &mut Session, path: &str) -> io::Result<Option<()>> {
    let input = match session.process.open_input(path) {
        Ok(input) => input,
        Err(errno) => {
            let what = if errno == Errno::IsDirectory { "read failed" } else { "open failed" };
            session.fail_with(what, errno).await?;
            return Ok(None);
        }
    };
    let max = session.writer.max_payload();
    let piece = MAX_DATA.min(max.saturating_sub(2 * HEAD)).max(1);
    let mut pieces = Vec::new();
    let mut room = max;
    loop {
        match input.read(piece).await {
            Ok(bytes) if bytes.is_empty() => break,
            Ok(bytes) => {
                pieces.push(head(*b"DATA", bytes.len()));
                room = room.saturating_sub(HEAD + bytes.len());
                session.moved += bytes.len() as u64;
                pieces.push(bytes);
            }
            Err(error) => {
                send(session, &mut pieces).await?;
                session.fail_with("read failed", error.into()).await?;
                return Ok(None);
            }
        }
        // Another piece and the end must fit as well.
        if room < piece + 2 * HEAD {
            send(session, &mut pieces).await?;
            room = max;
        }
    }
    pieces.push(head(*b"DONE", 0));
    send(session, &mut pieces).await?;
    Ok(Some(()))
}

async fn send(session: &Session, pieces: &mut Vec<Bytes>) -> io::Result<()> {
    if pieces.is_empty() {
        return Ok(());
    }
    let sent = session.writer.write_packet(pieces).await;
    pieces.clear();
    sent
}

fn head(id: [u8; 4], value: usize) -> Bytes {
    let value = u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
    Bytes::from([id, value].concat())
}
