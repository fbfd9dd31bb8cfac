//! A real client on an in-memory pipe.

use fingertip::mcp::serve_pipe;
use rmcp::{
    ClientHandler, RoleClient, ServiceError, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResult, ClientRequest, ErrorCode, ProgressNotificationParam,
        Request,
    },
    service::{NotificationContext, PeerRequestOptions, RunningService},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::tools::{self, INSTRUCTIONS};

struct Client {
    progress: mpsc::UnboundedSender<ProgressNotificationParam>,
}

impl ClientHandler for Client {
    async fn on_progress(
        &self,
        note: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.progress.send(note).expect("the test listens");
    }
}

type Notes = mpsc::UnboundedReceiver<ProgressNotificationParam>;

async fn connect(structured: bool) -> (RunningService<RoleClient, Client>, Notes) {
    let (ours, theirs) = tokio::io::duplex(4096);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(async move { serve_pipe(&tools::server(structured), input, output).await });
    let (progress, notes) = mpsc::unbounded_channel();
    (Client { progress }.serve(theirs).await.expect("handshake"), notes)
}

async fn call(name: &'static str, arguments: Value, structured: bool) -> CallToolResult {
    let (client, _notes) = connect(structured).await;
    client.call_tool(params(name, arguments)).await.expect("an answer")
}

fn params(name: &'static str, arguments: Value) -> CallToolRequestParams {
    let mut params = CallToolRequestParams::new(name);
    params.arguments = arguments.as_object().cloned();
    params
}

fn texts(result: &CallToolResult) -> Vec<&str> {
    result.content.iter().map(|block| block.as_text().expect("a text").text.as_str()).collect()
}

fn error(result: &CallToolResult) -> Value {
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.content.len(), 1);
    serde_json::from_str::<Value>(texts(result)[0]).expect("JSON")["error"].clone()
}

#[tokio::test]
async fn introduces_itself() {
    let (client, _notes) = connect(false).await;
    let info = client.peer_info().expect("known after the handshake");
    assert_eq!(info.server_info.as_ref().expect("named").name, "fingertip");
    assert_eq!(info.instructions.as_deref(), Some(INSTRUCTIONS));
}

/// Holds calls.23.
#[tokio::test]
async fn lists_small_flat_schemas_and_effects() {
    let (client, _notes) = connect(false).await;
    let tools = client.list_all_tools().await.expect("a list");
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["touch", "look", "wait", "count", "boom", "capture_screenshot", "who"]);
    assert_eq!(
        serde_json::to_string(&tools[0].input_schema).expect("JSON"),
        concat!(
            r#"{"type":"object","properties":{"#,
            r#""ref":{"type":"string","description":"A ref such as @b3."},"#,
            r#""text":{"type":"string","description":"Its text."},"#,
            r#""resourceId":{"type":"string","description":"Its resource id."},"#,
            r#""timeoutMs":{"type":"integer","default":10000,"minimum":0,"#,
            r#""description":"Give up after this many milliseconds."},"#,
            r#""refuse":{"type":"boolean","description":"Refuse, as a device would."},"#,
            r#""deviceId":{"type":"string"}}}"#,
        )
    );
    let description = tools[0].description.as_deref();
    assert_eq!(description, Some("Touches the target, whichever way it is given."));
    let hints = |at: usize| tools[at].annotations.clone().expect("annotated");
    assert_eq!(hints(1).read_only_hint, Some(true));
    assert_eq!((hints(2).read_only_hint, hints(2).destructive_hint), (None, Some(true)));
}

