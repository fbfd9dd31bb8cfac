//! An app process may die, hang or talk nonsense at any moment: that is an app that died, and nothing else.

use std::time::Duration;

use serde_json::{Value, json};

use super::peer::{PACKAGE, Stage, Turn};
use crate::{
    android::{Buffer, ExitReason, KeyEvent, Level},
    files::Identity,
};

/// The phone is as it was before the app: home is in front and answers.
async fn check_home(stage: &Stage) {
    stage.ended().await;
    stage.driver.settle().await;
    assert!(stage.driver.front().starts_with("com.android.launcher3/"), "{}", stage.driver.front());
    assert!(!stage.driver.texts().await.is_empty());
    stage.android().screenshot().await;
}

fn at(what: &'static str, turn: fn() -> Turn) -> impl FnMut(&Value, &super::peer::Voice) -> Turn {
    move |call, _| if call["do"] == what { turn() } else { Turn::Plain }
}

/// Makes the phone ask everything there is.
async fn ask_all(stage: &Stage) {
    stage.android().tree().await;
    stage.android().screenshot().await;
    stage.android().tap(5.0, 500.0).await;
    stage.android().inject_key(KeyEvent::press(66)).await;
    stage.android().set_rotation(crate::android::Rotation::Landscape);
    stage.android().drain().await;
    stage.driver.back().await;
}

#[tokio::test(start_paused = true)]
async fn dead_at_any_call() {
    let calls = ["load", "start", "state", "tree", "pixels", "pointer", "key", "configure", "back"];
    for what in calls {
        for turn in [|| Turn::Die, || Turn::Garbage] {
            let stage = Stage::started(at(what, turn)).await;
            ask_all(&stage).await;
            check_home(&stage).await;
            stage.android().set_rotation(crate::android::Rotation::Portrait);
            assert_eq!(stage.android().exits()[0].reason, ExitReason::Signaled, "{what}");
            assert!(stage.logged("has died"), "{what}");
            // It can be started again.
            stage.driver.start(PACKAGE, ".Main").await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_no_frame_is_told_in_the_log() {
    let stage = Stage::started(at("tree", || Turn::Garbage)).await;
    assert!(stage.android().tree().await.is_none());
    check_home(&stage).await;
    assert!(stage.logged("the app process said a frame of"));
}

#[tokio::test(start_paused = true)]
async fn a_crash_keeps_its_own_trace() {
    let trace = "java.lang.IllegalStateException: no\n\tat org.example.Real.go(Real.kt:3)\n\tat android.view.View.performClick(View.java:7659)";
    let stage = Stage::started(move |call, voice| {
        if call["do"] == "pointer" {
            voice.event(&json!({"event": "crash", "thread": "main", "trace": trace}));
            return Turn::Die;
        }
        Turn::Plain
    })
    .await;
    let pid = stage.android().pid_of(PACKAGE).unwrap();
    stage.android().tap(5.0, 500.0).await;
    check_home(&stage).await;
    let log = stage.android().log_entries(&[Buffer::Crash]);
    let wanted = format!("FATAL EXCEPTION: main\nProcess: {PACKAGE}, PID: {pid}\n{trace}");
    assert_eq!(
        log.last().map(|entry| (entry.level, entry.message.clone())),
        Some((Level::Error, wanted))
    );
    assert_eq!(stage.android().exits()[0].reason, ExitReason::Crash);
    let events = stage.android().log_entries(&[Buffer::Events]);
    let crash = events.iter().find(|entry| entry.tag == "am_crash").unwrap();
    assert!(
        crash.message.ends_with("java.lang.IllegalStateException,no,Real.kt,3]"),
        "{}",
        crash.message
    );
}

#[tokio::test(start_paused = true)]
async fn an_exit_is_no_crash() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    stage.says(json!({"event": "exit", "code": 3})).await;
    check_home(&stage).await;
    let exit = &stage.android().exits()[0];
    assert_eq!((exit.reason, exit.status), (ExitReason::Itself, 3));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_loaded_died_of_it() {
    let failed = || Turn::Fail("java.lang.Error: minified\n\tat x.Y.z(Y.java:1)");
    let stage = Stage::started(at("load", failed)).await;
    check_home(&stage).await;
    assert!(stage.logged("java.lang.Error: minified\n\tat x.Y.z(Y.java:1)"));
}

#[tokio::test(start_paused = true)]
async fn a_blocked_main_thread_is_not_responding() {
    let stage = Stage::started(at("pointer", || Turn::Hang)).await;
    stage.android().screenshot().await;
    let android = stage.android().clone();
    let tap = tokio::spawn(async move { android.tap(5.0, 500.0).await });
    // A call under way holds paused time still; the hand moves it.
    while !stage.logged("Input dispatching timed out") {
        tokio::time::advance(Duration::from_secs(1)).await;
        tokio::task::yield_now().await;
    }
    assert!(stage.driver.texts().await.contains(&"Real isn't responding".to_owned()));
    // Behind the dialog, darkened, is what it showed last.
    let shot = stage.android().screenshot().await;
    assert_eq!(shot.pixel(500, 300), Some(crate::screen::Color([3, 7, 11, 255])));
    // What its threads did is kept where a phone keeps it.
    let files = stage.phone.files();
    let kept = || files.list(&Identity::ROOT, "/data/anr").unwrap_or_default();
    // By another thread of the host, which tells nobody.
    while kept().first().is_none_or(|file| file.stat.size == 0) {
        tokio::task::spawn_blocking(|| {}).await.unwrap();
    }
    let name = kept()[0].name.clone();
    assert!(name.starts_with("anr_"), "{name}");
    stage.android().force_stop(PACKAGE);
    stage.peer.killed().await;
    tap.await.unwrap();
    check_home(&stage).await;
}

#[tokio::test(start_paused = true)]
async fn force_stop_ends_the_process_at_once() {
    for stop in ["force-stop", "clear", "uninstall", "kill"] {
        let stage = Stage::started(|_, _| Turn::Plain).await;
        match stop {
            "force-stop" => stage.android().force_stop(PACKAGE),
            "clear" => assert!(stage.android().clear_data(PACKAGE)),
            "uninstall" => assert!(stage.android().uninstall(PACKAGE)),
            _ => assert!(stage.android().kill(stage.android().pid_of(PACKAGE).unwrap())),
        }
        assert!(!stage.runs(), "{stop}");
        stage.peer.killed().await;
        check_home(&stage).await;
    }
}

#[tokio::test(start_paused = true)]
async fn it_goes_with_its_phone() {
    let Stage { phone, driver, peer } = Stage::started(|_, _| Turn::Plain).await;
    drop((phone, driver));
    peer.killed().await;
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_lines_drowns_nobody() {
    let stage = Stage::started(|call, voice| {
        if call["do"] == "pointer" {
            for line in 0..20_000 {
                voice.event(&json!({"event": "log", "level": "D", "tag": "flood", "text": format!("{line} {}", "x".repeat(100)), "thread": "main"}));
            }
        }
        Turn::Plain
    })
    .await;
    stage.driver.tap("GO").await;
    assert!(stage.runs());
    assert!(stage.logged("19999 xxx"));
    assert!(stage.android().dump(false).await.is_some());
}
