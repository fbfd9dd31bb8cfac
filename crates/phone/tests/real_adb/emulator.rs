//! An emulator among phones: its serial, its console, and who is who at one server.

use crate::harness::{Served, Server, free_port};
use phone::Phone;
use phone::console::Access;
use std::net::Ipv4Addr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// A phone on a pair of ports, with a console whose token lies in the home folder of the server's clients.
struct Emulator {
    serial: String,
    console: u16,
    phone: Arc<Phone>,
    serving: JoinSet<()>,
}

impl Emulator {
    async fn start(adb: &Server, name: &str) -> Self {
        let access = Access::in_home(adb.folder.path()).unwrap();
        let (console_port, consoles, adbs) = pair().await;
        let phone = Arc::new(Phone::builder().avd_name(name).build().unwrap());
        let mut serving = JoinSet::new();
        let (one, other) = (Arc::clone(&phone), Arc::clone(&phone));
        serving.spawn(async move { one.serve(adbs).await.unwrap() });
        serving.spawn(async move { other.serve_console(consoles, access).await.unwrap() });
        // As an emulator does: the server answers by closing.
        let mut socket = crate::harness::connect(adb.port).await.unwrap();
        let request = format!("host:emulator:{}", console_port + 1);
        let request = format!("{:04x}{request}", request.len());
        socket.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).await.unwrap();
        assert!(answer.is_empty(), "{answer:?}");
        let serial = format!("emulator-{console_port}");
        adb.wait_for_state(&serial, "device").await;
        Self { serial, console: console_port, phone, serving }
    }
}

/// A free even port and the odd one above it.
async fn pair() -> (u16, TcpListener, TcpListener) {
    let bind = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    for _ in 0..100 {
        // Linux hands out odd ports only; the even one below is as likely to be free.
        let port = free_port().await & !1;
        if let (Ok(one), Ok(other)) = (bind(port).await, bind(port + 1).await) {
            return (port, one, other);
        }
    }
    panic!("no two free ports in a row");
}

#[tokio::test]
async fn three_phones_and_an_emulator_at_one_server() {
    let Some(adb) = Server::start().await else { return };
    let mut phones = Vec::new();
    for name in ["FINGERTIP01", "FINGERTIP02", "FINGERTIP03"] {
        let phone = Served::new(Phone::builder().serial(name).build().unwrap()).await;
        adb.connect(&phone.serial).await;
        phones.push((name, phone));
    }
    let emulator = Emulator::start(&adb, "Pixel_7_API_34").await;
    let list = adb.run(&["devices"]).await.well();
    assert_eq!(list.matches("\tdevice\n").count(), 4, "{list}");
    assert!(list.contains(&format!("{}\tdevice\n", emulator.serial)), "{list}");

    for (name, phone) in &phones {
        adb.shell(&phone.serial, &format!("echo {name} > /sdcard/me; log -t Me {name}"))
            .await
            .well();
    }
    adb.shell(&emulator.serial, "echo emulator > /sdcard/me; log -t Me emulator").await.well();
    for (name, phone) in &phones {
        let seen = adb
            .shell(&phone.serial, "getprop ro.serialno; cat /sdcard/me; logcat -d -v raw -s Me")
            .await
            .well();
        let words: Vec<&str> = seen.lines().filter(|line| !line.starts_with("---")).collect();
        assert_eq!(words, [*name; 3], "{seen}");
    }
    assert_eq!(adb.shell(&emulator.serial, "cat /sdcard/me").await.well(), "emulator\n");
    let name = adb.shell(&emulator.serial, "getprop ro.boot.qemu.avd_name").await.well();
    assert_eq!(name, "Pixel_7_API_34\n");
    assert_eq!(emulator.phone.android().property("ro.kernel.qemu").as_deref(), Some("1"));
}

#[tokio::test]
async fn adb_emu_speaks_to_the_console() {
    let Some(adb) = Server::start().await else { return };
    let mut emulator = Emulator::start(&adb, "fingertip").await;
    let serial = emulator.serial.clone();
    let emu = async |words: &[&str]| {
        let words = [&["-s", &serial, "emu"], words].concat();
        adb.run(&words).await.well()
    };
    assert_eq!(emu(&["avd", "name"]).await, "fingertip\r\nOK\r\n");
    assert_eq!(emu(&["power", "capacity", "7"]).await, "OK\r\n");
    let battery = adb.shell(&serial, "dumpsys battery").await.well();
    assert!(battery.contains("\n  level: 7\n"), "{battery}");
    assert_eq!(emu(&["dance"]).await, "KO: unknown command, try 'help'\r\n");
    emu(&["sms", "send", "+491234", "your", "code: 77"]).await;
    let shade = adb.shell(&serial, "dumpsys notification --noredact").await.well();
    assert!(shade.contains("your code: 77"), "{shade}");

    // While the device stands still, a command waits; it is answered when the device goes on.
    emu(&["avd", "stop"]).await;
    let waiting = adb.command(&["-s", &serial, "shell", "echo back"]).spawn().unwrap();
    assert_eq!(emu(&["avd", "status"]).await, "virtual device is stopped\r\nOK\r\n");
    emu(&["avd", "start"]).await;
    assert_eq!(crate::harness::finish(waiting).await.well(), "back\n");

    emu(&["kill"]).await;
    while let Some(ended) = emulator.serving.join_next().await {
        ended.unwrap();
    }
    adb.wait_for_state(&serial, "").await;
    assert!(crate::harness::connect(emulator.console).await.is_err());
}
