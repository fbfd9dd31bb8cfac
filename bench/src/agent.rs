//! An agent's client: starts the server and speaks JSON-RPC lines with it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use base64::Engine as _;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::Outcome;
use crate::shared_agent::SharedAgent;
use crate::stats::Clock;

pub struct Agent {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    next: u64,
}

/// What a tool answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub text: String,
    pub image_bytes: usize,
    pub failed: bool,
}

impl Answer {
    pub(crate) fn of(result: &Value) -> Self {
        let blocks = || result["content"].as_array().into_iter().flatten();
        let texts: Vec<&str> = blocks().filter_map(|block| block["text"].as_str()).collect();
        let images = blocks().filter_map(|block| block["data"].as_str()).map(str::len);
        Self {
            text: texts.join("\n"),
            // Three bytes are four letters.
            image_bytes: images.sum::<usize>() / 4 * 3,
            failed: result["isError"] == true,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the program that is measured")]
fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

impl Agent {
    /// Starts a server; the time is from before the spawn to the answer to `initialize`.
    pub async fn start(program: &Path, arguments: &[&str]) -> Outcome<(Self, Duration)> {
        // Straight to the phone, as the floor: not through an adb server that may happen to run.
        let straight =
            [("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1"), ("FINGERTIP_ADB", "/nowhere/adb")];
        let mut command = command(program);
        command.args(arguments).envs(straight);
        Self::meet(command).await
    }

    /// Starts a server with the adb server that this process has, and more in its environment.
    pub async fn start_with(
        program: &Path,
        arguments: &[String],
        environment: &[(String, String)],
    ) -> Outcome<Self> {
        let mut command = command(program);
        // Programs of others tell much there.
        command.args(arguments).envs(environment.iter().cloned()).stderr(Stdio::null());
        Ok(Self::meet(command).await?.0)
    }

    /// Starts this server, whose input and output must be pipes.
    pub async fn over(command: Command) -> Outcome<Self> {
        Ok(Self::meet(command).await?.0)
    }

    async fn meet(mut command: Command) -> Outcome<(Self, Duration)> {
        let clock = Clock::start();
        let mut child = command.spawn()?;
        let input = child.stdin.take().ok_or("no stdin")?;
        let lines = BufReader::new(child.stdout.take().ok_or("no stdout")?).lines();
        let mut agent = Self { child, input, lines, next: 1 };
        let hello = json!({
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": { "name": "bench", "version": "0" },
        });
        agent.request("initialize", hello).await?;
        let started = clock.elapsed();
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await?;
        Ok((agent, started))
    }

    /// Calls a tool, and insists that it did its job.
    pub async fn call(&mut self, tool: &str, arguments: &Value) -> Outcome<()> {
        self.ask(tool, arguments).await.map(drop)
    }

    /// The same, with all the text of its answer.
    pub async fn ask(&mut self, tool: &str, arguments: &Value) -> Outcome<String> {
        let Answer { text, failed, .. } = self.answer(tool, arguments).await?;
        if failed {
            return Err(format!("{tool} failed: {text}").into());
        }
        Ok(text)
    }

    /// Whatever a tool answers.
    pub async fn answer(&mut self, tool: &str, arguments: &Value) -> Outcome<Answer> {
        let result =
            self.request("tools/call", json!({ "name": tool, "arguments": arguments })).await?;
        Ok(Answer::of(&result))
    }

    /// The bytes of a resource.
    pub async fn resource(&mut self, uri: &str) -> Outcome<Vec<u8>> {
        let result = self.request("resources/read", json!({ "uri": uri })).await?;
        let blob = result["contents"][0]["blob"].as_str().ok_or("no bytes")?;
        Ok(base64::prelude::BASE64_STANDARD.decode(blob)?)
    }

    /// The same server for several clients at once.
    pub fn share(self) -> SharedAgent {
        let Self { child, input, lines, next } = self;
        SharedAgent::new(child, input, lines, next)
    }

    /// The same, and how long it took.
    pub async fn timed(&mut self, tool: &str, arguments: &Value) -> Outcome<Duration> {
        let clock = Clock::start();
        self.call(tool, arguments).await?;
        Ok(clock.elapsed())
    }

    pub fn pid(&self) -> Outcome<u32> {
        Ok(self.child.id().ok_or("the server is gone")?)
    }

    pub fn resident_bytes(&self) -> Outcome<u64> {
        let pid = self.pid()?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse()?;
        Ok(kilobytes * 1024)
    }

    pub async fn stop(self) -> Outcome<()> {
        let Self { mut child, input, .. } = self;
        drop(input);
        child.wait().await?;
        Ok(())
    }

    async fn request(&mut self, method: &str, params: Value) -> Outcome<Value> {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await?;
        loop {
            let line = self.lines.next_line().await?.ok_or("the server is gone")?;
            let mut message: Value = serde_json::from_str(&line)?;
            if message["id"] == id {
                return match message.get("error") {
                    Some(error) => Err(error.to_string().into()),
                    None => Ok(message["result"].take()),
                };
            }
        }
    }

    async fn send(&mut self, message: &Value) -> Outcome<()> {
        self.input.write_all(format!("{message}\n").as_bytes()).await?;
        Ok(())
    }
}
