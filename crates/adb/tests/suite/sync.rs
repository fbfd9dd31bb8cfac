//! The file service against scripted devices of both versions.

use adb::sync::Target;
use adb::{Device, Error, Loss};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream};

use crate::scripted::device;
use crate::soon;

const V2: &str = "stat_v2,ls_v2";

fn words(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The stat fields of version 2, from the error to the change time.
fn stat_v2(error: u32, mode: u32, size: u64) -> Vec<u8> {
    let mut bytes = words(&[error]);
    bytes.extend([0; 16]);
    bytes.extend(words(&[mode, 1, 0, 0]));
    bytes.extend(size.to_le_bytes());
    bytes.extend([0; 8]);
    bytes.extend(1_700_000_000_i64.to_le_bytes());
    bytes.extend([0; 8]);
    bytes
}

fn block(bytes: &[u8]) -> Vec<u8> {
    [&words(&[u32::try_from(bytes.len()).unwrap()]), bytes].concat()
}

async fn read_request(io: &mut DuplexStream) -> Option<(String, String)> {
    let mut id = [0; 4];
    io.read_exact(&mut id).await.ok()?;
    let mut path = vec![0; io.read_u32_le().await.ok()? as usize];
    io.read_exact(&mut path).await.ok()?;
    Some((String::from_utf8_lossy(&id).into(), String::from_utf8_lossy(&path).into()))
}

/// A device that answers every request on a sync stream by `answer`.
fn answering(
    features: &'static str,
    answer: impl Fn(&str, &str) -> Vec<u8> + Send + Sync + Clone + 'static,
) -> Device {
    device(features, move |service, mut io| {
        let answer = answer.clone();
        async move {
            assert_eq!(service, "sync:");
            while let Some((id, path)) = read_request(&mut io).await {
                // Cut in odd places.
                for piece in answer(&id, &path).chunks(7) {
                    if io.write_all(piece).await.is_err() {
                        return;
                    }
                }
            }
        }
    })
}

#[tokio::test(start_paused = true)]
async fn stat_of_both_versions() {
    let old = answering("", |id, path| {
        assert_eq!(id, "STAT");
        let fields = if path == "/a" { [0o100_644, 5, 9] } else { [0; 3] };
        [&b"STAT"[..], &words(&fields)].concat()
    });
    let found = old.stat("/a", soon()).await.unwrap().unwrap();
    assert_eq!((found.mode, found.size, found.modified), (0o100_644, 5, 9));
    assert_eq!(old.lstat("/b", soon()).await.unwrap(), None);

    let new = answering(V2, |id, path| {
        let fields = match path {
            "/big" => stat_v2(0, 0o100_600, 5 << 32),
            "/secret" => stat_v2(13, 0, 0),
            _ => stat_v2(2, 0, 0),
        };
        [id.as_bytes(), &fields].concat()
    });
    let mut session = new.sync(soon()).await.unwrap();
    let found = session.stat("/big", soon()).await.unwrap().unwrap();
    assert_eq!((found.size, found.modified), (5 << 32, 1_700_000_000));
    let error = session.lstat("/secret", soon()).await.unwrap_err();
    let expected = "the device could not serve '/secret': Permission denied (errno 13)";
    assert_eq!(error.to_string(), expected);
    // An error of the device leaves the session usable.
    assert_eq!(session.stat("/none", soon()).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn listings_of_both_versions_refuse_names_that_lead_elsewhere() {
    const NAMES: [&[u8]; 7] = [b".", b"..", b"a b", b"../evil", b"x\ny", b"\xff", b"plain"];
    let old = answering("", |id, _| {
        assert_eq!(id, "LIST");
        let mut bytes = Vec::new();
        for name in NAMES {
            bytes.extend([&b"DENT"[..], &words(&[0o100_644, 1, 2]), &block(name)].concat());
        }
        bytes.extend([&b"DONE"[..], &[0; 16]].concat());
        bytes
    });
    let new = answering(V2, |id, _| {
        assert_eq!(id, "LIS2");
        let mut bytes = Vec::new();
        for name in NAMES {
            bytes.extend([&b"DNT2"[..], &stat_v2(0, 0o100_644, 1), &block(name)].concat());
        }
        bytes.extend([&b"DONE"[..], &[0; 72]].concat());
        bytes
    });
    for phone in [old, new] {
        let mut session = phone.sync(soon()).await.unwrap();
        for _ in 0..2 {
            let listing = session.list("/sdcard", soon()).await.unwrap();
            let names: Vec<_> = listing.entries.iter().map(|entry| &entry.name[..]).collect();
            assert_eq!(names, ["a b", "plain"]);
            assert!(listing.entries.iter().all(|entry| entry.metadata.unwrap().is_file()));
            assert_eq!(listing.refused, [&b"../evil"[..], b"x\ny", b"\xff"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_pull_copies_and_keeps_the_devices_words() {
    let phone = answering("", |id, path| {
        assert_eq!(id, "RECV");
        match path {
            "/file" => [b"DATA", &block(b"hello ")[..], b"DATA", &block(b"world"), b"DONE\0\0\0\0"]
                .concat(),
            "/empty" => b"DONE\0\0\0\0".to_vec(),
            "/huge" => [&b"DATA"[..], &words(&[65537])].concat(),
            "/odd" => b"WHAT\0\0\0\0".to_vec(),
            _ => [&b"FAIL"[..], &block(b"open failed: No such file or directory")].concat(),
        }
    });
    let mut session = phone.sync(soon()).await.unwrap();
    let mut sink = Vec::new();
    assert_eq!(session.pull("/file", &mut sink, soon()).await.unwrap(), 11);
    assert_eq!(sink, b"hello world");
    assert_eq!(session.pull("/empty", &mut sink, soon()).await.unwrap(), 0);
    let error = session.pull("/none", &mut sink, soon()).await.unwrap_err();
    assert!(matches!(
        error,
        Error::Sync { path, text }
            if path == "/none" && text == "open failed: No such file or directory"
    ));
    let error = session.pull("/huge", &mut sink, soon()).await.unwrap_err();
    assert!(matches!(error, Error::Protocol { .. }));
    // After nonsense there is no telling where the next answer begins.
    let error = session.pull("/file", &mut sink, soon()).await.unwrap_err();
    assert!(matches!(error, Error::InvalidArgument { what: "sync session", .. }));
    let error = phone.pull("/odd", &mut sink, soon()).await.unwrap_err();
    assert!(matches!(error, Error::Protocol { .. }));
    let error = phone.pull("/a\0b", &mut sink, soon()).await.unwrap_err();
    assert!(matches!(error, Error::InvalidArgument { what: "device path", .. }));
}

#[tokio::test(start_paused = true)]
async fn a_pull_cut_short_is_a_loss() {
    let phone = device("", |_, mut io| async move {
        read_request(&mut io).await;
        io.write_all(b"DATA\x05\0\0\0hel").await.unwrap();
    });
    let error = phone.pull("/file", &mut Vec::new(), soon()).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(Loss::Incomplete)));
}

/// Receives one pushed file: target with mode, bytes, time.
async fn receive_file(io: &mut DuplexStream) -> (String, Vec<u8>, u32) {
    let (id, target) = read_request(io).await.unwrap();
    assert_eq!(id, "SEND");
    let mut bytes = Vec::new();
    loop {
        let mut id = [0; 4];
        io.read_exact(&mut id).await.unwrap();
        let length = io.read_u32_le().await.unwrap();
        match &id {
            b"DATA" => {
                assert!(length <= 65536);
                let start = bytes.len();
                bytes.resize(start + length as usize, 0);
                io.read_exact(&mut bytes[start..]).await.unwrap();
            }
            b"DONE" => return (target, bytes, length),
            other => panic!("unexpected {}", other.escape_ascii()),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn files_of_every_size_arrive_whole() {
    for size in [0, 1, 65_535, 65_536, 65_537, 5 << 20] {
        let bytes: Vec<u8> = (0..=250).cycle().take(size).collect();
        let expected = bytes.clone();
        let phone = device("", move |_, mut io| {
            let expected = expected.clone();
            async move {
                let (target, received, modified) = receive_file(&mut io).await;
                assert_eq!((target.as_str(), modified), ("/sdcard/a, b,33188", 77));
                let same = received == expected;
                let answer: &[u8] = if same { b"OKAY\0\0\0\0" } else { b"FAIL\x01\0\0\0?" };
                io.write_all(answer).await.unwrap();
            }
        });
        let target = Target { path: "/sdcard/a, b", permissions: 0o644, modified: 77 };
        let copied = phone.push(target, &mut &bytes[..], soon()).await.unwrap();
        assert_eq!(copied, size as u64);
    }
}

#[tokio::test(start_paused = true)]
async fn a_device_that_gives_up_early_is_heard() {
    // It stops reading at once, so that a client that only writes would wait for ever.
    let phone = device("", |_, mut io| async move {
        read_request(&mut io).await;
        let text = block(b"couldn't create file: Permission denied");
        io.write_all(&[&b"FAIL"[..], &text].concat()).await.unwrap();
        std::future::pending::<()>().await;
    });
    let target = Target { path: "/system/x", permissions: 0o644, modified: 0 };
    let bytes = vec![7; 5 << 20];
    let mut session = phone.sync(soon()).await.unwrap();
    let error = session.push(target, &mut &bytes[..], soon()).await.unwrap_err();
    assert!(matches!(
        error,
        Error::Sync { text, .. } if text == "couldn't create file: Permission denied"
    ));
    assert!(session.stat("/a", soon()).await.is_err(), "half a file is still under way");
}

#[tokio::test(start_paused = true)]
async fn a_failure_after_the_end_leaves_the_session_usable() {
    let phone = device("", |_, mut io| async move {
        receive_file(&mut io).await;
        let text = block(b"write failed: No space left on device");
        io.write_all(&[&b"FAIL"[..], &text].concat()).await.unwrap();
        receive_file(&mut io).await;
        io.write_all(b"OKAY\0\0\0\0").await.unwrap();
    });
    let target = Target { path: "/sdcard/x", permissions: 0o644, modified: 0 };
    let mut session = phone.sync(soon()).await.unwrap();
    let error = session.push(target, &mut &b"abc"[..], soon()).await.unwrap_err();
    assert!(matches!(error, Error::Sync { .. }));
    assert_eq!(session.push(target, &mut &b"abc"[..], soon()).await.unwrap(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_device_that_dies_during_a_push_is_a_loss() {
    let phone = device("", |_, mut io| async move {
        read_request(&mut io).await;
    });
    let target = Target { path: "/sdcard/x", permissions: 0o644, modified: 0 };
    let bytes = vec![7; 1 << 20];
    let error = phone.push(target, &mut &bytes[..], soon()).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(_)), "{error}");
    let long = "x".repeat(1020);
    let target = Target { path: &long, permissions: 0o644, modified: 0 };
    let error = phone.push(target, &mut &bytes[..], soon()).await.unwrap_err();
    assert!(matches!(error, Error::InvalidArgument { what: "device path", .. }));
}
