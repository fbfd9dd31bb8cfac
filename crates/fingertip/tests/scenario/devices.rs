//! Which device a call goes to, and what is said when there is none.

use fingertip::host::Devices;
use serde_json::json;

use crate::agent::Agent;

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

#[tokio::test]
async fn an_address_where_nobody_listens_is_offline() {
    let agent = Agent::with(Devices { phone: true }).await;
    let error = agent.refused("get_ui_tree", json!({ "deviceId": "127.0.0.1:1" })).await;
    assert_eq!(error["code"], "DEVICE_OFFLINE", "{error}");
}
