//! Shell, exec and sockets on any transport.

use std::time::Duration;

use adb::server::Rebind;
use adb::shell::Event;
use adb::{CommandLine, Deadline, Error, Loss, Output, SocketSpec};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::scripted::device;
use crate::soon;

const LIMIT: usize = 1 << 20;

fn line(words: &[&str]) -> CommandLine {
    CommandLine::new(words).unwrap()
}

#[tokio::test(start_paused = true)]
async fn version_2_tells_output_errors_and_exit_code_apart() {
    let phone = device("shell_v2", |service, mut io| async move {
        assert_eq!(service, "shell,v2,raw:ls 'a b'");
        for piece in
            b"\x01\x03\0\0\0out\x02\x03\0\0\0err\x01\x01\0\0\0!\x03\x01\0\0\0\x07".chunks(2)
        {
            io.write_all(piece).await.unwrap();
        }
    });
    let output = phone.shell(&line(&["ls", "a b"]), LIMIT, soon()).await.unwrap();
    let expected = Output { stdout: b"out!".into(), stderr: b"err".into(), exit: Some(7) };
    assert_eq!(output, expected);
    assert!(output.failed());
    assert_eq!((output.text(), output.error_text()), ("out!".into(), "err".into()));
}

#[tokio::test(start_paused = true)]
async fn the_exit_code_ends_a_command_that_leaves_its_stream_open() {
    let phone = device("shell_v2", |_, mut io| async move {
        io.write_all(b"\x03\x01\0\0\0\0").await.unwrap();
        std::future::pending::<()>().await;
    });
    let output = phone.shell(&line(&["daemon"]), LIMIT, soon()).await.unwrap();
    assert_eq!(output.exit, Some(0));
}

#[tokio::test(start_paused = true)]
async fn version_1_mixes_and_knows_no_exit_code() {
    let phone = device("cmd", |service, mut io| async move {
        assert_eq!(service, "shell:id");
        io.write_all(b"uid=2000\r\noops").await.unwrap();
    });
    let output = phone.shell(&line(&["id"]), LIMIT, soon()).await.unwrap();
    assert_eq!((output.text().as_ref(), output.exit), ("uid=2000\r\noops", None));
    assert!(output.stderr.is_empty() && !output.failed());

    let long = line(&["echo", &"x".repeat(4096)]);
    let error = phone.shell(&long, LIMIT, soon()).await.unwrap_err();
    let expected = "invalid command: 4101 bytes are more than this device's shell takes (4096)";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test(start_paused = true)]
async fn output_is_limited_in_sum() {
    let phone = device("shell_v2", |_, mut io| async move {
        let _closed = io.write_all(b"\x01\x03\0\0\0out\x02\x03\0\0\0err\x03\x01\0\0\0\0").await;
    });
    let command = line(&["id"]);
    assert!(phone.shell(&command, 6, soon()).await.is_ok());
    let error = phone.shell(&command, 5, soon()).await.unwrap_err();
    assert_eq!(error.to_string(), "the output is longer than 5 bytes");
}

