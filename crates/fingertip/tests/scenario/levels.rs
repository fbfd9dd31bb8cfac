//! The same task on every release of Android: an agent must not notice which one it is.

use phone::Phone;
use phone::android::Api;
use serde_json::{Value, json};

use crate::agent::{Agent, Answer, still};

/// Signs in, scrolls, opens and goes back; hands back all that the agent was told.
async fn sign_in(api: Api) -> Vec<String> {
    let noon = "2026-11-15T12:00:00Z".parse().expect("a time");
    let agent = Agent::on(Phone::builder().api(api).wall_clock(noon)).await;
    let mut told = Vec::new();
    let mut call = async |tool: &'static str, arguments: Value| -> Answer {
        let answer = agent.done(tool, arguments).await;
        let said = ["success", "effect", "keyboard", "typed", "verified", "element", "target"];
        let said = said.map(|key| answer.json[key].to_string()).join(" ");
        told.push(format!("{tool} {said}\n{}", still(&answer.screen)));
        answer
    };
    let connected = call("connect", json!({ "packageName": "com.example.shop" })).await;
    assert_eq!(connected.structured["packageName"], "com.example.shop", "{connected:?}");
    let email = call("type_text", json!({ "id": "email", "text": "demo@example.com" })).await;
    assert_eq!(email.json["keyboard"], "shown", "{api}: {email:?}");
    assert!(email.screen.contains("keyboard shown"), "{api}: {}", email.screen);
    call("type_text", json!({ "id": "password", "text": "secret123" })).await;
    let hidden = call("press_back", json!({})).await;
    assert_eq!(hidden.json["keyboard"], "hidden", "{api}: {hidden:?}");
    let signed_in = json!({ "text": "Walnut desk lamp" });
    let tapped = json!({ "text": "Sign in", "expect": signed_in });
    assert_eq!(call("tap_element", tapped).await.json["expect"]["verified"], true);
    call("expect_element_visible", signed_in).await;
    call("scroll_to_element", json!({ "text": "Reading chair" })).await;
    call("tap_element", json!({ "text": "Reading chair" })).await;
    call("expect_element_visible", json!({ "text": "Add to cart" })).await;
    call("press_back", json!({})).await;
    call("get_ui_tree", json!({})).await;
    told
}

/// Holds calls.25.
#[tokio::test(start_paused = true)]
async fn signing_in_is_the_same_on_every_release() {
    let usual = sign_in(Api::Android14).await;
    for api in [Api::Android9, Api::Android12, Api::Android15, Api::Android16] {
        for (told, usual) in sign_in(api).await.iter().zip(&usual) {
            // Before there were state descriptions, a switch had its state in its text.
            let told = told.replace("Notify me OFF", "Notify me");
            assert_eq!(&told, usual, "at API level {api}");
        }
    }
}
