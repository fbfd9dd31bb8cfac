//! Faults as a host meets them.

use super::host::Host;
use crate::adbd::packet::{Command, MAX_PAYLOAD, VERSION};
use crate::faults::Profile;
use crate::{Event, Phone};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::broadcast;
use tokio::time::Instant;

const SOON: Duration = Duration::from_millis(500);

fn phone() -> Phone {
    Phone::builder().seed(1).build().unwrap()
}

fn begin(phone: &Phone, fault: &str) {
    phone.faults().begin_text(fault).unwrap();
}

async fn says_hello(host: &mut Host) {
    let max = u32::try_from(MAX_PAYLOAD).unwrap();
    host.send(Command::Connect, VERSION, max, b"host::").await;
}

/// One control line and the answer.
async fn control(phone: &Phone, line: &[u8]) -> String {
    let mut io = phone.connect();
    io.write_all(line).await.unwrap();
    let mut answer = String::new();
    io.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test(start_paused = true)]
async fn a_slow_service_answers_later() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    begin(&phone, "slow:getprop=2s times 1");
    for (command, seconds) in [("echo", 0), ("getprop ro.secure", 2), ("getprop ro.secure", 0)] {
        let before = Instant::now();
        host.run(&format!("shell:{command}")).await;
        assert_eq!(before.elapsed().as_secs(), seconds, "{command}");
    }
    assert!(phone.faults().list().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_hanging_service_answers_when_the_fault_is_over() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    begin(&phone, "hang:echo for 5s");
    let before = Instant::now();
    assert_eq!(host.run("exec:echo hi").await, "hi\n");
    assert_eq!(before.elapsed().as_secs(), 5);
    // Struck once, it holds until it is cleared; others pass.
    begin(&phone, "hang:echo times 1");
    let held = host.open("exec:echo late").await;
    assert!(host.maybe_next(Duration::from_hours(1)).await.is_none());
    assert_eq!(Host::new(&phone).await.run("exec:echo next").await, "next\n");
    assert_eq!(phone.faults().list(), ["hang:echo times 1 (0 left)"]);
    assert_eq!(phone.faults().clear(), 1);
    assert_eq!(host.read(held).await, "late\n");
}

#[tokio::test(start_paused = true)]
async fn a_dropped_connection_ends_in_the_middle_of_a_packet() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    begin(&phone, "drop:shell times 1");
    assert_eq!(host.run("exec:echo whole").await, "whole\n");
    host.open("shell:seq 100").await;
    let rest = host.rest().await;
    let length = u32::from_le_bytes(rest[12..16].try_into().unwrap()) as usize;
    assert_eq!(rest.len() - 24, length / 2);
    // A service without an answer is cut where its answer would end.
    begin(&phone, "drop:true times 1");
    let mut host = Host::new(&phone).await;
    host.open("exec:true").await;
    assert!(host.next_or_end().await.is_none());
    let mut host = Host::new(&phone).await;
    begin(&phone, "drop");
    assert!(host.next_or_end().await.is_none());
    assert_eq!(Host::new(&phone).await.run("shell:echo back").await, "back\n");
}