#[tokio::test(start_paused = true)]
async fn a_stream_of_output_can_be_waited_for_in_slices() {
    let phone = device("shell_v2", |_, mut io| async move {
        io.write_all(b"\x01\x05\0\0\0ab").await.unwrap();
        let mut input = [0; 13];
        io.read_exact(&mut input).await.unwrap();
        assert_eq!(&input, b"\0\x03\0\0\0go!\x04\0\0\0\0");
        io.write_all(b"cde\x03\x01\0\0\0\x02").await.unwrap();
    });
    let mut stream = phone.shell_stream(&line(&["logcat"]), soon()).await.unwrap();
    let slice = || Deadline::after(Duration::from_millis(10));
    assert_eq!(stream.next(soon()).await.unwrap(), Some(Event::Stdout("ab".into())));
    // A slice without output loses nothing.
    assert!(matches!(stream.next(slice()).await, Err(Error::Timeout { .. })));
    stream.write_stdin(b"go!", soon()).await.unwrap();
    stream.close_stdin(soon()).await.unwrap();
    assert_eq!(stream.next(soon()).await.unwrap(), Some(Event::Stdout("cde".into())));
    assert_eq!(stream.next(soon()).await.unwrap(), Some(Event::Exit(2)));
    assert_eq!(stream.next(soon()).await.unwrap(), None);
    assert_eq!(stream.next(soon()).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn version_1_streams_end_without_a_word() {
    let phone = device("", |_, mut io| async move {
        io.write_all(b"line\n").await.unwrap();
    });
    let mut stream = phone.shell_stream(&line(&["logcat"]), soon()).await.unwrap();
    assert_eq!(stream.next(soon()).await.unwrap(), Some(Event::Stdout("line\n".into())));
    assert!(stream.close_stdin(soon()).await.is_err());
    assert_eq!(stream.next(soon()).await.unwrap(), None);
}

#[tokio::test(start_paused = true)]
async fn exec_is_byte_clean_and_limited() {
    let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let sent = bytes.clone();
    let phone = device("", move |service, mut io| {
        let sent = sent.clone();
        async move {
            assert_eq!(service, "exec:screencap '-p'");
            let _closed = io.write_all(&sent).await;
        }
    });
    let command = line(&["screencap", "-p"]);
    assert_eq!(phone.exec(&command, bytes.len(), soon()).await.unwrap(), bytes);
    let error = phone.exec(&command, bytes.len() - 1, soon()).await.unwrap_err();
    assert!(matches!(error, Error::TooMuchOutput { .. }));
}

#[tokio::test(start_paused = true)]
async fn sockets_are_named_as_the_device_names_them() {
    let phone = device("", |service, mut io| async move {
        io.write_all(service.as_bytes()).await.unwrap();
    });
    for spec in ["tcp:8080", "localabstract:chrome_devtools_remote"] {
        let mut stream = phone.connect(&spec.parse().unwrap(), soon()).await.unwrap();
        let mut name = String::new();
        stream.read_to_string(&mut name).await.unwrap();
        assert_eq!(name, spec);
    }
    let error = phone.connect(&SocketSpec::Tcp(0), soon()).await.unwrap_err();
    assert!(matches!(error, Error::InvalidArgument { .. }));
}

#[tokio::test(start_paused = true)]
async fn reverse_answers_come_from_the_device() {
    let phone = device("", |service, mut io| async move {
        let answer: &[u8] = match service.as_str() {
            "reverse:forward:localabstract:x;tcp:8081" | "reverse:forward:tcp:2;tcp:8081" => {
                b"OKAY"
            }
            "reverse:forward:norebind:tcp:1;tcp:8081" => b"FAIL001dcannot rebind existing socket",
            "reverse:killforward:tcp:1" => b"FAIL001alistener 'tcp:1' not found",
            "reverse:killforward:tcp:2" => b"OK",
            "reverse:list-forward" => b"0024(reverse) localabstract:x tcp:8081\n\n",
            other => panic!("unexpected {other}"),
        };
        io.write_all(answer).await.unwrap();
    });
    let x = SocketSpec::local_abstract("x").unwrap();
    let host = SocketSpec::Tcp(8081);
    let (one, two) = (SocketSpec::Tcp(1), SocketSpec::Tcp(2));
    assert_eq!(phone.reverse(&x, &host, Rebind::Replace, soon()).await.unwrap(), None);
    let error = phone.reverse(&one, &host, Rebind::Refuse, soon()).await.unwrap_err();
    assert!(matches!(error, Error::AlreadyForwarded { .. }));
    // Old devices do not repeat a port that was asked for.
    assert_eq!(phone.reverse(&two, &host, Rebind::Replace, soon()).await.unwrap(), Some(2));
    let error = phone.kill_reverse(&one, soon()).await.unwrap_err();
    assert!(matches!(error, Error::ListenerNotFound { .. }));
    let error = phone.kill_reverse(&two, soon()).await.unwrap_err();
    assert!(matches!(error, Error::ConnectionLost(Loss::Incomplete)));
    let listed = phone.list_reverse(soon()).await.unwrap();
    assert_eq!(
        (listed[0].device.as_str(), listed[0].host.as_str()),
        ("localabstract:x", "tcp:8081")
    );
}
