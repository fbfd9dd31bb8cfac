//! Raw lines on an in-memory pipe: what no well-behaved client sends.

use std::io;

use fingertip::mcp::serve_pipe;
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines},
    task::JoinHandle,
};

use crate::tools;

struct Wire {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<io::Result<()>>,
}

impl Wire {
    fn open() -> Self {
        let (input, server_input) = tokio::io::duplex(1 << 16);
        let (server_output, output) = tokio::io::duplex(1 << 16);
        let server = tokio::spawn(async move {
            serve_pipe(&tools::server(false), server_input, server_output).await
        });
        Self { input, output: BufReader::new(output).lines(), server }
    }

    async fn initialized() -> Self {
        let mut wire = Self::open();
        wire.send(&request(
            0,
            "initialize",
            &json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "0" },
            }),
        ))
        .await;
        assert_eq!(wire.receive().await["result"]["protocolVersion"], "2025-11-25");
        wire
    }

    async fn send(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).await.expect("the server reads");
        self.input.write_all(b"\n").await.expect("the server reads");
    }

    async fn receive(&mut self) -> Value {
        let line = self.output.next_line().await.expect("the server writes").expect("a line");
        serde_json::from_str(&line).expect("JSON")
    }

    /// The connection still works.
    async fn still_answers(&mut self) {
        self.send(&request("last", "ping", &json!({}))).await;
        assert_eq!(self.receive().await, json!({ "jsonrpc": "2.0", "id": "last", "result": {} }));
    }
}

fn request(id: impl Into<Value>, method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params }).to_string()
}

#[tokio::test]
async fn what_is_no_json_gets_a_parse_error() {
    let mut wire = Wire::initialized().await;
    for line in ["{", "nonsense", "\u{feff}{\"jsonrpc\":", "{\"a\":\"\u{0}\"}"] {
        wire.send(line).await;
        assert_eq!(wire.receive().await["error"]["code"], -32700, "{line}");
    }
    wire.input.write_all(b"\xff\xfe\n").await.expect("the server reads");
    assert_eq!(wire.receive().await["error"]["code"], -32700);
    wire.still_answers().await;
}

#[tokio::test]
async fn deep_nesting_is_refused() {
    let mut wire = Wire::initialized().await;
    wire.send(&"[".repeat(100_000)).await;
    assert_eq!(wire.receive().await["error"]["code"], -32700);
    let arguments = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let call = request(1, "tools/call", &json!({ "name": "look", "arguments": { "a": 0 } }));
    wire.send(&call.replace("0}", &format!("{arguments}}}"))).await;
    assert_eq!(wire.receive().await["error"]["code"], -32700);
    wire.still_answers().await;
}

#[tokio::test]
async fn json_that_is_no_message_is_an_invalid_request() {
    let mut wire = Wire::initialized().await;
    for (line, id) in [
        ("[]", Value::Null),
        ("7", Value::Null),
        (r#"{"jsonrpc":"2.0"}"#, Value::Null),
        (r#"{"jsonrpc":"2.0","id":5}"#, json!(5)),
        (r#"{"jsonrpc":"1.0","id":"x","method":"ping"}"#, json!("x")),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null),
        (r#"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":[]}"#, json!(6)),
    ] {
        wire.send(line).await;
        let answer = wire.receive().await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32600), &id), "{line}");
    }
    wire.still_answers().await;
}

#[tokio::test]
async fn parameters_that_do_not_fit_are_told() {
    let mut wire = Wire::initialized().await;
    for params in [json!({ "name": "look", "arguments": [1] }), json!({ "name": 5 }), json!({})] {
        wire.send(&request(1, "tools/call", &params)).await;
        let answer = wire.receive().await;
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(-32602), &json!(1)),
            "{params}"
        );
    }
    wire.send(&request(2, "tools/explode", &json!({}))).await;
    assert_eq!(wire.receive().await["error"]["code"], -32601);
    wire.still_answers().await;
}

#[tokio::test]
async fn an_address_with_nothing_at_it_is_told() {
    let mut wire = Wire::initialized().await;
    wire.send(&request(1, "resources/list", &json!({}))).await;
    assert_eq!(wire.receive().await["result"]["resources"], json!([]));
    wire.send(&request(2, "resources/templates/list", &json!({}))).await;
    assert_eq!(wire.receive().await["result"]["resourceTemplates"], json!([]));
    let uri = "fingertip://screenshot/1-0.png";
    wire.send(&request(3, "resources/read", &json!({ "uri": uri }))).await;
    let error = wire.receive().await["error"].clone();
    assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32002), &json!(uri)));
    assert!(error["message"].as_str().is_some_and(|text| text.contains("capture_screenshot")));
    wire.still_answers().await;
}

