//! Which device a call goes to, and what is said when there is none.

use std::sync::Arc;
use std::time::Duration;

use device::android::Single;
use engine::Source;
use fingertip::host::Devices;
use phone::Phone;
use serde_json::json;

use crate::agent::Agent;
use crate::cable::Cable;

/// Holds devices.4, list_devices.1, list_devices.2.
#[tokio::test(start_paused = true)]
async fn the_embedded_phone_is_listed_and_taken() {
    let agent = Agent::with_phone().await;
    let listed = agent.done("list_devices", json!({ "appId": "com.example.shop" })).await;
    let phone = listed.json["devices"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["id"] == "phone"))
        .cloned();
    let phone = phone.expect("the phone is listed");
    assert_eq!(
        (&phone["state"], &phone["simulator"], &phone["appInstalled"]),
        (&json!("device"), &json!(true), &json!(true))
    );
    assert!(
        agent.screen().await.starts_with("screen 1080x2400"),
        "without connect it shows what is in front"
    );
}

/// Holds devices.7, connect.7.
#[tokio::test(start_paused = true)]
async fn unknown_devices_and_apps_have_their_own_codes() {
    let agent = Agent::with_phone().await;
    assert_eq!(
        agent.refused("get_ui_tree", json!({ "deviceId": "nobody" })).await["code"],
        "DEVICE_NOT_FOUND"
    );
    let missing = agent.refused("connect", json!({ "packageName": "com.example.nothing" })).await;
    assert_eq!(missing["code"], "APP_NOT_INSTALLED");
}

/// Holds devices.11.
#[tokio::test]
async fn an_address_where_nobody_listens_is_offline() {
    let agent = Agent::with(Devices { phone: true }).await;
    let error = agent.refused("get_ui_tree", json!({ "deviceId": "127.0.0.1:1" })).await;
    assert_eq!(error["code"], "DEVICE_OFFLINE", "{error}");
}

/// Holds devices.1, devices.2, devices.5, connect.3.
#[tokio::test(start_paused = true)]
async fn with_several_devices_nobody_guesses() {
    let agent = Agent::with_phones(&["left", "right"]).await;
    let error = agent.refused("get_ui_tree", json!({})).await;
    assert_eq!(error["code"], "DEVICE_AMBIGUOUS");
    let candidates = error["details"]["candidates"].to_string();
    assert!(candidates.contains("left") && candidates.contains("right"), "{error}");

    let shop = json!({ "deviceId": "right", "packageName": "com.example.shop" });
    agent.done("connect", shop).await;
    assert!(
        agent.screen().await.contains("com.example.shop"),
        "connect chose for the calls that follow"
    );
    let left = agent.done("get_ui_tree", json!({ "deviceId": "left" })).await;
    assert!(
        !left.screen.contains("com.example.shop"),
        "a named device wins, and the phones are apart"
    );
}

/// Holds devices.3.
#[tokio::test(start_paused = true)]
async fn of_several_the_preferred_one_is_taken() {
    let source = |name: &str| -> Arc<dyn Source> {
        let phone = Arc::new(Phone::builder().serial(name).build().expect("a phone"));
        Arc::new(Single::new(name, "Phone", Cable { phone, delay: Duration::ZERO }))
    };
    let agent = Agent::with_sources(vec![source("left"), source("right")], Some("right")).await;
    assert_eq!(agent.done("connect", json!({})).await.json["device"]["id"], "right");
}

/// Holds devices.9, get_ui_tree.16.
#[tokio::test(start_paused = true)]
async fn two_devices_do_not_wait_for_each_other() {
    let agent = Agent::with_phones(&["left", "right"]).await;
    // The one on the left never rests, so reading it takes ten seconds and fails.
    let component = phone::android::Component {
        package: "com.example.torture".to_owned(),
        class: "com.example.torture.RestlessActivity".to_owned(),
    };
    let android = agent.phone.as_ref().expect("a phone").android();
    android
        .start_activity(&phone::android::Intent::explicit(component), 2000)
        .await
        .expect("it starts");
    let clock = tokio::time::Instant::now();
    let slow = async {
        let error = agent.refused("get_ui_tree", json!({ "deviceId": "left" })).await;
        assert_eq!(error["code"], "TREE_UNAVAILABLE");
        clock.elapsed()
    };
    let quick = async {
        agent.done("get_ui_tree", json!({ "deviceId": "right" })).await;
        clock.elapsed()
    };
    // Virtual time: it says who waited for whom, not how fast this machine is.
    let (slow, quick) = tokio::join!(slow, quick);
    assert!(quick < slow, "{quick:?} against {slow:?}");
}
