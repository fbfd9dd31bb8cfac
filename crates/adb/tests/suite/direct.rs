//! The wire protocol: greeting, streams, flow control, reverse.

use std::sync::Arc;
use std::time::Duration;

use adb::direct::packet::{Command, Packet, VERSION, VERSION_CHECKED, checksum};
use adb::server::Rebind;
use adb::{
    Deadline, Device, DeviceState, Direct, Error, Feature, Loss, SocketSpec, Transport as _,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
use tokio::net::TcpListener;

use crate::peer::{BANNER, Peer, connected, connected_as};
use crate::soon;

#[tokio::test(start_paused = true)]
async fn the_greeting_is_that_of_a_host() {
    let (ours, theirs) = duplex(4096);
    let mut peer = Peer::new(theirs);
    let greeting = async {
        let hello = peer.expect(Command::Connect).await;
        assert_eq!((hello.arg0, hello.arg1), (VERSION, 1 << 20));
        assert!(hello.payload.starts_with(b"host::features=shell_v2,"));
        assert!(!hello.payload.ends_with(b"\0"));
        peer.send(Command::Connect, VERSION, 1 << 20, BANNER).await;
    };
    let (direct, ()) = tokio::join!(Direct::handshake(ours, soon()), greeting);
    let direct = direct.unwrap();
    assert_eq!(direct.banner().state, DeviceState::Device);
    assert_eq!(direct.banner().model.as_deref(), Some("Peer"));
    let features = direct.features(soon()).await.unwrap();
    assert!(features.has(Feature::ShellV2) && !features.has(Feature::AbbExec));
}

#[tokio::test(start_paused = true)]
async fn a_device_that_never_greets_is_offline() {
    let (ours, _theirs) = duplex(4096);
    let began = tokio::time::Instant::now();
    let deadline = Deadline::after(Duration::from_mins(5));
    let error = Direct::handshake(ours, deadline).await.unwrap_err();
    assert!(matches!(error, Error::DeviceOffline { .. }), "{error}");
    assert_eq!(began.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn who_waits_less_than_a_greeting_may_take_only_ran_out_of_time() {
    let (ours, _theirs) = duplex(4096);
    let deadline = Deadline::after(Duration::from_secs(3));
    let error = Direct::handshake(ours, deadline).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
    assert!(error.to_string().contains("the device's greeting"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_device_that_wants_more_is_named() {
    for (command, expected) in [(Command::Auth, "RSA key"), (Command::Tls, "TLS")] {
        let (ours, theirs) = duplex(4096);
        let mut peer = Peer::new(theirs);
        peer.send(command, 1, 0, &[7; 20]).await;
        let error = Direct::handshake(ours, soon()).await.unwrap_err();
        assert!(matches!(error, Error::AuthRequired | Error::TlsRequired));
        let text = error.to_string();
        assert!(text.contains(expected) && text.contains("through an adb server"), "{text}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_stream_opens_carries_and_closes() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, service)) = tokio::join!(direct.open("echo:", soon()), peer.accept(70));
    let mut stream = stream.unwrap();
    assert_eq!(service, "echo:");

    stream.write_all(b"ping").await.unwrap();
    let write = peer.expect(Command::Write).await;
    assert_eq!((write.arg0, write.arg1, &write.payload[..]), (local, 70, &b"ping"[..]));
    peer.send(Command::Okay, 70, local, b"").await;

    // The device may close without waiting for our OKAY: the data still arrives.
    peer.send(Command::Write, 70, local, b"pong").await;
    peer.send(Command::Close, 70, local, b"").await;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert_eq!(answer, b"pong");
    let okay = peer.expect(Command::Okay).await;
    assert_eq!((okay.arg0, okay.arg1), (local, 70));

    let error = stream.write_all(b"x").await.unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    drop(stream);
    // A close is not answered by a close.
    peer.expect_silence().await;
}

#[tokio::test(start_paused = true)]
async fn dropping_a_stream_closes_it_once() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, _)) = tokio::join!(direct.open("logcat:", soon()), peer.accept(9));
    let mut stream = stream.unwrap();
    stream.shutdown().await.unwrap();
    drop(stream);
    let close = peer.expect(Command::Close).await;
    assert_eq!((close.arg0, close.arg1), (local, 9));
    // What was under way meanwhile is for nobody.
    peer.send(Command::Write, 9, local, b"late").await;
    peer.send(Command::Close, 9, local, b"").await;
    peer.expect_silence().await;
}

#[tokio::test(start_paused = true)]
async fn a_refused_service_is_named() {
    let (direct, mut peer) = connected().await;
    let refuse = async {
        let open = peer.expect(Command::Open).await;
        peer.send(Command::Close, 0, open.arg0, b"").await;
    };
    let (opened, ()) = tokio::join!(direct.open("tcp:9", soon()), refuse);
    assert!(matches!(opened, Err(Error::Closed { service }) if service == "tcp:9"));
}

#[tokio::test(start_paused = true)]
async fn checksums_are_sent_to_those_who_want_them() {
    for (version, checked) in [(VERSION_CHECKED, true), (VERSION, false), (VERSION + 1, false)] {
        let (direct, mut peer) = connected_as(version, 4096, BANNER).await;
        let opening = tokio::spawn(async move { direct.open("sync:", soon()).await });
        let (check, payload) = peer.next_checksum().await;
        assert_eq!(payload, b"sync:\0");
        assert_eq!(check, if checked { checksum(&payload) } else { 0 });
        opening.abort();
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_waits_for_the_one_before_and_fits_the_device() {
    let (direct, mut peer) = connected_as(VERSION, 4096, BANNER).await;
    let (stream, (local, _)) = tokio::join!(direct.open("sink:", soon()), peer.accept(5));
    let mut stream = stream.unwrap();
    let sent: Vec<u8> = (0..10_000_u32).map(|byte| byte.to_le_bytes()[0]).collect();
    let expected = sent.clone();
    let writing = tokio::spawn(async move { stream.write_all(&sent).await.map(|()| stream) });
    let mut received = Vec::new();
    while received.len() < expected.len() {
        let write = peer.expect(Command::Write).await;
        assert!(write.payload.len() <= 4096);
        received.extend_from_slice(&write.payload);
        peer.expect_silence().await;
        peer.send(Command::Okay, 5, local, b"").await;
    }
    assert_eq!(received, expected);
    writing.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_slow_reader_holds_up_nobody_and_takes_little() {
    let (direct, mut peer) = connected().await;
    let (slow, (slow_id, _)) = tokio::join!(direct.open("slow:", soon()), peer.accept(1));
    let (quick, (quick_id, _)) = tokio::join!(direct.open("quick:", soon()), peer.accept(2));
    let (mut slow, mut quick) = (slow.unwrap(), quick.unwrap());

    // The device goes on as long as it gets an OKAY; nobody reads.
    let piece = vec![b'x'; 512 * 1024];
    let mut sent = 0;
    loop {
        peer.send(Command::Write, 1, slow_id, &piece).await;
        sent += piece.len();
        match tokio::time::timeout(Duration::from_secs(1), peer.expect(Command::Okay)).await {
            Ok(_) => assert!(sent < 4 << 20, "an unread stream is acknowledged without end"),
            Err(_) => break,
        }
    }

    peer.send(Command::Write, 2, quick_id, b"here").await;
    let mut answer = [0; 4];
    quick.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"here");
    assert_eq!(peer.expect(Command::Okay).await.arg1, 2);

    let mut all = vec![0; sent];
    slow.read_exact(&mut all).await.unwrap();
    assert_eq!(peer.expect(Command::Okay).await.arg1, 1, "reading frees the device");
}

#[tokio::test(start_paused = true)]
async fn an_open_that_was_given_up_leaves_nothing_behind() {
    let (direct, mut peer) = connected().await;
    let short = Deadline::after(Duration::from_millis(100));
    let error = direct.open("slow:", short).await.unwrap_err();
    assert_eq!(error.to_string(), "timed out while opening 'slow:' on the device");
    let open = peer.expect(Command::Open).await;
    peer.send(Command::Okay, 33, open.arg0, b"").await;
    let close = peer.expect(Command::Close).await;
    assert_eq!((close.arg0, close.arg1), (open.arg0, 33));
    let (again, _) = tokio::join!(direct.open("quick:", soon()), peer.accept(34));
    again.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_connection_lives_as_long_as_its_last_user() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    let mut stream = stream.unwrap();
    drop(direct);
    peer.send(Command::Write, 1, local, b"still").await;
    let mut answer = [0; 5];
    stream.read_exact(&mut answer).await.unwrap();
    peer.expect(Command::Okay).await;
    drop(stream);
    peer.expect(Command::Close).await;
    assert!(peer.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_lost_connection_ends_its_streams_with_an_error() {
    let (direct, mut peer) = connected().await;
    let (stream, (local, _)) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    let mut stream = stream.unwrap();
    peer.send(Command::Write, 1, local, b"last words").await;
    drop(peer);
    assert_eq!(direct.lost().await, Loss::Closed);
    let mut answer = Vec::new();
    let error = stream.read_to_end(&mut answer).await.unwrap_err();
    assert_eq!(answer, b"last words");
    assert!(matches!(Error::from_stream(error), Error::ConnectionLost(Loss::Closed)));
    let error = stream.write_all(b"x").await.unwrap_err();
    assert!(matches!(Error::from_stream(error), Error::ConnectionLost(Loss::Closed)));
    let error = direct.open("b:", soon()).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(Loss::Closed)));
    assert_eq!(direct.loss(), Some(Loss::Closed));
}

#[tokio::test(start_paused = true)]
async fn a_second_greeting_ends_streams_but_not_the_connection() {
    let (direct, mut peer) = connected().await;
    let (stream, _) = tokio::join!(direct.open("a:", soon()), peer.accept(1));
    peer.send(Command::Connect, VERSION, 4096, b"recovery::").await;
    let error = stream.unwrap().read_u8().await.unwrap_err();
    assert!(matches!(Error::from_stream(error), Error::ConnectionLost(Loss::Reset)));
    assert_eq!(direct.banner().state, DeviceState::Recovery);
    let (again, _) = tokio::join!(direct.open("b:", soon()), peer.accept(2));
    again.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_service_the_device_cannot_take_is_refused_here() {
    let (direct, mut peer) = connected_as(VERSION, 4096, BANNER).await;
    for service in [String::new(), "shell:a\0b".to_owned(), "x".repeat(4096)] {
        let error = direct.open(&service, soon()).await.unwrap_err();
        assert!(matches!(error, Error::InvalidArgument { what: "service", .. }), "{error}");
    }
    peer.expect_silence().await;
}

#[tokio::test]
async fn a_reverse_stream_reaches_the_port_it_was_set_up_for() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (direct, mut peer) = connected().await;
    let device = Device::new(Arc::new(direct));
    let host = SocketSpec::Tcp(port);

    let answer = async {
        let (local, service) = peer.accept(1).await;
        assert_eq!(service, format!("reverse:forward:tcp:0;tcp:{port}"));
        peer.send(Command::Write, 1, local, b"OKAY000581234").await;
        peer.expect(Command::Okay).await;
        peer.send(Command::Close, 1, local, b"").await;
    };
    let reversed = device.reverse(&SocketSpec::Tcp(0), &host, Rebind::Replace, soon());
    let (bound, ()) = tokio::join!(reversed, answer);
    // Five digits were announced and five sent, but no port has this number.
    assert!(matches!(bound, Err(Error::Protocol { .. })), "{bound:?}");

    // What failed is not allowed afterwards.
    peer.send(Command::Open, 40, 0, format!("tcp:{port}\0").as_bytes()).await;
    let close = next_close(&mut peer).await;
    assert_eq!(close, (0, 40));

    let answer = async {
        let (local, _) = peer.accept(2).await;
        peer.send(Command::Write, 2, local, b"OKAY00045000").await;
        peer.expect(Command::Okay).await;
        peer.send(Command::Close, 2, local, b"").await;
    };
    let reversed = device.reverse(&SocketSpec::Tcp(0), &host, Rebind::Replace, soon());
    let (bound, ()) = tokio::join!(reversed, answer);
    assert_eq!(bound.unwrap(), Some(5000));

    peer.send(Command::Open, 41, 0, format!("tcp:{port}\0").as_bytes()).await;
    let (mut socket, _) = listener.accept().await.unwrap();
    let okay = past_closes(&mut peer, Command::Okay).await;
    assert_eq!(okay.arg1, 41);
    peer.send(Command::Write, 41, okay.arg0, b"from device").await;
    let mut received = [0; 11];
    socket.read_exact(&mut received).await.unwrap();
    assert_eq!(&received, b"from device");
    peer.expect(Command::Okay).await;
    socket.write_all(b"from host").await.unwrap();
    let write = peer.expect(Command::Write).await;
    assert_eq!((write.arg1, &write.payload[..]), (41, &b"from host"[..]));
    peer.send(Command::Okay, 41, okay.arg0, b"").await;
    drop(socket);
    assert_eq!(peer.expect(Command::Close).await.arg1, 41);

    // Anything else the device asks for is refused.
    for (remote, target) in [(42, "tcp:1\0"), (43, "localabstract:x\0"), (44, "\u{0}")] {
        peer.send(Command::Open, remote, 0, target.as_bytes()).await;
        assert_eq!(next_close(&mut peer).await, (0, remote));
    }
    peer.send(Command::Open, 45, 1 << 20, format!("tcp:{port}\0").as_bytes()).await;
    assert_eq!(next_close(&mut peer).await, (0, 45));

    let answer = async {
        let (local, service) = peer.accept(3).await;
        assert_eq!(service, "reverse:killforward:tcp:5000");
        peer.send(Command::Write, 3, local, b"OKAY").await;
        peer.expect(Command::Okay).await;
        peer.send(Command::Close, 3, local, b"").await;
    };
    let (killed, ()) = tokio::join!(device.kill_reverse(&SocketSpec::Tcp(5000), soon()), answer);
    killed.unwrap();
    peer.send(Command::Open, 46, 0, format!("tcp:{port}\0").as_bytes()).await;
    assert_eq!(next_close(&mut peer).await, (0, 46));
}

/// The next packet after those that close the streams of answered requests.
async fn past_closes(peer: &mut Peer, command: Command) -> Packet {
    loop {
        let packet = peer.next().await.expect("the other side has hung up");
        if packet.command != Command::Close {
            assert_eq!(packet.command, command);
            return packet;
        }
    }
}

/// The next refusal of a stream that the device wanted to open.
async fn next_close(peer: &mut Peer) -> (u32, u32) {
    loop {
        let close = peer.expect(Command::Close).await;
        if close.arg0 == 0 {
            return (close.arg0, close.arg1);
        }
    }
}
