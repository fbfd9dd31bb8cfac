//! Programs on streams: `shell:`, `exec:`, `abb:` and the small services that answer in text.

use super::host::{Host, Opened};
use crate::adbd::packet::Command;
use crate::{Event, Phone};
use bytes::Bytes;
use std::time::Duration;

fn phone() -> Phone {
    Phone::builder().build().unwrap()
}

/// One packet of the shell protocol.
fn packet(id: u8, bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    [&[id], &length[..], bytes].concat()
}

/// Output, errors and exit code out of the packets of the shell protocol.
fn taken_apart(mut bytes: &[u8]) -> (String, String, Option<u8>) {
    let (mut out, mut err, mut exit) = (Vec::new(), Vec::new(), None);
    while let [id, a, b, c, d, rest @ ..] = bytes {
        let (payload, rest) =
            rest.split_at(u32::from_le_bytes([*a, *b, *c, *d]).try_into().unwrap());
        match id {
            1 => out.extend_from_slice(payload),
            2 => err.extend_from_slice(payload),
            3 => exit = payload.first().copied(),
            other => panic!("unexpected id {other}"),
        }
        bytes = rest;
    }
    assert!(bytes.is_empty());
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), exit)
}

async fn shell_v2(host: &mut Host, command: &str) -> (String, String, Option<u8>) {
    let stream = host.open(&format!("shell,v2,TERM=xterm,raw:{command}")).await;
    taken_apart(&host.read_all(stream).await.concat())
}

#[tokio::test(start_paused = true)]
async fn output_errors_and_exit_code_are_apart() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let (out, err, exit) = shell_v2(&mut host, "echo out; echo err >&2; exit 7").await;
    assert_eq!((out.as_str(), err.as_str(), exit), ("out\n", "err\n", Some(7)));
    let (out, _, exit) =
        shell_v2(&mut host, "echo $TERM $USER $HOME $PWD; kill -9 $$; sleep 9").await;
    assert_eq!((out.as_str(), exit), ("xterm shell / /\n", Some(137)));
    let (_, err, exit) = shell_v2(&mut host, "no-such-thing").await;
    assert_eq!(err, "/system/bin/sh: no-such-thing: inaccessible or not found\n");
    assert_eq!(exit, Some(127));
}

#[tokio::test(start_paused = true)]
async fn a_job_that_was_redirected_does_not_hold_the_stream() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let clock = tokio::time::Instant::now();
    for script in [
        "sleep 50 >/dev/null 2>&1 & echo begun",
        "(sleep 50; echo late) >/dev/null 2>&1 & echo begun",
        "nohup sleep 50 >/dev/null 2>&1 & echo begun",
    ] {
        let (out, _, exit) = shell_v2(&mut host, script).await;
        assert_eq!((out.as_str(), exit), ("begun\n", Some(0)), "{script}");
        assert!(
            clock.elapsed() < Duration::from_secs(50),
            "{script} held the stream, in virtual time"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_short_answer_is_one_packet() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for service in
        ["shell,v2,raw:echo a; echo b >&2; exit 3", "exec:echo a; echo b", "shell:echo a; ls /"]
    {
        let stream = host.open(service).await;
        assert_eq!(host.read_all(stream).await.len(), 1, "{service}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_answer_is_few_packets() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("exec:head -c 3000000 /dev/zero").await;
    let lengths: Vec<usize> = host.read_all(stream).await.iter().map(Bytes::len).collect();
    assert_eq!(lengths.iter().sum::<usize>(), 3_000_000);
    assert!(lengths.len() <= 4, "{lengths:?}");
}

#[tokio::test(start_paused = true)]
async fn version_one_mixes_and_has_no_exit_code() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("shell:echo out; echo err >&2; exit 7").await, "out\nerr\n");
    assert_eq!(host.run("exec:echo out; echo err >&2").await, "out\nerr\n");
    // Unknown options are the future's.
    assert_eq!(host.run("shell,next:echo hi").await, "hi\n");
}

#[tokio::test(start_paused = true)]
async fn a_terminal_is_where_android_has_one() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for service in ["exec:echo seen > /dev/tty", "shell:echo seen > /dev/tty"] {
        assert_eq!(host.run(service).await, "seen\n", "{service}");
    }
    let (out, err, exit) = shell_v2(&mut host, "echo seen > /dev/tty").await;
    assert_eq!((out.as_str(), exit), ("", Some(1)));
    assert!(err.contains("/dev/tty"), "{err}");
}

