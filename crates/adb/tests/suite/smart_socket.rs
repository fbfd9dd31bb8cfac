//! The client of an adb server, against servers that answer in every manner.

use std::time::Duration;

use adb::server::{ForwardEntry, Rebind, WaitFor};
use adb::{Deadline, DeviceState, Error, Feature, Host, ServerAddr, SocketSpec, Transport as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::fake_server::{FakeServer, MANNERS, Manner, Script};
use crate::soon;

const SELECT: &str = "host:tport:serial:emulator-5554";
const SELECTED: &[u8] = b"OKAY\x07\0\0\0\0\0\0\0";

async fn server(scripts: Vec<Script>) -> FakeServer {
    FakeServer::start(scripts, Manner::Whole).await
}

#[tokio::test]
async fn each_request_waits_for_its_turn_however_answers_are_cut() {
    for manner in MANNERS {
        let server = FakeServer::start(
            vec![
                vec![("host:version", b"OKAY00040029")],
                vec![("host:devices-l", b"OKAY0024emulator-5554  device transport_id:1\n")],
                vec![(SELECT, SELECTED), ("exec:cat /a", b"OKAYbytes that follow")],
            ],
            manner,
        )
        .await;
        assert_eq!(server.host.version(soon()).await.unwrap(), 41);
        let devices = server.host.devices(soon()).await.unwrap();
        assert_eq!(devices[0].serial, "emulator-5554");
        let transport = server.host.transport("emulator-5554").unwrap();
        let mut stream = transport.open("exec:cat /a", soon()).await.unwrap();
        let mut received = String::new();
        stream.read_to_string(&mut received).await.unwrap();
        assert_eq!(received, "bytes that follow", "{manner:?}");
        server.finish().await;
    }
}

#[tokio::test]
async fn a_server_without_tport_is_asked_once() {
    let server = server(vec![
        vec![(SELECT, b"FAIL0014unknown host service")],
        vec![("host:transport:emulator-5554", b"OKAY"), ("sync:", b"OKAY")],
        vec![("host:transport:emulator-5554", b"OKAY"), ("sync:", b"OKAY")],
    ])
    .await;
    let transport = server.host.transport("emulator-5554").unwrap();
    transport.open("sync:", soon()).await.unwrap();
    transport.open("sync:", soon()).await.unwrap();
    server.finish().await;
}

#[tokio::test]
async fn features_are_asked_once_and_kept() {
    let features: Script = vec![("host-serial:emulator-5554:features", b"OKAY000cshell_v2,cmd")];
    let server = server(vec![features]).await;
    let transport = server.host.transport("emulator-5554").unwrap();
    for _ in 0..3 {
        assert!(transport.features(soon()).await.unwrap().has(Feature::ShellV2));
    }
    server.finish().await;
}

#[tokio::test]
async fn a_serial_with_colons_is_selected_before_it_is_asked() {
    let server = server(vec![vec![
        ("host:tport:serial:adb-1:x", SELECTED),
        ("host:get-state", b"OKAY0008recovery"),
    ]])
    .await;
    let state = server.host.state("adb-1:x", soon()).await.unwrap();
    assert_eq!(state, DeviceState::Recovery);
    server.finish().await;
}

#[tokio::test]
async fn every_failure_text_becomes_its_error() {
    let server = server(vec![
        vec![(SELECT, b"FAIL0020device 'emulator-5554' not found")],
        vec![(SELECT, SELECTED), ("tcp:9", b"FAIL0006closed")],
        vec![(SELECT, b"FAIL001ddevice offline (no transport)")],
        vec![(SELECT, b"FAIL0022device unauthorized.\nAnd more text")],
    ])
    .await;
    let transport = server.host.transport("emulator-5554").unwrap();
    let error = transport.open("tcp:9", soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceNotFound { serial } if serial == "emulator-5554"));
    let error = transport.open("tcp:9", soon()).await.unwrap_err();
    assert!(matches!(error, Error::Closed { service } if service == "tcp:9"));
    let error = transport.open("tcp:9", soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceOffline { .. }));
    let error = transport.open("tcp:9", soon()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the device has not authorized this computer: device unauthorized. And more text"
    );
    server.finish().await;
}

#[tokio::test]
async fn a_server_that_goes_away_or_talks_nonsense_is_named() {
    let server = server(vec![
        vec![("host:version", b"")],
        vec![("host:version", b"OK")],
        vec![("host:version", b"OKAY00")],
        vec![("host:version", b"OKAY0009short")],
        vec![("host:version", b"FAIL")],
        vec![("host:version", b"HTTP/1.1 400 Bad Request")],
        vec![("host:version", b"OKAYspam")],
        vec![("host:version", b"OKAY0004what")],
    ])
    .await;
    for _ in 0..5 {
        let error = server.host.version(soon()).await.unwrap_err();
        assert!(matches!(&error, Error::ServerDied { request } if request == "host:version"));
    }
    for _ in 0..3 {
        let error = server.host.version(soon()).await.unwrap_err();
        assert!(matches!(error, Error::Protocol { .. }), "{error}");
    }
    server.finish().await;
}

#[tokio::test]
async fn a_silent_server_ends_with_the_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = Host::new(ServerAddr::loopback(listener.local_addr().unwrap().port()));
    let short = Deadline::after(Duration::from_millis(30));
    let error = host.version(short).await.unwrap_err();
    let expected = "timed out while asking the adb server for 'host:version'";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn no_server_at_all() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let error = Host::new(ServerAddr::loopback(port)).devices(soon()).await.unwrap_err();
    assert!(matches!(error, Error::ServerUnreachable { .. }));
    let text = error.to_string();
    assert!(
        text.starts_with(&format!("no adb server answers at tcp:127.0.0.1:{port}: ")),
        "{text}"
    );
}

