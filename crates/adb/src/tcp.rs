//! The one place that makes TCP connections: always without Nagle's delay.

use std::io;

use tokio::net::TcpStream;

#[expect(clippy::disallowed_methods, reason = "this is where streams come from")]
pub(crate) async fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let socket = TcpStream::connect((host, port)).await?;
    socket.set_nodelay(true)?;
    // An adb server leaves Nagle on for its clients: a delayed ACK of ours costs 40 ms.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    socket.set_quickack(true)?;
    Ok(socket)
}
