//! The sending side of a connection: whole packets, one after another, each in one write.

use super::packet::{self, Command, HEAD};
use bytes::{Buf as _, Bytes, BytesMut};
use std::collections::VecDeque;
use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

/// Pieces up to this length are copied behind what precedes them instead of being sent as they are.
const SMALL: usize = 1024;
/// Pieces handed to the system at once.
const SLICES: usize = 64;

pub(super) struct Wire {
    outgoing: Mutex<Outgoing>,
    /// Does the peer want the sum of each payload?
    sums: AtomicBool,
    broken: CancellationToken,
}

struct Outgoing {
    io: Box<dyn AsyncWrite + Send + Unpin>,
    /// Not yet written. A sender that is cancelled leaves its packet here, and the next one finishes it:
    /// half a packet would make everything after it unreadable.
    pending: VecDeque<Bytes>,
}

impl Wire {
    /// Cancels `broken` when nothing can be sent any more.
    pub(super) fn new(io: Box<dyn AsyncWrite + Send + Unpin>, broken: CancellationToken) -> Self {
        let outgoing = Mutex::new(Outgoing { io, pending: VecDeque::new() });
        Self { outgoing, sums: AtomicBool::new(true), broken }
    }

    pub(super) fn set_sums(&self, wanted: bool) {
        self.sums.store(wanted, Ordering::Relaxed);
    }

    /// Sends a packet without payload.
    pub(super) async fn signal(&self, command: Command, arg0: u32, arg1: u32) -> io::Result<()> {
        self.send(command, arg0, arg1, &[]).await
    }

    /// Sends a packet whose payload is made of pieces.
    pub(super) async fn send(
        &self,
        command: Command,
        arg0: u32,
        arg1: u32,
        payload: &[Bytes],
    ) -> io::Result<()> {
        let length = payload.iter().map(Bytes::len).sum::<usize>();
        let length = u32::try_from(length).map_err(|_| io::ErrorKind::InvalidInput)?;
        let sum = if self.sums.load(Ordering::Relaxed) {
            payload.iter().fold(0_u32, |sum, piece| sum.wrapping_add(packet::sum(piece)))
        } else {
            0
        };
        let head = packet::head(command, arg0, arg1, length, sum);
        let mut outgoing = self.outgoing.lock().await;
        outgoing.queue(head, payload);
        let written = outgoing.flush().await;
        if written.is_err() {
            self.broken.cancel();
        }
        written
    }

    /// Sends the head of a packet and the first half of its payload, as a connection does that is lost.
    pub(super) async fn send_half(
        &self,
        command: Command,
        arg0: u32,
        arg1: u32,
        payload: &[Bytes],
    ) -> io::Result<()> {
        let mut whole = payload.concat();
        let length = u32::try_from(whole.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        let head = packet::head(command, arg0, arg1, length, packet::sum(&whole));
        whole.truncate(whole.len() / 2);
        let mut outgoing = self.outgoing.lock().await;
        outgoing.queue(head, &[Bytes::from(whole)]);
        outgoing.flush().await
    }

    /// Sends what is no packet.
    pub(super) async fn send_text(&self, text: String) -> io::Result<()> {
        let mut outgoing = self.outgoing.lock().await;
        outgoing.pending.push_back(Bytes::from(text));
        outgoing.flush().await
    }

    /// Tells the peer that nothing more comes.
    pub(super) async fn shut_down(&self) {
        // The peer may be gone already; then there is nobody to tell.
        self.outgoing.lock().await.io.shutdown().await.ok();
    }
}

impl Outgoing {
    fn queue(&mut self, head: [u8; HEAD], payload: &[Bytes]) {
        let whole = !self.io.is_write_vectored();
        let mut small = BytesMut::with_capacity(HEAD + 64);
        small.extend_from_slice(&head);
        for piece in payload {
            if whole || piece.len() <= SMALL {
                small.extend_from_slice(piece);
            } else {
                self.pending.push_back(small.split().freeze());
                self.pending.push_back(piece.clone());
            }
        }
        if !small.is_empty() {
            self.pending.push_back(small.freeze());
        }
    }

    async fn flush(&mut self) -> io::Result<()> {
        while !self.pending.is_empty() {
            let mut slices = [IoSlice::new(&[]); SLICES];
            let mut count = 0;
            for (slice, piece) in slices.iter_mut().zip(&self.pending) {
                *slice = IoSlice::new(piece);
                count += 1;
            }
            let mut written = self.io.write_vectored(&slices[..count]).await?;
            if written == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            while let Some(first) = self.pending.front_mut() {
                if written < first.len() {
                    first.advance(written);
                    break;
                }
                written -= first.len();
                self.pending.pop_front();
            }
        }
        self.io.flush().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adbd::packet::{Packet, decode};
    use futures_util::FutureExt as _;
    use tokio::io::AsyncReadExt as _;

    #[tokio::test]
    async fn a_packet_once_begun_is_finished() {
        let (near, mut far) = tokio::io::duplex(100);
        let wire = Wire::new(Box::new(near), CancellationToken::new());
        let long = [Bytes::from(vec![7; 5000]), Bytes::from_static(b"end")];
        assert!(wire.send(Command::Write, 1, 2, &long).now_or_never().is_none());
        let send = wire.signal(Command::Okay, 3, 4);
        let read = async {
            let mut buffer = BytesMut::new();
            let mut packets = Vec::new();
            while packets.len() < 2 {
                far.read_buf(&mut buffer).await.unwrap();
                while let Some(packet) = decode(&mut buffer).unwrap() {
                    packets.push(packet);
                }
            }
            packets
        };
        let (sent, packets) = tokio::join!(send, read);
        sent.unwrap();
        assert_eq!(packets[0].payload, [long[0].as_ref(), b"end"].concat());
        let okay = Packet { command: Command::Okay, arg0: 3, arg1: 4, payload: Bytes::new() };
        assert_eq!(packets[1], okay);
    }

    #[tokio::test]
    async fn a_lost_peer_is_noticed() {
        let (near, far) = tokio::io::duplex(100);
        drop(far);
        let broken = CancellationToken::new();
        let wire = Wire::new(Box::new(near), broken.clone());
        assert!(wire.signal(Command::Okay, 3, 4).await.is_err());
        assert!(broken.is_cancelled());
    }
}
