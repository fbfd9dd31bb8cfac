//! An adb server, phones for it, and running `adb`.

use phone::Phone;
use std::ffi::OsStr;
use std::net::{Ipv4Addr, SocketAddr};
use std::ops::Deref;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// Nothing here takes that long unless it hangs.
pub(crate) const DEADLINE: Duration = Duration::from_mins(2);

/// An adb server of our own. It ends when dropped.
pub(crate) struct Server {
    pub(crate) port: u16,
    pub(crate) folder: TempDir,
    _process: Child,
}

/// What a program said.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Said {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// What it wrote, if it ended well.
    #[track_caller]
    pub(crate) fn well(&self) -> String {
        assert_eq!(self.code, Some(0), "{}{}", self.text(), self.err);
        self.text()
    }
}

/// A phone that answers on a TCP port until dropped.
pub(crate) struct Served {
    phone: Arc<Phone>,
    pub(crate) serial: String,
    serving: JoinHandle<()>,
}

impl Server {
    /// `None`, with a word about it, when there is no `adb` to test with.
    pub(crate) async fn start() -> Option<Self> {
        let found = command("adb").arg("version").output().await;
        if found.is_err() {
            #[expect(clippy::print_stderr, reason = "a test that skips says so")]
            {
                eprintln!("skipped: no adb on the PATH");
            }
            return None;
        }
        // Somebody else may take the port between our look and adb's; then another is tried.
        for _ in 0..10 {
            let folder = tempfile::tempdir().unwrap();
            let port = free_port().await;
            let mut process = adb(port, &folder);
            let mut process =
                process.args(["nodaemon", "server"]).stdin(Stdio::null()).spawn().unwrap();
            let answers = until("the adb server", async || {
                if process.try_wait().unwrap().is_some() {
                    return Some(false);
                }
                let version = ask(port, "host:version").await.ok()?;
                Some(version.starts_with(b"OKAY"))
            });
            if answers.await {
                return Some(Self { port, folder, _process: process });
            }
        }
        panic!("no adb server could be started");
    }

    /// `adb ARGUMENTS`, ready to be run.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let mut command = adb(self.port, &self.folder);
        command.args(arguments);
        command
    }

    pub(crate) async fn run<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Said {
        self.run_with_input(arguments, b"").await
    }

    pub(crate) async fn run_with_input<S: AsRef<OsStr>>(
        &self,
        arguments: &[S],
        input: &[u8],
    ) -> Said {
        let mut process = self.command(arguments).spawn().unwrap();
        let mut stdin = process.stdin.take().unwrap();
        let input = input.to_vec();
        // A program that does not read its input is none of our business.
        let feed = tokio::spawn(async move { stdin.write_all(&input).await.ok() });
        let said = finish(process).await;
        feed.abort();
        said
    }

    /// A phone of its own, connected.
    pub(crate) async fn phone(&self) -> Served {
        let phone = Served::new(Phone::builder().build().unwrap()).await;
        self.connect(&phone.serial).await;
        phone
    }

    pub(crate) async fn connect(&self, serial: &str) {
        let said = self.run(&["connect", serial]).await.well();
        assert_eq!(said, format!("connected to {serial}\n"));
    }

    /// Runs `adb -s SERIAL shell COMMAND`.
    pub(crate) async fn shell(&self, serial: &str, command: &str) -> Said {
        self.run(&["-s", serial, "shell", command]).await
    }

    /// A connection to the server that has sent a request and read its OKAY.
    pub(crate) async fn request(&self, request: &str) -> TcpStream {
        let mut socket = connect(self.port).await.unwrap();
        socket.write_all(format!("{:04x}{request}", request.len()).as_bytes()).await.unwrap();
        let mut status = [0; 4];
        socket.read_exact(&mut status).await.unwrap();
        assert_eq!(&status, b"OKAY");
        socket
    }

    /// Waits until the server calls a device so; `""` when it must not be listed.
    pub(crate) async fn wait_for_state(&self, serial: &str, state: &str) {
        until(&format!("{serial} to be {state}"), async || {
            let devices = self.run(&["devices"]).await.well();
            let now = devices.lines().find_map(|line| line.strip_prefix(&format!("{serial}\t")));
            (now.unwrap_or_default() == state).then_some(())
        })
        .await;
    }
}

impl Served {
    pub(crate) async fn new(phone: Phone) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let serial = listener.local_addr().unwrap().to_string();
        let phone = Arc::new(phone);
        let serving = {
            let phone = Arc::clone(&phone);
            tokio::spawn(async move { phone.serve(listener).await.unwrap() })
        };
        Self { phone, serial, serving }
    }
}

impl Deref for Served {
    type Target = Phone;

    fn deref(&self) -> &Phone {
        &self.phone
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Looks again and again until there is something to see.
pub(crate) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let mut pace = tokio::time::interval(Duration::from_millis(20));
    let seen = tokio::time::timeout(DEADLINE, async {
        loop {
            pace.tick().await;
            if let Some(seen) = look().await {
                return seen;
            }
        }
    });
    seen.await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

/// Waits for the end of a program.
pub(crate) async fn finish(process: Child) -> Said {
    let output = tokio::time::timeout(DEADLINE, process.wait_with_output()).await;
    let output = output.expect("the program hangs").unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    Said { out: output.stdout, err, code: output.status.code() }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the test is a program on the host and starts others"
)]
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

#[expect(clippy::disallowed_methods, reason = "the test is a client of sockets on the host")]
pub(crate) async fn connect(port: u16) -> std::io::Result<TcpStream> {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await
}

pub(crate) async fn free_port() -> u16 {
    let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await.unwrap();
    listener.local_addr().unwrap().port()
}

/// `adb` for the server on that port, blind to whatever else runs on this machine.
fn adb(port: u16, home: &TempDir) -> Command {
    let mut command = command("adb");
    for name in ["ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ADB_VENDOR_KEYS", "ADB_TRACE", "TERM"] {
        command.env_remove(name);
    }
    command.env("HOME", home.path()).env("TMPDIR", home.path());
    command.env("ADB_EMU", "0").env("ADB_USB", "0").env("ADB_MDNS", "0");
    command.args(["-P", &port.to_string()]);
    command
}

/// One request to the adb server and the whole answer.
async fn ask(port: u16, request: &str) -> std::io::Result<Vec<u8>> {
    let mut socket = connect(port).await?;
    socket.write_all(format!("{:04x}{request}", request.len()).as_bytes()).await?;
    let mut answer = Vec::new();
    socket.read_to_end(&mut answer).await?;
    Ok(answer)
}
