//! The hard cases of the torture app, driven through a shell as a client would.

use std::time::Duration;

use super::shell::Shell;
use crate::android::Motion;

const TORTURE: &str = "com.example.torture";

async fn case(class: &str) -> Shell {
    Shell::started(TORTURE, class).await
}

#[tokio::test(start_paused = true)]
async fn slow_loading_shows_what_it_waits_for() {
    let shell = Shell::home().await;
    shell.driver.start(TORTURE, ".SlowActivity").await;
    assert!(shell.dump().await.contains("android.widget.ProgressBar"));
    shell.driver.wait(3000).await;
    assert!(shell.dump().await.contains("Your report"));
    shell.driver.wait(2000).await;
    shell.tap("Open report").await;
    assert_eq!(shell.driver.text_of("said").await, "Report opened");
}

#[tokio::test(start_paused = true)]
async fn a_moving_target_moves_without_telling_and_then_rests() {
    let shell = case(".MovingActivity").await;
    let first = shell.driver.node("target").await.bounds;
    shell.driver.wait(200).await;
    let quiet = shell.driver.android.quiet_for();
    let second = shell.driver.node("target").await.bounds;
    assert_ne!(first, second);
    assert!(quiet >= Duration::from_secs(1), "nobody was told");
    shell.driver.wait(4000).await;
    let rest = shell.driver.node("target").await.bounds;
    shell.driver.wait(200).await;
    assert_eq!(shell.driver.node("target").await.bounds, rest);
    shell.tap("Hit me").await;
    assert_eq!(shell.driver.text_of("taps").await, "Hits: 1");
}

#[tokio::test(start_paused = true)]
async fn a_finger_hits_where_the_target_is_now() {
    let shell = case(".MovingActivity").await;
    let (x, y) = shell.driver.center("target").await;
    shell.driver.android.tap(x, y).await;
    assert_eq!(shell.driver.text_of("taps").await, "Hits: 1", "it was there at that moment");
    shell.driver.wait(350).await;
    shell.driver.android.tap(x, y).await;
    assert_eq!(shell.driver.text_of("taps").await, "Hits: 1", "and is not any more");
}

#[tokio::test(start_paused = true)]
async fn a_thousand_rows_scroll_and_only_those_in_sight_are_dumped() {
    let shell = case(".FarActivity").await;
    let xml = shell.dump().await;
    let rows = xml.matches("text=\"Row ").count();
    assert!((10..40).contains(&rows), "{rows} rows");
    for _ in 0..200 {
        if shell.driver.find("Row 1000").await.is_some() {
            break;
        }
        shell.run("input swipe 540 2200 540 300 60").await;
        shell.driver.settle().await;
    }
    shell.tap("Row 1000").await;
    assert_eq!(shell.driver.text_of("said").await, "Chosen: row 1000");
}

#[tokio::test(start_paused = true)]
async fn a_dialog_covers_the_screen_until_it_is_answered() {
    let shell = case(".CoveredActivity").await;
    shell.driver.wait(1000).await;
    assert!(shell.driver.find("Continue").await.is_none(), "the dialog is what is dumped");
    shell.run("input keyevent BACK").await;
    shell.driver.android.tap(540.0, 300.0).await;
    assert!(shell.driver.find("No thanks").await.is_some(), "it cannot be cancelled");
    shell.tap("No thanks").await;
    assert_eq!(shell.driver.text_of("answer").await, "Newsletter: no");
    shell.tap("Continue").await;
    assert_eq!(shell.driver.text_of("said").await, "You continued");
}

#[tokio::test(start_paused = true)]
async fn the_keyboard_covers_the_button_and_takes_its_touches() {
    let shell = case(".KeyboardActivity").await;
    shell.tap("Note").await;
    shell.run("input text hello").await;
    let keyboard = shell.driver.android.windows();
    let keyboard = keyboard.iter().find(|window| window.title == "InputMethod").unwrap();
    let save = shell.driver.node("save").await.bounds;
    assert!(keyboard.frame.contains(save.center().0, save.center().1), "in the dump, but covered");
    shell.tap("Save").await;
    assert!(shell.driver.find("said").await.is_none(), "the keyboard took it");
    shell.run("input keyevent BACK").await;
    shell.tap("Save").await;
    assert!(shell.driver.text_of("said").await.starts_with("Saved: hello"));
}

#[tokio::test(start_paused = true)]
async fn a_text_changes_in_place() {
    let shell = case(".InPlaceActivity").await;
    shell.tap("Start").await;
    let place = shell.driver.node("action").await;
    assert_eq!(place.text, "Starting…");
    shell.driver.wait(1000).await;
    assert_eq!(shell.driver.text_of("action").await, "50 %");
    shell.driver.wait(1500).await;
    let open = shell.driver.node("action").await;
    assert_eq!((open.text.as_str(), open.bounds.top), ("Open", place.bounds.top));
    shell.tap("Open").await;
    assert_eq!(shell.driver.text_of("said").await, "You opened it");
}

