//! What is asked of an app process, and what the phone makes of the answers.

use std::time::Duration;

use serde_json::json;

use super::peer::{PACKAGE, Stage, Turn, caught_up};
use crate::{
    android::{Component, Intent, Motion, Namespace, Outcome, Rotation},
    screen::Color,
};

#[tokio::test(start_paused = true)]
async fn an_app_is_loaded_started_and_seen() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let calls = stage.peer.calls();
    let order: Vec<_> = calls.iter().map(|call| call["do"].as_str().unwrap()).collect();
    assert_eq!(&order[..3], ["load", "start", "state"]);
    let load = &calls[0];
    assert_eq!((load["package"].as_str(), load["api"].as_u64()), (Some(PACKAGE), Some(34)));
    assert_eq!(load["classes"], json!(["/classes.jar"]));
    let data = load["data"].as_str().unwrap();
    assert!(data.ends_with(PACKAGE) && std::path::Path::new(data).join("cache").is_dir(), "{data}");
    assert!(load["apk"].as_str().unwrap().ends_with("base.apk"));
    let shared = std::path::Path::new(load["shared"].as_str().unwrap());
    assert!(shared.ends_with("storage/emulated/0") && shared.is_dir(), "{}", shared.display());
    let pid = stage.android().pid_of(PACKAGE).map(u64::from);
    assert_eq!((load["pid"].as_u64(), load["uid"].as_u64() >= Some(10_000)), (pid, true));
    assert_eq!(load["settings"]["global"]["adb_enabled"], "1");
    let model = stage.android().property("ro.product.model");
    assert_eq!(load["properties"]["ro.product.model"].as_str(), model.as_deref());
    assert_eq!((&load["config"]["width"], &load["config"]["density"]), (&json!(1080), &json!(420)));
    assert_eq!(
        (&load["config"]["locale"], &load["config"]["night"]),
        (&json!("en-US"), &json!(false))
    );
    let start = &calls[1];
    assert_eq!(start["class"], format!("{PACKAGE}.Main"));
    assert_eq!(
        (&start["root"], &start["intent"]["class"]),
        (&json!(true), &json!(format!("{PACKAGE}.Main")))
    );
    assert_eq!(calls[2]["state"], "resumed");
    let xml = stage.android().dump(false).await.unwrap();
    assert!(xml.contains(r#"text="GO" resource-id="org.example.real:id/go""#), "{xml}");
    let shot = stage.android().screenshot().await;
    assert_eq!(shot.pixel(500, 1000), Some(Color([10, 20, 30, 255])));
    assert!(stage.logged("Displayed org.example.real/.Main"));
}

#[tokio::test(start_paused = true)]
async fn touches_keys_and_text_go_to_its_window() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let window = stage.front() * 10;
    stage.driver.tap("GO").await;
    let touches = stage.peer.asked("pointer");
    let steps: Vec<_> = touches.iter().map(|call| call["action"].as_str().unwrap()).collect();
    assert_eq!(steps, ["down", "up"]);
    assert_eq!((&touches[0]["x"], &touches[0]["window"]), (&json!(200.0), &json!(window)));
    stage.driver.key("ENTER").await;
    stage.driver.android.type_text("aB").await.unwrap();
    let keys = stage.peer.asked("key");
    assert_eq!((&keys[0]["code"], &keys[0]["meta"]), (&json!(66), &json!(0)));
    assert_eq!((&keys[2]["code"], &keys[2]["meta"]), (&json!(30), &json!(1)));
    stage.android().inject_motion(Motion::Down, 1.0, 500.0).await;
    stage.android().inject_motion(Motion::Cancel, 1.0, 500.0).await;
    assert_eq!(stage.peer.asked("pointer").last().unwrap()["action"], "cancel");
}

#[tokio::test(start_paused = true)]
async fn back_is_the_apps_or_leaves() {
    let stage = Stage::started(|call, _| {
        let twice = call["do"] == "back" && call["now"].as_u64() < Some(60_000);
        if twice { Turn::Answer(json!({"next": null, "used": true})) } else { Turn::Plain }
    })
    .await;
    stage.driver.back().await;
    assert_eq!(stage.driver.front(), "org.example.real/.Main");
    stage.driver.wait(60_000).await;
    stage.driver.back().await;
    stage.android().drain().await;
    assert!(stage.driver.front().starts_with("com.android.launcher3/"));
    caught_up(stage.android()).await;
    let states = stage.peer.asked("state");
    assert_eq!(states.last().unwrap()["state"], "destroyed");
}

#[tokio::test(start_paused = true)]
async fn it_runs_when_it_asked_to_by_the_phones_clock() {
    let stage = Stage::started(|call, _| match call["do"].as_str() {
        Some("state") => Turn::Answer(json!({"next": call["now"].as_u64().unwrap() + 250})),
        Some("run") if call["now"].as_u64() < Some(4000) => {
            Turn::Answer(json!({"next": call["now"].as_u64().unwrap() + 1000}))
        }
        _ => Turn::Plain,
    })
    .await;
    stage.driver.wait(20_000).await;
    let now = |what: &str| -> Vec<u64> {
        stage.peer.asked(what).iter().map(|call| call["now"].as_u64().unwrap()).collect()
    };
    let resumed = now("state")[0];
    let runs = now("run");
    assert_eq!(runs[0], resumed + 250);
    assert!(runs.windows(2).all(|pair| pair[1] == pair[0] + 1000), "{runs:?}");
    assert!(runs.last() >= Some(&4000) && runs.len() < 6, "it has nothing more to do: {runs:?}");
}

