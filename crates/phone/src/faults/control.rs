//! The control line: what a connection says that is not adb's. It is answered also when the phone is offline to adb.

use super::fault::Order;
use super::handle::{Faults, NotBegun};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

/// What every control line begins with.
pub(crate) const GREETING: &[u8] = b"fingertip ";

/// How long a phone may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest answer that is read.
const ANSWER: u64 = 64 * 1024;

/// Sends a control line, such as `fault drop`, to the phone at an address, and hands back its answer.
pub async fn ask(address: &str, line: &str) -> io::Result<String> {
    let asking = async {
        let mut socket = connect(address).await?;
        socket.write_all(format!("fingertip {line}\n").as_bytes()).await?;
        let mut answer = String::new();
        socket.take(ANSWER).read_to_string(&mut answer).await?;
        Ok::<String, io::Error>(answer)
    };
    let answer = tokio::time::timeout(PATIENCE, asking).await??;
    match answer.strip_prefix("error: ") {
        Some(error) => Err(io::Error::other(error.trim_end().to_owned())),
        None if answer.is_empty() => {
            Err(io::Error::other("what listens there is no virtual phone"))
        }
        None => Ok(answer),
    }
}

#[expect(clippy::disallowed_methods, reason = "the other end is a virtual phone, not an adbd")]
async fn connect(address: &str) -> io::Result<tokio::net::TcpStream> {
    tokio::net::TcpStream::connect(address).await
}

fn begin(faults: &Faults, text: &str) -> Result<Order, NotBegun> {
    let order: Order = text.parse()?;
    faults.begin(order.clone())?;
    Ok(order)
}

/// Does what the line says, and says what was done.
pub(crate) fn answer(faults: &Faults, line: &str) -> String {
    let line = line.trim();
    let line = line.strip_prefix("fingertip").unwrap_or(line).trim_start();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match (word, rest.trim()) {
        ("fault", text) => match begin(faults, text) {
            Ok(order) => format!("ok: {order}\n"),
            Err(error) => format!("error: {error}\n"),
        },
        ("faults", "") => match faults.list() {
            list if list.is_empty() => "no fault is in force\n".to_owned(),
            list => list.iter().map(|line| format!("{line}\n")).collect(),
        },
        ("clear", "") => match faults.clear() {
            1 => "cleared 1 fault\n".to_owned(),
            count => format!("cleared {count} faults\n"),
        },
        _ => "error: a control line is `fingertip fault FAULT`, `fingertip faults` or `fingertip clear`\n"
            .to_owned(),
    }
}
