//! What the product itself offers, as it goes over the wire: agents pay for each byte in every session.

use fingertip::host::Devices;
use fingertip::mcp::serve_pipe;
use fingertip::server::{Serving, server};
use fingertip::tools::ToolSet;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

/// The answer to `tools/list`, byte by byte, and the names in it.
async fn listed(tools: ToolSet) -> (usize, Vec<String>) {
    let serving = Serving { devices: Devices { phone: true }, tools, ..Serving::default() };
    let server = server(serving).expect("a server");
    let (mut input, server_input) = tokio::io::duplex(1 << 16);
    let (server_output, output) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { serve_pipe(&server, server_input, server_output).await });
    let mut output = BufReader::new(output).lines();
    let client = json!({ "name": "test", "version": "0" });
    let hello =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client });
    let mut answer = String::new();
    for (id, method, params) in [(0, "initialize", hello), (1, "tools/list", json!({}))] {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        input.write_all(format!("{request}\n").as_bytes()).await.expect("the server reads");
        answer = output.next_line().await.expect("the server writes").expect("an answer");
    }
    let json: Value = serde_json::from_str(&answer).expect("JSON");
    let tools = json["result"]["tools"].as_array().expect("tools");
    let name = |tool: &Value| tool["name"].as_str().expect("a name").to_owned();
    (answer.len(), tools.iter().map(name).collect())
}

/// Holds calls.15.
#[tokio::test]
async fn the_list_of_all_tools_is_at_most_12_kilobytes() {
    let (bytes, names) = listed(ToolSet::All).await;
    assert!(bytes <= 12_000, "{bytes} bytes for {} tools", names.len());
}

/// Holds calls.15.
#[tokio::test]
async fn the_core_is_at_most_8_kilobytes() {
    let (bytes, names) = listed(ToolSet::Core).await;
    assert!(bytes <= 8_000, "{bytes} bytes for {} tools", names.len());
    assert_eq!(names.len(), 12, "{names:?}");
}
