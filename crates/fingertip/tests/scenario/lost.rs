//! The phone goes away in the middle of a call, and comes back.

use std::sync::Arc;

use adb::{Deadline, Direct};
use async_trait::async_trait;
use device::android::Dial;
use phone::Phone;
use phone::android::{Component, Intent};
use serde_json::json;
use tokio::sync::watch;

use crate::agent::Agent;

/// A cable with a plug.
struct Plug {
    phone: Arc<Phone>,
    plugged: watch::Receiver<bool>,
}

#[async_trait]
impl Dial for Plug {
    async fn dial(&self, deadline: Deadline) -> adb::Result<Direct> {
        if !*self.plugged.borrow() {
            let source = std::io::ErrorKind::ConnectionRefused.into();
            return Err(adb::Error::DeviceUnreachable { address: "phone".to_owned(), source });
        }
        let (near, mut far) = tokio::io::duplex(1 << 20);
        let (mut plugged, mut phone) = (self.plugged.clone(), self.phone.connect());
        tokio::spawn(async move {
            tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut far, &mut phone) => {}
                _ = plugged.wait_for(|plugged| !plugged) => {}
            }
        });
        Direct::handshake(near, deadline).await
    }
}

async fn plugged() -> (Agent, watch::Sender<bool>) {
    let phone = Arc::new(Phone::builder().serial("phone").build().expect("a phone"));
    let (plug, plugged) = watch::channel(true);
    let agent = Agent::over(Plug { phone: Arc::clone(&phone), plugged }, &phone).await;
    agent.done("connect", json!({ "packageName": "com.example.shop" })).await;
    (agent, plug)
}

async fn start(agent: &Agent, class: &str) {
    let package = "com.example.torture".to_owned();
    let component = Component { class: format!("{package}.{class}"), package };
    let android = agent.phone.as_ref().expect("a phone").android();
    android.start_activity(&Intent::explicit(component), 2000).await.expect("it starts");
}

/// Holds devices.13, devices.14.
#[tokio::test(start_paused = true)]
async fn a_phone_that_goes_away_leaves_a_post_mortem() {
    let (agent, plug) = plugged().await;
    agent.done("tap_element", json!({ "id": "remember_me" })).await;
    // Reading a screen takes a second of silence, which this one never has: the cable is pulled in the middle.
    start(&agent, "RestlessActivity").await;
    let reading = agent.refused("get_ui_tree", json!({}));
    let pulling = async {
        tokio::time::advance(std::time::Duration::from_millis(300)).await;
        plug.send_replace(false);
    };
    let (error, ()) = tokio::join!(reading, pulling);
    assert_eq!(error["code"], "DEVICE_LOST", "{error}");
    assert_eq!(error["details"]["state"], "offline", "{error}");
    let last = error["details"]["lastActions"][0].as_str().unwrap_or_default();
    assert!(last.starts_with("tap @c1 check \"Remember me\": done, begun "), "{error}");
}

/// Holds devices.14, envelope.8, envelope.9.
#[tokio::test(start_paused = true)]
async fn an_action_on_a_phone_that_is_gone_says_what_was_going_on() {
    let (agent, plug) = plugged().await;
    plug.send_replace(false);
    let answer = agent.call("tap_element", json!({ "id": "remember_me" })).await;
    assert!(answer.is_error);
    let error = &answer.json["error"];
    assert!(
        ["DEVICE_OFFLINE", "DEVICE_LOST"].iter().any(|code| error["code"] == **code),
        "{error}"
    );
    let last = error["details"]["lastActions"][0].as_str().unwrap_or_default();
    assert!(last.starts_with("tap: under way, begun "), "{error}");
    assert_eq!(answer.json["lifecycle_state"], "failed");
    assert_eq!(answer.json["recovery"]["failure_class"], "ExecutionFailure");
    assert_eq!(answer.json["recovery"]["suggested_next"]["tool"], "list_devices");
    assert_eq!(answer.structured["failure_code"], error["code"]);
    assert_eq!(answer.structured["retryable"], true);
    assert!(answer.json["failure_code"].is_null(), "only programs are told old names");
}

/// Holds devices.15.
#[tokio::test(start_paused = true)]
async fn when_it_is_back_calls_work_and_the_log_is_read_on() {
    let (agent, plug) = plugged().await;
    agent.done("tap_element", json!({ "id": "remember_me" })).await;
    plug.send_replace(false);
    agent.refused("get_ui_tree", json!({})).await;
    start(&agent, "CrashActivity").await;
    plug.send_replace(true);
    // The first call finds the phone again, and with it the log.
    agent.done("tap", json!({ "x": 540, "y": 2000 })).await;
    let tapped = agent.done("tap_element", json!({ "id": "crash" })).await;
    assert_eq!(tapped.json["crash"]["packageName"], "com.example.torture", "{}", tapped.json);
}