#[tokio::test(start_paused = true)]
async fn the_same_labels_belong_to_different_rows() {
    let shell = case(".SameActivity").await;
    assert_eq!(shell.dump().await.matches("text=\"Delete\"").count(), 3);
    let tree = shell.driver.tree().await;
    let last = tree.nodes.iter().rev().find(|node| node.text == "Delete").unwrap();
    let (x, y) = last.bounds.center();
    shell.run(&format!("input tap {x} {y}")).await;
    assert_eq!(shell.driver.text_of("said").await, "Last: delete plums");
}

/// Compose tells nobody of its changes, the framework of each.
#[tokio::test(start_paused = true)]
async fn a_clock_reads_well_or_not_at_all() {
    let shell = case(".ClockActivity").await;
    let first = shell.dump().await;
    shell.driver.wait(1500).await;
    assert_ne!(shell.dump().await, first);
    shell.tap("Lap").await;
    assert_eq!(shell.driver.text_of("said").await, "Noted lap");
    shell.run("am start -n com.example.torture/.RestlessActivity").await;
    let said = shell.run("uiautomator dump 2>&1").await;
    assert_eq!(said, "ERROR: could not get idle state.\n");
}

#[tokio::test(start_paused = true)]
async fn the_cursor_blinks_without_telling() {
    let shell = case(".KeyboardActivity").await;
    shell.tap("Note").await;
    let first = shell.driver.android.screenshot().await;
    shell.driver.wait(500).await;
    assert_ne!(shell.driver.android.screenshot().await.png(), first.png());
    assert!(shell.driver.android.quiet_for() >= Duration::from_millis(500));
}

#[tokio::test(start_paused = true)]
async fn calls_show_in_the_log_and_may_fail() {
    let shell = case(".NetworkActivity").await;
    shell.tap("Load").await;
    assert!(shell.driver.find("busy").await.is_some());
    shell.driver.wait(700).await;
    assert_eq!(shell.driver.text_of("answer").await, "[1,2,3]");
    let log = async || {
        let log = shell.run("logcat -d -v tag -s okhttp.OkHttpClient").await;
        shell.run("logcat -c").await;
        log.lines().filter(|line| !line.starts_with('-')).fold(String::new(), |log, line| {
            log + line.strip_prefix("I/okhttp.OkHttpClient: ").unwrap_or(line) + "\n"
        })
    };
    insta::assert_snapshot!("okhttp", log().await);
    shell.tap("Load what is broken").await;
    shell.driver.wait(300).await;
    assert_eq!(shell.driver.text_of("answer").await, "HTTP 500");
    assert!(
        log()
            .await
            .contains("<-- 500 Internal Server Error https://api.example.com/broken (200ms)\n")
    );
    shell.run("svc wifi disable; svc data disable").await;
    shell.tap("Load").await;
    shell.driver.settle().await;
    let why = "java.net.UnknownHostException: Unable to resolve host \"api.example.com\": No address associated with hostname";
    assert_eq!(shell.driver.text_of("answer").await, why);
    assert!(log().await.contains(&format!("<-- HTTP FAILED: {why}\n")));
    shell.run("svc wifi enable").await;
    shell.tap("Load for ever").await;
    shell.driver.wait(10_100).await;
    assert_eq!(shell.driver.text_of("answer").await, "java.net.SocketTimeoutException: timeout");
}

#[tokio::test(start_paused = true)]
async fn a_slow_network_makes_calls_slow() {
    let shell = case(".NetworkActivity").await;
    shell.driver.android.set_pace(|pace| (pace.down, pace.least, pace.most) = (0.028, 400, 400));
    shell.tap("Load").await;
    // 600 of its own, 400 until anything comes, and 7 bytes at 28 bits a second.
    shell.driver.wait(2900).await;
    assert!(shell.driver.find("busy").await.is_some());
    shell.driver.wait(150).await;
    assert_eq!(shell.driver.text_of("answer").await, "[1,2,3]");
    let log = shell.run("logcat -d -v tag -s okhttp.OkHttpClient").await;
    assert!(log.contains("<-- 200 OK https://api.example.com/items?page=1 (3000ms)\n"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn a_toast_is_a_window_and_not_in_the_dump() {
    let shell = case(".NetworkActivity").await;
    shell.tap("Toast").await;
    assert_eq!(shell.driver.android.toast().as_deref(), Some("Here I am"));
    assert!(!shell.dump().await.contains("Here I am"));
}

#[tokio::test(start_paused = true)]
async fn a_web_page_takes_text_and_touches() {
    let shell = case(".WebActivity").await;
    let (x, y) = shell.driver.center("q").await;
    shell.driver.android.inject_motion(Motion::Down, x, y).await;
    shell.driver.android.inject_motion(Motion::Up, x, y).await;
    shell.run("input text refund; input keyevent BACK").await;
    shell.tap("Search").await;
    assert_eq!(shell.driver.text_of("result").await, "No results for refund");
    shell.tap("Contact us").await;
    assert_eq!(shell.driver.text_of("result").await, "No results for contact");
}

#[tokio::test(start_paused = true)]
async fn the_menu_leads_everywhere() {
    let shell = Shell::home().await;
    shell
        .run("monkey -p com.example.torture -c android.intent.category.LAUNCHER 1 2>/dev/null")
        .await;
    shell.tap("Moving target").await;
    assert_eq!(shell.driver.front(), "com.example.torture/.MovingActivity");
}
