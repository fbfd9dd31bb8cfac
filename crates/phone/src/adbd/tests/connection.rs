//! The introduction, the life of streams, and what a host may do wrong.

use super::host::Host;
use crate::adbd::packet::{Command, MAX_PAYLOAD, VERSION, VERSION_WITH_SUMS};
use crate::android::Api;
use crate::{Event, Phone};
use proptest::prelude::*;
use std::time::Duration;
use tokio::io::AsyncReadExt as _;

const LONG: Duration = Duration::from_secs(5);

fn phone() -> Phone {
    Phone::builder().build().unwrap()
}

#[tokio::test(start_paused = true)]
async fn introduces_itself() {
    let phone = phone();
    let mut host = Host::silent(&phone);
    let packet = host.introduce(VERSION, MAX_PAYLOAD).await;
    assert_eq!((packet.arg0, packet.arg1), (VERSION, 0x10_0000));
    let banner = std::str::from_utf8(&packet.payload).unwrap();
    assert_eq!(
        banner,
        "device::ro.product.name=fingertip_phone;ro.product.model=Fingertip Phone;ro.product.device=phone;\
         features=shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir,fixed_push_symlink_timestamp,apex,abb,abb_exec"
    );
}

/// Android 9 had neither `abb` nor the newer halves of `sync:`.
#[tokio::test(start_paused = true)]
async fn offers_what_its_release_had() {
    let phone = Phone::builder().api(Api::Android9).build().unwrap();
    let mut host = Host::silent(&phone);
    let packet = host.introduce(VERSION, MAX_PAYLOAD).await;
    let banner = std::str::from_utf8(&packet.payload).unwrap();
    assert!(banner.ends_with(";features=cmd,stat_v2,shell_v2"), "{banner}");
    host.ask("abb_exec:package\0list").await;
    assert_eq!(host.next().await.command, Command::Close);
}

/// Reads packets as bytes, because the sum is what matters here.
async fn heads_of(version: u32) -> Vec<(Vec<u8>, u32)> {
    let phone = phone();
    let mut host = Host::silent(&phone);
    host.send(Command::Connect, version, 0x10_0000, b"host::").await;
    host.ask("exec:echo hi").await;
    let mut heads = Vec::new();
    while heads.len() < 3 {
        let mut head = [0; 24];
        host.io.read_exact(&mut head).await.unwrap();
        let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap());
        let mut payload = vec![0; usize::try_from(word(12)).unwrap()];
        host.io.read_exact(&mut payload).await.unwrap();
        heads.push((payload, word(16)));
    }
    heads
}

#[tokio::test(start_paused = true)]
async fn sums_are_for_old_hosts() {
    let sum = |bytes: &[u8]| bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>();
    for (payload, check) in heads_of(VERSION_WITH_SUMS).await {
        assert_eq!(check, sum(&payload));
    }
    let new = heads_of(VERSION).await;
    assert_eq!(new[0].1, sum(&new[0].0), "the introduction always has one");
    assert_eq!(new[2], (b"hi\n".to_vec(), 0));
}

#[tokio::test(start_paused = true)]
async fn a_silent_host_is_let_go() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::silent(&phone);
    let before = tokio::time::Instant::now();
    assert_eq!(host.next_or_end().await, None);
    assert_eq!(before.elapsed().as_secs(), 10);
    assert!(events.try_recv().is_err(), "it is nobody's business");
    let mut patient = Host::new(&phone).await;
    assert_eq!(patient.maybe_next(Duration::from_mins(10)).await, None);
    assert_eq!(patient.run("exec:echo here").await, "here\n");
}

