//! What an app process says on its own, and what the phone does about it.

use serde_json::{Value, json};

use super::peer::{PACKAGE, Stage, Turn, caught_up, windows};
use crate::android::{Buffer, Level, Namespace, Rotation, WindowKind};
use crate::files::Identity;

#[tokio::test(start_paused = true)]
async fn lines_are_in_the_log_under_its_threads() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let pid = stage.android().pid_of(PACKAGE).unwrap();
    stage.says(json!({"event": "log", "level": "W", "tag": "Own", "text": "from main", "thread": "main"})).await;
    stage.says(json!({"event": "log", "level": "E", "tag": "Own", "text": "from a pool", "thread": "pool-1"})).await;
    let log = stage.android().log_entries(&[Buffer::Main]);
    let line = |text: &str| log.iter().find(|entry| entry.message == text).unwrap();
    let (main, pool) = (line("from main"), line("from a pool"));
    assert_eq!((main.pid, main.tid, main.level, main.tag.as_str()), (pid, pid, Level::Warn, "Own"));
    assert_eq!((pool.pid, pool.level), (pid, Level::Error));
    assert!(pool.tid > pid && pool.tid < pid + 23);
}

#[tokio::test(start_paused = true)]
async fn files_are_called_as_the_phone_calls_them() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let place = stage.phone.files().host_path(&Identity::ROOT, "/data/local/tmp").unwrap();
    let text = format!("cannot open {}/x", place.display());
    stage.says(json!({"event": "log", "level": "W", "tag": "Own", "text": text})).await;
    assert!(stage.logged("cannot open /data/local/tmp/x"));
    stage.peer.voice().event(&json!({"event": "crash", "thread": "main", "trace": text}));
    stage.ended().await;
    let log = stage.android().log_entries(&[Buffer::Crash]);
    assert!(log[0].message.ends_with("\ncannot open /data/local/tmp/x"), "{}", log[0].message);
}

#[tokio::test(start_paused = true)]
async fn small_things() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let android = stage.android();
    stage.says(json!({"event": "toast", "text": "Saved", "long": false})).await;
    assert_eq!(android.toast().as_deref(), Some("Saved"));
    stage.says(json!({"event": "clipboard", "text": "copied"})).await;
    assert_eq!(android.clipboard(), "copied");
    assert!(stage.peer.asked("clipboard").is_empty(), "it knows");
    android.set_clipboard("by another");
    caught_up(android).await;
    assert_eq!(stage.peer.asked("clipboard")[0]["text"], "by another");
    stage
        .says(json!({"event": "setting", "namespace": "system", "key": "own", "value": "1"}))
        .await;
    assert_eq!(android.setting(Namespace::System, "own").as_deref(), Some("1"));
    stage
        .says(json!({"event": "setting", "namespace": "system", "key": "own", "value": null}))
        .await;
    assert_eq!(android.setting(Namespace::System, "own"), None);
    let notify = json!({"event": "notify", "id": 4, "tag": "t", "channel": "c", "title": "Hi", "text": "you", "importance": 4, "ongoing": false});
    stage.says(notify.clone()).await;
    assert!(android.notifications().is_empty(), "the user was not asked");
    let permission = "android.permission.POST_NOTIFICATIONS";
    android.set_permission(PACKAGE, permission, true).unwrap();
    stage.says(notify).await;
    assert_eq!(android.notifications()[0].importance, 4);
    assert_eq!(
        android.notifications()[0].key(),
        format!("0|{PACKAGE}|4|t|{}", android.package(PACKAGE).unwrap().uid)
    );
    stage.says(json!({"event": "cancel", "id": 4, "tag": "t"})).await;
    assert!(android.notifications().is_empty());
    stage.says(json!({"event": "loader", "library": "libfoo.so", "reason": "no machine"})).await;
    assert!(stage.logged("libfoo.so"));
    let home =
        json!({"event": "setting", "namespace": "global", "key": "adb_enabled", "value": "0"});
    stage.says(home).await;
    assert_eq!(
        android.setting(Namespace::Global, "adb_enabled").as_deref(),
        Some("1"),
        "not its own"
    );
    // What nobody understands is nobody's end.
    stage.says(json!({"event": "hologram"})).await;
    stage.says(json!({"event": "windows"})).await;
    stage.says(json!(["no", "object"])).await;
    assert!(stage.runs());
}

#[tokio::test(start_paused = true)]
async fn waking_asks_for_a_run_and_an_event_for_patience() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    stage.driver.wait(5_000).await;
    assert!(stage.android().quiet_for().as_secs() >= 4);
    stage.says(json!({"event": "changed", "type": "windowContentChanged", "class": "x.Y"})).await;
    assert_eq!(stage.android().quiet_for().as_secs(), 0);
    assert!(stage.peer.asked("run").is_empty());
    stage.says(json!({"event": "wake"})).await;
    stage.says(json!({"event": "wake"})).await;
    assert!(!stage.peer.asked("run").is_empty());
}

