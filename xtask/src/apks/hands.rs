//! One phone with one app, driven over MCP as an agent drives it. Every call has a deadline.

use std::fs::File;
use std::io::{Read as _, Seek as _};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use bench::agent::{Agent, Answer};
use serde_json::{Value, json};
use tokio::process::Command;

/// An APK is translated first, which takes its time.
const STARTING: Duration = Duration::from_mins(8);
/// More than any tool takes by itself.
const CALL: Duration = Duration::from_secs(90);
/// What stands before the reason when the phone has not come up.
const BOOTING: &str = "booting the embedded phone: ";
const ENDING: Duration = Duration::from_secs(20);

pub(super) struct Hands {
    agent: Agent,
}

/// The server is gone or does not answer: it takes a new one.
#[derive(Debug)]
pub(super) struct Lost(pub(super) String);

/// What a tool answered.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) failed: bool,
    /// The first line that is an object.
    pub(super) json: Value,
}

impl Told {
    fn of(answer: &Answer) -> Self {
        let mut lines = answer.text.lines().filter(|line| line.starts_with('{'));
        let json = lines.find_map(|line| serde_json::from_str(line).ok()).unwrap_or_default();
        Self { failed: answer.failed, json }
    }

    pub(super) fn code(&self) -> &str {
        self.json["error"]["code"].as_str().unwrap_or_default()
    }
}

impl Hands {
    /// A phone with this app in front, or what the program says instead.
    #[expect(clippy::disallowed_methods, reason = "the program that is driven")]
    pub(super) async fn start(program: &Path, apk: &Path) -> Result<Self, String> {
        let mut said = tempfile::tempfile().map_err(|error| error.to_string())?;
        let errors = said.try_clone().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.args(["mcp", "--phone", "--app"]).arg(apk);
        // Only the embedded phone, whatever else is attached.
        command.env("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1").env("FINGERTIP_ADB", "/nowhere/adb");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors).kill_on_drop(true);
        match tokio::time::timeout(STARTING, Self::standing(command)).await {
            Ok(Ok(Ok(agent))) => Ok(Self { agent }),
            Ok(Ok(Err(why))) => Err(why),
            Ok(Err(error)) => Err(last_line(&mut said).unwrap_or_else(|| error.to_string())),
            Err(_) => {
                Err(format!("the phone did not start in {} minutes", STARTING.as_secs() / 60))
            }
        }
    }

    /// A server whose phone stands, or why it does not: the first call waits until the app is installed, or says why it is not.
    async fn standing(command: Command) -> bench::Outcome<Result<Agent, String>> {
        let mut agent = Agent::over(command).await?;
        let told = Told::of(&agent.answer("get_current_screen", &json!({})).await?);
        let said = told.json["error"]["message"].as_str().unwrap_or_default();
        let refused = said.split_once(BOOTING).filter(|_| told.failed);
        Ok(refused.map_or(Ok(agent), |(_, why)| Err(why.to_owned())))
    }

    pub(super) async fn call(&mut self, tool: &str, arguments: Value) -> Result<Told, Lost> {
        match tokio::time::timeout(CALL, self.agent.answer(tool, &arguments)).await {
            Ok(Ok(answer)) => Ok(Told::of(&answer)),
            Ok(Err(error)) => Err(Lost(format!("{tool}: {error}"))),
            Err(_) => Err(Lost(format!("{tool}: no answer in {} s", CALL.as_secs()))),
        }
    }

    /// The screen as a PNG, if there is a picture of it.
    pub(super) async fn picture(&mut self) -> Result<Option<Vec<u8>>, Lost> {
        let told = self.call("capture_screenshot", json!({ "original": true })).await?;
        let Some(uri) = told.json["original"].as_str() else { return Ok(None) };
        match tokio::time::timeout(CALL, self.agent.resource(uri)).await {
            Ok(Ok(bytes)) => Ok(Some(bytes)),
            Ok(Err(_)) => Ok(None),
            Err(_) => Err(Lost("a picture: no answer".to_owned())),
        }
    }

    /// Ends the server, and with it the phone and the app's process.
    pub(super) async fn stop(self) {
        // Dropped when it does not end by itself, which kills it.
        let _ended = tokio::time::timeout(ENDING, self.agent.stop()).await;
    }
}

/// What the program said last on standard error, without its own name.
fn last_line(said: &mut File) -> Option<String> {
    const MOST: u64 = 64 * 1024;
    let mut text = Vec::new();
    said.rewind().ok()?;
    said.take(MOST).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(line.strip_prefix("fingertip: ").unwrap_or(line).to_owned())
}
