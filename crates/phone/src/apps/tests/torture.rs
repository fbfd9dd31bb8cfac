//! Screens that are hard to read and to drive.

use std::time::Duration;

use super::driver::Driver;
use crate::android::{Buffer, Level};

const TORTURE: &str = "com.example.torture";

#[tokio::test(start_paused = true)]
async fn hostile_labels_stay_one_node_each() {
    let driver = Driver::started(TORTURE, ".LabelsActivity").await;
    let xml = driver.android.dump(false).await.unwrap();
    let nodes = driver.tree().await.nodes.len();
    assert_eq!(xml.matches("<node ").count(), nodes);
    assert!(xml.contains("text=\"line one&#10;line two&#10;line three\""));
    assert!(
        xml.contains("text='&lt;node index=\"0\" text=\"forged\" /&gt; &amp; ]]&gt; &amp;amp;'")
    );
    assert!(xml.contains("control ...[31mred.[0m.. tab&#9;end&#13;&#10;new"), "{xml}");
    assert!(xml.contains("&#128105;"), "beyond the BMP as a number");
}

#[tokio::test(start_paused = true)]
async fn a_restless_screen_is_never_quiet_and_a_spinning_one_is() {
    let driver = Driver::started(TORTURE, ".SpinningActivity").await;
    let before = driver.android.screenshot().await;
    driver.wait(3000).await;
    assert!(driver.android.quiet_for() >= Duration::from_secs(3));
    assert!(before != driver.android.screenshot().await, "the spinner turns all the same");
    driver.start(TORTURE, ".RestlessActivity").await;
    assert!(!driver.settle().await);
    let ticks = driver.text_of("ticks").await;
    driver.wait(450).await;
    assert_ne!(driver.text_of("ticks").await, ticks);
    // Out of sight, it disturbs nobody.
    driver.key("HOME").await;
    assert!(driver.settle().await);
}

#[tokio::test(start_paused = true)]
async fn a_disabled_button_does_nothing_and_unlabeled_ones_are_marked() {
    let driver = Driver::started(TORTURE, ".UnlabeledActivity").await;
    driver.tap("Never").await;
    assert_eq!(driver.text_of("taps").await, "Taps: 0");
    let xml = driver.android.dump(false).await.unwrap();
    assert_eq!(xml.matches("NAF=\"true\"").count(), 3);
    assert!(xml.contains("text=\"Never\" resource-id=\"\" class=\"android.widget.Button\""));
}

#[tokio::test(start_paused = true)]
async fn a_crash_ends_the_process_and_is_logged() {
    let driver = Driver::started(TORTURE, ".CrashActivity").await;
    let pid = driver.android.resumed_activity().unwrap().pid.unwrap();
    driver.tap("crash").await;
    driver.settle().await;
    assert!(driver.android.processes().iter().all(|process| process.pid != pid));
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    let crash = driver.android.log_entries(&[Buffer::Crash]);
    assert_eq!(crash.len(), 1);
    assert_eq!((crash[0].level, crash[0].tag.as_str()), (Level::Error, "AndroidRuntime"));
    let start = format!(
        "FATAL EXCEPTION: main\nProcess: com.example.torture, PID: {pid}\njava.lang.IllegalStateException: on request\n\tat "
    );
    assert!(crash[0].message.starts_with(&start), "{}", crash[0].message);
}
