//! Phones that go away in the middle of something, and come back.

use crate::harness::{Server, finish, until};
use crate::process::PhoneProcess;
use std::fs::File;
use tokio::io::AsyncReadExt as _;

/// After a loss: adb says so, and a new phone on the same port works.
async fn recover(adb: &Server, port: u16, serial: &str) {
    adb.wait_for_state(serial, "offline").await;
    let said = adb.shell(serial, "true").await;
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("device offline"), "{said:?}");
    let _phone = PhoneProcess::start(port).await;
    // adb goes on trying by itself meanwhile, and may get in between.
    until("the phone to be back", async || {
        adb.run(&["disconnect", serial]).await;
        let said = adb.run(&["connect", serial]).await.well();
        let works = adb.shell(serial, "echo back").await;
        (said.contains("connected to") && works.text() == "back\n").then_some(())
    })
    .await;
}

#[tokio::test]
async fn killed_while_a_shell_runs() {
    let Some(adb) = Server::start().await else { return };
    let phone = PhoneProcess::start(0).await;
    let (port, serial) = (phone.port, phone.serial.clone());
    adb.connect(&serial).await;
    let mut shell = adb.command(&["shell", "echo on; sleep 1000"]).spawn().unwrap();
    let mut first = [0; 3];
    shell.stdout.as_mut().unwrap().read_exact(&mut first).await.unwrap();
    phone.kill().await;
    // It ends; this adb does not tell a lost phone from a program that ended well.
    finish(shell).await;
    recover(&adb, port, &serial).await;
}

#[tokio::test]
async fn killed_while_it_sends() {
    let Some(adb) = Server::start().await else { return };
    let phone = PhoneProcess::start(0).await;
    let (port, serial) = (phone.port, phone.serial.clone());
    adb.connect(&serial).await;
    let mut shell = adb.command(&["exec-out", "cat /dev/zero"]).spawn().unwrap();
    let mut some = vec![0; 3_000_000];
    shell.stdout.as_mut().unwrap().read_exact(&mut some).await.unwrap();
    phone.kill().await;
    finish(shell).await;
    recover(&adb, port, &serial).await;
}

#[tokio::test]
async fn killed_while_it_receives() {
    let Some(adb) = Server::start().await else { return };
    let mut phone = PhoneProcess::start(0).await;
    let (port, serial) = (phone.port, phone.serial.clone());
    adb.connect(&serial).await;
    // More than can be sent before the phone is gone, and no space on the disk.
    let large = adb.folder.path().join("large");
    File::create(&large).unwrap().set_len(8 << 30).unwrap();
    let push = adb.command(&["push", large.to_str().unwrap(), "/sdcard/large"]).spawn().unwrap();
    phone.saw("open sync:").await;
    phone.kill().await;
    let said = finish(push).await;
    assert_ne!(said.code, Some(0), "{said:?}");
    recover(&adb, port, &serial).await;
}