#[tokio::test]
async fn connecting_is_judged_by_its_text() {
    let server = server(vec![
        vec![("host:connect:lab:5555", b"OKAY0015connected to lab:5555")],
        vec![("host:connect:lab", b"OKAY001dalready connected to lab:5555")],
        vec![("host:connect:x:1", b"OKAY0030failed to connect to 'x:1': Connection refused!!")],
        vec![("host:disconnect:x:1", b"FAIL0014no such device 'x:1'")],
        vec![("host:disconnect:lab", b"OKAY0010disconnected lab")],
    ])
    .await;
    let host = &server.host;
    assert_eq!(host.connect("lab:5555", soon()).await.unwrap(), "lab:5555");
    assert_eq!(host.connect("lab", soon()).await.unwrap(), "lab:5555");
    let error = host.connect("x:1", soon()).await.unwrap_err();
    assert!(matches!(error, Error::ConnectFailed { address, .. } if address == "x:1"));
    let error = host.disconnect("x:1", soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceNotFound { serial } if serial == "x:1"));
    host.disconnect("lab", soon()).await.unwrap();
    assert!(matches!(host.connect("a b", soon()).await, Err(Error::InvalidArgument { .. })));
    server.finish().await;
}

#[tokio::test]
async fn forwards_are_made_listed_and_removed() {
    for manner in MANNERS {
        let server = FakeServer::start(
            vec![
                vec![(
                    "host-serial:emulator-5554:forward:tcp:0;localabstract:x",
                    b"OKAYOKAY000517777",
                )],
                vec![("host-serial:emulator-5554:forward:norebind:tcp:8;tcp:9", b"OKAYOKAY")],
                vec![(
                    "host-serial:emulator-5554:forward:norebind:tcp:8;tcp:9",
                    b"OKAYFAIL001dcannot rebind existing socket",
                )],
                vec![("host:list-forward", b"OKAY001cemulator-5554 tcp:8 tcp:9\n\n\n")],
                vec![("host-serial:emulator-5554:killforward:tcp:8", b"OKAYOKAY")],
                vec![(
                    "host-serial:emulator-5554:killforward:tcp:8",
                    b"OKAYFAIL001alistener 'tcp:8' not found",
                )],
            ],
            manner,
        )
        .await;
        let host = &server.host;
        let serial = "emulator-5554";
        let (eight, nine) = (SocketSpec::Tcp(8), SocketSpec::Tcp(9));
        let x = SocketSpec::local_abstract("x").unwrap();
        let free = SocketSpec::Tcp(0);
        let bound = host.forward(serial, &free, &x, Rebind::Replace, soon()).await.unwrap();
        assert_eq!(bound, Some(17777));
        let bound = host.forward(serial, &eight, &nine, Rebind::Refuse, soon()).await.unwrap();
        assert_eq!(bound, Some(8));
        let error = host.forward(serial, &eight, &nine, Rebind::Refuse, soon()).await.unwrap_err();
        assert!(matches!(error, Error::AlreadyForwarded { .. }));
        let expected =
            ForwardEntry { serial: serial.into(), local: "tcp:8".into(), remote: "tcp:9".into() };
        assert_eq!(host.list_forward(soon()).await.unwrap(), [expected]);
        host.kill_forward(serial, &eight, soon()).await.unwrap();
        let error = host.kill_forward(serial, &eight, soon()).await.unwrap_err();
        assert!(matches!(error, Error::ListenerNotFound { spec } if spec == "tcp:8"));
        server.finish().await;
    }
}

#[tokio::test]
async fn waiting_ends_with_the_second_okay() {
    let request = "host-serial:emulator-5554:wait-for-any-device";
    let server = FakeServer::start(vec![vec![(request, b"OKAYOKAY")]], Manner::ByteByByte).await;
    server.host.wait_for("emulator-5554", WaitFor::Device, soon()).await.unwrap();
    server.finish().await;
}

#[tokio::test]
async fn the_device_list_is_followed() {
    let lists = b"OKAY00000009a\tdevice\n001da   no permissions (x) usb:1-1\n";
    for manner in MANNERS {
        let server = FakeServer::start(vec![vec![("host:track-devices-l", lists)]], manner).await;
        let mut tracker = server.host.track_devices(soon()).await.unwrap();
        assert_eq!(tracker.next().await.unwrap(), []);
        assert_eq!(tracker.next().await.unwrap()[0].state, DeviceState::Device);
        let entry = tracker.next().await.unwrap().remove(0);
        assert_eq!(entry.state, DeviceState::NoPermissions("no permissions (x)".into()));
        assert!(matches!(tracker.next().await, Err(Error::ServerDied { .. })));
        server.finish().await;
    }
    let server = server(vec![
        vec![("host:track-devices-l", b"FAIL0014unknown host service")],
        vec![("host:track-devices", b"OKAY0009b\tdevice\n")],
    ])
    .await;
    let mut tracker = server.host.track_devices(soon()).await.unwrap();
    assert_eq!(tracker.next().await.unwrap()[0].serial, "b");
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_on_a_unix_socket() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adb.sock");
    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    let serve = async {
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut request = [0; 16];
        socket.read_exact(&mut request).await.unwrap();
        assert_eq!(&request, b"000chost:version");
        socket.write_all(b"OKAY00040029").await.unwrap();
    };
    let host = Host::new(ServerAddr::Local(path.clone()));
    let (version, ()) = tokio::join!(host.version(soon()), serve);
    assert_eq!(version.unwrap(), 41);
}
