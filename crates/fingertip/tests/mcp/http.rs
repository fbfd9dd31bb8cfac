//! Raw requests over HTTP: who is let in, and both forms of the protocol.

use std::net::SocketAddr;

use fingertip::mcp::{Http, HttpError, HttpOptions};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    task::JoinHandle,
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::tools;

struct Served {
    address: SocketAddr,
    stop: DropGuard,
    ended: JoinHandle<Result<(), HttpError>>,
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The last message, whether it came alone or as an event.
    fn json(&self) -> Value {
        let text = self.body.lines().rev().find_map(|line| {
            let line = line.strip_prefix("data: ").unwrap_or(line);
            line.starts_with('{').then_some(line)
        });
        serde_json::from_str(text.expect("a message")).expect("JSON")
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

async fn serve(token: Option<&str>) -> Served {
    serve_at("127.0.0.1:0", token).await
}

async fn serve_at(address: &str, token: Option<&str>) -> Served {
    let options = HttpOptions {
        address: address.parse().expect("an address"),
        token: token.map(str::to_owned),
        hosts: Vec::new(),
    };
    let http = Http::bind(options).await.expect("a free port");
    let url = http.url();
    let address = url.strip_prefix("http://").and_then(|url| url.strip_suffix("/mcp"));
    let address = address.expect("the form of the address").parse().expect("an address");
    let stop = CancellationToken::new();
    let ended = tokio::spawn(http.serve(tools::server(false), stop.clone()));
    Served { address, stop: stop.drop_guard(), ended }
}

impl Served {
    async fn send(&self, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = self.start(headers, body).await;
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        let answer = String::from_utf8(answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a whole answer");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Answer { status: status.expect("a status"), head: head.to_lowercase(), body: body.into() }
    }

    async fn start(&self, headers: &[(&str, &str)], body: &str) -> TcpStream {
        let host = format!("localhost:{}", self.address.port());
        let defaults = [
            ("Host", host.as_str()),
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
        ];
        let given = |name: &str| headers.iter().any(|(each, _)| *each == name);
        let headers = defaults.iter().filter(|(name, _)| !given(name)).chain(headers);
        let headers = headers.map(|(name, value)| format!("{name}: {value}\r\n"));
        let request = format!(
            "POST /mcp HTTP/1.1\r\nConnection: close\r\n{}Content-Length: {}\r\n\r\n",
            headers.collect::<String>(),
            body.len()
        );
        #[expect(clippy::disallowed_methods, reason = "a test's own client")]
        let mut stream = TcpStream::connect(self.address).await.expect("the server listens");
        stream.write_all(request.as_bytes()).await.expect("sent");
        // A server that refuses early may close before it has read everything.
        drop(stream.write_all(body.as_bytes()).await);
        stream
    }

    async fn initialize(&self, headers: &[(&str, &str)]) -> Answer {
        self.send(headers, &initialize()).await
    }

    /// A request of the newest protocol, which stands alone.
    async fn start_call(&self, name: &str, arguments: Value) -> TcpStream {
        let (headers, body) = stand_alone(name, arguments);
        self.start(&headers, &body).await
    }

    async fn call(&self, name: &str, arguments: Value) -> Answer {
        let (headers, body) = stand_alone(name, arguments);
        self.send(&headers, &body).await
    }
}

fn stand_alone(name: &str, arguments: Value) -> ([(&str, &str); 3], String) {
    let params = json!({
        "name": name,
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    });
    let headers =
        [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/call"), ("Mcp-Name", name)];
    (headers, request(1, "tools/call", params))
}

fn initialize() -> String {
    let client = json!({ "name": "test", "version": "0" });
    let params =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    request(0, "initialize", params)
}

fn request(id: u32, method: &str, params: Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

#[tokio::test]
async fn the_host_must_be_this_machine() {
    let served = serve(None).await;
    for host in ["localhost", "127.0.0.1:1", "[::1]:7", "LOCALHOST:80"] {
        assert_eq!(served.initialize(&[("Host", host)]).await.status, 200, "{host}");
    }
    for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80"] {
        assert_eq!(served.initialize(&[("Host", host)]).await.status, 403, "{host}");
    }
}

#[tokio::test]
async fn a_page_from_elsewhere_is_refused() {
    let served = serve(None).await;
    for origin in
        ["http://localhost:3000", "http://127.0.0.1", "https://localhost", "http://[::1]:9"]
    {
        assert_eq!(served.initialize(&[("Origin", origin)]).await.status, 200, "{origin}");
    }
    for origin in ["https://evil.example", "null", "http://localhost.evil.example", "file://", "x"]
    {
        assert_eq!(served.initialize(&[("Origin", origin)]).await.status, 403, "{origin}");
    }
}

#[tokio::test]
async fn a_token_is_asked_for_when_there_is_one() {
    let served = serve(Some("s3cret")).await;
    let with = |value| [("Authorization", value)];
    assert_eq!(served.initialize(&with("Bearer s3cret")).await.status, 200);
    assert_eq!(served.initialize(&with("bearer s3cret")).await.status, 200);
    for wrong in
        ["Bearer s3cre", "Bearer s3crets", "Bearer ", "Basic s3cret", "s3cret", "Bearer s3creT"]
    {
        assert_eq!(served.initialize(&with(wrong)).await.status, 401, "{wrong}");
    }
    let none = served.initialize(&[]).await;
    assert_eq!(none.status, 401);
    assert_eq!(none.header("www-authenticate"), Some("bearer realm=\"fingertip\""));
}

#[tokio::test]
async fn other_machines_are_served_only_with_a_token() {
    for token in [None, Some(String::new())] {
        let address = "0.0.0.0:0".parse().expect("an address");
        let refused = Http::bind(HttpOptions { address, token, hosts: Vec::new() }).await;
        assert!(matches!(refused, Err(HttpError::TokenRequired(_))));
    }
    let served = serve_at("0.0.0.0:0", Some("t")).await;
    let token = ("Authorization", "Bearer t");
    assert_eq!(served.initialize(&[token, ("Host", "phone-lab.example:80")]).await.status, 200);
    assert_eq!(served.initialize(&[("Host", "phone-lab.example:80")]).await.status, 401);
    let page = ("Origin", "https://evil.example");
    assert_eq!(served.initialize(&[token, page]).await.status, 403);
}

#[tokio::test]
async fn a_body_beyond_the_limit_is_refused() {
    let served = serve(None).await;
    let large = request(1, "ping", json!({ "a": "x".repeat(4 << 20) }));
    assert_eq!(served.send(&[], &large).await.status, 413);
    assert_eq!(served.initialize(&[]).await.status, 200);
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let served = serve(None).await;
    for body in ["", "{", "[]", "nonsense"] {
        let status = served.send(&[], body).await.status;
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    assert_eq!(served.initialize(&[]).await.status, 200);
}

#[tokio::test]
async fn a_session_is_a_client() {
    let served = serve(None).await;
    let mut clients = Vec::new();
    for _ in 0..2 {
        let opened = served.initialize(&[]).await;
        let id = opened.header("mcp-session-id").expect("a session").to_owned();
        assert_eq!(opened.json()["result"]["protocolVersion"], "2025-11-25");
        let headers = [("Mcp-Session-Id", id.as_str()), ("MCP-Protocol-Version", "2025-11-25")];
        let mut callers = Vec::new();
        for call in 1..3 {
            let who = request(call, "tools/call", json!({ "name": "who" }));
            callers.push(caller(&served.send(&headers, &who).await));
        }
        assert_eq!(callers[0], callers[1]);
        clients.append(&mut callers);
    }
    assert!(clients[0].contains("Session"), "{}", clients[0]);
    assert_ne!(clients[0], clients[2]);
    let gone = [("Mcp-Session-Id", "no-such-session"), ("MCP-Protocol-Version", "2025-11-25")];
    assert_eq!(served.send(&gone, &request(1, "ping", json!({}))).await.status, 404);
}

fn caller(answer: &Answer) -> String {
    answer.json()["result"]["content"][0]["text"].as_str().expect("a text").to_owned()
}

#[tokio::test]
async fn a_request_of_the_newest_protocol_stands_alone() {
    let served = serve(None).await;
    let answer = served.call("who", json!({})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(caller(&answer), r#"{"client":"None"}"#);
    assert_eq!(answer.header("mcp-session-id"), None);
}

#[tokio::test]
async fn hanging_up_cancels_a_request_that_stands_alone() {
    let served = serve(None).await;
    let call = served.start_call("wait", json!({ "name": "hung up" })).await;
    tools::wait_for("hung up began for None").await;
    drop(call);
    tools::wait_for("hung up ended").await;
}

#[tokio::test]
async fn a_panic_over_http_fails_one_call_only() {
    let served = serve(None).await;
    let failed = served.call("boom", json!({})).await.json();
    assert_eq!(failed["result"]["isError"], true);
    assert_eq!(served.call("look", json!({})).await.status, 200);
}

#[tokio::test]
async fn stopping_waits_for_nobody() {
    let served = serve(None).await;
    let alone = served.start_call("wait", json!({ "name": "alone at the end" })).await;
    let opened = served.initialize(&[]).await;
    let id = opened.header("mcp-session-id").expect("a session");
    let headers = [("Mcp-Session-Id", id), ("MCP-Protocol-Version", "2025-11-25")];
    let wait = json!({ "name": "wait", "arguments": { "name": "in session at the end" } });
    let in_session = served.start(&headers, &request(1, "tools/call", wait)).await;
    tools::wait_for("alone at the end began for None").await;
    served.stop.disarm().cancel();
    served.ended.await.expect("no panic").expect("a clean end");
    tools::wait_for("alone at the end ended").await;
    drop((alone, in_session));
}
