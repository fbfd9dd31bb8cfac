//! A small adb host that shows every packet.

use crate::Phone;
use crate::adbd::packet::{Command, MAX_PAYLOAD, Packet, VERSION, decode};
use bytes::{Bytes, BytesMut};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

pub(super) struct Host {
    pub(super) io: DuplexStream,
    buffer: BytesMut,
    last_id: u32,
}

/// A stream both sides know.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    pub(super) near: u32,
    pub(super) far: u32,
}

impl Host {
    /// Connected, but not introduced.
    pub(super) fn silent(phone: &Phone) -> Self {
        Self { io: phone.connect(), buffer: BytesMut::new(), last_id: 0 }
    }

    pub(super) async fn new(phone: &Phone) -> Self {
        let mut host = Self::silent(phone);
        host.introduce(VERSION, MAX_PAYLOAD).await;
        host
    }

    /// Introduces the host and answers with the phone's introduction.
    pub(super) async fn introduce(&mut self, version: u32, max: usize) -> Packet {
        let max = u32::try_from(max).unwrap();
        self.send(Command::Connect, version, max, b"host::features=shell_v2\0").await;
        let packet = self.next().await;
        assert_eq!(packet.command, Command::Connect);
        packet
    }

    pub(super) async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let payload = Bytes::copy_from_slice(payload);
        self.raw(&Packet { command, arg0, arg1, payload }.encode()).await;
    }

    pub(super) async fn raw(&mut self, bytes: &[u8]) {
        self.io.write_all(bytes).await.unwrap();
    }

    /// The next packet; a test that waits for one that never comes fails.
    pub(super) async fn next(&mut self) -> Packet {
        self.maybe_next(Duration::from_mins(1)).await.expect("no packet came")
    }

    /// The next packet if it comes within that time.
    pub(super) async fn maybe_next(&mut self, within: Duration) -> Option<Packet> {
        tokio::time::timeout(within, self.next_or_end()).await.ok().flatten()
    }

    /// The next packet, or `None` when the phone has closed the connection.
    pub(super) async fn next_or_end(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = decode(&mut self.buffer).unwrap() {
                return Some(packet);
            }
            if self.io.read_buf(&mut self.buffer).await.ok()? == 0 {
                return None;
            }
        }
    }

    /// Every byte until the phone closes the connection.
    pub(super) async fn rest(mut self) -> Vec<u8> {
        let mut rest = self.buffer.to_vec();
        self.io.read_to_end(&mut rest).await.unwrap();
        rest
    }

    /// Opens a service that must be accepted.
    pub(super) async fn open(&mut self, service: &str) -> Opened {
        let near = self.ask(service).await;
        loop {
            let packet = self.next().await;
            // Streams of before may still be closing.
            if packet.arg1 == near {
                assert_eq!(packet.command, Command::Okay, "{service} was refused");
                return Opened { near, far: packet.arg0 };
            }
        }
    }

    /// Asks for a service without waiting for the answer.
    pub(super) async fn ask(&mut self, service: &str) -> u32 {
        self.last_id += 1;
        let id = self.last_id;
        self.send(Command::Open, id, 0, format!("{service}\0").as_bytes()).await;
        id
    }

    pub(super) async fn write(&mut self, stream: Opened, bytes: &[u8]) {
        self.send(Command::Write, stream.near, stream.far, bytes).await;
    }

    pub(super) async fn okay(&mut self, stream: Opened) {
        self.send(Command::Okay, stream.near, stream.far, b"").await;
    }

    pub(super) async fn close(&mut self, stream: Opened) {
        self.send(Command::Close, stream.near, stream.far, b"").await;
    }

    /// The payload of the next packet, which must be a write; acknowledged.
    pub(super) async fn read(&mut self, stream: Opened) -> Bytes {
        loop {
            let packet = self.next().await;
            if packet.command == Command::Write {
                assert_eq!((packet.arg0, packet.arg1), (stream.far, stream.near));
                self.okay(stream).await;
                return packet.payload;
            }
            assert_eq!(packet.command, Command::Okay);
        }
    }

    /// All payloads until the phone closes the stream, each acknowledged.
    pub(super) async fn read_all(&mut self, stream: Opened) -> Vec<Bytes> {
        let mut payloads = Vec::new();
        loop {
            let packet = self.next().await;
            if packet.command == Command::Write {
                self.okay(stream).await;
                payloads.push(packet.payload);
            } else if packet.command == Command::Close {
                return payloads;
            } else {
                assert_eq!(packet.command, Command::Okay);
            }
        }
    }

    /// Everything a service says, as text.
    pub(super) async fn run(&mut self, service: &str) -> String {
        let stream = self.open(service).await;
        String::from_utf8(self.read_all(stream).await.concat()).unwrap()
    }
}