#[tokio::test(start_paused = true)]
async fn input_arrives_however_it_is_cut() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("shell,v2,raw:cat; echo end").await;
    let mut bytes = packet(5, b"24x80,0x0\0");
    bytes.extend(packet(0, b"hello "));
    bytes.extend(packet(0, b"world\n"));
    bytes.extend(packet(4, b""));
    let mut answer = Vec::new();
    for piece in bytes.chunks(7) {
        host.write(stream, piece).await;
        loop {
            let packet = host.next().await;
            if packet.command == Command::Okay {
                break;
            }
            answer.extend_from_slice(&packet.payload);
            host.okay(stream).await;
        }
    }
    answer.extend(host.read_all(stream).await.concat());
    let (out, _, exit) = taken_apart(&answer);
    assert_eq!((out.as_str(), exit), ("hello world\nend\n", Some(0)));
}

#[tokio::test(start_paused = true)]
async fn a_packet_of_impossible_length_ends_the_program() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("shell,v2,raw:cat").await;
    host.write(stream, &[0, 255, 255, 255, 255, 1, 2, 3]).await;
    let answer = host.read_all(stream).await.concat();
    assert_eq!(taken_apart(&answer).2, None);
}

/// Types into a terminal and reads until the screen shows `until`.
async fn type_until(host: &mut Host, stream: Opened, keys: &str, until: &str) -> String {
    if !keys.is_empty() {
        host.write(stream, &packet(0, keys.as_bytes())).await;
    }
    let mut shown = String::new();
    while !shown.contains(until) {
        shown.push_str(&taken_apart(&host.read(stream).await).0);
    }
    shown
}

#[tokio::test(start_paused = true)]
async fn somebody_types() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("shell,v2,TERM=xterm,pty:").await;
    host.write(stream, &packet(5, b"24x80,0x0\0")).await;
    type_until(&mut host, stream, "", "phone:/ $ ").await;
    let shown = type_until(&mut host, stream, "echo a; echo b >&2\r", "b\r\n").await;
    assert_eq!(shown.split("\r\n").take(3).collect::<Vec<_>>(), ["echo a; echo b >&2", "a", "b"]);
    type_until(&mut host, stream, "sleep 1000\r", "sleep").await;
    let shown = type_until(&mut host, stream, "\x03", "$ ").await;
    assert!(shown.contains("130|phone:/ $ "), "{shown:?}");
    host.write(stream, &packet(0, b"exit 5\r")).await;
    let answer = host.read_all(stream).await.concat();
    assert_eq!(taken_apart(&answer).2, Some(5));
}

#[tokio::test(start_paused = true)]
async fn ctrl_c_ends_a_command_on_a_terminal() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("shell,v2,pty:echo on; sleep 1000").await;
    type_until(&mut host, stream, "", "on\r\n").await;
    host.write(stream, &packet(0, b"\x03")).await;
    let answer = host.read_all(stream).await.concat();
    assert_eq!(taken_apart(&answer).2, Some(130));
}

#[tokio::test(start_paused = true)]
async fn a_terminal_ends_with_its_shell_and_a_pipe_with_its_last_writer() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let before = tokio::time::Instant::now();
    assert_eq!(host.run("shell:sleep 50 & echo on").await, "on\n");
    assert_eq!(before.elapsed(), Duration::ZERO);
    shell_v2(&mut host, "sleep 50 & echo on").await;
    assert_eq!(before.elapsed().as_secs(), 50);
}

#[tokio::test(start_paused = true)]
async fn a_host_that_closes_hangs_up() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    let services = [
        "shell:sleep 1000",
        "shell,v2,raw:sleep 1000",
        "exec:sleep 1000",
        "shell,v2,raw:while true; do sleep 1; done",
        "shell,v2,raw:yes",
        "shell,v2,pty:",
        "track-jdwp",
        "localabstract:fingertip.echo",
        "sync:",
    ];
    let sleeping = || {
        let processes = phone.android().processes();
        processes
            .iter()
            .filter(|process| ["sleep", "sh", "yes"].contains(&process.name.as_str()))
            .count()
    };
    for service in services {
        let stream = host.open(service).await;
        host.close(stream).await;
        let closed = format!("#1 close {service}");
        while events.recv().await.unwrap().to_string() != closed {}
        assert_eq!(sleeping(), 0, "{service}");
    }
    let stream = host.open("exec:sleep 1000").await;
    drop(host);
    while events.recv().await.unwrap() != (Event::Disconnected { connection: 1 }) {}
    assert_eq!(sleeping(), 0, "{stream:?}");
}

