//! Questions about permissions: what the app learns of a refusal, and what becomes of a question whose app is gone.

use serde_json::json;

use super::peer::{PACKAGE, Stage, Turn, caught_up};
use crate::shell::tests::{process_on, run_in};

const CAMERA: &str = "android.permission.CAMERA";

async fn ask(stage: &Stage, main: u64) {
    let names = [CAMERA];
    stage
        .says(json!({"event": "permissions", "activity": main, "request": 9, "names": names}))
        .await;
    assert!(stage.driver.front().contains("GrantPermissionsActivity"));
}

async fn out(stage: &Stage, script: &str) -> String {
    run_in(&process_on(stage.android().clone()), script, b"").await.out
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_explained_until_the_second() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    assert_eq!(stage.peer.asked("load")[0]["rationale"], json!([]));
    let main = stage.front();
    let flags = format!("dumpsys package {PACKAGE} | grep -m1 -o 'CAMERA: granted=.*'");
    for (button, rationale, wanted) in [
        (
            "permission_deny_button",
            json!([CAMERA]),
            "CAMERA: granted=false, flags=[ USER_SET|USER_SENSITIVE_",
        ),
        (
            "permission_deny_and_dont_ask_again_button",
            json!([]),
            "CAMERA: granted=false, flags=[ USER_SET|USER_FIXED|USER_SENSITIVE_",
        ),
    ] {
        ask(&stage, main).await;
        stage.driver.tap(button).await;
        caught_up(stage.android()).await;
        let permitted = stage.peer.asked("permitted").pop().unwrap();
        assert_eq!(permitted["rationale"], rationale);
        let dump = out(&stage, &flags).await;
        assert!(dump.starts_with(wanted), "{dump}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_this_time_is_told() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    ask(&stage, stage.front()).await;
    stage.driver.tap("permission_allow_one_time_button").await;
    let dump =
        out(&stage, &format!("dumpsys package {PACKAGE} | grep 'CAMERA: granted=true'")).await;
    assert!(dump.ends_with("|ONE_TIME]\n"), "{dump}");
}

#[tokio::test(start_paused = true)]
async fn a_question_goes_with_the_process_that_asked() {
    for end in ["pm clear", "am force-stop", "kill"] {
        let stage = Stage::started(|_, _| Turn::Plain).await;
        ask(&stage, stage.front()).await;
        if end == "kill" {
            stage.android().kill(stage.android().pid_of(PACKAGE).unwrap());
        } else {
            out(&stage, &format!("{end} {PACKAGE}")).await;
        }
        stage.ended().await;
        stage.driver.settle().await;
        assert!(stage.driver.front().starts_with("com.android.launcher3/"), "{end}");
        assert_eq!(stage.android().tasks().len(), 1, "{end}");
        out(&stage, &format!("am start -W -n {PACKAGE}/.Main")).await;
        assert_eq!(stage.driver.front(), format!("{PACKAGE}/.Main"), "{end}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_has_the_affinity_of_a_finished_activity_goes_in_its_task_only() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let class = |class: &str| json!({"package": PACKAGE, "class": format!("{PACKAGE}.{class}")});
    let main = stage.front();
    // In a task of its own, as a new document is.
    let mut apart = class("Pick");
    apart["flags"] = json!(0x1800_0000);
    stage.says(json!({"event": "start", "activity": main, "intent": apart, "request": -1})).await;
    let other = stage.front();
    out(&stage, &format!("am start -n {PACKAGE}/.Main")).await;
    stage.driver.settle().await;
    let before = stage.android().tasks().len();
    stage
        .says(json!({"event": "start", "activity": main, "intent": class("Second"), "request": -1}))
        .await;
    let second = stage.front();
    stage
        .says(json!({"event": "finish", "activity": second, "code": 0, "intent": null, "affinity": true}))
        .await;
    caught_up(stage.android()).await;
    let destroyed: Vec<_> = stage
        .peer
        .asked("state")
        .into_iter()
        .filter(|call| call["state"] == "destroyed")
        .map(|call| call["activity"].as_u64().unwrap())
        .collect();
    assert!(destroyed.contains(&main) && destroyed.contains(&second), "{destroyed:?}");
    assert!(!destroyed.contains(&other), "{destroyed:?}");
    assert_eq!(stage.android().tasks().len(), before - 1);
}
