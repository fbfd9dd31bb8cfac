//! A phone and a small adb host on it: runs command lines, and says what came to standard output.

use bytes::{Bytes, BytesMut};
use phone::Phone;
use phone::adbd::packet::{Command, MAX_PAYLOAD, Packet, decode};
use phone::android::Api;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

/// The app that most commands are asked about.
pub(crate) const SHOP: &str = "com.example.shop";
const VERSION: u32 = 0x0100_0001;
/// Streams carry packets of their own, a kind and a length before the bytes; this is standard output.
const STDOUT: u8 = 1;

pub(crate) struct Device {
    phone: Phone,
    io: DuplexStream,
    buffer: BytesMut,
    last_id: u32,
    /// What the phone said of itself when it was connected.
    pub(crate) introduction: String,
}

impl Device {
    /// The home screen is in front; it is 2026-11-15 10:15 on its clock.
    pub(crate) async fn home() -> Self {
        Self::home_of(Api::default()).await
    }

    /// The same on a phone of that release.
    pub(crate) async fn home_of(api: Api) -> Self {
        let time = "2026-11-15T10:15:00Z".parse().unwrap();
        let phone = Phone::builder().api(api).wall_clock(time).build().unwrap();
        let io = phone.connect();
        let mut device =
            Self { phone, io, buffer: BytesMut::new(), last_id: 0, introduction: String::new() };
        let most = u32::try_from(MAX_PAYLOAD).unwrap();
        device.send(Command::Connect, VERSION, most, b"host::features=shell_v2\0").await;
        let packet = device.next().await;
        assert_eq!(packet.command, Command::Connect);
        device.introduction = String::from_utf8_lossy(&packet.payload).into_owned();
        device
    }

    /// The sign-in screen of the shop is in front, and an editor has the keyboard.
    pub(crate) async fn shop() -> Self {
        Self::shop_of(Api::default()).await
    }

    pub(crate) async fn shop_of(api: Api) -> Self {
        let mut device = Self::home_of(api).await;
        let script = format!("am start -W -n {SHOP}/.MainActivity && uiautomator dump");
        device.run(&script).await;
        device.tap("email").await;
        device
    }

    /// Taps what has this id or description, and waits until the screen is still.
    pub(crate) async fn tap(&mut self, wanted: &str) {
        let tree = self.phone.android().clone().tree().await.unwrap();
        let is_it = |id: &str| id == wanted || id.ends_with(&format!("/{wanted}"));
        let found = tree.nodes.iter().find(|node| is_it(&node.id) || node.desc.starts_with(wanted));
        let bounds = found.unwrap_or_else(|| panic!("no {wanted} in {tree:#?}")).bounds;
        let (x, y) = (bounds.left + 5, bounds.top + 5);
        self.run(&format!("input tap {x} {y} && uiautomator dump")).await;
    }

    /// What a command line prints to standard output.
    pub(crate) async fn run(&mut self, script: &str) -> String {
        self.last_id += 1;
        let near = self.last_id;
        let service = format!("shell,v2,raw:{script}\0");
        self.send(Command::Open, near, 0, service.as_bytes()).await;
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
                    return output(&stream);
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
                assert_ne!(
                    self.io.read_buf(&mut self.buffer).await.unwrap(),
                    0,
                    "the phone hung up"
                );
            }
        };
        tokio::time::timeout(Duration::from_mins(10), read).await.expect("no answer came")
    }
}

/// What of a stream is standard output.
fn output(mut stream: &[u8]) -> String {
    let mut bytes = Vec::new();
    while let [kind, a, b, c, d, rest @ ..] = stream {
        let length = usize::try_from(u32::from_le_bytes([*a, *b, *c, *d])).unwrap();
        let (body, after) = rest.split_at(length);
        if *kind == STDOUT {
            bytes.extend_from_slice(body);
        }
        stream = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
