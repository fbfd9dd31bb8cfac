//! Connecting, listing, and who sees whom.

use crate::harness::{Served, Server};
use phone::Phone;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;

#[tokio::test]
async fn a_phone_is_listed() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    let list = adb.run(&["devices", "-l"]).await.well();
    let line = list.lines().nth(1).unwrap();
    let expected =
        "device product:fingertip_phone model:Fingertip_Phone device:phone transport_id:";
    assert_eq!(line.split_whitespace().next(), Some(phone.serial.as_str()));
    assert!(line.contains(expected), "{line}");
    assert_eq!(adb.run(&["get-state"]).await.well(), "device\n");
    let features = adb.run(&["features"]).await.well();
    for feature in ["shell_v2", "cmd", "stat_v2", "ls_v2", "abb_exec"] {
        assert!(features.lines().any(|line| line == feature), "{features}");
    }
    let again = adb.run(&["connect", &phone.serial]).await.well();
    assert_eq!(again, format!("already connected to {}\n", phone.serial));
}

#[tokio::test]
async fn disconnect_and_reconnect() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    for _ in 0..3 {
        let said = adb.run(&["disconnect", &phone.serial]).await.well();
        assert_eq!(said, format!("disconnected {}\n", phone.serial));
        assert_eq!(adb.run(&["devices"]).await.well(), "List of devices attached\n\n");
        adb.connect(&phone.serial).await;
        assert_eq!(adb.shell(&phone.serial, "echo back").await.well(), "back\n");
    }
}

#[tokio::test]
async fn two_servers_on_one_phone() {
    let (Some(one), Some(other)) = (Server::start().await, Server::start().await) else { return };
    let phone = one.phone().await;
    other.connect(&phone.serial).await;
    one.shell(&phone.serial, "echo shared > /sdcard/x").await.well();
    assert_eq!(other.shell(&phone.serial, "cat /sdcard/x").await.well(), "shared\n");
    // Each has its own sockets on the phone.
    one.run(&["reverse", "localabstract:mine", "tcp:1"]).await.well();
    assert_eq!(other.run(&["reverse", "--list"]).await.well(), "\n");
    one.run(&["disconnect"]).await.well();
    assert_eq!(other.shell(&phone.serial, "echo still here").await.well(), "still here\n");
}

#[tokio::test]
async fn one_server_with_two_phones() {
    let Some(adb) = Server::start().await else { return };
    let one = Served::new(Phone::builder().serial("ONE").build().unwrap()).await;
    let two = Served::new(Phone::builder().serial("TWO").build().unwrap()).await;
    adb.connect(&one.serial).await;
    adb.connect(&two.serial).await;
    assert_eq!(adb.run(&["devices"]).await.well().matches("\tdevice\n").count(), 2);
    for (phone, name) in [(&one, "ONE"), (&two, "TWO")] {
        adb.shell(&phone.serial, &format!("echo {name} > /sdcard/name")).await.well();
    }
    for (phone, name) in [(&one, "ONE"), (&two, "TWO")] {
        assert_eq!(adb.shell(&phone.serial, "cat /sdcard/name").await.well(), format!("{name}\n"));
        let properties = phone.android().property("ro.serialno");
        assert_eq!(properties.as_deref(), Some(name));
    }
    let said = adb.run(&["shell", "true"]).await;
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("more than one device/emulator"), "{said:?}");
    // One goes, the other stays.
    adb.run(&["disconnect", &one.serial]).await.well();
    drop(one);
    assert_eq!(adb.run(&["shell", "cat /sdcard/name"]).await.well(), "TWO\n");
}

#[tokio::test]
async fn states_are_tracked_in_order() {
    let Some(adb) = Server::start().await else { return };
    let phone = Served::new(Phone::builder().build().unwrap()).await;
    let mut frames = adb.request("host:track-devices").await;
    assert_eq!(frame(&mut frames).await, "");
    adb.connect(&phone.serial).await;
    let mut seen = Vec::new();
    while seen.last().is_none_or(|state: &String| !state.ends_with("\tdevice\n")) {
        seen.push(frame(&mut frames).await);
    }
    adb.run(&["disconnect", &phone.serial]).await.well();
    while seen.last().is_none_or(|state| !state.is_empty()) {
        seen.push(frame(&mut frames).await);
    }
    let states: Vec<&str> =
        seen.iter().map(|list| list.rsplit('\t').next().unwrap().trim()).collect();
    // It may be seen while it is still connecting, and again on its way out, but never in another order.
    let mut expected = ["connecting", "offline", "device", "offline", ""].iter();
    for state in &states {
        assert!(expected.any(|next| next == state), "{states:?}");
    }
    assert!(states.contains(&"device"));
}

/// Four hex digits of length, then the list.
async fn frame(socket: &mut TcpStream) -> String {
    let mut length = [0; 4];
    socket.read_exact(&mut length).await.unwrap();
    let length = usize::from_str_radix(std::str::from_utf8(&length).unwrap(), 16).unwrap();
    let mut list = vec![0; length];
    socket.read_exact(&mut list).await.unwrap();
    String::from_utf8(list).unwrap()
}

#[tokio::test]
async fn root_and_reboot_bring_the_phone_back() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    for (arguments, user) in [(["root"], "0\n"), (["unroot"], "2000\n"), (["reboot"], "2000\n")] {
        let mut events = phone.events();
        adb.run(&arguments).await.well();
        while !events.recv().await.unwrap().to_string().contains(" connected from") {}
        adb.wait_for_state(&phone.serial, "device").await;
        assert_eq!(adb.shell(&phone.serial, "id -u").await.well(), user, "{arguments:?}");
    }
}