#[tokio::test(start_paused = true)]
async fn an_app_that_always_wants_to_run_is_still_heard() {
    let stage = Stage::started(|call, _| match call["do"].as_str() {
        Some("state" | "run") => Turn::Answer(json!({"next": 0})),
        _ => Turn::Plain,
    })
    .await;
    stage.driver.tap("GO").await;
    assert_eq!(stage.peer.asked("pointer").len(), 2);
}

#[tokio::test(start_paused = true)]
async fn what_changes_the_screen_is_told_once() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    stage.android().set_rotation(Rotation::Landscape);
    stage.android().drain().await;
    stage.android().put_setting(Namespace::Secure, "ui_night_mode", "2");
    stage.android().put_setting(Namespace::System, "font_scale", "1.3");
    stage.android().drain().await;
    let told = stage.peer.asked("configure");
    assert_eq!(
        (&told[0]["config"]["width"], &told[0]["config"]["rotation"]),
        (&json!(2400), &json!(1))
    );
    assert_eq!(told[1]["config"]["night"], true);
    assert!(
        told[2]["config"]["fontScale"].as_f64().is_some_and(|scale| (scale - 1.3).abs() < 0.01)
    );
    assert_eq!(told.len(), 3);
    stage.android().set_app_locales(PACKAGE, vec!["fr-FR".to_owned()]);
    stage.android().put_setting(Namespace::System, "system_locales", "de-DE,en-US");
    stage.android().set_app_locales(PACKAGE, Vec::new());
    stage.android().drain().await;
    let told = stage.peer.asked("configure");
    let locales: Vec<_> = told[3..].iter().map(|call| call["config"]["locale"].as_str()).collect();
    // The phone's own is told when the app has none; told late, the latest.
    assert_eq!(locales.last(), Some(&Some("de-DE")), "{locales:?}");
    // What it draws by night is dark already.
    let shot = stage.android().screenshot().await;
    assert_eq!(shot.pixel(500, 700), Some(Color([10, 20, 30, 255])));
}

#[tokio::test(start_paused = true)]
async fn a_second_intent_and_a_failed_call() {
    let stage = Stage::started(|call, _| match call["do"].as_str() {
        Some("tree") => Turn::Fail("no such window"),
        _ => Turn::Plain,
    })
    .await;
    let mut intent = Intent::explicit(Component::new(PACKAGE, ".Main"));
    intent.flags = Intent::FLAG_SINGLE_TOP;
    intent.data = Some("x:y".to_owned());
    let started = stage.android().start_activity(&intent, 2000).await.unwrap();
    assert_eq!(started.outcome, Outcome::DeliveredToTop);
    stage.android().drain().await;
    assert_eq!(stage.peer.asked("intent")[0]["intent"]["data"], "x:y");
    assert!(stage.android().tree().await.is_none());
    assert!(stage.logged("tree: no such window"));
    assert!(stage.runs(), "it lives on");
}

#[tokio::test(start_paused = true)]
async fn an_app_that_is_starting_is_not_quiet() {
    let stage =
        Stage::set(|call, _| if call["do"] == "load" { Turn::Hang } else { Turn::Plain }).await;
    let intent = Intent::explicit(Component::new(PACKAGE, ".Main"));
    let starting = stage.android().begin_activity(&intent, 2000).unwrap();
    let android = stage.android().clone();
    let limit = Duration::from_secs(10);
    let quiet =
        tokio::spawn(async move { android.wait_quiet(Duration::from_secs(1), limit).await });
    // A call under way holds paused time still; the hand moves it.
    for _ in 0..9 {
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!quiet.is_finished());
    }
    tokio::time::advance(Duration::from_secs(2)).await;
    assert!(!quiet.await.unwrap());
    stage.android().force_stop(PACKAGE);
    drop(starting);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_is_busy_is_not_quiet() {
    let (release, held) = std::sync::mpsc::channel();
    let stage = Stage::started(move |call, voice| match call["do"].as_str() {
        // The click opens something that takes a while to lay out.
        Some("pointer") if call["action"] == "up" => Turn::Answer(json!({"next": 0})),
        Some("run") => {
            held.recv().ok();
            voice.event(&json!({"event": "changed", "type": 32, "class": "android.app.Dialog"}));
            Turn::Plain
        }
        _ => Turn::Plain,
    })
    .await;
    stage.driver.tap("GO").await;
    let android = stage.android().clone();
    let (second, limit) = (Duration::from_secs(1), Duration::from_secs(10));
    let quiet = tokio::spawn(async move { android.wait_quiet(second, limit).await });
    for _ in 0..3 {
        tokio::task::yield_now().await;
        tokio::time::advance(second).await;
        assert!(!quiet.is_finished());
    }
    release.send(()).unwrap();
    assert!(quiet.await.unwrap());
    assert_eq!(stage.peer.asked("run").len(), 1);
    assert_eq!(stage.android().quiet_for(), second, "what came of it was waited for, too");
}

#[tokio::test(start_paused = true)]
async fn what_an_input_causes_is_given_a_few_frames() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    tokio::time::advance(Duration::from_secs(5)).await;
    stage.driver.tap("GO").await;
    // Nothing was told yet, but will be.
    let (second, begun) = (Duration::from_secs(1), tokio::time::Instant::now());
    assert!(stage.android().wait_quiet(second, second * 10).await);
    assert_eq!(begun.elapsed(), Duration::from_millis(250));
}
