//! Phones in trouble, as the real adb sees them.

use crate::harness::{Served, Server, until};
use phone::Phone;

async fn in_trouble(fault: &str) -> Served {
    let phone = Served::new(Phone::builder().build().unwrap()).await;
    phone.faults().begin_text(fault).unwrap();
    phone
}

#[tokio::test]
async fn an_offline_phone_is_listed_so_and_comes_back() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    phone.faults().begin_text("offline").unwrap();
    adb.wait_for_state(&phone.serial, "offline").await;
    let said = adb.shell(&phone.serial, "true").await;
    assert!(said.err.contains("device offline"), "{said:?}");
    // The control line gets through where adb does not.
    let list = phone::faults::ask(&phone.serial, "faults").await.unwrap();
    assert_eq!(list, "offline\n");
    assert_eq!(phone::faults::ask(&phone.serial, "clear").await.unwrap(), "cleared 1 fault\n");
    adb.wait_for_state(&phone.serial, "device").await;
    assert_eq!(adb.shell(&phone.serial, "echo back").await.well(), "back\n");
}

#[tokio::test]
async fn an_unauthorized_phone_is_listed_so_until_somebody_accepts() {
    let Some(adb) = Server::start().await else { return };
    let phone = in_trouble("unauthorized").await;
    let said = adb.run(&["connect", &phone.serial]).await;
    assert!(!said.text().starts_with("connected"), "{said:?}");
    adb.wait_for_state(&phone.serial, "unauthorized").await;
    let said = adb.shell(&phone.serial, "true").await;
    assert!(said.err.contains("device unauthorized"), "{said:?}");
    phone.faults().clear();
    adb.wait_for_state(&phone.serial, "device").await;
    assert_eq!(adb.shell(&phone.serial, "echo in").await.well(), "in\n");
}

#[tokio::test]
async fn a_full_phone_refuses_files_and_packages() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    phone.faults().begin_text("storage-full").unwrap();
    let file = adb.folder.path().join("file");
    std::fs::write(&file, "content").unwrap();
    let said = adb.run(&["push", file.to_str().unwrap(), "/sdcard/file"]).await;
    assert_eq!(said.code, Some(1));
    assert!(format!("{}{}", said.text(), said.err).contains("No space left on device"), "{said:?}");
    let apk = adb.folder.path().join("app.apk");
    std::fs::write(&apk, crate::apk::ApkBuilder::new("com.x.app").build()).unwrap();
    let said = adb.run(&["install", apk.to_str().unwrap()]).await;
    assert_ne!(said.code, Some(0));
    assert!(format!("{}{}", said.text(), said.err).contains("not enough space"), "{said:?}");
    phone.faults().clear();
    adb.run(&["push", file.to_str().unwrap(), "/sdcard/file"]).await.well();
}

#[tokio::test]
async fn a_rebooting_phone_comes_back() {
    let Some(adb) = Server::start().await else { return };
    let phone = adb.phone().await;
    phone.faults().begin_text("reboot=60s").unwrap();
    adb.wait_for_state(&phone.serial, "offline").await;
    assert!(adb.run(&["connect", &phone.serial]).await.text().starts_with("already connected"));
    phone.faults().clear();
    until("the phone to be back", async || {
        adb.run(&["disconnect", &phone.serial]).await;
        adb.run(&["connect", &phone.serial]).await;
        let booted = adb.shell(&phone.serial, "getprop sys.boot_completed").await;
        (booted.text() == "1\n").then_some(())
    })
    .await;
}