#[tokio::test(start_paused = true)]
async fn garbage_ends_its_own_connection_only() {
    let phone = phone();
    let mut good = Host::new(&phone).await;
    let oversize = crate::adbd::packet::head(Command::Write, 1, 1, 0x10_0001, 0);
    for garbage in [b"GET / HTTP/1.1\r\nHost: phone\r\n\r\n".as_slice(), &oversize] {
        let mut bad = Host::new(&phone).await;
        bad.raw(garbage).await;
        assert_eq!(bad.next_or_end().await, None);
        let mut bad = Host::silent(&phone);
        bad.raw(garbage).await;
        assert_eq!(bad.next_or_end().await, None);
        assert_eq!(good.run("exec:echo well").await, "well\n");
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_services_are_refused() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for service in [
        "",
        "nonsense:",
        "tcp:9",
        "tcp:example.com:7",
        "jdwp:1",
        "localabstract:x",
        "sink:x",
        "exec:",
    ] {
        let id = host.ask(service).await;
        let packet = host.next().await;
        assert_eq!(
            (packet.command, packet.arg0, packet.arg1),
            (Command::Close, 0, id),
            "{service}"
        );
    }
    // Delayed acknowledgements were not offered.
    host.send(Command::Open, 77, 1 << 25, b"exec:echo\0").await;
    assert_eq!(host.next().await.command, Command::Close);
    // A stream without a name cannot be answered to.
    host.send(Command::Open, 0, 0, b"exec:echo\0").await;
    assert_eq!(host.next().await.command, Command::Close);
}

#[tokio::test(start_paused = true)]
async fn one_packet_is_on_its_way() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("source:2500000").await;
    let mut lengths = Vec::new();
    for _ in 0..3 {
        let packet = host.next().await;
        assert_eq!(packet.command, Command::Write);
        lengths.push(packet.payload.len());
        if lengths.len() < 3 {
            assert_eq!(host.maybe_next(LONG).await, None, "sent before it was asked for");
            host.okay(stream).await;
        }
    }
    assert_eq!(lengths, [1_048_576, 1_048_576, 402_848]);
    // The end does not wait for the last acknowledgement, which then comes too late, as does our close.
    assert_eq!(host.next().await.command, Command::Close);
    host.okay(stream).await;
    host.close(stream).await;
    host.close(stream).await;
    assert_eq!(host.run("exec:echo on").await, "on\n");
}

#[tokio::test(start_paused = true)]
async fn an_okay_too_many_changes_nothing() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("source:5000000").await;
    host.next().await;
    host.okay(stream).await;
    host.okay(stream).await;
    host.okay(stream).await;
    assert_eq!(host.next().await.command, Command::Write);
    // At most the answers that came before it was sent can have been taken for another one.
    host.maybe_next(LONG).await;
    assert_eq!(host.maybe_next(LONG).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_small_maximum_is_kept() {
    let phone = phone();
    let mut host = Host::silent(&phone);
    host.introduce(VERSION, 4096).await;
    let stream = host.open("exec:head -c 10000 /dev/zero").await;
    let lengths: Vec<usize> = host.read_all(stream).await.iter().map(bytes::Bytes::len).collect();
    assert_eq!(lengths, [4096, 4096, 1808]);
    let stream = host.open("shell,v2,raw:head -c 10000 /dev/zero").await;
    let answer = host.read_all(stream).await;
    assert!(answer.iter().all(|payload| payload.len() <= 4096));
    assert_eq!(answer.concat().len(), 10_000 + 3 * 5 + 6);
}

#[tokio::test(start_paused = true)]
async fn packets_for_nobody_do_no_harm() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    host.send(Command::Okay, 5, 99, b"").await;
    host.send(Command::Close, 5, 99, b"").await;
    host.send(Command::Close, 0, 0, b"").await;
    host.send(Command::Auth, 3, 0, b"key").await;
    host.send(Command::StartTls, 0x0100_0000, 0, b"").await;
    host.send(Command::Other(0x434e_5953), 1, 2, b"sync").await;
    host.send(Command::Write, 5, 99, b"data").await;
    let packet = host.next().await;
    assert_eq!((packet.command, packet.arg1), (Command::Close, 5));
    // A stream of ours with somebody else's name is not theirs.
    let stream = host.open("exec:cat").await;
    host.send(Command::Write, stream.near + 1, stream.far, b"not mine").await;
    assert_eq!(host.next().await.command, Command::Close);
    host.send(Command::Close, stream.near + 1, stream.far, b"").await;
    host.write(stream, b"mine").await;
    assert_eq!(host.read(stream).await, "mine");
}

#[tokio::test(start_paused = true)]
async fn who_sends_too_much_loses_the_stream() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("exec:sleep 1000").await;
    let other = host.open("exec:cat").await;
    for _ in 0..100 {
        host.write(stream, b"more").await;
    }
    let mut closed = false;
    while let Some(packet) = host.maybe_next(LONG).await {
        closed |= packet.command == Command::Close && packet.arg1 == stream.near;
    }
    assert!(closed);
    host.write(other, b"still here").await;
    assert_eq!(host.read(other).await, "still here");
}

