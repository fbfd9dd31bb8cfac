//! A file to the device.

use bytes::{BufMut as _, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use super::session::{fail_text, fill};
use super::{SyncSession, wire};
use crate::{Deadline, Device, Error, Result};

/// Where a pushed file goes and how it looks there. Missing directories are made by the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target<'a> {
    pub path: &'a str,
    /// Permission bits, such as `0o644`.
    pub permissions: u32,
    /// Seconds since 1970.
    pub modified: u32,
}

/// What is sent in one write: a write is a packet, and each packet waits for the one before.
const BATCH: usize = 256 * 1024;
const REGULAR_FILE: u32 = 0o100_000;

impl Device {
    /// Copies the bytes of `source` into a file on the device; the answer is their number.
    pub async fn push(
        &self,
        target: Target<'_>,
        source: &mut (impl AsyncRead + Unpin + ?Sized),
        deadline: Deadline,
    ) -> Result<u64> {
        self.sync(deadline).await?.push(target, source, deadline).await
    }
}

impl SyncSession {
    /// See `Device::push`.
    pub async fn push(
        &mut self,
        target: Target<'_>,
        source: &mut (impl AsyncRead + Unpin + ?Sized),
        deadline: Deadline,
    ) -> Result<u64> {
        // The device splits at the last comma, so the mode is always there.
        let mode = REGULAR_FILE | (target.permissions & 0o7777);
        let request = wire::request(*b"SEND", &format!("{},{mode}", target.path))?;
        self.begin()?;
        let answer = deadline.run("pushing a file", self.copy_from(request, target, source)).await;
        match answer {
            Ok(Ended::AfterDone(answer)) => self.end(answer),
            Ok(Ended::Early(error)) => {
                self.abandon();
                Err(error)
            }
            Err(error) => self.end(Err(error)),
        }
    }

    /// Sends, and at the same time listens: a device that cannot write says so before the end, and
    /// may stop reading.
    async fn copy_from(
        &mut self,
        request: Vec<u8>,
        target: Target<'_>,
        source: &mut (impl AsyncRead + Unpin + ?Sized),
    ) -> Result<Ended> {
        let (mut reader, mut writer) = tokio::io::split(&mut self.stream);
        let reply = read_reply(&mut reader, &mut self.received, target.path);
        let send = send_all(&mut writer, request, target.modified, source);
        tokio::pin!(reply);
        tokio::select! {
            biased;
            reply = &mut reply => Ok(Ended::Early(match reply {
                Ok(()) => Error::protocol("the device said OKAY to a file before its end"),
                Err(error) => error,
            })),
            sent = send => match sent {
                Ok(copied) => Ok(Ended::AfterDone(reply.await.map(|()| copied))),
                // The stream is gone; the device may have said why.
                Err(Error::ConnectionLost(loss)) => Err(match reply.await {
                    Err(said @ Error::Sync { .. }) => return Ok(Ended::Early(said)),
                    _ => Error::ConnectionLost(loss),
                }),
                Err(error) => Err(error),
            },
        }
    }
}

enum Ended {
    AfterDone(Result<u64>),
    Early(Error),
}

async fn read_reply(
    reader: &mut (impl AsyncRead + Unpin),
    received: &mut BytesMut,
    path: &str,
) -> Result<()> {
    fill(reader, received, 8).await?;
    let head = received.split_to(8);
    let mut id = [0; 4];
    id.copy_from_slice(&head[..4]);
    match &id {
        b"OKAY" => Ok(()),
        b"FAIL" => {
            let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
            let text = fail_text(reader, received, length).await?;
            Err(Error::Sync { path: path.to_owned(), text })
        }
        _ => Err(wire::unexpected(id, "the answer to a pushed file")),
    }
}

/// The request, the bytes in DATA pieces, and DONE; a small file goes out in one write.
async fn send_all(
    writer: &mut (impl AsyncWrite + Unpin),
    request: Vec<u8>,
    modified: u32,
    source: &mut (impl AsyncRead + Unpin + ?Sized),
) -> Result<u64> {
    let mut batch = BytesMut::with_capacity(BATCH + wire::LONGEST_DATA + 16);
    batch.put_slice(&request);
    let mut copied = 0;
    loop {
        let head = batch.len();
        batch.put_slice(b"DATA\0\0\0\0");
        batch.reserve(wire::LONGEST_DATA);
        let mut room = (&mut batch).limit(wire::LONGEST_DATA);
        let read = source.read_buf(&mut room).await.map_err(Error::io("reading a file to push"))?;
        if read == 0 {
            batch.truncate(head);
            batch.put_slice(b"DONE");
            batch.put_u32_le(modified);
            write(writer, &batch).await?;
            return Ok(copied);
        }
        let length = u32::try_from(read).unwrap_or(u32::MAX);
        batch[head + 4..head + 8].copy_from_slice(&length.to_le_bytes());
        copied += read as u64;
        if batch.len() >= BATCH {
            write(writer, &batch).await?;
            batch.clear();
        }
    }
}

async fn write(writer: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> Result<()> {
    writer.write_all(bytes).await.map_err(Error::from_stream)?;
    writer.flush().await.map_err(Error::from_stream)
}
