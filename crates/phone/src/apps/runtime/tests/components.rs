//! Receivers, services and providers of an app, as adb reaches them.

use std::sync::Arc;

use serde_json::{Value, json};

use super::peer::{PACKAGE, Stage, Turn, Voice, caught_up};
use crate::{
    android::{Apk, Component, Filter, Part, Signing},
    shell::tests::{Ran, process_on, run_in},
};

fn part(class: &str, exported: bool) -> Part {
    let class = Component::new(PACKAGE, class).class;
    Part { class, exported, permission: None, filters: vec![], authorities: vec![] }
}

fn apk() -> Apk {
    let ping = Filter { actions: vec!["org.example.PING".to_owned()], ..Filter::default() };
    let store = |authority: &str, exported| Part {
        authorities: vec![authority.to_owned()],
        ..part(".Store", exported)
    };
    Apk {
        version_code_major: 0,
        splits: vec![],
        signing: Signing { scheme: 2, certificates: vec![] },
        abi: None,
        flags: vec![],
        extract_native_libs: false,
        services: vec![part(".Work", true), part(".Own", false)],
        receivers: vec![Part { filters: vec![ping], ..part(".Hear", true) }, part(".Own", false)],
        providers: vec![store("org.example.store", true), store("org.example.own", false)],
        instrumentation: vec![],
        declared_permissions: vec![],
        installer: None,
    }
}

async fn stage(script: impl FnMut(&Value, &Voice) -> Turn + Send + 'static) -> Stage {
    let stage = Stage::set(script).await;
    let package = stage.android().state().packages.get_mut(PACKAGE).map(|package| {
        package.apk = Some(Arc::new(apk()));
    });
    assert!(package.is_some());
    stage
}

async fn run(stage: &Stage, script: &str) -> Ran {
    run_in(&process_on(stage.android().clone()), script, b"").await
}

async fn out(stage: &Stage, script: &str) -> String {
    let ran = run(stage, script).await;
    assert_eq!(ran.err, "", "{script}");
    ran.out
}

/// As a receiver that sets a result.
fn answers(call: &Value, voice: &Voice) -> Turn {
    if call["do"] == "receive" {
        let number = &call["broadcast"];
        voice.event(&json!({"event": "received", "broadcast": number, "code": 7, "data": "done", "extras": "Bundle[{a=1}]", "aborted": false}));
    }
    Turn::Plain
}

#[tokio::test(start_paused = true)]
async fn a_broadcast_starts_the_process_and_comes_back_with_its_result() {
    let stage = stage(answers).await;
    let script = format!("am broadcast -a a.b -n {PACKAGE}/.Hear --es what x --ei n 3");
    let text = out(&stage, &script).await;
    let end = "\nBroadcast completed: result=7, data=\"done\", extras: Bundle[{a=1}]\n";
    assert!(text.ends_with(end), "{text}");
    assert!(stage.runs() && stage.logged("for broadcast {org.example.real/org.example.real.Hear}"));
    let asked = &stage.peer.asked("receive")[0];
    assert_eq!(asked["receivers"], json!(["org.example.real.Hear"]));
    assert_eq!((&asked["registered"], &asked["foreign"]), (&json!(false), &json!(true)));
    assert_eq!(asked["intent"]["extras"][1]["value"], "x");
}

#[tokio::test(start_paused = true)]
async fn who_hears_what() {
    let stage = stage(answers).await;
    let none = "\nBroadcast completed: result=0\n";
    // Not meant for it alone, and it does not run.
    assert!(out(&stage, "am broadcast -a org.example.PING").await.ends_with(none));
    assert!(stage.logged("Background execution not allowed: receiving Intent"));
    assert!(out(&stage, &format!("am broadcast -n {PACKAGE}/.Own")).await.ends_with(none));
    assert!(stage.logged("is not exported from uid"));
    assert!(out(&stage, &format!("am broadcast -n {PACKAGE}/.Gone")).await.ends_with(none));
    assert!(!stage.runs());
    let meant = out(&stage, &format!("am broadcast -a org.example.PING -p {PACKAGE}")).await;
    assert!(meant.contains("result=7"), "{meant}");
    // Now it runs: what it has registered may hear all the rest.
    assert!(out(&stage, "am broadcast -a org.example.OTHER").await.contains("result=7"));
    let asked = stage.peer.asked("receive");
    assert_eq!((asked.len(), &asked[1]["receivers"]), (2, &json!([])));
    assert_eq!(asked[1]["registered"], true);
}

#[tokio::test(start_paused = true)]
async fn an_app_that_dies_of_a_broadcast_holds_up_nobody() {
    let stage =
        stage(|call, _| if call["do"] == "receive" { Turn::Die } else { Turn::Plain }).await;
    let text = out(&stage, &format!("am broadcast -n {PACKAGE}/.Hear")).await;
    assert!(text.ends_with("\nBroadcast completed: result=0\n"), "{text}");
    stage.ended().await;
}

