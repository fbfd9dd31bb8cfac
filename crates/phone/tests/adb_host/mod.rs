//! A small adb host, in memory: opens a service of a phone and reads it to its end.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone::{
    Phone,
    adbd::packet::{Command, MAX_PAYLOAD, Packet, decode},
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

const VERSION: u32 = 0x0100_0001;
/// Installing a real app translates it, which takes a while where others compute, too.
const PATIENCE: Duration = Duration::from_mins(10);

pub(crate) struct AdbHost {
    io: DuplexStream,
    buffer: BytesMut,
    last_id: u32,
    /// What the phone said of itself when it was connected.
    #[allow(dead_code, reason = "each test binary uses a part")]
    pub(crate) introduction: String,
}

impl AdbHost {
    pub(crate) async fn connect(phone: &Phone) -> Self {
        let (io, buffer) = (phone.connect(), BytesMut::new());
        let mut host = Self { io, buffer, last_id: 0, introduction: String::new() };
        let most = u32::try_from(MAX_PAYLOAD).unwrap();
        host.send(Command::Connect, VERSION, most, b"host::features=shell_v2\0").await;
        let packet = host.next().await;
        assert_eq!(packet.command, Command::Connect);
        host.introduction = String::from_utf8_lossy(&packet.payload).into_owned();
        host
    }

    /// Everything that a service sends until it is done.
    pub(crate) async fn service(&mut self, name: &str) -> Vec<u8> {
        self.last_id += 1;
        let near = self.last_id;
        self.send(Command::Open, near, 0, format!("{name}\0").as_bytes()).await;
        let mut stream = Vec::new();
        loop {
            let packet = self.next().await;
            if packet.arg1 != near {
                continue;
            }
            match packet.command {
                Command::Write => {
                    stream.extend_from_slice(&packet.payload);
                    self.send(Command::Okay, near, packet.arg0, b"").await;
                }
                Command::Close => {
                    self.send(Command::Close, near, packet.arg0, b"").await;
                    return stream;
                }
                Command::Connect
                | Command::Auth
                | Command::StartTls
                | Command::Open
                | Command::Okay
                | Command::Other(_) => {}
            }
        }
    }

    async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let payload = Bytes::copy_from_slice(payload);
        self.io.write_all(&Packet { command, arg0, arg1, payload }.encode()).await.unwrap();
    }

    async fn next(&mut self) -> Packet {
        let read = async {
            loop {
                if let Some(packet) = decode(&mut self.buffer).unwrap() {
                    return packet;
                }
                let read = self.io.read_buf(&mut self.buffer).await.unwrap();
                assert_ne!(read, 0, "the phone hung up");
            }
        };
        tokio::time::timeout(PATIENCE, read).await.expect("no answer came")
    }
}
