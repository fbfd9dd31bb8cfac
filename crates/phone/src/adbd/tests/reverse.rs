//! Sockets of the phone that the host answers.

use super::host::{Host, Opened};
use crate::Phone;
use crate::adbd::packet::Command;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

fn phone() -> Phone {
    Phone::builder().build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn answers_are_framed() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let mut check = async |request: &str, answer: &str| {
        assert_eq!(host.run(&format!("reverse:{request}")).await, answer, "{request}");
    };
    check("list-forward", "0000").await;
    check("forward:tcp:7001;tcp:8001", "OKAY00047001").await;
    check("forward:localabstract:a;tcp:8002", "OKAY").await;
    check("forward:norebind:tcp:7001;tcp:8003", "FAIL001dcannot rebind existing socket").await;
    check("forward:tcp:7001;tcp:8004", "OKAY00047001").await;
    check("forward:tcp:0;tcp:8005", "OKAY000532768").await;
    check("forward:tcp:7;tcp:8006", "FAIL002ccannot bind listener: Address already in use").await;
    check("killforward:tcp:1", "FAIL001alistener 'tcp:1' not found").await;
    check("killforward:tcp:32768", "OKAY").await;
    check("list-forward", "003f(reverse) localabstract:a tcp:8002\n(reverse) tcp:7001 tcp:8004\n")
        .await;
    check("killforward-all", "OKAY").await;
    check("list-forward", "0000").await;
    for wrong in [
        "forward:tcp:7001",
        "forward:;tcp:1",
        "forward:tcp:x;tcp:1",
        "forward:bogus:1;tcp:1",
        "what",
    ] {
        let answer = host.run(&format!("reverse:{wrong}")).await;
        assert!(answer.starts_with("FAIL"), "{wrong}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_host_is_asked() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    host.run("reverse:forward:tcp:7001;tcp:8001").await;
    let sockets = phone.sockets();
    let mut socket = sockets.connect("tcp:7001").unwrap();
    let open = host.next().await;
    assert_eq!((open.command, open.arg1), (Command::Open, 0));
    assert_eq!(open.payload, "tcp:8001\0");
    let stream = Opened { near: 900, far: open.arg0 };
    host.okay(stream).await;
    socket.write_all(b"question").await.unwrap();
    assert_eq!(host.read(stream).await, "question");
    host.write(stream, b"answer").await;
    let mut answer = [0; 6];
    socket.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"answer");
    host.close(stream).await;
    assert_eq!(socket.read(&mut answer).await.unwrap(), 0);

    // A host that refuses has no name for the stream.
    let mut socket = sockets.connect("tcp:7001").unwrap();
    let open = host.next().await;
    let open = if open.command == Command::Open { open } else { skip_to_open(&mut host).await };
    host.send(Command::Close, 0, open.arg0, b"").await;
    assert_eq!(socket.read(&mut answer).await.unwrap(), 0);
}

async fn skip_to_open(host: &mut Host) -> crate::adbd::packet::Packet {
    loop {
        let packet = host.next().await;
        if packet.command == Command::Open {
            return packet;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn they_go_with_the_connection() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    host.run("reverse:forward:tcp:7001;tcp:8001").await;
    let mut other = Host::new(&phone).await;
    assert_eq!(other.run("reverse:list-forward").await, "0000");
    let taken = other.run("reverse:forward:tcp:7001;tcp:8001").await;
    assert_eq!(taken, "FAIL002ccannot bind listener: Address already in use");
    let mut events = phone.events();
    drop(host);
    while events.recv().await.unwrap() != (crate::Event::Disconnected { connection: 1 }) {}
    assert_eq!(other.run("reverse:forward:tcp:7001;tcp:8001").await, "OKAY00047001");
}
