//! Devices that break the rules: each ends with its own error before its deadline, and neither the
//! other streams (where the connection survives) nor other devices notice.

use std::sync::Arc;
use std::time::Duration;

use adb::direct::packet::{Command, Malformed, decode, encode};
use adb::{CommandLine, Deadline, Device, Error, Loss, Stream, Transport as _};
use bytes::BytesMut;
use proptest::collection::vec;
use proptest::prelude::*;
use tokio::io::AsyncReadExt as _;

use crate::peer::{Peer, connected};
use crate::soon;

const LIMIT: usize = 1 << 20;

fn command() -> CommandLine {
    CommandLine::new(["id"]).unwrap()
}

/// What `shell` makes of a device that answers the open command with `bytes`, while a second
/// device goes on working.
async fn shell_against(answer: impl AsyncFnOnce(&mut Peer, u32)) -> Error {
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let (bystander, mut bystander_peer) = connected().await;
    let script = async {
        let (local, service) = peer.accept(7).await;
        assert_eq!(service, "shell,v2,raw:id");
        answer(&mut peer, local).await;
        peer
    };
    let command = command();
    let (result, _peer) = tokio::join!(device.shell(&command, LIMIT, soon()), script);
    let (other, _) = tokio::join!(bystander.open("a:", soon()), bystander_peer.accept(1));
    other.expect("another device goes on");
    result.expect_err("a broken answer is an error")
}

#[tokio::test(start_paused = true)]
async fn bad_magic() {
    let error = shell_against(async |peer, local| {
        let mut bytes = encode(Command::Write, 7, local, b"x", false).to_vec();
        bytes[20] ^= 0xff;
        peer.send_bytes(&bytes).await;
    });
    assert!(matches!(error.await, Error::ConnectionLost(Loss::BadMagic)));
}

#[tokio::test(start_paused = true)]
async fn oversize_write() {
    let error = shell_against(async |peer, local| {
        let mut bytes = encode(Command::Write, 7, local, b"", false).to_vec();
        bytes[12..16].copy_from_slice(&(2_u32 << 20).to_le_bytes());
        peer.send_bytes(&bytes).await;
    });
    assert!(matches!(error.await, Error::ConnectionLost(Loss::Oversize(0x20_0000))));
}

