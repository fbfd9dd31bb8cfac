//! Apps that are killed.

use serde_json::json;
use std::time::Duration;

use super::pair::Pair;

const SHOP: &str = "com.example.shop";

/// The process of the shop on the left phone.
async fn process_of_shop(pair: &Pair) -> Option<u32> {
    let said = pair.agent.adb("pidof com.example.shop").await;
    (!said.is_empty()).then(|| said.trim().parse().expect("one number"))
}

#[tokio::test(start_paused = true)]
async fn a_killed_app_is_seen_to_be_gone() {
    for fault in ["kill-app", "kill-app=com.example.shop"] {
        let pair = Pair::new().await;
        let before = process_of_shop(&pair).await.expect("the shop runs");
        pair.begin(fault);
        assert_eq!(process_of_shop(&pair).await, None, "{fault}");
        let (answer, _) = pair.call("get_ui_tree", json!({})).await;
        assert!(!answer.is_error, "{answer:?}");
        assert!(answer.screen.contains("com.android.launcher3"), "{}", answer.screen);
        assert!(!answer.screen.contains("Sign in"), "{}", answer.screen);
        let (again, _) = pair.call("connect", json!({ "packageName": SHOP })).await;
        assert!(!again.is_error, "{again:?}");
        assert!(again.screen.contains("Sign in"), "{}", again.screen);
        let after = process_of_shop(&pair).await.expect("the shop runs again");
        assert_ne!(after, before);
        pair.recovers().await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_app_killed_while_something_is_waited_for() {
    // The second is on the home screen, which only the app's end uncovers.
    for (label, met) in [("Nobody", false), ("Torture", true)] {
        let pair = Pair::new().await;
        let before = process_of_shop(&pair).await.expect("the shop runs");
        let kill = async {
            tokio::time::sleep_until(tokio::time::Instant::now() + Duration::from_secs(2)).await;
            pair.begin("kill-app=com.example.shop");
        };
        let wanted = json!({ "label": label, "timeoutMs": 8000 });
        let ((answer, took), ()) = tokio::join!(pair.call("wait_for_ui", wanted), kill);
        assert!(!answer.is_error, "{answer:?}");
        assert_eq!(answer.json["met"], met, "{answer:?}");
        let range = if met { 2..8 } else { 8..12 };
        assert!(range.contains(&took.as_secs()), "{label}: {took:?}");
        assert_eq!(process_of_shop(&pair).await, None);
        let (seen, _) = pair.call("get_ui_tree", json!({})).await;
        assert!(seen.screen.contains("com.android.launcher3"), "{}", seen.screen);
        let (again, _) = pair.call("connect", json!({ "packageName": SHOP })).await;
        assert!(!again.is_error, "{again:?}");
        assert_ne!(process_of_shop(&pair).await.expect("the shop runs again"), before);
        pair.recovers().await;
    }
}