#[tokio::test(start_paused = true)]
async fn what_a_fault_cut_is_told_as_cut() {
    let phone = phone();
    let mut events = phone.events();
    let mut closed = Vec::new();
    for (fault, service) in
        [("drop:seq times 1", "shell:seq 100"), ("drop:true times 1", "exec:true")]
    {
        begin(&phone, fault);
        let mut host = Host::new(&phone).await;
        assert_eq!(host.run("exec:echo whole").await, "whole\n");
        host.open(service).await;
        host.rest().await;
        loop {
            let event = events.recv().await.unwrap();
            if let Event::Disconnected { .. } = event {
                break;
            }
            if let Event::Closed { service, cut, .. } = event {
                closed.push((service, cut));
            }
        }
    }
    let expected = [
        ("exec:echo whole", false),
        ("shell:seq 100", true),
        ("exec:echo whole", false),
        ("exec:true", true),
    ];
    assert_eq!(closed, expected.map(|(service, cut)| (service.to_owned(), cut)));
    // A host that hangs up before the answer was not cut off.
    begin(&phone, "drop:sleep times 1");
    let mut host = Host::new(&phone).await;
    let stream = host.open("exec:sleep 1000").await;
    host.close(stream).await;
    loop {
        if let Event::Closed { cut, .. } = events.recv().await.unwrap() {
            assert!(!cut);
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn offline_says_nothing_until_it_is_over() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    begin(&phone, "offline for 3s");
    assert!(host.next_or_end().await.is_none());
    let mut host = Host::silent(&phone);
    says_hello(&mut host).await;
    let before = Instant::now();
    assert_eq!(host.next().await.command, Command::Connect);
    assert_eq!(before.elapsed().as_secs(), 3);
    assert_eq!(host.run("shell:echo back").await, "back\n");
}

#[tokio::test(start_paused = true)]
async fn unauthorized_accepts_no_signature() {
    let phone = phone();
    begin(&phone, "unauthorized");
    let mut host = Host::silent(&phone);
    says_hello(&mut host).await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let token = host.next().await;
        assert_eq!((token.command, token.arg0, token.payload.len()), (Command::Auth, 1, 20));
        tokens.push(token.payload);
        host.send(Command::Auth, 2, 0, &[7; 256]).await;
    }
    assert_ne!(tokens[0], tokens[1]);
    assert_eq!(host.next().await.command, Command::Auth);
    host.send(Command::Auth, 3, 0, b"QAAAA user@host\0").await;
    assert!(host.maybe_next(SOON).await.is_none());
    // Somebody accepts the key.
    phone.faults().clear();
    assert_eq!(host.next().await.command, Command::Connect);
    assert_eq!(host.run("shell:echo in").await, "in\n");
}

#[tokio::test(start_paused = true)]
async fn a_reboot_takes_its_time() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    begin(&phone, "reboot=40s");
    assert!(host.next_or_end().await.is_none());
    let mut host = Host::silent(&phone);
    says_hello(&mut host).await;
    assert!(host.next_or_end().await.is_none());
    tokio::time::advance(Duration::from_secs(31)).await;
    // adbd is there before the rest.
    let mut host = Host::new(&phone).await;
    let booted = "shell:getprop sys.boot_completed; getprop init.svc.bootanim";
    assert_eq!(host.run(booted).await, "\nrunning\n");
    let dump = host.run("shell:uiautomator dump /sdcard/x").await;
    assert_eq!(dump, "ERROR: null root node returned by UiTestAutomationBridge.\n");
    let input = host.run("shell:input tap 1 1").await;
    assert_eq!(input, "cmd: Can't find service: input\n");
    tokio::time::advance(Duration::from_secs(10)).await;
    assert_eq!(host.run(booted).await, "1\nstopped\n");
    assert!(phone.faults().list().is_empty());
}

#[tokio::test(start_paused = true)]
async fn of_two_reboots_the_later_end_counts() {
    let phone = phone();
    begin(&phone, "reboot=60s");
    begin(&phone, "reboot=20s");
    tokio::time::advance(Duration::from_secs(46)).await;
    let mut host = Host::new(&phone).await;
    let booted = "shell:getprop sys.boot_completed";
    assert_eq!(host.run(booted).await, "\n");
    tokio::time::advance(Duration::from_secs(15)).await;
    assert_eq!(host.run(booted).await, "1\n");
    begin(&phone, "reboot=60s");
    begin(&phone, "reboot=20s");
    assert_eq!(phone.faults().clear(), 2);
    assert_eq!(Host::new(&phone).await.run(booted).await, "1\n");
}

#[tokio::test(start_paused = true)]
async fn adbd_is_another_process_after_its_restart() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    let before = host.run("shell:pidof adbd").await;
    begin(&phone, "restart-adbd");
    assert!(host.next_or_end().await.is_none());
    let mut host = Host::new(&phone).await;
    let after = host.run("shell:pidof adbd").await;
    assert_ne!(after, before);
    let children = host.run("shell:ps -A -o PPID,NAME").await;
    assert!(children.contains(after.trim()), "{children}");
}

#[tokio::test(start_paused = true)]
async fn an_app_is_killed() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    for fault in ["kill-app", "kill-app=com.example.shop"] {
        host.run("shell:am start -W com.example.shop/.MainActivity").await;
        assert_ne!(host.run("shell:pidof com.example.shop").await, "");
        begin(&phone, fault);
        assert_eq!(host.run("shell:pidof com.example.shop").await, "", "{fault}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_app_that_does_not_run_cannot_be_killed() {
    let phone = phone();
    let mut events = phone.events();
    let said = control(&phone, b"fingertip fault kill-app=com.nosuch\n").await;
    assert_eq!(said, "error: com.nosuch does not run\n");
    assert!(events.try_recv().is_err());
}

#[tokio::test(start_paused = true)]
async fn a_full_storage_takes_nothing() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    host.run("shell:echo old > /sdcard/old").await;
    begin(&phone, "storage-full");
    let said =
        host.run("shell:cat /sdcard/old > /sdcard/x; cat /sdcard/old; df /sdcard | tail -1").await;
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with(": No space left on device"), "{said}");
    assert_eq!(lines[1], "old");
    assert!(lines[2].contains(" 0 100% "), "{said}");
    let sync = host.open("sync:").await;
    host.write(sync, b"SEND\x14\0\0\0/sdcard/pushed,33188").await;
    host.write(sync, b"DATA\x04\0\0\0abcdDONE\0\0\0\0").await;
    let answer = host.read(sync).await;
    assert_eq!(&answer[8..], b"couldn't create file: No space left on device");
    let mut host = Host::new(&phone).await;
    for make in ["mkdir /sdcard/d", "touch /sdcard/t", "ln -s old /data/local/tmp/l"] {
        let said = host.run(&format!("shell:{make}; echo $?")).await;
        assert!(said.ends_with(": No space left on device\n1\n"), "{make}: {said}");
    }
    // What is there can be emptied, but not filled.
    let said = host.run("shell:getprop ro.secure | cat > /sdcard/old; wc -c < /sdcard/old").await;
    assert!(said.ends_with(": No space left on device\n0\n"), "{said}");
    phone.faults().clear();
    let mut host = Host::new(&phone).await;
    assert_eq!(host.run("shell:echo x > /sdcard/x; cat /sdcard/x").await, "x\n");
}

