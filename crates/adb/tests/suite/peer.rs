//! The device's end of a connection, one packet at a time.

use adb::Direct;
use adb::direct::packet::{self, Command, Packet, VERSION};
use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

use crate::soon;

pub(crate) const BANNER: &[u8] = b"device::ro.product.model=Peer;features=shell_v2,stat_v2,ls_v2";

pub(crate) struct Peer {
    io: DuplexStream,
    received: BytesMut,
}

impl Peer {
    pub(crate) fn new(io: DuplexStream) -> Self {
        Self { io, received: BytesMut::new() }
    }

    /// The next packet; `None` when the other side has hung up.
    pub(crate) async fn next(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = packet::decode(&mut self.received).expect("we send packets") {
                return Some(packet);
            }
            if self.io.read_buf(&mut self.received).await.expect("a pipe does not fail") == 0 {
                return None;
            }
        }
    }

    pub(crate) async fn expect(&mut self, command: Command) -> Packet {
        let packet = self.next().await.expect("the other side has hung up");
        assert_eq!(packet.command, command, "{packet:?}");
        packet
    }

    /// The checksum field of the next packet, and its payload.
    pub(crate) async fn next_checksum(&mut self) -> (u32, Vec<u8>) {
        while packet::missing(&self.received) > 0 {
            assert_ne!(self.io.read_buf(&mut self.received).await.expect("a pipe"), 0);
        }
        let check = self.received[16..20].try_into().expect("four bytes");
        let packet = self.next().await.expect("a packet");
        (u32::from_le_bytes(check), packet.payload.to_vec())
    }

    pub(crate) async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let bytes = packet::encode(command, arg0, arg1, payload, false);
        self.send_bytes(&bytes).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        self.io.write_all(bytes).await.expect("the other side has hung up");
    }

    /// Accepts the next OPEN as `remote`; the answer is the host's id and the service.
    pub(crate) async fn accept(&mut self, remote: u32) -> (u32, String) {
        let open = self.expect(Command::Open).await;
        self.send(Command::Okay, remote, open.arg0, b"").await;
        let service = String::from_utf8(open.payload.to_vec()).expect("a service is text");
        (open.arg0, service.trim_end_matches('\0').to_owned())
    }

    /// Nothing arrives, however long one waits. For paused clocks.
    pub(crate) async fn expect_silence(&mut self) {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(1), self.next()).await;
        assert!(waited.is_err(), "unexpected {waited:?}");
    }
}

/// A connection to a well-behaved peer.
pub(crate) async fn connected() -> (Direct, Peer) {
    connected_as(VERSION, 1 << 20, BANNER).await
}

pub(crate) async fn connected_as(version: u32, max_payload: u32, banner: &[u8]) -> (Direct, Peer) {
    let (ours, theirs) = duplex(8 << 20);
    let mut peer = Peer::new(theirs);
    let greeting = async {
        peer.expect(Command::Connect).await;
        peer.send(Command::Connect, version, max_payload, banner).await;
    };
    let (direct, ()) = tokio::join!(Direct::handshake(ours, soon()), greeting);
    (direct.expect("the peer greets"), peer)
}
