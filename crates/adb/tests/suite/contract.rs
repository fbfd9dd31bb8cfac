//! What every transport to every device must do, as one function. It runs against the virtual phone: in memory,
//! over TCP, and through the real adb server; with `FINGERTIP_TEST_ADBD=HOST:PORT` against another device.

use std::sync::Arc;
use std::time::Duration;

use adb::server::Rebind;
use adb::shell::Event;
use adb::sync::Target;
use adb::{CommandLine, Deadline, Device, Direct, Error, Feature, SocketSpec, Transport};
use phone::Phone;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::real_server::RealServer;
use crate::soon;

const LIMIT: usize = 16 << 20;

/// A folder on the device that the contract makes and removes, and one where nobody may write.
pub(crate) struct Places<'a> {
    pub(crate) writable: &'a str,
    pub(crate) unwritable: &'a str,
}

/// Holds a device to everything this crate promises of it.
pub(crate) async fn holds(transport: Arc<dyn Transport>, places: &Places<'_>) {
    let device = Device::new(transport);
    commands(&device).await;
    files(&device, places).await;
    many_at_once(&device).await;
    giving_up(&device).await;
    refusals(&device).await;
    reverse(&device).await;
}

fn line(words: &[&str]) -> CommandLine {
    CommandLine::new(words).unwrap()
}

async fn commands(device: &Device) {
    let v2 = device.features(soon()).await.unwrap().has(Feature::ShellV2);
    let output = device.shell(&line(&["echo", "a  b", "$HOME"]), LIMIT, soon()).await.unwrap();
    assert_eq!(output.text().trim_end(), "a  b $HOME");
    if v2 {
        let script = CommandLine::constant("echo out; echo err >&2; exit 7");
        let output = device.shell(&script, LIMIT, soon()).await.unwrap();
        assert_eq!((output.text().as_ref(), output.error_text().as_ref()), ("out\n", "err\n"));
        assert_eq!(output.exit, Some(7));
        let long = "x".repeat(5000);
        let output = device.shell(&line(&["echo", &long]), LIMIT, soon()).await.unwrap();
        assert_eq!(output.text().trim_end(), long);
        let output = device.shell(&line(&["no-such-program"]), LIMIT, soon()).await.unwrap();
        assert_eq!(output.exit, Some(127));
    }
    let error = device.shell(&line(&["echo", "123456789"]), 5, soon()).await.unwrap_err();
    assert!(matches!(error, Error::TooMuchOutput { limit: 5 }), "{error}");
}

async fn files(device: &Device, places: &Places<'_>) {
    let mut session = device.sync(soon()).await.unwrap();
    let folder = places.writable;
    for size in [0, 1, 65_535, 65_536, 65_537, 5 << 20] {
        let bytes: Vec<u8> = (0..=250).cycle().take(size).collect();
        let path = format!("{folder}/size {size}, of 'it'");
        let target = Target { path: &path, permissions: 0o640, modified: 1_700_000_000 };
        let copied = session.push(target, &mut &bytes[..], soon()).await.unwrap();
        assert_eq!(copied, size as u64);
        let metadata = session.stat(&path, soon()).await.unwrap().expect("it was just pushed");
        assert_eq!((metadata.size, metadata.modified), (size as u64, 1_700_000_000));
        assert!(metadata.is_file());
        let mut pulled = Vec::new();
        session.pull(&path, &mut pulled, soon()).await.unwrap();
        assert_eq!(pulled.len(), bytes.len());
        assert!(pulled == bytes, "{size} bytes came back changed");
        let printed = device.exec(&line(&["cat", &path]), LIMIT, soon()).await.unwrap();
        assert!(printed == bytes, "{size} bytes were printed changed");
    }

    let listing = session.list(folder, soon()).await.unwrap();
    let mut names: Vec<_> = listing.entries.iter().map(|entry| entry.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names.len(), 6, "{names:?}");
    assert_eq!(names[0], "size 0, of 'it'");

    let missing = format!("{folder}/missing");
    assert_eq!(session.stat(&missing, soon()).await.unwrap(), None);
    assert_eq!(session.lstat(&missing, soon()).await.unwrap(), None);
    let error = session.pull(&missing, &mut Vec::new(), soon()).await.unwrap_err();
    assert!(matches!(&error, Error::Sync { text, .. } if text.contains("No such file")), "{error}");
    // A real adbd ends the session after a failed pull.
    assert!(device.list(&missing, soon()).await.unwrap().entries.is_empty());

    let forbidden = format!("{}/adb contract", places.unwritable);
    let target = Target { path: &forbidden, permissions: 0o644, modified: 0 };
    let bytes = vec![7; 1 << 20];
    let error = device.push(target, &mut &bytes[..], soon()).await.unwrap_err();
    assert!(matches!(error, Error::Sync { .. }), "{error}");

    device.shell(&line(&["rm", "-r", folder]), LIMIT, soon()).await.unwrap();
    assert_eq!(device.stat(folder, soon()).await.unwrap(), None);
}

