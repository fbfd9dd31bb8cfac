//! `fingertip demo`: an agent's calls, as it would make them, on the embedded phone.

mod client;

use std::process::ExitCode;

use serde_json::{Value, json};

use self::client::{Answer, Client};
use super::print;
use crate::host::Devices;
use crate::mcp::serve_pipe;
use crate::server::{Serving, server};

pub(super) async fn run() -> ExitCode {
    match play().await {
        Ok(true) => {
            print::line(SETUP);
            ExitCode::SUCCESS
        }
        Ok(false) => {
            print::error("the demo did not end as it should");
            ExitCode::FAILURE
        }
        Err(why) => {
            print::error(why);
            ExitCode::FAILURE
        }
    }
}

/// Signs in, opens an item, flips its switch and proves it. True when every verdict was good.
async fn play() -> Result<bool, String> {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    let server = server(Serving { devices: Devices { phone: true }, ..Serving::default() })
        .map_err(|error| error.to_string())?;
    let serving = tokio::spawn(async move {
        let (input, output) = tokio::io::split(theirs);
        serve_pipe(&server, input, output).await
    });
    print::line(
        "An agent drives the embedded phone through the MCP server. This is what it sees.\n",
    );
    let mut demo = Demo { client: Client::start(ours).await?, good: true };

    say("RESOLVE: connect starts the app and shows its first screen");
    demo.call("connect", json!({ "packageName": "com.example.shop" })).await?;
    say("ACT: type into the fields, tap Sign in");
    demo.call("type_text", json!({ "id": "email", "text": "demo@example.com" })).await?;
    demo.call("type_text", json!({ "id": "password", "text": "secret123" })).await?;
    demo.call("tap_element", json!({ "text": "Sign in", "role": "button" })).await?;
    say("WAIT: the list loads behind a spinner; the tap above already waited for it");
    demo.call("wait_for_ui", json!({ "text": "Ceramic mug", "condition": "clickable" })).await?;
    say("ACT: open an item, flip its switch");
    demo.call("tap_element", json!({ "text": "Ceramic mug" })).await?;
    demo.call("tap_element", json!({ "id": "notify" })).await?;
    say("EXPECT: the app itself says that it is on");
    demo.call("expect_element_visible", json!({ "text": "Notifications on" })).await?;

    drop(demo.client);
    serving.await.map_err(|panic| panic.to_string())?.map_err(|error| error.to_string())?;
    Ok(demo.good)
}

fn say(what: &str) {
    print::line(format!("── {what}"));
}

struct Demo {
    client: Client,
    good: bool,
}

impl Demo {
    async fn call(&mut self, tool: &str, arguments: Value) -> Result<(), String> {
        print::line(format!("→ {tool} {arguments}"));
        let Answer { is_error, texts } = self.client.call(tool, &arguments).await?;
        for text in &texts {
            print::line(indent(text));
        }
        let verdict: Value =
            texts.first().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let refused = ["met", "verified", "success"].iter().any(|answer| verdict[answer] == false);
        self.good &= !is_error && !refused;
        print::line("");
        Ok(())
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect::<String>().trim_end().to_owned()
}

const SETUP: &str = r#"All verdicts are good. To give this to your agent (leave --phone out for your own devices):

  Claude Code   claude mcp add fingertip -- fingertip mcp --phone
  Codex         codex mcp add fingertip -- fingertip mcp --phone
  Gemini CLI    gemini mcp add fingertip fingertip mcp -- --phone
  VS Code       code --add-mcp '{"name":"fingertip","command":"fingertip","args":["mcp","--phone"]}'
  Cursor        in ~/.cursor/mcp.json:
                {"mcpServers":{"fingertip":{"command":"fingertip","args":["mcp","--phone"]}}}

`cargo install --path crates/fingertip` puts fingertip on your PATH."#;
