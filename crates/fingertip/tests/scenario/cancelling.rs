//! A call that is taken back: what has begun on the phone is finished, nothing more is begun, and nobody answers.

use std::sync::Arc;
use std::time::Duration;

use engine::Guard;
use phone::Phone;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::record::{Mark, Record, phone, server};

const SOON: Duration = Duration::from_millis(400);

async fn in_shop() -> (Agent, Record, Arc<Phone>) {
    let phone = phone();
    let agent = Agent::served(&server(&phone, Guard::default(), None), &phone).await;
    agent.done("connect", json!({ "packageName": "com.example.shop" })).await;
    (agent, Record::of(&phone), phone)
}

/// Lets time pass while everybody works.
async fn pass(time: Duration) {
    let mut ticks = tokio::time::interval(time);
    ticks.tick().await;
    ticks.tick().await;
}

/// Holds guards.14.
#[tokio::test(start_paused = true)]
async fn a_gesture_that_has_begun_ends_and_the_next_waits_for_it() {
    for (tool, arguments) in [
        ("long_press", json!({ "x": 500, "y": 300, "durationMs": 5000 })),
        ("swipe", json!({ "x1": 500, "y1": 600, "x2": 500, "y2": 900, "durationMs": 5000 })),
    ] {
        let (agent, mut record, phone) = in_shop().await;
        let call = agent.begin(tool, arguments).await;
        record.begins("input swipe").await;
        pass(SOON).await;
        assert!(phone.android().is_touched(), "{tool}: the finger is down");
        call.cancel(Some("changed my mind".to_owned())).await.expect("told");
        // The next action comes when the finger is up.
        agent.done("tap", json!({ "x": 500, "y": 300, "settle": "none" })).await;
        assert!(!phone.android().is_touched(), "{tool}: no finger stays down");
        let marks = record.marks("input ");
        let [Mark::Ended(swipe), Mark::Began(tap), Mark::Ended(_)] = marks.as_slice() else {
            panic!("{tool}: {marks:?}")
        };
        assert!(swipe.contains("input swipe") && tap.contains("input tap"), "{marks:?}");
    }
}

