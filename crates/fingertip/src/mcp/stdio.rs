//! Serving one client over a pair of byte streams, usually stdin and stdout.

use std::io;

use rmcp::{service::ServerInitializeError, transport::stdio_pipes};
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Server, lines::Lines};

/// Serves the client at the other end of stdin and stdout until it closes them.
pub async fn serve_stdio(server: &Server) -> io::Result<()> {
    let (stdin, stdout) = stdio_pipes();
    serve_pipe(server, stdin, stdout).await
}

/// Serves one client until it closes its end. Calls in flight then get a moment to finish.
pub async fn serve_pipe(
    server: &Server,
    input: impl AsyncRead + Unpin + Send + 'static,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> io::Result<()> {
    let lines = Lines::new(input, output);
    match rmcp::serve_server(server.for_process(), lines).await {
        Ok(running) => match running.waiting().await {
            Ok(_) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        },
        // It left before it began.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
