//! `adb logcat`: what there is, and what comes.

use crate::harness::{DEADLINE, Server, command, finish};
use phone::Phone;
use phone::android::{Buffer, Level, Writer};
use tokio::io::{AsyncBufReadExt as _, BufReader};

#[tokio::test]
async fn the_log_so_far() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    write(&phone, Level::Warn, "hello log");
    let said = adb.run(&["logcat", "-d"]).await.well();
    assert!(said.starts_with("--------- beginning of "), "{said}");
    let line = said.lines().find(|line| line.contains("hello log")).expect(&said);
    assert!(line.contains(" W Tester  : hello log"), "{line}");
}

#[tokio::test]
async fn the_live_log_ends_with_its_reader() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let mut events = phone.events();
    let mut live = adb.command(&["logcat", "-v", "brief", "Tester:V", "*:S"]).spawn().unwrap();
    let mut lines = BufReader::new(live.stdout.take().unwrap()).lines();
    for number in 0..3 {
        write(&phone, Level::Info, &format!("line {number}"));
        let wanted = format!("line {number}");
        loop {
            let line =
                tokio::time::timeout(DEADLINE, lines.next_line()).await.expect("no line came");
            if line.unwrap().expect("the log ended").contains(&wanted) {
                break;
            }
        }
    }
    // The shell that became it may still go by its own name.
    let names = ["sh", "logcat"];
    let running =
        || phone.android().processes().iter().any(|process| names.contains(&process.name.as_str()));
    assert!(running());
    let pid = live.id().unwrap().to_string();
    // Not the interrupt of Ctrl-C: whoever starts tests in the background ignores it, and so would adb.
    assert!(command("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    finish(live).await;
    loop {
        let event = tokio::time::timeout(DEADLINE, events.recv()).await.expect("nothing happened");
        let event = event.unwrap().to_string();
        if event.contains(" close shell") && event.contains("exec logcat") {
            break;
        }
    }
    assert!(!running(), "the phone did not notice");
}

fn write(phone: &Phone, level: Level, message: &str) {
    let who = Writer { pid: 4321, tid: 4321, uid: 10_123 };
    phone.android().append_log(Buffer::Main, level, who, "Tester", message);
}
