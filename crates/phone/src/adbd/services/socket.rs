//! `tcp:`, `localabstract:` and their like: a connection to a listener inside the phone.

use super::session::Session;
use crate::adbd::connection::Service;
use crate::adbd::stream::Stream;
use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

/// `None` when nobody listens there.
pub(super) fn service(session: &Session, name: &str) -> Option<Service> {
    let near = session.machine().sockets().connect(&canonical(name)?)?;
    Some(Box::new(move |stream| Box::pin(relay(stream, near))))
}

/// `tcp:localhost:80` is `tcp:80`; other hosts are out of reach.
pub(super) fn canonical(name: &str) -> Option<String> {
    let (kind, rest) = name.split_once(':')?;
    match kind {
        "tcp" => {
            let port = match rest.rsplit_once(':') {
                Some(("localhost" | "127.0.0.1", port)) => port,
                Some(_) => return None,
                None => rest,
            };
            let port: u16 = port.parse().ok()?;
            Some(format!("tcp:{port}"))
        }
        "local" => Some(format!("localreserved:{rest}")),
        _ => Some(name.to_owned()),
    }
}

/// Carries bytes both ways until one side ends.
pub(super) async fn relay(stream: Stream, near: DuplexStream) {
    let Stream { mut reader, writer } = stream;
    let (mut from_phone, mut to_phone) = tokio::io::split(near);
    let down = async {
        while let Some(bytes) = reader.read().await {
            if to_phone.write_all(&bytes).await.is_err() {
                break;
            }
        }
        to_phone.shutdown().await.ok();
        // The other direction may still have something to say.
        std::future::pending::<()>().await;
    };
    let up = async {
        let mut buffer = BytesMut::new();
        loop {
            buffer.reserve(64 * 1024);
            match from_phone.read_buf(&mut buffer).await {
                Ok(0) | Err(_) => return,
                Ok(_) => {
                    if writer.write(buffer.split().freeze()).await.is_err() {
                        return;
                    }
                }
            }
        }
    };
    tokio::select! {
        () = down => {}
        () = up => {}
    }
}