#[tokio::test]
async fn an_endless_line_is_refused_once_and_not_kept() {
    let mut wire = Wire::initialized().await;
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..9 {
        wire.input.write_all(&piece).await.expect("the server reads on");
    }
    wire.send("").await;
    let answer = wire.receive().await;
    assert_eq!(answer["error"]["code"], -32600);
    assert_eq!(answer["error"]["message"], "the message is longer than 4194304 bytes");
    wire.still_answers().await;
}

#[tokio::test]
async fn empty_lines_and_unknown_notifications_are_passed_over() {
    let mut wire = Wire::initialized().await;
    for line in ["", "\r", "  ", r#"{"jsonrpc":"2.0","method":"notifications/of/others"}"#] {
        wire.send(line).await;
    }
    wire.still_answers().await;
}

#[tokio::test]
async fn a_stray_message_before_the_handshake_does_not_end_the_server() {
    let mut wire = Wire::open();
    for line in [
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":9,"result":{}}"#,
    ] {
        wire.send(line).await;
    }
    wire.send(&request(1, "tools/list", &json!({}))).await;
    assert_eq!(wire.receive().await["error"]["code"], -32602, "no handshake, no metadata");
    wire.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        .await;
    wire.send(&request(
        2,
        "initialize",
        &json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "test", "version": "0" },
        }),
    ))
    .await;
    assert_eq!(wire.receive().await["id"], 2);
    wire.still_answers().await;
}

#[tokio::test]
async fn the_newest_protocol_needs_no_handshake() {
    let mut wire = Wire::open();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    wire.send(&request(1, "server/discover", &json!({ "_meta": meta }))).await;
    assert!(
        wire.receive().await["result"]["supportedVersions"]
            .as_array()
            .expect("a list")
            .contains(&json!("2026-07-28"))
    );
    wire.send(&request(2, "tools/call", &json!({ "name": "look", "_meta": meta }))).await;
    let answer = wire.receive().await;
    assert_eq!(answer["result"]["content"][0]["text"], "line one\nline two");
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[tokio::test(start_paused = true)]
async fn the_server_ends_with_its_input_even_with_calls_in_flight() {
    let mut wire = Wire::initialized().await;
    let call = json!({ "name": "wait", "arguments": { "name": "in flight" } });
    wire.send(&request(1, "tools/call", &call)).await;
    tools::wait_for("in flight began for Some(Process)").await;
    wire.input.write_all(br#"{"jsonrpc":"2.0","id":2,"met"#).await.expect("the server reads");
    drop(wire.input);
    wire.server.await.expect("no panic").expect("a clean end");
    tools::wait_for("in flight ended").await;
}

#[tokio::test]
async fn a_call_is_answered_although_its_sender_has_nothing_more_to_say() {
    let mut wire = Wire::initialized().await;
    wire.send(&request(1, "tools/call", &json!({ "name": "look" }))).await;
    drop(wire.input);
    let answer = wire.output.next_line().await.expect("readable").expect("a line");
    assert!(answer.contains("line one"), "{answer}");
    wire.server.await.expect("no panic").expect("a clean end");
}

#[tokio::test]
async fn a_server_that_nobody_hears_ends() {
    let mut wire = Wire::initialized().await;
    drop(wire.output);
    // Whichever of these is the one that cannot be answered.
    while wire.input.write_all(request(1, "ping", &json!({})).as_bytes()).await.is_ok()
        && wire.input.write_all(b"\n").await.is_ok()
    {}
    wire.server.await.expect("no panic").expect("a clean end");
}

#[tokio::test]
async fn no_input_at_all_is_a_clean_end() {
    let wire = Wire::open();
    drop(wire.input);
    wire.server.await.expect("no panic").expect("a clean end");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Whatever bytes arrive, in whatever pieces, the next good line is answered.
    #[test]
    fn no_bytes_end_the_conversation(
        pieces in proptest::collection::vec(
            prop_oneof![
                proptest::collection::vec(any::<u8>(), 0..40),
                proptest::sample::select(vec![
                    br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look"}}"#
                        .to_vec(),
                    br#"{"jsonrpc":"2.0","id":1,"method":"tools/"#.to_vec(),
                    br#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#.to_vec(),
                    b"\n".to_vec(),
                ]),
            ],
            0..12,
        ),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let mut wire = Wire::initialized().await;
            for piece in pieces {
                wire.input.write_all(&piece).await.expect("the server reads");
                tokio::task::yield_now().await;
            }
            wire.send("").await;
            wire.send(&request("last", "ping", &json!({}))).await;
            while wire.receive().await["id"] != "last" {}
        });
    }
}
