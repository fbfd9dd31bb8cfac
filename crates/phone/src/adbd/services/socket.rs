//! Sockets of the phone: `tcp:PORT`, `localabstract:NAME` and their like.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;
use crate::adbd::stream::Stream;
use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

const CHUNK: usize = 64 * 1024;

/// `None` if nobody listens.
pub(super) fn open(adbd: &Adbd, name: &str) -> Option<Service> {
    let socket = adbd.machine().sockets().connect(&local_name(name)?)?;
    Some(service(move |stream| join(stream, socket)))
}

/// The name under which the phone knows a socket. `tcp:HOST:PORT` of another host leads nowhere: there is no network.
pub(super) fn local_name(name: &str) -> Option<String> {
    let Some(address) = name.strip_prefix("tcp:") else { return Some(name.to_owned()) };
    let port = match address.rsplit_once(':') {
        None => address,
        Some(("localhost" | "127.0.0.1" | "[::1]" | "::1", port)) => port,
        Some(_) => return None,
    };
    let port: u16 = port.parse().ok()?;
    Some(format!("tcp:{port}"))
}

/// Carries bytes both ways until one side closes: neither the stream nor adb knows half a close.
pub(super) async fn join(stream: Stream, socket: DuplexStream) {
    let Stream { mut reader, writer } = stream;
    let (mut from_socket, mut to_socket) = tokio::io::split(socket);
    let inward = async {
        while let Some(bytes) = reader.read().await {
            if to_socket.write_all(&bytes).await.is_err() {
                break;
            }
        }
    };
    let outward = async {
        let mut buffer = BytesMut::new();
        loop {
            buffer.reserve(CHUNK);
            match from_socket.read_buf(&mut buffer).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            if writer.write(buffer.split().freeze()).await.is_err() {
                break;
            }
        }
    };
    tokio::select! {
        () = inward => {}
        () = outward => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_phone_is_reachable() {
        let check = |name, expected: Option<&str>| {
            assert_eq!(local_name(name).as_deref(), expected, "{name}");
        };
        check("tcp:7", Some("tcp:7"));
        check("tcp:localhost:0080", Some("tcp:80"));
        check("tcp:10.0.2.2:80", None);
        check("tcp:", None);
        check("tcp:70000", None);
        check("localabstract:a:b", Some("localabstract:a:b"));
    }
}
