//! What leads out of an app, and what comes back: our own app shares with itself under two names.

use std::path::PathBuf;

use crate::host::{Host, env, java};

const PACKAGE: &str = "com.example.widgets";

#[expect(clippy::print_stderr, reason = "a test that skips says so")]
fn apk() -> Option<PathBuf> {
    let apk = env("FINGERTIP_WIDGETS");
    if apk.is_none() || env("FINGERTIP_RUNTIME_PARTS").is_none() || java().is_none() {
        eprintln!("skipped: needs java, FINGERTIP_RUNTIME_PARTS and FINGERTIP_WIDGETS");
        return None;
    }
    apk
}

async fn started() -> Option<Host> {
    let apk = apk()?;
    let mut host = Host::start().await;
    assert_eq!(host.install(&apk).await, "Success\n");
    host.run(&format!("am start -W -n {PACKAGE}/.SharingActivity")).await;
    host.shows("nothing yet").await;
    Some(host)
}

/// The number of the task in front.
async fn task(host: &mut Host) -> String {
    let front = host.run("dumpsys activity activities | grep -m1 ResumedActivity").await;
    let task = front.rsplit(" t").next().unwrap().trim().trim_end_matches('}').to_owned();
    assert!(task.parse::<u32>().is_ok_and(|number| number > 0), "{front}");
    task
}

#[tokio::test]
async fn what_is_shared_arrives_whole_and_so_does_the_result() {
    let Some(mut host) = started().await else { return };
    for (button, other) in [("Share", "Sharing text"), ("Send", "Share")] {
        host.tap(button).await;
        host.shows(other).await;
        host.tap("Other name").await;
        if button == "Send" {
            host.tap("Just once").await;
        }
        let task = task(&mut host).await;
        let arrived = format!("Hello content://com.example.widgets/1 [1, 2, 3] in task {task}");
        host.shows(&arrived).await;
        host.tap("Thank").await;
        let request = if button == "Share" { 5 } else { 6 };
        host.shows(&format!("result {request} -1 for Hello")).await;
        host.tap(button).await;
        host.run("input keyevent BACK").await;
        host.shows(&format!("result {request} 0 null")).await;
    }
}

#[tokio::test]
async fn a_link_and_the_settings_open_and_notifications_want_the_permission() {
    let Some(mut host) = started().await else { return };
    host.tap("Link").await;
    host.shows("https://shop.example/item/3").await;
    host.run("input keyevent BACK").await;
    host.tap("Notify").await;
    host.shows("may post: false").await;
    assert!(!host.run("dumpsys notification").await.contains("pkg=com.example.widgets"));
    host.tap("Details").await;
    host.shows("No permissions granted").await;
    host.tap("Notifications").await;
    host.tap("All Widgets notifications").await;
    host.run("input keyevent BACK; input keyevent BACK").await;
    host.tap("Notify").await;
    host.shows("may post: true").await;
    let posted = host.run("dumpsys notification --noredact").await;
    let record =
        posted.lines().find(|line| line.contains("NotificationRecord(")).unwrap_or_default();
    assert!(record.contains("importance=4"), "{posted}");
}
