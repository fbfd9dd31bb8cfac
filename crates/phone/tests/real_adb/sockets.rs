//! `adb forward` and `adb reverse`.

use crate::harness::{Server, connect, free_port};
use std::net::Ipv4Addr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

/// Sends something to a port of the host and expects it back.
async fn echoes(port: u16, message: &[u8]) {
    let socket = connect(port).await.unwrap();
    let (mut read, mut write) = socket.into_split();
    let sent = message.to_vec();
    let send = tokio::spawn(async move {
        write.write_all(&sent).await.unwrap();
        write
    });
    let mut answer = vec![0; message.len()];
    read.read_exact(&mut answer).await.unwrap();
    assert!(answer == message);
    // Only now: there is no half of a close in adb.
    drop(send.await.unwrap());
}

/// A connection that is closed without a word.
async fn refuses(port: u16) {
    let mut socket = connect(port).await.unwrap();
    let mut answer = Vec::new();
    // Either an end or a reset, but nothing to read.
    socket.read_to_end(&mut answer).await.ok();
    assert_eq!(answer, b"");
}

#[tokio::test]
async fn forward() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let big: Vec<u8> = (0..500_000_u32).flat_map(u32::to_le_bytes).collect();
    let mut ports = Vec::new();
    for target in ["tcp:7", "localabstract:fingertip.echo"] {
        let port: u16 = adb.run(&["forward", "tcp:0", target]).await.well().trim().parse().unwrap();
        for message in [b"hello".as_slice(), &big, b"again"] {
            echoes(port, message).await;
        }
        ports.push((port, target));
    }
    let refused: u16 = adb.run(&["forward", "tcp:0", "tcp:9"]).await.well().trim().parse().unwrap();
    refuses(refused).await;

    let list = adb.run(&["forward", "--list"]).await.well();
    for (port, target) in &ports {
        assert!(list.contains(&format!("{} tcp:{port} {target}\n", phone.serial)), "{list}");
    }
    let (first, _) = ports[0];
    adb.run(&["forward", "--remove", &format!("tcp:{first}")]).await.well();
    assert!(connect(first).await.is_err());
    let list = adb.run(&["forward", "--list"]).await.well();
    assert!(!list.contains(&format!("tcp:{first} ")) && list.contains("fingertip.echo"), "{list}");
}

#[tokio::test]
async fn reverse() {
    let Some(adb) = Server::start().await else { return };
    let _phone = adb.phone().await;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let on_host = listener.local_addr().unwrap().port();
    let host = tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (mut read, mut write) = socket.into_split();
                tokio::io::copy(&mut read, &mut write).await.ok();
            });
        }
    });
    let target = format!("tcp:{on_host}");
    let port = adb.run(&["reverse", "tcp:0", &target]).await.well();
    let on_phone = format!("tcp:{}", port.trim());
    assert_eq!(
        adb.run(&["reverse", "--list"]).await.well(),
        format!("(reverse) {on_phone} {target}\n\n")
    );
    // Somebody on the phone connects there: the other end of a forward.
    let port: u16 = adb.run(&["forward", "tcp:0", &on_phone]).await.well().trim().parse().unwrap();
    let big: Vec<u8> = (0..200_000_u32).flat_map(u32::to_le_bytes).collect();
    for message in [b"through the phone".as_slice(), &big] {
        echoes(port, message).await;
    }

    let said = adb.run(&["reverse", "--no-rebind", &on_phone, &target]).await;
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("cannot rebind existing socket"), "{said:?}");
    // Nobody listens on the host: the phone's side is closed.
    let nobody = format!("tcp:{}", free_port().await);
    adb.run(&["reverse", &on_phone, &nobody]).await.well();
    refuses(port).await;
    adb.run(&["reverse", "--remove", &on_phone]).await.well();
    refuses(port).await;
    let said = adb.run(&["reverse", "--remove", &on_phone]).await;
    assert!(said.err.contains(&format!("listener '{on_phone}' not found")), "{said:?}");
    host.abort();
}
