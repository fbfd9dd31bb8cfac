//! The real adb server, on a port of its own and without a device. Skipped where adb is missing.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use adb::server::Rebind;
use adb::start::{Ensured, ensure_server, find_adb};
use adb::{Deadline, Error, Host, ServerAddr, SocketSpec, process_env};
use tokio::net::TcpListener;

use crate::soon;

/// A server that is ours alone, and is stopped at the end.
pub(crate) struct RealServer {
    program: PathBuf,
    port: u16,
    pub(crate) host: Host,
    /// Where the server keeps its key and its log.
    _home: tempfile::TempDir,
}

/// Also when a test fails half-way.
impl Drop for RealServer {
    #[expect(clippy::disallowed_methods, reason = "only a test stops a server, its own")]
    fn drop(&mut self) {
        let mut kill = std::process::Command::new(&self.program);
        let stopped = kill.args(["-P", &self.port.to_string(), "kill-server"]).output();
        let stopped = stopped.is_ok_and(|output| output.status.success());
        assert!(stopped || std::thread::panicking(), "the server goes on");
    }
}

impl RealServer {
    pub(crate) async fn start() -> Option<Self> {
        let Ok(found) = find_adb(&process_env) else {
            eprintln!("skipped: adb is not installed");
            return None;
        };
        let home = tempfile::tempdir().unwrap();
        let script = home.path().join("adb");
        let program = found.path;
        write_wrapper(&script, &program, home.path());

        let port = free_port().await;
        let addr = ServerAddr::loopback(port);
        let env = |name: &str| (name == "FINGERTIP_ADB").then(|| OsString::from(&script));
        let ensured = ensure_server(&addr, &env, soon()).await.unwrap();
        assert!(matches!(ensured, Ensured::Started(found) if found.path == script));
        let server = Self { program, port, host: Host::new(addr), _home: home };
        // A second look finds it running, without any adb to be found.
        let none = ensure_server(server.host.addr(), &|_| None, soon()).await.unwrap();
        assert_eq!(none, Ensured::Running);
        Some(server)
    }
}

/// adb with a home of its own, without USB, emulators or mDNS.
fn write_wrapper(script: &std::path::Path, program: &std::path::Path, home: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let (home, program) = (home.display().to_string(), program.display().to_string());
    let lines = [
        "#!/bin/sh".to_owned(),
        format!("export HOME={}", adb::command::quote(&home)),
        format!("export TMPDIR={}", adb::command::quote(&home)),
        "export ADB_USB=0 ADB_EMU=0 ADB_MDNS=0 ADB_LOCAL_TRANSPORT_MAX_PORT=0".to_owned(),
        format!("exec {} \"$@\"", adb::command::quote(&program)),
    ];
    std::fs::write(script, lines.join("\n")).unwrap();
    std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o755)).unwrap();
}

async fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port()
}

#[tokio::test]
async fn what_a_server_without_devices_says() {
    let Some(server) = RealServer::start().await else {
        return;
    };
    let host = &server.host;
    assert_eq!(host.version(soon()).await.unwrap(), 41);
    assert_eq!(host.devices(soon()).await.unwrap(), []);
    let mut tracker = host.track_devices(soon()).await.unwrap();
    assert_eq!(tracker.next().await.unwrap(), []);
    assert_eq!(host.list_forward(soon()).await.unwrap(), []);

    let closed = format!("127.0.0.1:{}", free_port().await);
    let error = host.connect(&closed, soon()).await.unwrap_err();
    assert!(
        matches!(&error, Error::ConnectFailed { text, .. } if text.contains("Connection refused")),
        "{error}"
    );
    let error = host.disconnect(&closed, soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceNotFound { serial } if serial == closed));

    let nobody = host.device("nobody").unwrap();
    for error in [
        nobody.open("sync:", soon()).await.unwrap_err(),
        nobody.features(soon()).await.unwrap_err(),
        host.state("nobody", soon()).await.unwrap_err(),
        host.state("no:body", soon()).await.unwrap_err(),
    ] {
        assert!(matches!(&error, Error::DeviceNotFound { serial } if serial.starts_with("no")));
    }
    let (one, two) = (SocketSpec::Tcp(1), SocketSpec::Tcp(2));
    let error = host.forward("nobody", &one, &two, Rebind::Replace, soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceNotFound { .. }), "{error}");
    let error = host.kill_forward("nobody", &one, soon()).await.unwrap_err();
    assert!(matches!(error, Error::DeviceNotFound { .. }), "{error}");

    let host = host.clone();
    drop(server);
    let error = host.version(soon()).await.unwrap_err();
    assert!(matches!(error, Error::ServerUnreachable { .. } | Error::ServerDied { .. }));
    assert!(matches!(tracker.next().await, Err(Error::ServerDied { .. })));
}

#[tokio::test]
async fn a_program_that_is_no_adb_is_named() {
    let env = |name: &str| (name == "FINGERTIP_ADB").then(|| OsString::from("/bin/false"));
    // Taken, so that no other test listens there meanwhile; nobody answers.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let addr = ServerAddr::loopback(taken.local_addr().unwrap().port());
    let error = ensure_server(&addr, &env, soon()).await.unwrap_err();
    assert!(matches!(error, Error::StartFailed { .. } | Error::AdbNotFound { .. }), "{error}");
}

#[tokio::test]
async fn a_server_elsewhere_is_never_started() {
    // TEST-NET: nobody answers there.
    let addr = ServerAddr::parse("tcp:192.0.2.1:5037").unwrap();
    let env = |name: &str| (name == "FINGERTIP_ADB").then(|| OsString::from("/bin/false"));
    let short = Deadline::after(Duration::from_millis(50));
    let error = ensure_server(&addr, &env, short).await.unwrap_err();
    let expected = matches!(error, Error::Timeout { .. } | Error::ServerUnreachable { .. });
    assert!(expected, "{error}");
}
