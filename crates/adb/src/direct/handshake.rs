//! The first packets of a connection: CNXN against CNXN.

use bytes::BytesMut;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use super::Banner;
use super::packet::{self, Command, MAX_PAYLOAD, VERSION, VERSION_CHECKED};
use crate::{Error, Loss, Result, features};

/// What both sides have agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Whether packets carry a checksum.
    pub(super) checked: bool,
    /// The largest payload of a packet, in both directions.
    pub(super) max_payload: usize,
}

pub(super) struct Greeting {
    pub(super) terms: Terms,
    pub(super) banner: Banner,
    /// Bytes that arrived behind the greeting.
    pub(super) rest: BytesMut,
}

/// Greets the device and waits for its answer.
pub(super) async fn greet(
    reader: &mut (impl AsyncRead + Unpin),
    writer: &mut (impl AsyncWrite + Unpin),
) -> Result<Greeting> {
    let ours = format!("host::features={}", features::OURS);
    let hello = packet::encode(Command::Connect, VERSION, MAX_LENGTH, ours.as_bytes(), true);
    writer.write_all(&hello).await.map_err(Error::from_stream)?;
    writer.flush().await.map_err(Error::from_stream)?;

    let mut received = BytesMut::with_capacity(4096);
    loop {
        while let Some(packet) = packet::decode(&mut received).map_err(|_| not_an_adbd())? {
            match packet.command {
                Command::Connect => {
                    let terms = Terms::agree(packet.arg0, packet.arg1)?;
                    let banner = Banner::parse(&packet.payload);
                    return Ok(Greeting { terms, banner, rest: received });
                }
                Command::Auth => return Err(Error::AuthRequired),
                Command::Tls => return Err(Error::TlsRequired),
                Command::Open
                | Command::Okay
                | Command::Write
                | Command::Close
                | Command::Other(_) => {}
            }
        }
        received.reserve(packet::missing(&received));
        if reader.read_buf(&mut received).await.map_err(Error::from_stream)? == 0 {
            let loss = if received.is_empty() { Loss::Closed } else { Loss::Truncated };
            return Err(Error::ConnectionLost(loss));
        }
    }
}

impl Terms {
    /// The lower of both versions and the smaller of both payload limits apply.
    pub(super) fn agree(version: u32, max_payload: u32) -> Result<Self> {
        if version < VERSION_CHECKED {
            return Err(Error::protocol(format!("the device's version is {version:#x}")));
        }
        if max_payload == 0 {
            return Err(Error::protocol("the device accepts no payload at all"));
        }
        let max_payload = (max_payload as usize).min(MAX_PAYLOAD);
        Ok(Self { checked: version < VERSION, max_payload })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "one MiB fits")]
const MAX_LENGTH: u32 = MAX_PAYLOAD as u32;

fn not_an_adbd() -> Error {
    Error::protocol("what answers there is not an adbd")
}
