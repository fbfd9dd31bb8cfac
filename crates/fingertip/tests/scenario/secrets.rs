//! A secret is typed and never told: not in an answer, not in an error, not in the log.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::texts;

const VARS: [(&str, &str); 4] = [
    ("FINGERTIP_SECRET_PASSWORD", "correct \"horse\""),
    ("FINGERTIP_SECRET_PIN", "4711081590"),
    ("FINGERTIP_SECRET_ODD", "schlüssel"),
    ("OTHER_VARIABLE", "not yours"),
];

/// Everything that was told, and everything that was logged.
#[derive(Clone, Default)]
struct Ledger(Arc<Mutex<Vec<u8>>>);

impl Write for Ledger {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("a lock").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Ledger {
    async fn call(
        &self,
        agent: &Agent,
        tool: &'static str,
        arguments: Value,
    ) -> crate::agent::Answer {
        let answer = agent.call(tool, arguments).await;
        let told = format!("{}\n{}\n{}\n", answer.json, answer.screen, answer.structured);
        self.clone().write_all(told.as_bytes()).expect("written");
        answer
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("a lock")).into_owned()
    }
}

/// Holds envelope.18, type_text.15.
#[tokio::test(start_paused = true)]
async fn a_whole_session_never_tells_a_secret() {
    let ledger = Ledger::default();
    let writer = ledger.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .without_time() // a time of day may hold the digits of a PIN
        .with_writer(move || writer.clone())
        .finish();
    let _logged = tracing::subscriber::set_default(subscriber);
    let agent = Agent::with_secrets(texts::app(), &VARS).await;
    ledger.call(&agent, "connect", json!({ "packageName": "com.x.texts" })).await;
    let both = "{{secret:PASSWORD}}";
    let typed = ledger
        .call(&agent, "type_text", json!({ "id": "plain", "text": both, "submit": true }))
        .await;
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
    assert!(typed.screen.contains("Sent {{secret:PASSWORD}}"), "{typed:?}");
    let cut = json!({ "id": "short", "text": "{{secret:PASSWORD}}" });
    let cut = ledger.call(&agent, "type_text", cut).await;
    assert_eq!(cut.json["arrived"], false, "a part of it is masked too: {cut:?}");
    let upper = json!({ "id": "up", "text": "{{secret:PASSWORD}}", "clear": true });
    assert_eq!(ledger.call(&agent, "type_text", upper).await.json["arrived"], false);
    let pin = json!({ "id": "tel", "text": "my {{secret:pin}}" });
    ledger.call(&agent, "type_text", pin).await;
    ledger.call(&agent, "type_text", json!({ "id": "secret", "text": "{{secret:PIN}}" })).await;
    ledger.call(&agent, "type_text", json!({ "id": "plain", "text": "{{secret:ODD}}" })).await;
    ledger.call(&agent, "type_text", json!({ "id": "nowhere", "text": "{{secret:PIN}}" })).await;
    ledger.call(&agent, "get_ui_tree", json!({})).await;
    ledger.call(&agent, "get_ui_tree", json!({ "format": "full" })).await;
    ledger.call(&agent, "get_ui_tree", json!({ "format": "elements" })).await;
    ledger.call(&agent, "get_current_screen", json!({})).await;
    ledger.call(&agent, "capture_debug_snapshot", json!({})).await;
    ledger.call(&agent, "find_element", json!({ "query": "Sent" })).await;
    let state =
        json!({ "id": "plain", "property": "text_value", "expected": "x", "timeoutMs": 100 });
    ledger.call(&agent, "expect_state", state).await;
    ledger.call(&agent, "tap_element", json!({ "text": "Sen" })).await;
    let shown = json!({ "text": "Sent {{secret:PASSWORD}}" });
    let shown = ledger.call(&agent, "expect_element_visible", shown).await;
    assert_eq!(shown.json["verified"], true, "by its name it can be checked: {shown:?}");
    let cleared = ledger.call(&agent, "clear_text", json!({ "id": "plain" })).await;
    assert_eq!(cleared.json["cleared"], true, "{cleared:?}");
    let told = ledger.text();
    assert!(told.len() > 5_000 && told.contains("{{secret:PIN}}"));
    let parts = ["correct", "CORRECT", "horse", "HORSE", "4711081590", "schl", "hlüss"];
    for part in parts {
        let at = told.find(part).map(|at| told.get(at.saturating_sub(200)..at + 40));
        assert_eq!(at, None, "{part} was told");
    }
}

/// Holds type_text.15.
#[tokio::test(start_paused = true)]
async fn unknown_secrets_are_refused_with_what_there_is() {
    let agent = Agent::with_secrets(texts::app(), &VARS).await;
    agent.done("connect", json!({ "packageName": "com.x.texts" })).await;
    for name in ["NOPE", "OTHER_VARIABLE", "HOME", "PATH", ""] {
        let text = format!("{{{{secret:{name}}}}}");
        let error = agent.refused("type_text", json!({ "id": "plain", "text": text })).await;
        assert_eq!(error["code"], "INVALID_ARGUMENT", "{name}");
        assert!(error["message"].as_str().is_some_and(|text| text.contains("PASSWORD, PIN")));
    }
    let error =
        agent.refused("type_text", json!({ "id": "plain", "text": "{{secret:ODD}}" })).await;
    assert_eq!(error["code"], "INPUT_UNSUPPORTED");
    assert!(!error.to_string().contains('ü'), "not even one character of it: {error}");
}

/// Holds type_text.15.
#[tokio::test(start_paused = true)]
async fn a_secret_arrives_however_its_name_is_spelled() {
    let agent = Agent::with_secrets(texts::app(), &VARS).await;
    agent.done("connect", json!({ "packageName": "com.x.texts" })).await;
    let text = "{{secret:password}} or {{secret: Password }}";
    let typed = agent.done("type_text", json!({ "id": "plain", "text": text })).await;
    assert_eq!(typed.json["arrived"], true, "{typed:?}");
}
