//! The smallest MCP client: lines of JSON-RPC over a pipe, as an agent's client sends them.

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};

pub(super) struct Client {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
    next: u64,
}

/// What a tool answered.
pub(super) struct Answer {
    pub(super) is_error: bool,
    pub(super) texts: Vec<String>,
}

impl Client {
    /// Shakes hands over the pipe.
    pub(super) async fn start(pipe: DuplexStream) -> Result<Self, String> {
        let (input, output) = tokio::io::split(pipe);
        let mut client = Self { lines: BufReader::new(input).lines(), output, next: 1 };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "fingertip-demo", "version": env!("CARGO_PKG_VERSION") },
        });
        client.request("initialize", hello).await?;
        client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await?;
        Ok(client)
    }

    pub(super) async fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer, String> {
        let result =
            self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await?;
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        Ok(Answer {
            is_error: result["isError"] == true,
            texts: blocks
                .iter()
                .filter_map(|block| block["text"].as_str())
                .map(str::to_owned)
                .collect(),
        })
    }

    async fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await?;
        loop {
            let line = self.lines.next_line().await.map_err(|error| error.to_string())?;
            let line = line.ok_or("the server is gone")?;
            let mut message: Value =
                serde_json::from_str(&line).map_err(|error| error.to_string())?;
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(error.to_string()),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    async fn send(&mut self, message: &Value) -> Result<(), String> {
        let line = format!("{message}\n");
        self.output.write_all(line.as_bytes()).await.map_err(|error| error.to_string())
    }
}