/// `adb exec-in` has no other way to say that its input is over.
#[tokio::test(start_paused = true)]
async fn what_was_sent_before_a_close_is_not_lost() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    let service = "exec:sleep 0.2; cat > /sdcard/x";
    let stream = host.open(service).await;
    host.write(stream, b"all of it").await;
    host.close(stream).await;
    let closed = format!("#1 close {service}");
    while events.recv().await.unwrap().to_string() != closed {}
    assert_eq!(phone.files().read(&crate::Identity::ROOT, "/sdcard/x").unwrap(), b"all of it");
}

#[tokio::test(start_paused = true)]
async fn sockets_carry_both_ways() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for service in ["tcp:7", "tcp:127.0.0.1:7", "localabstract:fingertip.echo"] {
        let stream = host.open(service).await;
        host.write(stream, b"there and back").await;
        assert_eq!(host.read(stream).await, "there and back");
        host.close(stream).await;
        assert_eq!(host.next().await.command, Command::Close);
    }
}

#[tokio::test(start_paused = true)]
async fn root_comes_and_goes() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("unroot:").await, "adbd not running as root\n");
    assert_eq!(host.run("remount:").await, "Not running as root. Try \"adb root\" first.\n");
    let mut other = Host::new(&phone).await;
    assert_eq!(host.run("root:").await, "restarting adbd as root\n");
    assert_eq!(host.next_or_end().await, None);
    assert_eq!(other.next_or_end().await, None);
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("exec:id -u; echo $USER").await, "0\nroot\n");
    assert_eq!(host.run("root:").await, "adbd is already running as root\n");
    assert_eq!(host.run("unroot:").await, "restarting adbd as non root\n");
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("exec:id -u").await, "2000\n");
}

#[tokio::test(start_paused = true)]
async fn restarts_say_what_they_do() {
    let phone = phone();
    for (service, answer) in [
        ("tcpip:5555", "restarting in TCP mode port: 5555\n"),
        ("usb:", "restarting in USB mode\n"),
        ("reconnect", "done"),
        ("reboot:", ""),
    ] {
        let mut host = Host::new(&phone).await;
        assert_eq!(host.run(service).await, answer);
        assert_eq!(host.next_or_end().await, None, "{service}");
    }
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("tcpip:65536").await, "invalid port 65536\n");
}

#[tokio::test(start_paused = true)]
async fn after_a_reboot_the_apps_are_gone() {
    let phone = phone();
    let android = phone.android();
    let shop = android.package("com.example.shop").unwrap().launcher_activity();
    let intent = crate::android::Intent { component: shop, ..Default::default() };
    android.start_activity(&intent, 2000).await.unwrap();
    let in_front = || android.resumed_activity().map(|activity| activity.component.package);
    assert_eq!(in_front().as_deref(), Some("com.example.shop"));
    Host::new(&phone).await.run("reboot:").await;
    assert!(android.wait_quiet(Duration::from_secs(1), Duration::from_mins(1)).await);
    assert_ne!(in_front().as_deref(), Some("com.example.shop"));
    assert!(in_front().is_some(), "the home screen is back");
    let running = android.processes().into_iter().filter_map(|process| process.package);
    assert!(!running.collect::<Vec<_>>().contains(&"com.example.shop".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn measuring_services_count() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("source:10").await, "\0".repeat(10));
    let stream = host.open("sink:6").await;
    host.write(stream, b"123").await;
    assert_eq!(host.next().await.command, Command::Okay);
    host.write(stream, b"456").await;
    assert_eq!(host.next().await.command, Command::Okay);
    assert_eq!(host.next().await.command, Command::Close);
}

#[tokio::test(start_paused = true)]
async fn the_frame_buffer_is_the_screen() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("framebuffer:").await;
    let bytes = host.read_all(stream).await.concat();
    let words: Vec<u32> =
        bytes[..56].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let size = u32::try_from(bytes.len() - 56).unwrap();
    assert_eq!(words, [2, 32, 1, size, 1080, 2400, 0, 8, 16, 8, 8, 8, 24, 8]);
    assert_eq!(size, 1080 * 2400 * 4);
    let screenshot = phone.android().screenshot().await;
    assert_eq!(bytes[56..], screenshot.rgba);
}

#[tokio::test(start_paused = true)]
async fn what_ended_says_how_and_when() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    let open = host.open("exec:sleep 1000").await;
    host.run("shell:sleep 3; exit 7").await;
    host.close(open).await;
    let mut closed = Vec::new();
    while closed.len() < 2 {
        if let Event::Closed { service, exit, took, stream, .. } = events.recv().await.unwrap() {
            closed.push((service, exit, took.as_secs(), stream));
        }
    }
    assert_eq!(closed[0], ("shell:sleep 3; exit 7".to_owned(), Some(7), 3, 2));
    assert_eq!(closed[1], ("exec:sleep 1000".to_owned(), None, 3, 1), "it was hung up");
}