#[tokio::test(start_paused = true)]
async fn storage_has_an_end() {
    let phone = phone();
    phone.android().set_free_storage(3_000_000);
    let mut host = Host::new(&phone).await;
    let fill =
        "shell:cat /dev/zero > /sdcard/zero; df /sdcard | tail -1 | tr -s ' ' | cut -d' ' -f4";
    let said = host.run(fill).await;
    assert_eq!(said, "cat: No space left on device\n0\n");
    let freed = "shell:rm /sdcard/zero; echo fits > /sdcard/y; cat /sdcard/y";
    assert_eq!(host.run(freed).await, "fits\n");
    let hole = "shell:truncate -s 1000000000 /sdcard/hole; echo fits >> /sdcard/y; cat /sdcard/y";
    assert_eq!(host.run(hole).await, "fits\nfits\n");
}

#[tokio::test(start_paused = true)]
async fn damaged_dumps() {
    let phone = phone();
    let mut host = Host::new(&phone).await;
    tokio::time::advance(Duration::from_secs(5)).await;
    let dump = "exec:uiautomator dump /dev/tty";
    let whole = host.run(dump).await;
    let (_, said) = whole.rsplit_once("</hierarchy>").unwrap();
    assert_eq!(said, "UI hierchary dumped to: /dev/tty\n");
    begin(&phone, "dump=truncated times 1");
    let cut = host.run(dump).await;
    assert_eq!(cut.len(), (whole.len() - said.len()) / 2 + said.len());
    begin(&phone, "dump=garbled times 1");
    let stream = host.open(dump).await;
    let garbled = host.read_all(stream).await.concat();
    assert_eq!(garbled.len(), whole.len());
    assert_ne!(garbled, whole.as_bytes());
    begin(&phone, "dump=no-idle times 1");
    let before = Instant::now();
    assert_eq!(host.run(dump).await, "ERROR: could not get idle state.\n");
    assert_eq!(before.elapsed().as_secs(), 10);
    begin(&phone, "dump=no-root times 1");
    let none = "ERROR: null root node returned by UiTestAutomationBridge.\n";
    assert_eq!(host.run(dump).await, none);
    assert_eq!(host.run(dump).await, whole);
}

#[tokio::test(start_paused = true)]
async fn one_dump_at_a_time() {
    let phone = phone();
    begin(&phone, "dump=no-idle times 1");
    let mut host = Host::new(&phone).await;
    let first = host.open("exec:uiautomator dump /dev/tty").await;
    tokio::time::advance(Duration::from_secs(2)).await;
    let second = Host::new(&phone).await.run("shell:uiautomator dump; echo $?").await;
    assert!(
        second.starts_with("java.lang.IllegalStateException: UiAutomationService "),
        "{second}"
    );
    assert!(second.contains("already registered!\n\tat "), "{second}");
    assert!(second.ends_with("Killed \n137\n"), "{second}");
    let crash = Host::new(&phone).await.run("shell:logcat -d -b crash -v raw").await;
    assert!(crash.contains("FATAL EXCEPTION: main\n"), "{crash}");
    // A dump whose client goes away does not keep the connection.
    host.close(first).await;
    tokio::time::advance(Duration::from_secs(2)).await;
    let third = Host::new(&phone).await.run("shell:uiautomator dump").await;
    assert_eq!(third, "UI hierchary dumped to: /sdcard/window_dump.xml\n");
}