#[tokio::test(start_paused = true)]
async fn a_second_introduction_starts_over() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("exec:sleep 1000").await;
    host.introduce(VERSION, 8192).await;
    host.write(stream, b"gone").await;
    assert_eq!(host.next().await.command, Command::Close);
    assert_eq!(host.run("exec:echo again").await, "again\n");
}

#[tokio::test(start_paused = true)]
async fn streams_have_a_limit() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for _ in 0..512 {
        host.open("exec:cat").await;
    }
    host.ask("exec:cat").await;
    assert_eq!(host.next().await.command, Command::Close);
    let mut other = Host::new(&phone).await;
    assert_eq!(other.run("exec:echo free").await, "free\n");
}

/// A client that polls for a socket nobody opens may do so for as long as it likes.
#[tokio::test(start_paused = true)]
async fn what_is_refused_takes_no_stream() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for _ in 0..600 {
        host.ask("localabstract:nobody").await;
        assert_eq!(host.next().await.command, Command::Close);
    }
    assert_eq!(host.run("exec:echo still here").await, "still here\n");
}

#[tokio::test(start_paused = true)]
async fn events_tell_what_happens() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    host.run("exec:echo hi").await;
    host.ask("nothing:").await;
    host.next().await;
    let stream = host.open("exec:sleep 1000").await;
    drop(host);
    let mut lines = Vec::new();
    while lines.len() < 7 {
        lines.push(events.recv().await.unwrap().to_string());
    }
    assert_eq!(
        lines,
        [
            "#1 connected from memory",
            "#1 open exec:echo hi",
            "#1 close exec:echo hi",
            "#1 refuse nothing:",
            "#1 open exec:sleep 1000",
            "#1 close exec:sleep 1000",
            "#1 disconnected",
        ],
        "{stream:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_is_dropped_is_gone() {
    let phone = phone();
    let tmp = phone.files().host_path(&crate::Identity::ROOT, "/data/local/tmp").unwrap();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    host.open("exec:sleep 1000").await;
    host.open("shell:sleep 1000 & sleep 1000").await;
    assert!(tmp.exists());
    drop(phone);
    assert_eq!(host.next_or_end().await, None);
    while events.recv().await.is_ok_and(|event| event != (Event::Disconnected { connection: 1 })) {}
    // Whoever still holds the files lets go at its next step.
    tokio::time::timeout(LONG, async {
        while tmp.exists() {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test(start_paused = true)]
async fn phones_do_not_share() {
    let (one, other) = (phone(), Phone::builder().serial("OTHER").build().unwrap());
    let mut host = Host::new(&one).await;
    host.run("exec:echo 1 > /sdcard/x").await;
    let mut host = Host::new(&other).await;
    assert_eq!(host.run("exec:ls /sdcard/x || getprop ro.serialno").await.lines().count(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Whatever follows the introduction, the phone answers or hangs up, and serves others.
    #[test]
    fn no_bytes_stop_the_phone(
        pieces in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..60),
                (0..8_usize, 0..4_u32, 0..4_u32, prop::collection::vec(any::<u8>(), 0..40)).prop_map(
                    |(command, arg0, arg1, payload)| {
                        let command = [
                            Command::Connect, Command::Auth, Command::StartTls, Command::Open, Command::Okay,
                            Command::Write, Command::Close, Command::Other(9),
                        ][command];
                        crate::adbd::packet::Packet { command, arg0, arg1, payload: payload.into() }.encode()
                    },
                ),
                Just(
                    crate::adbd::packet::Packet {
                        command: Command::Open, arg0: 1, arg1: 0, payload: "sync:\0".into(),
                    }
                    .encode(),
                ),
            ],
            0..20,
        ),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let phone = phone();
            let mut host = Host::new(&phone).await;
            let (mut read, mut write) = tokio::io::split(host.io);
            let sent = tokio::spawn(async move {
                for piece in pieces {
                    if tokio::io::AsyncWriteExt::write_all(&mut write, &piece).await.is_err() {
                        return;
                    }
                }
                tokio::io::AsyncWriteExt::shutdown(&mut write).await.ok();
            });
            let mut answer = Vec::new();
            let read = tokio::time::timeout(Duration::from_hours(1), read.read_to_end(&mut answer)).await;
            assert!(read.is_ok(), "the connection neither ended nor failed");
            sent.await.unwrap();
            host = Host::new(&phone).await;
            assert_eq!(host.run("exec:echo well").await, "well\n");
        });
    }
}
