//! Calls that answer, fail and hang.

use serde_json::json;

use super::case::{case, prove, tap};
use crate::agent::{Agent, still};

async fn log(agent: &Agent) -> String {
    agent.adb("logcat -d -v tag -s okhttp.OkHttpClient").await
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_waited_for_and_a_failure_is_shown() {
    let (agent, screen) = case("NetworkActivity").await;
    insta::assert_snapshot!(still(&screen), @r#"
    screen 1080x2400 com.example.torture r1
      @b1 btn "Load"
      @b2 btn "Load what is broken"
      @b3 btn "Load for ever"
      @b4 btn "Camera"
      @b5 btn "Toast"
    "#);
    tap(&agent, "Load").await;
    prove(&agent, "[1,2,3]").await;
    tap(&agent, "Load what is broken").await;
    prove(&agent, "HTTP 500").await;
    let log = log(&agent).await;
    assert!(log.contains("<-- 200 OK https://api.example.com/items?page=1 (600ms)"), "{log}");
    assert!(log.contains("<-- 500 Internal Server Error https://api.example.com/broken"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn without_a_network_the_screen_says_why() {
    let (agent, _) = case("NetworkActivity").await;
    agent.adb("svc wifi disable; svc data disable").await;
    tap(&agent, "Load").await;
    let why = json!({ "textContains": "Unable to resolve host \"api.example.com\"" });
    let verdict = agent.done("expect_element_visible", why).await;
    assert_eq!(verdict.json["verified"], true, "{verdict:?}");
    assert!(log(&agent).await.contains("<-- HTTP FAILED: java.net.UnknownHostException"));
    agent.adb("svc wifi enable").await;
    tap(&agent, "Load").await;
    prove(&agent, "[1,2,3]").await;
}

/// Holds settle.2, get_ui_tree.3.
#[tokio::test(start_paused = true)]
async fn a_call_that_hangs_is_told_as_loading_until_it_fails() {
    let (agent, _) = case("NetworkActivity").await;
    agent.done("tap_element", json!({ "text": "Load for ever", "settle": "light" })).await;
    let screen = agent.screen().await;
    assert!(
        screen.lines().next().is_some_and(|line| line.ends_with(" loading:progress_indicator")),
        "{screen}"
    );
    let arguments = json!({ "id": "busy", "condition": "not_exists", "timeoutMs": 20_000 });
    let waited = agent.done("wait_for_ui", arguments).await;
    assert_eq!(waited.json["met"], true, "{waited:?}");
    prove(&agent, "java.net.SocketTimeoutException: timeout").await;
}