#[tokio::test(start_paused = true)]
async fn windows_come_and_go_and_take_the_focus() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let id = stage.front();
    let dialog = json!({"event": "windows", "activity": id, "windows": [
        {"id": id * 10, "kind": "activity", "frame": [0, 0, 1080, 2400]},
        {"id": 7001, "kind": "dialog", "frame": [100, 1000, 980, 1400], "dim": 0.6, "focusable": true, "touchModal": true},
        {"id": 7002, "kind": "popup", "frame": [0, 0, 200, 200], "focusable": false, "touchModal": false}]});
    stage.says(dialog).await;
    let focused = stage.android().focused_window().unwrap();
    assert_eq!((focused.kind, focused.frame.left), (WindowKind::Dialog, 100));
    stage.android().tap(10.0, 100.0).await;
    assert_eq!(stage.peer.asked("pointer").last().unwrap()["window"], 7002);
    // Beside the popup, which lets it through, the dialog takes all.
    stage.android().tap(10.0, 2000.0).await;
    assert_eq!(stage.peer.asked("pointer").last().unwrap()["window"], 7001);
    stage.says(windows(id)).await;
    assert_eq!(stage.android().focused_window().unwrap().kind, WindowKind::Activity);
    let secure = json!({"event": "windows", "activity": id, "windows": [
        {"id": id * 10, "kind": "activity", "frame": [0, 0, 1080, 2400], "secure": true}]});
    stage.says(secure).await;
    let shot = stage.android().screenshot().await;
    assert_eq!(shot.pixel(500, 1000), Some(crate::screen::Color([0, 0, 0, 255])));
}

#[tokio::test(start_paused = true)]
async fn the_keyboard_comes_types_and_sends() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let window = stage.front() * 10;
    stage.says(json!({"event": "keyboard", "shown": true, "window": window, "inputType": 0x21, "imeOptions": 3})).await;
    let ime = stage.android().ime();
    let editor = ime.editor.unwrap();
    assert!(ime.shown);
    assert_eq!((editor.input_type.number(), editor.ime_options), (0x21, 3));
    stage.android().drain().await;
    let told = stage.peer.asked("configure");
    assert!(told.last().unwrap()["config"]["keyboard"].as_i64().unwrap() > 0);
    let frame = stage
        .android()
        .windows()
        .into_iter()
        .find(|window| window.kind == WindowKind::Keyboard)
        .unwrap()
        .frame;
    let (mut x, mut y) = (frame.left, frame.top);
    let (mut committed, mut sent) = (false, false);
    // Every key there is.
    while !(committed && sent) && y < frame.bottom {
        stage
            .android()
            .tap(f32::from(i16::try_from(x).unwrap()), f32::from(i16::try_from(y).unwrap()))
            .await;
        committed = !stage.peer.asked("commit").is_empty();
        sent = !stage.peer.asked("action").is_empty();
        x += 60;
        if x >= frame.right {
            (x, y) = (frame.left, y + 60);
        }
    }
    assert!(committed && sent);
    assert!(stage.peer.asked("key").iter().all(|key| key["code"] != 66), "the action was used");
    stage.says(json!({"event": "keyboard", "shown": false, "window": window})).await;
    assert!(!stage.android().ime().shown);
}

#[tokio::test(start_paused = true)]
async fn an_activity_gives_back_a_result() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let main = stage.front();
    let pick = json!({"action": "org.example.PICK", "flags": 0, "extras": [{"name": "p", "type": "parcel", "value": "AAE="}]});
    stage.says(json!({"event": "start", "activity": main, "intent": pick, "request": 5})).await;
    assert_eq!(stage.driver.front(), "org.example.real/.Pick");
    let picked = stage.front();
    let started = stage.peer.asked("start");
    assert_eq!(started[1]["intent"]["extras"][0]["value"], "AAE=");
    assert_eq!((&started[1]["root"], &started[1]["caller"]), (&json!(false), &json!(PACKAGE)));
    let data = json!({"data": "content://x/1", "flags": 1});
    stage.says(json!({"event": "finish", "activity": picked, "code": -1, "intent": data})).await;
    assert_eq!(stage.front(), main);
    let result = &stage.peer.asked("result")[0];
    assert_eq!(
        (&result["activity"], &result["request"], &result["code"]),
        (&json!(main), &json!(5), &json!(-1))
    );
    assert_eq!(result["intent"]["data"], "content://x/1");
    // It comes before the activity is resumed.
    let order: Vec<_> =
        stage.peer.calls().iter().map(|call| format!("{} {}", call["do"], call["state"])).collect();
    let came = order.iter().position(|call| call.starts_with("\"result\"")).unwrap();
    assert!(order[came..].iter().any(|call| call == "\"state\" \"resumed\""), "{order:?}");
    // What nobody answers is cancelled.
    let nobody = json!({"action": "org.example.NOBODY", "flags": 0});
    stage.says(json!({"event": "start", "activity": main, "intent": nobody, "request": 6})).await;
    let result = stage.peer.asked("result").pop().unwrap();
    assert_eq!(
        (&result["request"], &result["code"], &result["intent"]),
        (&json!(6), &json!(0), &json!(null))
    );
    assert!(stage.logged("nothing was started"));
}

