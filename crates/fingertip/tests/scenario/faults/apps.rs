//! Apps that are killed.

use serde_json::json;

use super::pair::Pair;

#[tokio::test(start_paused = true)]
async fn a_killed_app_is_seen_to_be_gone() {
    let pair = Pair::new().await;
    pair.begin("kill-app");
    let (answer, _) = pair.call("get_ui_tree", json!({})).await;
    assert!(!answer.is_error, "{answer:?}");
    let (again, _) = pair.call("connect", json!({ "packageName": "com.example.shop" })).await;
    assert!(!again.is_error, "{again:?}");
    pair.recovers().await;
}

#[tokio::test(start_paused = true)]
async fn an_app_killed_while_something_is_waited_for() {
    let pair = Pair::new().await;
    let kill = async {
        tokio::time::sleep_until(tokio::time::Instant::now() + std::time::Duration::from_secs(2))
            .await;
        pair.begin("kill-app=com.example.shop");
    };
    let nobody = json!({ "label": "Nobody", "timeoutMs": 8000 });
    let ((answer, took), ()) = tokio::join!(pair.call("wait_for_ui", nobody), kill);
    assert!(took.as_secs() <= 12, "{took:?}");
    assert!(!answer.json.is_null(), "{answer:?}");
    let (again, _) = pair.call("connect", json!({ "packageName": "com.example.shop" })).await;
    assert!(!again.is_error, "{again:?}");
    pair.recovers().await;
}