/// Holds guards.18.
#[tokio::test(start_paused = true)]
async fn what_was_taken_back_is_not_under_way() {
    let (agent, mut record, _phone) = in_shop().await;
    let press = json!({ "x": 500, "y": 300, "durationMs": 5000 });
    let call = agent.begin("long_press", press).await;
    record.begins("input swipe").await;
    call.cancel(None).await.expect("told");
    let scroll = agent.begin("scroll_to_element", json!({ "text": "Nowhere" })).await;
    record.begins("uiautomator").await;
    scroll.cancel(None).await.expect("told");
    agent.done("tap", json!({ "x": 500, "y": 300, "settle": "none" })).await;
    let snapshot = agent.done("capture_debug_snapshot", json!({})).await.json;
    let did: Vec<&str> = snapshot["raw"]["last_actions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|line| line.as_str()?.split(", begun").next())
        .collect();
    assert_eq!(
        did,
        ["long_press (500,300): CANCELLED", "scroll_to_element: CANCELLED", "tap (500,300): done"]
    );
}

/// Holds guards.15.
#[tokio::test(start_paused = true)]
async fn a_text_stops_at_a_piece() {
    let (agent, mut record, _phone) = in_shop().await;
    agent.done("tap_element", json!({ "id": "email" })).await;
    let text = "0123456789".repeat(100);
    let call = agent.begin("type_text", json!({ "text": text, "settle": "none" })).await;
    record.ends("input text").await;
    record.begins("input text").await;
    call.cancel(None).await.expect("told");
    pass(Duration::from_secs(20)).await;
    assert!(record.begun("input text").len() <= 1, "the rest of it is not sent");
    let seen = agent.screen().await;
    let field = seen.lines().find(|line| line.contains("input \"0123")).unwrap_or_default();
    let typed = field.bytes().filter(u8::is_ascii_digit).count();
    assert!((100..400).contains(&typed), "{typed} of {}: {field}", text.len());
    agent.done("type_text", json!({ "id": "email", "text": "new", "clear": true })).await;
    assert!(agent.screen().await.contains("input \"new\""));
}

/// Holds guards.15.
#[tokio::test(start_paused = true)]
async fn waiting_stops_looking() {
    let (agent, mut record, _phone) = in_shop().await;
    let wait = json!({ "text": "Never", "timeoutMs": 50_000 });
    let call = agent.begin("wait_for_ui", wait).await;
    record.ends("uiautomator").await;
    record.begins("uiautomator").await;
    call.cancel(None).await.expect("told");
    pass(Duration::from_secs(5)).await;
    record.marks("");
    pass(Duration::from_secs(30)).await;
    assert_eq!(record.begun("uiautomator"), [""; 0]);
    agent.done("get_ui_tree", json!({})).await;
}

/// Holds guards.16.
#[tokio::test(start_paused = true)]
async fn a_read_right_behind_a_wait_that_was_taken_back_works() {
    let (agent, mut record, _phone) = in_shop().await;
    let call = agent.begin("wait_for_ui", json!({ "text": "Never", "timeoutMs": 50_000 })).await;
    record.begins("uiautomator").await;
    pass(SOON).await;
    call.cancel(None).await.expect("told");
    agent.done("get_ui_tree", json!({})).await;
}

/// Holds guards.15.
#[tokio::test(start_paused = true)]
async fn a_call_that_waits_for_its_turn_never_gets_it() {
    let (agent, mut record, _phone) = in_shop().await;
    let press = json!({ "x": 500, "y": 300, "durationMs": 5000, "settle": "none" });
    let pressing = agent.begin("long_press", press).await;
    record.begins("input swipe").await;
    let waiting = agent.begin("press_back", json!({ "settle": "none" })).await;
    pass(SOON).await;
    waiting.cancel(None).await.expect("told");
    pressing.await_response().await.expect("an answer");
    pass(SOON).await;
    assert_eq!(record.begun("keyevent"), [""; 0]);
}

/// Holds guards.16, calls.19.
#[tokio::test(start_paused = true)]
async fn nobody_answers_a_call_that_was_taken_back() {
    use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
    let phone = phone();
    let server = server(&phone, Guard::default(), None);
    let (mut input, server_input) = tokio::io::duplex(1 << 16);
    let (server_output, output) = tokio::io::duplex(1 << 16);
    tokio::spawn(
        async move { fingertip::mcp::serve_pipe(&server, server_input, server_output).await },
    );
    let mut record = Record::of(&phone);
    let mut output = BufReader::new(output).lines();
    let client = json!({ "name": "test", "version": "0" });
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let wait = json!({ "name": "wait_for_ui", "arguments": { "text": "Never" } });
    let look = json!({ "name": "get_ui_tree", "arguments": {} });
    let mut send = async |message: Value| {
        input.write_all(format!("{message}\n").as_bytes()).await.expect("the server reads");
    };
    let request = |id: u64, method: &str, params: &Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    send(request(1, "initialize", &hello)).await;
    send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    send(request(2, "tools/call", &wait)).await;
    record.begins("uiautomator").await;
    let cancelled = json!({ "requestId": 2 });
    send(json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled }))
        .await;
    send(request(3, "tools/call", &look)).await;
    let mut answered = Vec::new();
    while !answered.contains(&json!(3)) {
        let line = output.next_line().await.expect("the server writes").expect("a line");
        answered.push(serde_json::from_str::<Value>(&line).expect("JSON")["id"].clone());
    }
    assert_eq!(answered, [json!(1), json!(3)]);
    pass(Duration::from_mins(1)).await;
    let more = tokio::time::timeout(Duration::from_secs(1), output.next_line()).await;
    assert!(more.is_err(), "{more:?}");
}