#[tokio::test(start_paused = true)]
async fn it_asks_who_answers_an_intent() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let resolve = |intent: Value| json!({"ask": "resolve", "intent": intent});
    let own = stage.asks(resolve(json!({"action": "org.example.PICK"}))).await;
    let found = json!([{"package": PACKAGE, "class": "org.example.real.Pick", "label": "Real"}]);
    assert_eq!((&own["problem"], &own["matches"]), (&json!(null), &found));
    let settings = stage.asks(resolve(json!({"action": "android.settings.SETTINGS"}))).await;
    assert_eq!(settings["matches"][0]["package"], "com.android.settings");
    let nobody = stage.asks(resolve(json!({"action": "org.example.NOBODY"}))).await;
    assert_eq!((&nobody["problem"], &nobody["matches"]), (&json!("unresolved"), &json!([])));
    let gone = json!({"package": "org.example.gone", "class": "org.example.gone.Main"});
    assert_eq!(stage.asks(resolve(gone)).await["problem"], "unresolved");
    // What every phone has.
    for action in ["android.intent.action.CHOOSER", "android.settings.WIFI_SETTINGS"] {
        let always = stage.asks(resolve(json!({"action": action}))).await;
        assert_eq!(
            (&always["problem"], always["matches"].as_array().unwrap().len()),
            (&json!(null), 1)
        );
    }
    for odd in [json!({"ask": "weather"}), json!(["no", "object"])] {
        assert_eq!(stage.asks(odd).await, json!({"error": "nobody can say"}));
    }
    assert!(stage.runs());
}

#[tokio::test(start_paused = true)]
async fn permissions_are_asked_group_by_group() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let main = stage.front();
    let name = |short: &str| format!("android.permission.{short}");
    let names = ["READ_CONTACTS", "CAMERA", "WRITE_CONTACTS", "NOT_IN_THE_MANIFEST"].map(name);
    stage
        .says(json!({"event": "permissions", "activity": main, "request": 9, "names": names}))
        .await;
    stage.driver.settle().await;
    // One set of questions at a time.
    stage
        .says(json!({"event": "permissions", "activity": main, "request": 10, "names": names}))
        .await;
    assert_eq!(stage.peer.asked("permitted")[0]["permissions"], json!([]));
    stage.driver.tap("permission_allow_button").await;
    stage.driver.settle().await;
    stage.driver.tap("permission_deny_button").await;
    stage.driver.settle().await;
    caught_up(stage.android()).await;
    let permitted = stage.peer.asked("permitted").pop().unwrap();
    assert_eq!(permitted["request"], 9);
    let granted: Vec<_> = permitted["permissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["granted"].as_bool().unwrap())
        .collect();
    assert_eq!(granted, [true, false, true, false]);
    assert_eq!(permitted["granted"], json!([name("READ_CONTACTS"), name("WRITE_CONTACTS")]));
    assert_eq!(stage.front(), main);
}

#[tokio::test(start_paused = true)]
async fn what_pm_grants_reaches_it_and_what_pm_revokes_ends_it() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let camera = "android.permission.CAMERA";
    for _ in 0..2 {
        stage.android().set_permission(PACKAGE, camera, true).unwrap();
        caught_up(stage.android()).await;
    }
    let told = stage.peer.asked("granted");
    assert_eq!(told.len(), 1, "only what changes is told");
    assert!(told[0]["granted"].as_array().unwrap().contains(&json!(camera)));
    stage.android().set_permission(PACKAGE, camera, false).unwrap();
    assert!(!stage.runs());
}

#[tokio::test(start_paused = true)]
async fn activities_of_others_are_not_its_own() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let voice = stage.peer.voice();
    stage.driver.start("com.example.shop", ".MainActivity").await;
    let shop = stage.front();
    for event in [
        json!({"event": "finish", "activity": shop, "code": 0}),
        json!({"event": "background", "activity": shop}),
        json!({"event": "orientation", "activity": shop, "value": 0}),
        json!({"event": "permissions", "activity": shop, "request": 1, "names": ["android.permission.CAMERA"]}),
        json!({"event": "windows", "activity": shop, "windows": []}),
    ] {
        voice.event(&event);
    }
    stage.says(json!({"event": "wake"})).await;
    assert_eq!(stage.driver.front(), "com.example.shop/.MainActivity");
    assert_eq!(stage.android().display().rotation, Rotation::Portrait);
    assert!(stage.driver.find("email").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn it_turns_the_display_and_goes_to_the_back() {
    let stage = Stage::started(|_, _| Turn::Plain).await;
    let main = stage.front();
    stage.says(json!({"event": "orientation", "activity": main, "value": 0})).await;
    assert_eq!(stage.android().display().rotation, Rotation::Landscape);
    stage.says(json!({"event": "background", "activity": main})).await;
    assert!(stage.driver.front().starts_with("com.android.launcher3/"));
    assert_eq!(stage.android().display().rotation, Rotation::Portrait, "home wants nothing");
    assert!(stage.runs());
    stage.driver.start(PACKAGE, ".Main").await;
    assert_eq!(stage.front(), main);
    assert_eq!(stage.android().display().rotation, Rotation::Landscape);
}