async fn many_at_once(device: &Device) {
    let mut running = tokio::task::JoinSet::new();
    for number in 0..20 {
        let device = device.clone();
        running.spawn(async move {
            let word = format!("number {number}");
            let output = device.shell(&line(&["echo", &word]), LIMIT, soon()).await.unwrap();
            assert_eq!(output.text().trim_end(), word);
        });
    }
    while let Some(ended) = running.join_next().await {
        ended.unwrap();
    }
}

async fn giving_up(device: &Device) {
    let short = Deadline::after(Duration::from_millis(200));
    let error = device.shell(&line(&["sleep", "1000"]), LIMIT, short).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error}");

    let endless = CommandLine::constant("echo begun; sleep 1000");
    let mut stream = device.shell_stream(&endless, soon()).await.unwrap();
    let Some(Event::Stdout(begun)) = stream.next(soon()).await.unwrap() else {
        panic!("the command prints first");
    };
    assert!(begun.starts_with(b"begun"));
    drop(stream);
    device.shell(&line(&["echo"]), LIMIT, soon()).await.unwrap();
}

async fn refusals(device: &Device) {
    for service in ["localabstract:nobody-listens-here", "no-such-service:"] {
        let error = device.open(service, soon()).await.unwrap_err();
        assert!(matches!(&error, Error::Closed { service: named } if named == service), "{error}");
    }
}

/// A port of this machine, seen from the device, and back again.
async fn reverse(device: &Device) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = SocketSpec::Tcp(listener.local_addr().unwrap().port());
    let free = SocketSpec::Tcp(0);
    let port = device.reverse(&free, &host, Rebind::Replace, soon()).await.unwrap();
    let there = SocketSpec::Tcp(port.expect("the device chose a port"));

    let mut client = device.connect(&there, soon()).await.unwrap();
    let (mut server, _) = listener.accept().await.unwrap();
    client.write_all(b"from there").await.unwrap();
    let mut received = [0; 10];
    server.read_exact(&mut received).await.unwrap();
    assert_eq!(&received, b"from there");
    server.write_all(b"from here").await.unwrap();
    drop(server);
    let mut received = Vec::new();
    client.read_to_end(&mut received).await.unwrap();
    assert_eq!(received, b"from here");

    let listed = device.list_reverse(soon()).await.unwrap();
    let found = listed
        .iter()
        .any(|entry| entry.device == there.to_string() && entry.host == host.to_string());
    assert!(found, "{listed:?}");
    device.kill_reverse(&there, soon()).await.unwrap();
    let error = device.connect(&there, soon()).await.unwrap_err();
    assert!(matches!(error, Error::Closed { .. }), "{error}");
    let error = device.kill_reverse(&there, soon()).await.unwrap_err();
    assert!(matches!(error, Error::ListenerNotFound { .. }), "{error}");
}

const UNWRITABLE: &str = "/proc";

/// An adbd on a port, for as long as it is held.
struct Adbd {
    address: String,
    _phone: Option<JoinHandle<()>>,
}

