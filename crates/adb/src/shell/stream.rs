//! A running command.

use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::packet::{self, Decoder, Event, Input};
use crate::{Deadline, Error, Loss, Result, Stream};

/// A command whose output is read as it comes. Dropping it hangs up on the command.
#[derive(Debug)]
pub struct ShellStream {
    stream: Stream,
    protocol: Protocol,
    received: BytesMut,
}

#[derive(Debug)]
enum Protocol {
    /// One stream of output and errors mixed.
    V1,
    V2(Decoder),
    Ended,
}

const ROOM: usize = 64 * 1024;

impl ShellStream {
    pub(super) fn v1(stream: Stream) -> Self {
        Self { stream, protocol: Protocol::V1, received: BytesMut::new() }
    }

    pub(super) fn v2(stream: Stream) -> Self {
        Self { stream, protocol: Protocol::V2(Decoder::default()), received: BytesMut::new() }
    }

    /// The next thing the command does; `None` after its end. A passed deadline or a dropped
    /// future loses nothing: call again.
    pub async fn next(&mut self, deadline: Deadline) -> Result<Option<Event>> {
        deadline.run("waiting for a command's output", self.next_event()).await
    }

    pub(super) async fn next_event(&mut self) -> Result<Option<Event>> {
        loop {
            match &mut self.protocol {
                Protocol::Ended => return Ok(None),
                Protocol::V1 if self.received.is_empty() => {}
                Protocol::V1 => return Ok(Some(Event::Stdout(self.received.split().freeze()))),
                Protocol::V2(decoder) => {
                    let event = decoder.decode(&mut self.received)?;
                    if let Some(Event::Exit(_)) = event {
                        self.protocol = Protocol::Ended;
                    }
                    if event.is_some() {
                        return Ok(event);
                    }
                }
            }
            self.received.reserve(ROOM);
            let read = self.stream.read_buf(&mut self.received).await;
            if read.map_err(Error::from_stream)? == 0 {
                match self.protocol {
                    // A device that dies closes the stream too; only the exit code tells.
                    Protocol::V2(_) => return Err(Error::ConnectionLost(Loss::NoExitCode)),
                    Protocol::V1 | Protocol::Ended => self.protocol = Protocol::Ended,
                }
            }
        }
    }

    /// Writes to the command's input.
    pub async fn write_stdin(&mut self, bytes: &[u8], deadline: Deadline) -> Result<()> {
        let framed = match self.protocol {
            Protocol::V2(_) => packet::encode(Input::Stdin(bytes)),
            Protocol::V1 | Protocol::Ended => bytes.to_vec().into(),
        };
        self.write(&framed, deadline).await
    }

    /// Ends the command's input. Only shell version 2 can say so.
    pub async fn close_stdin(&mut self, deadline: Deadline) -> Result<()> {
        if let Protocol::V1 = self.protocol {
            return Err(Error::invalid("end of input", "this device's shell cannot express it"));
        }
        self.write(&packet::encode(Input::CloseStdin), deadline).await
    }

    async fn write(&mut self, bytes: &[u8], deadline: Deadline) -> Result<()> {
        let written = async { self.stream.write_all(bytes).await.map_err(Error::from_stream) };
        deadline.run("writing to a command's input", written).await
    }
}
