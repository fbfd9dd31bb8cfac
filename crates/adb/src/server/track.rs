//! The device list as it changes.

use bytes::{Buf as _, BytesMut};
use tokio::io::AsyncReadExt as _;

use super::DeviceEntry;
use super::smart_socket::parse_length;
use crate::{Error, Result, Stream};

/// Complete device lists, the first at once and then one per change.
#[derive(Debug)]
pub struct Tracker {
    stream: Stream,
    received: BytesMut,
}

impl Tracker {
    pub(super) fn new(stream: Stream) -> Self {
        Self { stream, received: BytesMut::new() }
    }

    /// Waits for the next list, as long as nothing changes. Dropping the future loses nothing.
    /// Ends with `Error::ServerDied` when the server goes.
    pub async fn next(&mut self) -> Result<Vec<DeviceEntry>> {
        loop {
            if let Some(list) = take_frame(&mut self.received)? {
                return Ok(DeviceEntry::parse_list(&list));
            }
            match self.stream.read_buf(&mut self.received).await {
                Ok(1..) => {}
                Ok(0) | Err(_) => {
                    return Err(Error::ServerDied { request: "host:track-devices-l".to_owned() });
                }
            }
        }
    }
}

/// One frame off the front, if it is complete.
fn take_frame(received: &mut BytesMut) -> Result<Option<String>> {
    let Some(digits) = received.first_chunk::<4>() else {
        return Ok(None);
    };
    let length = parse_length(*digits)?;
    if received.len() < 4 + length {
        return Ok(None);
    }
    received.advance(4);
    Ok(Some(String::from_utf8_lossy(&received.split_to(length)).into_owned()))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncWriteExt as _, duplex};

    use super::*;

    #[tokio::test]
    async fn frames_arrive_whole_however_they_are_cut() {
        let (mut server, client) = duplex(3);
        let mut tracker = Tracker::new(Stream::from_io(client));
        let feed = tokio::spawn(async move {
            server.write_all(b"00000009a\tdevice\n000aa\toffline\n000").await.unwrap();
        });
        assert_eq!(tracker.next().await.unwrap(), []);
        assert_eq!(tracker.next().await.unwrap()[0].serial, "a");
        assert_eq!(tracker.next().await.unwrap()[0].state.to_string(), "offline");
        assert!(matches!(tracker.next().await, Err(Error::ServerDied { .. })));
        feed.await.unwrap();
    }

    #[tokio::test]
    async fn a_frame_without_a_length_is_an_error() {
        let (mut server, client) = duplex(64);
        let mut tracker = Tracker::new(Stream::from_io(client));
        server.write_all(b"HTTP/1.1 400").await.unwrap();
        assert!(matches!(tracker.next().await, Err(Error::Protocol { .. })));
    }
}
