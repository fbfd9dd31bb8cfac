//! Programs through `adb shell` and `adb exec-out`.

use crate::harness::{Server, finish};
use phone::Identity;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};

#[tokio::test]
async fn output_errors_and_exit_codes() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let said = adb.shell(&phone.serial, "echo out; echo err >&2; exit 7").await;
    assert_eq!((said.text().as_str(), said.err.as_str(), said.code), ("out\n", "err\n", Some(7)));
    // The words are joined by spaces and read again on the phone.
    let said = adb.run(&["shell", "echo", "a  b", "'c  d'", "$((6 * 7))"]).await;
    assert_eq!(said.well(), "a b c  d 42\n");
    // Without the shell protocol both outputs are one, and nobody hears of exit codes.
    let said = adb.run(&["shell", "-x", "echo out; echo err >&2; exit 7"]).await;
    assert_eq!((said.text().as_str(), said.err.as_str(), said.code), ("out\nerr\n", "", Some(0)));
    let said = adb.shell(&phone.serial, "no-such-command").await;
    assert_eq!((said.text().as_str(), said.code), ("", Some(127)));
    assert_eq!(said.err, "/system/bin/sh: no-such-command: inaccessible or not found\n");
}

#[tokio::test]
async fn input_ends_when_the_file_does() {
    let Some(adb) = Server::start().await else { return };
    let _phone = adb.phone().await;
    let input: Vec<u8> = (0..300_000_u32).flat_map(u32::to_le_bytes).collect();
    let said = adb.run_with_input(&["shell", "-T", "cat"], &input).await;
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.out == input, "{} of {} bytes came back", said.out.len(), input.len());
    assert_eq!(adb.run_with_input(&["shell", "wc", "-c"], &input).await.well().trim(), "1200000");
    assert_eq!(adb.run_with_input(&["shell", "-n", "cat; echo end"], &input).await.well(), "end\n");
    // A program that does not care for its input does not block.
    assert_eq!(adb.run_with_input(&["shell", "true"], &input).await.well(), "");
}

#[tokio::test]
async fn a_long_command_line() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    // The second is about as long as adb's own protocol allows.
    for length in [5000, 65_000] {
        let word = "x".repeat(length);
        let said = adb.shell(&phone.serial, &format!("echo {word}")).await;
        assert_eq!(said.well(), format!("{word}\n"));
    }
}

#[tokio::test]
async fn binary_output_is_unchanged() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let bytes: Vec<u8> =
        (0..1_000_003_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    phone.files().write(&Identity::SHELL, "/data/local/tmp/bytes", &bytes, 0o666).unwrap();
    for arguments in
        [["exec-out", "cat /data/local/tmp/bytes"], ["shell", "cat /data/local/tmp/bytes"]]
    {
        let said = adb.run(&arguments).await;
        assert_eq!(said.code, Some(0));
        assert!(said.out == bytes, "{arguments:?} gave {} bytes", said.out.len());
    }
    let said = adb.run(&["exec-out", "head -c 1000000 /dev/zero"]).await;
    assert_eq!(said.out, vec![0; 1_000_000]);
    adb.run_with_input(&["exec-in", "cat > /data/local/tmp/copy"], &bytes).await.well();
    crate::harness::until("the copy", async || {
        let copy = phone.files().read(&Identity::SHELL, "/data/local/tmp/copy").ok()?;
        (copy == bytes).then_some(())
    })
    .await;
}

#[tokio::test]
async fn two_shells_at_once() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let mut first =
        adb.command(&["shell", "echo ready; read line; echo got $line"]).spawn().unwrap();
    let mut lines = BufReader::new(first.stdout.take().unwrap()).lines();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("ready"));
    // The first one waits; the second comes and goes meanwhile.
    assert_eq!(adb.shell(&phone.serial, "echo second").await.well(), "second\n");
    first.stdin.as_mut().unwrap().write_all(b"it\n").await.unwrap();
    assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("got it"));
    assert_eq!(finish(first).await.code, Some(0));
}

#[tokio::test]
async fn somebody_types() {
    let Some(adb) = Server::start().await else { return };
    let _phone = adb.phone().await;
    let mut shell = adb.command(&["shell", "-tt"]).spawn().unwrap();
    let (mut keys, mut screen) = (shell.stdin.take().unwrap(), shell.stdout.take().unwrap());
    let mut shown = String::new();
    for (typed, expected) in [("", "phone:/ $ "), ("echo $((6 * 7))\n", "42\r\nphone:/ $ ")] {
        keys.write_all(typed.as_bytes()).await.unwrap();
        while !shown.ends_with(expected) {
            let mut some = [0; 1000];
            let count = screen.read(&mut some).await.unwrap();
            assert_ne!(count, 0, "{shown:?}");
            shown.push_str(std::str::from_utf8(&some[..count]).unwrap());
        }
    }
    keys.write_all(b"exit 3\n").await.unwrap();
    assert_eq!(finish(shell).await.code, Some(3));
}

#[tokio::test]
async fn endless_output_ends_with_its_reader() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let mut events = phone.events();
    let mut endless = adb.command(&["shell", "yes"]).spawn().unwrap();
    let mut lines = BufReader::new(endless.stdout.take().unwrap()).lines();
    for _ in 0..1000 {
        assert_eq!(lines.next_line().await.unwrap().as_deref(), Some("y"));
    }
    endless.kill().await.unwrap();
    loop {
        let event = tokio::time::timeout(crate::harness::DEADLINE, events.recv()).await;
        if event.unwrap().unwrap().to_string().contains("close shell") {
            break;
        }
    }
    let yes = phone.android().processes().iter().filter(|process| process.name == "yes").count();
    assert_eq!(yes, 0);
}
