//! A phone in a process of its own, which can be killed.

use crate::harness::{DEADLINE, command, connect, until};
use phone::Phone;
use std::io::Write as _;
use std::net::Ipv4Addr;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdout};

/// Tells this program that it is to be the phone, on that port.
const PORT: &str = "PHONE_PROCESS_PORT";

pub(crate) struct PhoneProcess {
    pub(crate) port: u16,
    pub(crate) serial: String,
    /// What clients do, line by line.
    pub(crate) events: Lines<BufReader<ChildStdout>>,
    process: Child,
    /// A killed phone cannot clean up.
    _folder: TempDir,
}

impl PhoneProcess {
    /// Starts a phone; on any port if that is 0.
    pub(crate) async fn start(port: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut process = command(std::env::current_exe().unwrap());
        process.args(["--exact", "process::a_process_can_be_killed", "--nocapture"]);
        process.env(PORT, port.to_string()).env("TMPDIR", folder.path());
        let mut process = process.spawn().unwrap();
        let mut events = BufReader::new(process.stdout.take().unwrap()).lines();
        let port = loop {
            let line = events.next_line().await.unwrap().expect("the phone did not start");
            if let Some((_, port)) = line.split_once("port ") {
                break port.parse().unwrap();
            }
        };
        let serial = format!("127.0.0.1:{port}");
        Self { port, serial, events, process, _folder: folder }
    }

    /// Waits until a client has done something.
    pub(crate) async fn saw(&mut self, what: &str) {
        let saw = async {
            while let Some(line) = self.events.next_line().await.unwrap() {
                if line.contains(what) {
                    return;
                }
            }
            panic!("the phone ended before it saw {what}");
        };
        tokio::time::timeout(DEADLINE, saw).await.expect(what);
    }

    /// Kills it as it stands.
    pub(crate) async fn kill(mut self) {
        self.process.kill().await.unwrap();
    }
}

/// Is this program, when it was started to be one, the phone; else it starts and kills one.
#[tokio::test]
async fn a_process_can_be_killed() {
    if let Ok(port) = std::env::var(PORT) {
        serve(port.parse().unwrap()).await;
        return;
    }
    let phone = PhoneProcess::start(0).await;
    let port = phone.port;
    let mut socket = connect(port).await.unwrap();
    phone.kill().await;
    // An end or a reset, as the kernel sees fit.
    assert_eq!(socket.read(&mut [0]).await.unwrap_or(0), 0);
    until("the port to be free", async || connect(port).await.is_err().then_some(())).await;
}

/// Serves until whoever started us is gone.
async fn serve(port: u16) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    let phone = Phone::builder().build().unwrap();
    let mut events = phone.events();
    let mut out = std::io::stdout();
    writeln!(out, "port {}", listener.local_addr().unwrap().port()).unwrap();
    let tell = async {
        while let Ok(event) = events.recv().await {
            writeln!(out, "{event}").unwrap();
        }
    };
    let orphaned = async { tokio::io::stdin().read_to_end(&mut Vec::new()).await };
    tokio::select! {
        served = phone.serve(listener) => served.unwrap(),
        () = tell => {}
        _ = orphaned => {}
    }
}