#[tokio::test(start_paused = true)]
async fn a_profile_takes_time_once() {
    for (profile, shell, dump) in
        [(Profile::Emulator, 60, 900), (Profile::Usb, 25, 1100), (Profile::Wifi, 45, 1200)]
    {
        let phone = Phone::builder().profile(profile).seed(5).build().unwrap();
        let mut host = Host::new(&phone).await;
        tokio::time::advance(Duration::from_secs(5)).await;
        for (command, usual) in [("true", shell), ("uiautomator dump", dump)] {
            let before = Instant::now();
            host.run(&format!("shell:{command}")).await;
            let took = u64::try_from(before.elapsed().as_millis()).unwrap();
            assert!(
                took >= usual * 8 / 10 && took <= usual * 12 / 10 + 2,
                "{profile} {command}: {took}"
            );
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_control_line_is_answered_whatever_is_wrong() {
    let phone = phone();
    assert_eq!(control(&phone, b"fingertip faults\n").await, "no fault is in force\n");
    for fault in ["offline", "unauthorized for 60s", "hang", "reboot=30s"] {
        let line = format!("fingertip fault {fault}\n");
        let order: crate::faults::Order = fault.parse().unwrap();
        assert_eq!(control(&phone, line.as_bytes()).await, format!("ok: {order}\n"));
    }
    let list = control(&phone, b"fingertip faults\r\n").await;
    assert_eq!(list, "offline\nunauthorized for 1m (1m left)\nhang\nreboot=30s (30s left)\n");
    assert_eq!(control(&phone, b"fingertip clear\n").await, "cleared 4 faults\n");
    assert_eq!(Host::new(&phone).await.run("shell:getprop sys.boot_completed").await, "1\n");
    let wrong = control(&phone, b"fingertip fault slow\n").await;
    assert_eq!(wrong, "error: slow is written slow=TIME, slow:WORD=TIME\n");
    assert!(control(&phone, b"fingertip dance\n").await.starts_with("error: a control line is "));
}

#[tokio::test(start_paused = true)]
async fn a_control_line_that_is_too_long_is_told_so() {
    let phone = phone();
    for (length, end) in [(600, "\n"), (5000, ""), (200_000, "\n")] {
        let line = format!("fingertip fault {}{end}", "x".repeat(length));
        // All of it is taken before the connection ends, or the answer could be lost with it.
        let said = control(&phone, line.as_bytes()).await;
        assert_eq!(said, "error: a control line has at most 512 bytes\n", "{length}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_neither_adb_nor_control_is_dropped() {
    let phone = phone();
    for bytes in [
        &b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..],
        b"fingertop fault drop\n more text follows",
    ] {
        assert_eq!(control(&phone, bytes).await, "");
    }
    // Silent ones are let go.
    assert_eq!(control(&phone, b"finger").await, "");
    assert_eq!(control(&phone, b"fingertip cl").await, "");
}

/// What the log said of faults since it was last asked.
fn told(events: &mut broadcast::Receiver<Event>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Ok(event) = events.try_recv() {
        if matches!(event, Event::FaultBegan { .. } | Event::FaultEnded { .. }) {
            lines.push(event.to_string());
        }
    }
    lines
}

#[tokio::test(start_paused = true)]
async fn a_spent_fault_ends_once() {
    let phone = phone();
    let mut events = phone.events();
    let mut host = Host::new(&phone).await;
    begin(&phone, "dump=truncated times 1");
    host.run("exec:uiautomator dump").await;
    let lines = ["fault dump=truncated times 1", "fault over: dump=truncated times 1"];
    assert_eq!(told(&mut events), lines);
    assert_eq!(control(&phone, b"fingertip clear\n").await, "cleared 0 faults\n");
    assert!(told(&mut events).is_empty());
    // One that still holds somebody is there to be cleared, but its end was told.
    begin(&phone, "hang:echo times 1");
    host.open("exec:echo late").await;
    assert!(host.maybe_next(SOON).await.is_none());
    assert_eq!(told(&mut events).len(), 2);
    begin(&phone, "offline");
    assert_eq!(phone.faults().clear(), 2);
    assert_eq!(told(&mut events), ["fault offline", "fault over: offline"]);
}

#[tokio::test(start_paused = true)]
async fn the_log_tells_of_faults() {
    let phone = phone();
    let mut events = phone.events();
    begin(&phone, "dump=garbled for 2s");
    begin(&phone, "hang times 1");
    Host::new(&phone).await.open("shell:ls").await;
    tokio::time::advance(Duration::from_secs(3)).await;
    tokio::task::yield_now().await;
    assert_eq!(
        told(&mut events),
        [
            "fault dump=garbled for 2s",
            "fault hang times 1",
            "fault over: hang times 1",
            "fault over: dump=garbled for 2s",
        ]
    );
}