#[tokio::test(start_paused = true)]
async fn a_write_above_the_devices_own_limit_is_taken() {
    let (direct, mut peer) = crate::peer::connected_as(0x0100_0001, 4096, b"device::").await;
    let (stream, (local, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    peer.send(Command::Write, 1, local, &[b'x'; 5000]).await;
    let mut received = vec![0; 5000];
    stream.unwrap().read_exact(&mut received).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn unanswered_open() {
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let short = Deadline::after(Duration::from_secs(2));
    let error = device.shell(&command(), LIMIT, short).await.unwrap_err();
    assert_eq!(error.to_string(), "timed out while opening 'shell,v2,raw:id' on the device");
    peer.expect(Command::Open).await;
    let (other, _) = tokio::join!(device.open("a:", soon()), peer.accept(1));
    other.expect("other streams go on");
}

#[tokio::test(start_paused = true)]
async fn a_command_that_says_nothing() {
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let short = Deadline::after(Duration::from_secs(2));
    let command = command();
    let (result, (local, _)) = tokio::join!(device.shell(&command, LIMIT, short), peer.accept(7));
    assert_eq!(result.unwrap_err().to_string(), "timed out while running 'id' on the device");
    // The command is hung up on.
    let close = peer.expect(Command::Close).await;
    assert_eq!((close.arg0, close.arg1), (local, 7));
}

/// Sends `packet` as often as it is acknowledged, until the host closes the stream.
async fn endlessly(peer: &mut Peer, local: u32, payload: &[u8]) {
    loop {
        peer.send(Command::Write, 7, local, payload).await;
        match peer.next().await {
            Some(packet) if packet.command == Command::Okay => {}
            Some(packet) => return assert_eq!(packet.command, Command::Close),
            None => return,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn endless_output() {
    let error = shell_against(async |peer, local| {
        endlessly(peer, local, &[&b"\x01\xfb\xff\0\0"[..], &vec![b'\n'; 0xfffb]].concat()).await;
    });
    assert!(matches!(error.await, Error::TooMuchOutput { limit: LIMIT }));
}

#[tokio::test(start_paused = true)]
async fn endless_output_without_a_newline_through_exec() {
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let script = async {
        let (local, service) = peer.accept(7).await;
        assert_eq!(service, "exec:id");
        endlessly(&mut peer, local, &vec![b'x'; 60_000]).await;
    };
    let command = command();
    let (result, ()) = tokio::join!(device.exec(&command, LIMIT, soon()), script);
    assert!(matches!(result, Err(Error::TooMuchOutput { limit: LIMIT })));
}

#[tokio::test(start_paused = true)]
async fn shell_packets_with_id_255() {
    let error = shell_against(async |peer, local| {
        peer.send(Command::Write, 7, local, b"\xff\x01\0\0\0x").await;
    });
    let error = error.await;
    assert_eq!(
        error.to_string(),
        "the other side broke the protocol: the device sent a shell packet with id 255"
    );
}

#[tokio::test(start_paused = true)]
async fn a_shell_packet_of_a_gigabyte() {
    let error = shell_against(async |peer, local| {
        peer.send(Command::Write, 7, local, b"\x01\0\0\0\x40x").await;
    });
    assert!(matches!(error.await, Error::Protocol { .. }));
}

#[tokio::test(start_paused = true)]
async fn half_a_packet_then_the_end() {
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let script = async {
        let (local, _) = peer.accept(7).await;
        let bytes = encode(Command::Write, 7, local, b"\x01\x01\0\0\0x", false);
        peer.send_bytes(&bytes[..27]).await;
        drop(peer);
    };
    let command = command();
    let (result, ()) = tokio::join!(device.shell(&command, LIMIT, soon()), script);
    assert!(matches!(result, Err(Error::ConnectionLost(Loss::Truncated))));
}

#[tokio::test(start_paused = true)]
async fn a_stream_closed_without_an_exit_code() {
    let error = shell_against(async |peer, local| {
        peer.send(Command::Write, 7, local, b"\x01\x02\0\0\0hi\x01").await;
        peer.send(Command::Close, 7, local, b"").await;
    });
    assert!(matches!(error.await, Error::ConnectionLost(Loss::NoExitCode)));
}

#[tokio::test(start_paused = true)]
async fn a_flood_ends_its_own_stream_only() {
    let (direct, mut peer) = connected().await;
    let (flooded, (flooded_id, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    let (calm, (calm_id, _)) = tokio::join!(direct.open("b:", soon()), peer.accept(2));
    for _ in 0..5 {
        peer.send(Command::Write, 1, flooded_id, &vec![b'x'; 1 << 20]).await;
    }
    expect_flooded(flooded.unwrap()).await;
    peer.send(Command::Write, 2, calm_id, b"calm").await;
    let mut received = [0; 4];
    calm.unwrap().read_exact(&mut received).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_empty_writes_is_bounded_too() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    let burst: Vec<u8> = encode(Command::Write, 1, local, b"", false).repeat(4096);
    let flood = async {
        for _ in 0..40 {
            peer.send_bytes(&burst).await;
            // Answers are taken, so that only the unread side piles up.
            while let Ok(Some(_)) =
                tokio::time::timeout(Duration::from_millis(1), peer.next()).await
            {}
        }
    };
    flood.await;
    expect_flooded(stream.unwrap()).await;
}

/// The stream ends, and says that the device sent too much.
async fn expect_flooded(mut stream: Stream) {
    let mut received = Vec::new();
    let reading =
        async { stream.read_to_end(&mut received).await.map_err(Error::from_stream).map(drop) };
    let error = soon().run("reading", reading).await.unwrap_err();
    assert!(matches!(error, Error::Protocol { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_device_that_never_reads_is_let_go() {
    let (direct, mut peer) = connected().await;
    // OKAYs for streams that were never opened are answered each, and the answers are not read.
    let burst: Vec<u8> = encode(Command::Okay, 9, 1000, b"", false).repeat(10_000);
    let flood = async {
        for _ in 0..60 {
            peer.send_bytes(&burst).await;
        }
        std::future::pending::<()>().await;
    };
    let loss = tokio::select! {
        loss = direct.lost() => loss,
        () = flood => unreachable!("it never ends"),
    };
    assert_eq!(loss, Loss::NotReading);
}

#[tokio::test(start_paused = true)]
async fn unknown_ids_and_zero_are_ignored() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    for command in [Command::Write, Command::Okay, Command::Close, Command::Other(7)] {
        peer.send(command, 0, 0, b"x").await;
        peer.send(command, 99, 0, b"").await;
        peer.send(command, 99, local, b"x").await;
    }
    peer.send(Command::Write, 0, local, b"x").await;
    peer.send(Command::Write, 1, local + 1, b"x").await;
    peer.send(Command::Close, 1, local + 1, b"").await;
    peer.send(Command::Open, 0, 0, b"tcp:1\0").await;
    peer.send(Command::Auth, 1, 0, b"").await;
    peer.send(Command::Write, 1, local, b"good").await;
    let mut received = [0; 4];
    stream.unwrap().read_exact(&mut received).await.unwrap();
    assert_eq!(&received, b"good");
}

/// Bytes that are mostly packets about the stream `local`, and sometimes anything.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let commands = prop_oneof![
        Just(Command::Connect),
        Just(Command::Open),
        Just(Command::Okay),
        Just(Command::Write),
        Just(Command::Close),
        Just(Command::Auth),
        any::<u32>().prop_map(Command::Other),
    ];
    let packet = (commands, 0_u32..3, 0_u32..3, vec(any::<u8>(), 0..40)).prop_map(
        |(command, arg0, arg1, payload)| encode(command, arg0, arg1, &payload, false).to_vec(),
    );
    let piece = prop_oneof![9 => packet, 1 => vec(any::<u8>(), 0..60)];
    vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_noise_ends_in_an_answer(noise in noise(), hang_up in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .start_paused(true)
            .build()
            .unwrap();
        runtime.block_on(async {
            let (direct, mut peer) = connected().await;
            let device = Device::new(Arc::new(direct));
            peer.send_bytes(&noise).await;
            let mut peer = Some(peer);
            if hang_up {
                peer = None;
            }
            let short = Deadline::after(Duration::from_secs(1));
            // Nobody has answered the command, whatever was said before.
            assert!(device.shell(&command(), LIMIT, short).await.is_err());
            drop(peer);
        });
        let mut received = BytesMut::from(&noise[..]);
        while let Ok(Some(_)) = decode(&mut received) {}
        let malformed = decode(&mut received);
        prop_assert!(matches!(malformed, Ok(None) | Err(Malformed::BadMagic | Malformed::Oversize(_))));
    }
}
