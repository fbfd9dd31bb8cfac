//! Starting an adb server. The only place that spawns a process.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;
use tokio::process::{Child, Command};

use super::{Found, find_adb};
use crate::env::EnvLookup;
use crate::{Deadline, Error, Host, Result, ServerAddr};

/// What `ensure_server` found or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ensured {
    Running,
    Started(Found),
}

/// Makes sure that an adb server answers at `addr`. Only when none does, and only on this machine,
/// an adb program is looked for and started.
pub async fn ensure_server(
    addr: &ServerAddr,
    env: EnvLookup<'_>,
    deadline: Deadline,
) -> Result<Ensured> {
    let host = Host::new(addr.clone());
    match host.version(deadline).await {
        Err(Error::ServerUnreachable { .. }) if addr.is_local() => {}
        answer => return answer.map(|_| Ensured::Running),
    }
    let found = find_adb(env)?;
    deadline.run("starting an adb server", start(addr, &found)).await?;
    host.version(deadline).await?;
    Ok(Ensured::Started(found))
}

async fn start(addr: &ServerAddr, found: &Found) -> Result<()> {
    let failed =
        |why: String| Error::StartFailed { program: found.path.display().to_string(), why };
    let mut child = spawn(addr, found).map_err(|error| failed(error.to_string()))?;
    let status = child.wait().await.map_err(|error| failed(error.to_string()))?;
    if status.success() {
        return Ok(());
    }
    let said = stderr(&mut child).await;
    Err(failed(format!("{status}: {said}")))
}

#[expect(clippy::disallowed_methods, reason = "the one place that starts a program")]
fn spawn(addr: &ServerAddr, found: &Found) -> std::io::Result<Child> {
    let mut command = Command::new(&found.path);
    match addr {
        // `-L tcp:HOST:PORT` takes no host but localhost, so the port alone is given.
        ServerAddr::Tcp { port, .. } => command.arg("-P").arg(port.to_string()),
        ServerAddr::Local(_) => command.arg("-L").arg(addr.to_string()),
    };
    command
        .arg("start-server")
        // Flags win over these, but not in every version.
        .env_remove("ADB_SERVER_SOCKET")
        .env_remove("ANDROID_ADB_SERVER_ADDRESS")
        .env_remove("ANDROID_ADB_SERVER_PORT")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        // Ends `adb start-server` when its time is up, not the server.
        .kill_on_drop(true)
        .spawn()
}

/// What adb complained about. The server may inherit the pipe and keep it open, so this does not
/// wait for its end.
async fn stderr(child: &mut Child) -> String {
    let mut said = Vec::new();
    if let Some(mut pipe) = child.stderr.take() {
        let reading = async {
            while said.len() < 4096 && matches!(pipe.read_buf(&mut said).await, Ok(1..)) {}
            Ok(())
        };
        let _ended = Deadline::after(Duration::from_millis(500)).run("reading", reading).await;
    }
    String::from_utf8_lossy(&said).into_owned()
}