async fn adbd() -> Adbd {
    if let Ok(address) = std::env::var("FINGERTIP_TEST_ADBD") {
        return Adbd { address, _phone: None };
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let phone = Phone::builder().build().unwrap();
    let serving = tokio::spawn(async move { phone.serve(listener).await.unwrap() });
    Adbd { address, _phone: Some(serving) }
}

#[tokio::test]
async fn holds_for_a_device_in_memory() {
    let phone = Phone::builder().build().unwrap();
    let direct = Direct::handshake(phone.connect(), soon()).await.unwrap();
    let places = Places { writable: "/data/local/tmp/in memory", unwritable: UNWRITABLE };
    holds(Arc::new(direct), &places).await;
}

#[tokio::test]
async fn holds_for_a_device_reached_directly() {
    let adbd = adbd().await;
    let direct = Direct::connect(&adbd.address, soon()).await.unwrap();
    let places = Places { writable: "/data/local/tmp/by direct", unwritable: UNWRITABLE };
    holds(Arc::new(direct), &places).await;
}

#[tokio::test]
async fn holds_for_a_device_behind_the_real_server() {
    let Some(server) = RealServer::start().await else { return };
    let adbd = adbd().await;
    let serial = server.host.connect(&adbd.address, soon()).await.unwrap();
    assert_eq!(server.host.state(&serial, soon()).await.unwrap(), adb::DeviceState::Device);
    let transport = server.host.transport(&serial).unwrap();
    let places = Places { writable: "/data/local/tmp/by server", unwritable: UNWRITABLE };
    holds(Arc::new(transport), &places).await;
    forwards(&server, &serial).await;
    server.host.disconnect(&serial, soon()).await.unwrap();
}

/// A forward to a socket on the device, made with the help of a reverse.
async fn forwards(server: &RealServer, serial: &str) {
    let device = server.host.device(serial).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = SocketSpec::Tcp(listener.local_addr().unwrap().port());
    let free = SocketSpec::Tcp(0);
    let there = device.reverse(&free, &here, Rebind::Replace, soon()).await.unwrap().unwrap();
    let there = SocketSpec::Tcp(there);
    let host = &server.host;
    let port = host.forward(serial, &free, &there, Rebind::Replace, soon()).await.unwrap().unwrap();
    let local = SocketSpec::Tcp(port);
    assert!(
        host.list_forward(soon())
            .await
            .unwrap()
            .iter()
            .any(|entry| { entry.serial == serial && entry.local == local.to_string() })
    );
    let error = host.forward(serial, &local, &there, Rebind::Refuse, soon()).await.unwrap_err();
    assert!(matches!(error, Error::AlreadyForwarded { .. }), "{error}");
    host.kill_forward(serial, &local, soon()).await.unwrap();
    let error = host.kill_forward(serial, &local, soon()).await.unwrap_err();
    assert!(matches!(error, Error::ListenerNotFound { .. }), "{error}");
    device.kill_reverse(&there, soon()).await.unwrap();
}

#[tokio::test]
async fn a_phone_that_dies_in_a_transfer_ends_it_and_a_new_one_is_reached() {
    let phone = Phone::builder().build().unwrap();
    let device = Device::new(Arc::new(Direct::handshake(phone.connect(), soon()).await.unwrap()));
    let (mut feed, mut file) = tokio::io::duplex(1 << 16);
    let push = tokio::spawn(async move {
        let target = Target { path: "/data/local/tmp/endless", permissions: 0o644, modified: 0 };
        device.push(target, &mut file, soon()).await
    });
    // Well into the file the phone goes, with the rest still to come.
    feed.write_all(&vec![7; 4 << 20]).await.unwrap();
    drop(phone);
    let fed = async { while feed.write_all(&[7; 4096]).await.is_ok() {} };
    let (error, ()) = tokio::join!(push, fed);
    let error = error.unwrap().unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(_)), "{error}");

    let phone = Phone::builder().build().unwrap();
    let device = Device::new(Arc::new(Direct::handshake(phone.connect(), soon()).await.unwrap()));
    commands(&device).await;
}