/// Holds calls.1, calls.3.
#[tokio::test]
async fn an_answer_is_one_line_of_json_then_the_screen() {
    let result = call("touch", json!({ "text": "Sign in", "deviceId": "d1" }), false).await;
    assert_eq!(
        texts(&result),
        [r#"{"success":true,"target":"Sign in","timeout_ms":10000,"device":"d1"}"#, "[screen]"]
    );
    assert_eq!((result.is_error, result.structured_content), (Some(false), None));
}

/// Holds calls.2.
#[tokio::test]
async fn a_screen_alone_is_plain_text() {
    assert_eq!(texts(&call("look", json!({}), false).await), ["line one\nline two"]);
}

/// Holds calls.4.
#[tokio::test]
async fn an_image_follows_as_a_block() {
    let result = call("capture_screenshot", json!({}), false).await;
    assert_eq!(result.content[0].as_text().expect("a text").text, r#"{"width":1}"#);
    let image = result.content[1].as_image().expect("an image");
    assert_eq!((image.mime_type.as_str(), image.data.as_str()), ("image/jpeg", "AQID"));
}

/// Holds calls.14, targets.6.
#[tokio::test]
async fn older_spellings_of_names_and_arguments_work() {
    for name in ["screenshot", "agentest_screenshot", "agentest_capture_screenshot"] {
        assert_eq!(call(name, json!({}), false).await.is_error, Some(false), "{name}");
    }
    for arguments in [
        json!({ "resourceId": "go", "timeoutMs": 5 }),
        json!({ "resource_id": "go", "timeout_ms": 5.0, "text": null }),
        json!({ "selector": { "resource_id": "go" }, "timeoutMs": 5 }),
        json!({ "target": { "resourceId": "go" }, "timeoutMs": 5 }),
        json!({ "element_id": "go", "timeoutMs": 5 }),
    ] {
        let result = call("touch", arguments.clone(), false).await;
        let told = texts(&result)[0];
        assert_eq!(told, r#"{"success":true,"target":"go","timeout_ms":5}"#, "{arguments}");
    }
}

/// Holds calls.6, calls.9.
#[tokio::test]
async fn an_unknown_argument_is_refused_with_the_nearest_known() {
    let error = error(&call("touch", json!({ "text": "a", "timeoutMS": 1 }), false).await);
    assert_eq!(error["tool"], "touch");
    assert_eq!(error["code"], "INVALID_ARGUMENT");
    assert_eq!(error["message"], "unknown argument timeoutMS");
    assert_eq!(error["hint"], "did you mean timeoutMs?");
    assert_eq!(error["retryable"], false);
    assert_eq!(
        error["details"]["known"],
        json!(["timeoutMs", "refuse", "deviceId", "platform", "ref", "text", "resourceId"])
    );
}

/// Holds calls.10.
#[tokio::test]
async fn a_wrong_type_is_refused_with_key_and_type() {
    let result = call("touch", json!({ "text": "a", "timeoutMs": "soon" }), false).await;
    assert_eq!(
        error(&result)["message"],
        r#"timeoutMs: expected an integer, got the string "soon""#
    );
}

/// Holds envelope.8.
#[tokio::test]
async fn an_action_that_was_not_taken_is_an_error_with_its_answer() {
    let result = call("touch", json!({ "text": "a", "refuse": true }), false).await;
    assert_eq!(result.is_error, Some(true));
    assert!(texts(&result)[0].starts_with(r#"{"success":false"#));
}

/// Holds calls.8.
#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error() {
    let (client, _notes) = connect(false).await;
    let error = client.call_tool(params("tuch", json!({}))).await.expect_err("unknown");
    let ServiceError::McpError(error) = error else { panic!("{error}") };
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(error.message, "unknown tool tuch, did you mean touch?");
}

/// Holds calls.5.
#[tokio::test]
async fn structured_answers_fit_their_schema_and_so_do_failures() {
    let (client, _notes) = connect(true).await;
    let tools = client.list_all_tools().await.expect("a list");
    let schema = tools[0].output_schema.clone().expect("declared");
    assert_eq!(
        schema["anyOf"][0].to_string(),
        concat!(
            r#"{"type":"object","properties":{"success":{"type":"boolean"},"#,
            r#""target":{"type":"string"},"timeout_ms":{"type":"integer","minimum":0},"#,
            r#""device":{"type":"string"}},"required":["success","target","timeout_ms"]}"#,
        )
    );
    assert_eq!(schema["anyOf"][1]["required"], json!(["error"]));
    assert_eq!(schema["type"], "object");

    let good = call("touch", json!({ "text": "a" }), true).await;
    let told: Value = serde_json::from_str(texts(&good)[0]).expect("JSON");
    assert_eq!(good.structured_content, Some(told));

    let screen = call("look", json!({}), true).await;
    assert_eq!(screen.structured_content, Some(json!({ "lines": 2 })));
    assert_eq!(texts(&screen), ["line one\nline two"]);

    let bad = call("touch", json!({}), true).await;
    assert_eq!(bad.structured_content.as_ref().expect("there")["error"], error(&bad));
}

/// Holds calls.17.
#[tokio::test]
async fn a_panic_fails_one_call_only() {
    let (client, _notes) = connect(false).await;
    let failed = client.call_tool(params("boom", json!({}))).await.expect("an answer");
    assert_eq!(error(&failed)["code"], "INTERNAL_ERROR");
    assert_eq!(error(&failed)["message"], "the tool panicked: boom");
    let next = client.call_tool(params("look", json!({}))).await.expect("an answer");
    assert_eq!(next.is_error, Some(false));
}

/// Holds calls.18.
#[tokio::test]
async fn progress_reaches_a_client_that_asked_and_only_grows() {
    let (client, mut notes) = connect(false).await;
    client.call_tool(params("count", json!({}))).await.expect("an answer");
    let told = [notes.recv().await.expect("one"), notes.recv().await.expect("two")];
    assert_eq!(told.each_ref().map(|note| note.message.as_deref()), [Some("one"), Some("two")]);
    assert!(told[0].progress < told[1].progress);
    assert!(notes.try_recv().is_err(), "a note that is no further along is not sent");
}

/// Holds calls.19.
#[tokio::test]
async fn cancelling_ends_the_call_and_nothing_else() {
    let (client, _notes) = connect(false).await;
    let request = ClientRequest::CallToolRequest(Request::new(params(
        "wait",
        json!({ "name": "cancelled" }),
    )));
    let options = PeerRequestOptions::no_options();
    let handle = client.send_cancellable_request(request, options).await.expect("sent");
    tools::wait_for("cancelled began for Some(Process)").await;
    handle.cancel(Some("no longer needed".into())).await.expect("told");
    tools::wait_for("cancelled ended").await;
    let next = client.call_tool(params("look", json!({}))).await.expect("an answer");
    assert_eq!(next.is_error, Some(false));
}
