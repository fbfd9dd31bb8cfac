//! Files: stat, list, send, receive.

use super::host::{Host, Opened};
use crate::adbd::packet::Command;
use crate::{Event, Identity, Phone, Sync};
use proptest::prelude::*;

fn phone() -> Phone {
    Phone::builder().build().unwrap()
}

fn request(id: &str, path: &str) -> Vec<u8> {
    let length = u32::try_from(path.len()).unwrap().to_le_bytes();
    [id.as_bytes(), &length[..], path.as_bytes()].concat()
}

fn data(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
    [b"DATA", &length[..], bytes].concat()
}

fn done(time: u32) -> Vec<u8> {
    [b"DONE".as_slice(), &time.to_le_bytes()].concat()
}

/// `FAIL` with its text.
fn fail(text: &str) -> Vec<u8> {
    request("FAIL", text)
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

/// Sends requests in one packet and reads one packet.
async fn ask(host: &mut Host, stream: Opened, bytes: &[u8]) -> Vec<u8> {
    host.write(stream, bytes).await;
    host.read(stream).await.to_vec()
}

/// A new stream, one request, all that comes back until it is closed.
async fn ask_once(host: &mut Host, bytes: &[u8]) -> Vec<u8> {
    let stream = host.open("sync:").await;
    host.write(stream, bytes).await;
    host.read_all(stream).await.concat()
}

#[tokio::test(start_paused = true)]
async fn stat_answers_in_one_packet() {
    let phone = phone();
    phone.files().write(&Identity::SHELL, "/data/local/tmp/f", b"12345", 0o644).unwrap();
    phone.files().symlink(&Identity::SHELL, "f", "/data/local/tmp/l").unwrap();
    phone.files().set_modified(&Identity::SHELL, "/data/local/tmp/f", 1_700_000_000).unwrap();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    let answer = ask(&mut host, stream, &request("STAT", "/data/local/tmp/f")).await;
    assert_eq!(answer.len(), 16);
    assert_eq!(&answer[..4], b"STAT");
    assert_eq!(
        [word(&answer, 4), word(&answer, 8), word(&answer, 12)],
        [0o100_644, 5, 1_700_000_000]
    );
    let answer = ask(&mut host, stream, &request("STAT", "/data/local/tmp/l")).await;
    assert_eq!(word(&answer, 4), 0o120_777, "it does not follow links");
    let answer = ask(&mut host, stream, &request("STAT", "/nowhere")).await;
    assert_eq!(answer[4..], [0; 12]);

    for (id, mode) in [("STA2", 0o100_644), ("LST2", 0o120_777)] {
        let answer = ask(&mut host, stream, &request(id, "/data/local/tmp/l")).await;
        assert_eq!((answer.len(), &answer[..4]), (72, id.as_bytes()));
        assert_eq!(word(&answer, 4), 0);
        assert_eq!(word(&answer, 24), mode);
        assert_eq!([word(&answer, 32), word(&answer, 36)], [2000, 2000]);
    }
    let answer = ask(&mut host, stream, &request("STA2", "/nowhere")).await;
    assert_eq!((word(&answer, 4), answer.len()), (2, 72));
    assert_eq!(answer[8..], [0; 64]);
    let answer = ask(&mut host, stream, &request("STA2", "/data/data/x")).await;
    assert_eq!(word(&answer, 4), 2);
    host.write(stream, &request("QUIT", "")).await;
    assert_eq!(host.read_all(stream).await.len(), 0);
}

#[tokio::test(start_paused = true)]
async fn lists_come_whole() {
    let phone = phone();
    for name in ["a", "b c", "ü"] {
        phone
            .files()
            .write(&Identity::SHELL, &format!("/data/local/tmp/{name}"), b"1", 0o644)
            .unwrap();
    }
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    for (id, entry, head) in [("LIST", "DENT", 20), ("LIS2", "DNT2", 76)] {
        let answer = ask(&mut host, stream, &request(id, "/data/local/tmp")).await;
        let (mut rest, mut names) = (answer.as_slice(), Vec::new());
        while rest.starts_with(entry.as_bytes()) {
            let length = usize::try_from(word(rest, head - 4)).unwrap();
            names.push(String::from_utf8(rest[head..head + length].to_vec()).unwrap());
            rest = &rest[head + length..];
        }
        assert_eq!(names, [".", "..", "a", "b c", "ü"]);
        assert_eq!(rest.len(), head);
        assert_eq!(&rest[..4], b"DONE");
        for nothing in ["/nowhere", "/data/data", "/data/local/tmp/a"] {
            let answer = ask(&mut host, stream, &request(id, nothing)).await;
            assert_eq!(answer.len(), head, "{nothing}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_sent_can_be_received() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    for (name, length) in
        [("e", 0), ("o, ne", 1), ("max", 65_536), ("two", 65_537), ("new/dir/f", 200_000)]
    {
        let path = format!("/data/local/tmp/{name}");
        let content: Vec<u8> =
            (0..length).map(|index| u8::try_from(index % 251).unwrap()).collect();
        let mut bytes = request("SEND", &format!("{path},33261"));
        bytes.extend(content.chunks(65_536).flat_map(data));
        bytes.extend(done(1_600_000_000));
        assert_eq!(ask(&mut host, stream, &bytes).await, b"OKAY\0\0\0\0");
        assert_eq!(phone.files().read(&Identity::SHELL, &path).unwrap(), content);
        let stat = phone.files().stat(&Identity::SHELL, &path).unwrap();
        // What the owner may do, everybody may.
        assert_eq!((stat.mode, stat.modified), (0o777, 1_600_000_000));

        let answer = ask(&mut host, stream, &request("RECV", &path)).await;
        let expected: Vec<u8> = content.chunks(65_536).flat_map(data).chain(done(0)).collect();
        assert_eq!(answer, expected, "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_link_arrives_as_a_link() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    for target in ["first", "second\0"] {
        let mut bytes = request("SEND", "/data/local/tmp/d/link,41471");
        bytes.extend(data(target.as_bytes()));
        bytes.extend(done(5));
        let answer = ask(&mut host, stream, &bytes).await;
        if target == "first" {
            assert_eq!(answer, b"OKAY\0\0\0\0");
        } else {
            assert_eq!(answer, fail("symlink failed: File exists"));
        }
    }
    let link = phone.files().read_link(&Identity::SHELL, "/data/local/tmp/d/link").unwrap();
    assert_eq!(link, "first");
}

#[tokio::test(start_paused = true)]
async fn a_file_takes_the_place_of_a_link() {
    let phone = phone();
    phone.files().write(&Identity::SHELL, "/data/local/tmp/f", b"old", 0o644).unwrap();
    phone.files().symlink(&Identity::SHELL, "f", "/data/local/tmp/l").unwrap();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    let bytes = [request("SEND", "/data/local/tmp/l,33188"), data(b"new"), done(5)].concat();
    assert_eq!(ask(&mut host, stream, &bytes).await, b"OKAY\0\0\0\0");
    assert_eq!(phone.files().read(&Identity::SHELL, "/data/local/tmp/l").unwrap(), b"new");
    assert_eq!(phone.files().read(&Identity::SHELL, "/data/local/tmp/f").unwrap(), b"old");
}

#[tokio::test(start_paused = true)]
async fn failures_have_their_words() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let long = "x".repeat(1025);
    let oversize = [b"DATA", &65_537_u32.to_le_bytes()[..]].concat();
    let tmp = request("SEND", "/data/local/tmp/x,33188");
    let cases = [
        (request("RECV", "/nowhere"), "open failed: No such file or directory"),
        (request("RECV", "/data/data"), "read failed: Is a directory"),
        (request("RECV", ""), "open failed: No such file or directory"),
        (request("STAT", &long), "path too long"),
        (request("WHAT", ""), "unknown command 0x54414857"),
        (request("SEND", "/data/local/tmp/x"), "missing , in ID_SEND"),
        (request("SEND", "/data/local/tmp/x,rw"), "bad mode"),
        ([tmp.clone(), oversize].concat(), "oversize data message"),
        ([tmp.clone(), request("STAT", "/")].concat(), "invalid data message"),
        (
            [request("SEND", "/system/x,33188"), data(b"1"), done(0)].concat(),
            "couldn't create file: Permission denied",
        ),
        (
            [request("SEND", "/sdcard,33188"), data(b"1"), done(0)].concat(),
            "couldn't create file: Is a directory",
        ),
        (
            [request("SEND", "/new/x,33188"), data(b"1"), done(0)].concat(),
            "secure_mkdirs failed: Permission denied",
        ),
    ];
    for (bytes, text) in cases {
        assert_eq!(ask_once(&mut host, &bytes).await, fail(text));
    }
    assert!(!phone.files().exists(&Identity::ROOT, "/data/local/tmp/x"), "half a file was left");
}

/// A host that is refused goes on writing until it is through; only then does it read.
#[tokio::test(start_paused = true)]
async fn the_rest_of_a_refused_file_is_read_away() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    host.write(stream, &request("SEND", "/system/x,33188")).await;
    let chunk = data(&vec![7; 65_000]);
    let mut acknowledged = 0;
    for _ in 0..50 {
        host.write(stream, &chunk).await;
        while host.next().await.command != Command::Okay {}
        acknowledged += 1;
    }
    host.write(stream, &done(0)).await;
    host.read_all(stream).await;
    assert_eq!(acknowledged, 50);
}

#[tokio::test(start_paused = true)]
async fn half_a_file_is_none() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    host.write(stream, &[request("SEND", "/data/local/tmp/x,33188"), data(b"part")].concat()).await;
    host.next().await;
    drop(host);
    while events.recv().await.unwrap() != (Event::Disconnected { connection: 1 }) {}
    assert!(!phone.files().exists(&Identity::ROOT, "/data/local/tmp/x"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Any bytes end with an answer or an end, and the phone goes on.
    #[test]
    fn no_request_stops_the_phone(pieces in prop::collection::vec(
        prop_oneof![
            prop::collection::vec(any::<u8>(), 0..40),
            ("(STAT|LIST|RECV|SEND|STA2|LIS2|DATA|DONE|QUIT)", "[a-z/,.]{0,20}").prop_map(|(id, path)| request(&id, &path)),
            ("(SEND)", "/data/local/tmp/[a-z]{0,3},[0-9]{1,6}").prop_map(|(id, path)| request(&id, &path)),
        ], 1..8), cut in 1..50_usize) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let phone = phone();
            let mut host = Host::new(&phone).await;
            let stream = host.open("sync:").await;
            'all: for piece in pieces.concat().chunks(cut) {
                host.write(stream, piece).await;
                loop {
                    match host.next().await.command {
                        Command::Okay => break,
                        Command::Write => host.okay(stream).await,
                        Command::Close => break 'all,
                        other @ (Command::Connect | Command::Auth | Command::StartTls | Command::Open
                        | Command::Other(_)) => panic!("unexpected {other:?}"),
                    }
                }
            }
            let mut other = Host::new(&phone).await;
            assert_eq!(other.run("exec:echo well").await, "well\n");
        });
    }
}

#[tokio::test]
async fn transfers_are_told_one_by_one() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    let stream = host.open("sync:").await;
    let file = [request("SEND", "/sdcard/a,b,33188"), data(b"hello"), done(1)].concat();
    ask(&mut host, stream, &file).await;
    ask(&mut host, stream, &request("RECV", "/sdcard/a,b")).await;
    ask(&mut host, stream, &request("LIST", "/sdcard")).await;
    ask(&mut host, stream, &request("RECV", "/sdcard/none")).await;
    let mut told = Vec::new();
    while told.len() < 4 {
        if let Event::Synced { what, path, refused, .. } = events.recv().await.unwrap() {
            told.push((what, path, refused));
        }
    }
    let expected = [
        (Sync::Push(5), "/sdcard/a,b", None),
        (Sync::Pull(5), "/sdcard/a,b", None),
        (Sync::List, "/sdcard", None),
        (Sync::Pull(0), "/sdcard/none", Some("open failed: No such file or directory")),
    ];
    let expected =
        expected.map(|(what, path, why)| (what, path.to_owned(), why.map(str::to_owned)));
    assert_eq!(told, expected);
}