#[tokio::test(start_paused = true)]
async fn services_start_and_stop() {
    let stage = stage(|call, _| match call["do"].as_str() {
        Some("service") => Turn::Answer(json!({"next": null, "used": true})),
        _ => Turn::Plain,
    })
    .await;
    let work = format!("{PACKAGE}/.Work");
    let starting = format!("Starting service: Intent {{ cmp={work} }}\n");
    let ran = run(&stage, &format!("am startservice -n {work}")).await;
    assert_eq!(
        (ran.out.as_str(), ran.err.as_str(), ran.status),
        (starting.as_str(), "Error: app is in background uid null\n", 255)
    );
    assert!(!stage.runs());
    assert_eq!(out(&stage, &format!("am start-foreground-service -n {work}")).await, starting);
    caught_up(stage.android()).await;
    assert_eq!(
        out(&stage, &format!("am startservice -n {work} --es a b")).await,
        starting.replace(" }", " (has extras) }")
    );
    let ran = run(&stage, &format!("am stopservice -n {work}")).await;
    assert_eq!((ran.err.as_str(), ran.status), ("Service stopped\n", 255));
    let orders: Vec<Value> =
        stage.peer.asked("service").into_iter().map(|call| call["order"].clone()).collect();
    assert_eq!(orders, ["start", "start", "stop"]);
    for (class, error) in [
        (
            ".Own",
            format!(
                "Error: Requires permission not exported from uid {}\n",
                stage.android().package(PACKAGE).unwrap().uid
            ),
        ),
        (".Gone", "Error: Not found; no service started.\n".to_owned()),
    ] {
        let ran = run(&stage, &format!("am startservice -n {PACKAGE}/{class}")).await;
        assert_eq!((ran.err, ran.status), (error, 255));
    }
}

#[tokio::test(start_paused = true)]
async fn rows_of_a_provider() {
    let stage = stage(|call, _| {
        if call["do"] != "content" {
            return Turn::Plain;
        }
        Turn::Answer(match call["method"].as_str().unwrap() {
            "query" if call["uri"] == "content://org.example.store/none" => json!({"next": null}),
            "query" => {
                json!({"next": null, "columns": ["a", "b"], "rows": [["1", "x"], ["2", null]]})
            }
            "call" => json!({"next": null, "result": "Bundle[{k=v}]"}),
            "delete" => json!({"next": null, "thrown": "java.lang.IllegalArgumentException: no"}),
            _ => json!({"next": null, "count": 1}),
        })
    })
    .await;
    let query =
        "content query --uri content://org.example.store/x --projection a:b --where a=1 --sort b";
    assert_eq!(out(&stage, query).await, "Row: 0 a=1, b=x\nRow: 1 a=2, b=null\n");
    let asked = &stage.peer.asked("content")[0];
    assert_eq!(asked["projection"], json!(["a", "b"]));
    assert_eq!((&asked["where"], &asked["sort"]), (&json!("a=1"), &json!("b")));
    let none = "content query --uri content://org.example.store/none";
    assert_eq!(out(&stage, none).await, "No result found.\n");
    let call = "content call --uri content://org.example.store --method m --arg y --extra d:d:1.5";
    assert_eq!(out(&stage, call).await, "Result: Bundle[{k=v}]\n");
    let insert = "content insert --uri content://org.example.store/x --bind a:i:3 --bind b:n:";
    assert_eq!(out(&stage, insert).await, "");
    let asked = stage.peer.asked("content");
    assert_eq!(asked[2]["values"], json!([{"name": "d", "type": "double", "value": 1.5}]));
    let values = json!([{"name": "a", "type": "int", "value": 3}, {"name": "b", "type": "null", "value": null}]);
    assert_eq!(asked[3]["values"], values);
    let thrown = run(&stage, "content delete --uri content://org.example.store/x").await.err;
    let begin = "Error while accessing provider:org.example.store\njava.lang.IllegalArgumentException: no\n\tat ";
    assert!(thrown.starts_with(begin), "{thrown}");
    let own = run(&stage, "content query --uri content://org.example.own/x").await.err;
    assert!(own.contains("java.lang.SecurityException: Permission Denial: opening provider org.example.real.Store from (null) (pid="), "{own}");
    assert!(own.contains("uid=2000) that is not exported from UID"), "{own}");
}

#[tokio::test(start_paused = true)]
async fn memory_that_is_short() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    for (level, number) in [("RUNNING_LOW", 10), ("15", 15)] {
        assert_eq!(out(&stage, &format!("am send-trim-memory {PACKAGE} {level}")).await, "");
        caught_up(stage.android()).await;
        assert_eq!(stage.peer.asked("trim").last().unwrap()["level"], number);
    }
    let hidden = format!("am send-trim-memory {PACKAGE} COMPLETE");
    let text = run(&stage, &hidden).await.err;
    assert!(text.contains("IllegalArgumentException: Unable to set a background trim level on a foreground process"), "{text}");
    stage.android().go_home();
    assert_eq!(out(&stage, &hidden).await, "");
    caught_up(stage.android()).await;
    assert_eq!(stage.peer.asked("trim").last().unwrap()["level"], 80);
    let text = run(&stage, "am send-trim-memory com.nosuch HIDDEN").await.err;
    assert!(text.contains("IllegalArgumentException: Unknown process: com.nosuch"), "{text}");
    let ran = run(&stage, &format!("am send-trim-memory {PACKAGE} LOTS")).await;
    assert_eq!((ran.err.as_str(), ran.status), ("Error: Unknown level option: LOTS\n", 255));
}
