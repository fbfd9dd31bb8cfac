//! One client: an agent's tools over an MCP server of its own, and adb beside it. It types its own name, writes it
//! into files and the log, and never wants to see anybody else's.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use adb::{CommandLine, Deadline};
use bench::Outcome;
use bench::agent::Agent;
use bench::stats::Clock;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};

use crate::clients::{Plan, WARM_ROUNDS};
use crate::timings::{Part, Timings};

const APP: &str = "com.example.shop";
/// What every client's name begins with, so that a foreign one is recognised wherever it shows up.
const NAMES: &str = "soak-client-";

pub(crate) struct Client {
    number: u64,
    name: String,
    address: String,
    agent: Agent,
    adb: adb::Device,
    timings: Timings,
    plan: Option<watch::Receiver<Option<Plan>>>,
}

impl Client {
    pub(crate) async fn start(program: &Path, number: usize, address: &str) -> Outcome<Self> {
        let (agent, _) = Agent::start(program, &["mcp"]).await?;
        let direct = adb::Direct::connect(address, soon()).await?;
        Ok(Self {
            number: u64::try_from(number)?,
            name: format!("{NAMES}{number:02}x"),
            address: address.to_owned(),
            agent,
            adb: adb::Device::new(Arc::new(direct)),
            timings: Timings::default(),
            plan: None,
        })
    }

    pub(crate) fn pid(&self) -> Outcome<u32> {
        self.agent.pid()
    }

    /// Does its rounds until the run is over, and tells when it is warm.
    pub(crate) async fn drive(
        mut self,
        plan: watch::Receiver<Option<Plan>>,
        warm: Arc<Semaphore>,
    ) -> Outcome<Timings> {
        // Small logs are full, and so grow no more, when the run is warm.
        self.shell(&["logcat", "-b", "all", "-G", "64K"]).await?;
        self.plan = Some(plan.clone());
        let mut round = 0_u64;
        while !plan.borrow().is_some_and(|plan| plan.is_over()) {
            if let Err(error) = self.round(round).await {
                return Err(format!("{}, round {round}: {error}", self.name).into());
            }
            round += 1;
            if round == WARM_ROUNDS {
                warm.add_permits(1);
            }
        }
        let Self { agent, timings, .. } = self;
        agent.stop().await?;
        Ok(timings)
    }

    async fn round(&mut self, round: u64) -> Outcome<()> {
        let name = self.name.clone();
        self.shell(&["pm", "clear", APP]).await?;
        let shop = self.tool("connect", json!({ "packageName": APP })).await?;
        if shop.contains(&name) {
            return Err(format!("a cleared app still shows what was typed:\n{shop}").into());
        }
        let mail = format!("{name}@example.com");
        let typed = self.tool("type_text", json!({ "id": "email", "text": mail })).await?;
        if !typed.contains("\"arrived\":true") {
            return Err(format!("what was typed did not arrive:\n{typed}").into());
        }
        let wanted = json!({ "textContains": mail, "timeoutMs": 5000 });
        let verdict = self.tool("expect_element_visible", wanted).await?;
        if !verdict.contains("\"verified\":true") {
            return Err(format!("what was typed is not there:\n{verdict}").into());
        }
        let refused = self.tool("tap_element", json!({ "id": "sign_in" })).await?;
        if !refused.contains("Enter your password") {
            return Err(format!("signed in without a password:\n{refused}").into());
        }
        let seen = self.tool("get_ui_tree", json!({})).await?;
        self.own("the screen", &seen)?;
        // Not all at once, but for those that warm: pictures are what costs most.
        if round < WARM_ROUNDS || (round + self.number).is_multiple_of(5) {
            self.tool("capture_screenshot", json!({})).await?;
        }
        self.tool("press_back", json!({})).await?;
        self.files(round).await?;
        self.log(round).await
    }

    /// Its file is as it was left, and the only one of its kind.
    async fn files(&mut self, round: u64) -> Outcome<()> {
        let own = format!("/sdcard/{}.txt", self.name);
        if round > 0 {
            let before = self.shell(&["cat", &own]).await?;
            if before.trim() != format!("{} {}", self.name, round - 1) {
                return Err(format!("its file holds {before:?}").into());
            }
        }
        let write = format!("echo {} {round} > {own}; ls /sdcard/", self.name);
        let listed = self.script(&write).await?;
        let files: Vec<&str> = listed.lines().filter(|line| line.contains(NAMES)).collect();
        if files != [format!("{}.txt", self.name)] {
            return Err(format!("the files of its kind are {files:?}").into());
        }
        Ok(())
    }

    async fn log(&mut self, round: u64) -> Outcome<()> {
        self.shell(&["log", "-t", "Soak", &format!("{} {round}", self.name)]).await?;
        let logged = self.shell(&["logcat", "-d", "-t", "20", "-s", "Soak"]).await?;
        self.own("the log", &logged)
    }

    /// The text has this client's name in it, and nobody else's.
    fn own(&self, what: &str, text: &str) -> Outcome<()> {
        let mut names = text.match_indices(NAMES).map(|(at, _)| &text[at..]);
        if !text.contains(&self.name) {
            return Err(format!("{what} does not show its name:\n{text}").into());
        }
        match names.find(|rest| !rest.starts_with(&self.name)) {
            Some(other) => Err(format!("{what} shows somebody else's name: {other:.20}").into()),
            None => Ok(()),
        }
    }

    async fn tool(&mut self, tool: &'static str, mut arguments: Value) -> Outcome<String> {
        arguments["deviceId"] = json!(self.address);
        let clock = Clock::start();
        let answer = self.agent.ask(tool, &arguments).await?;
        self.took(tool, clock.elapsed());
        Ok(answer)
    }

    async fn shell(&mut self, words: &[&str]) -> Outcome<String> {
        let line = CommandLine::new(words)?;
        self.run(&line).await
    }

    async fn script(&mut self, script: &str) -> Outcome<String> {
        let line = CommandLine::new(["sh", "-c", script])?;
        self.run(&line).await
    }

    async fn run(&mut self, line: &CommandLine) -> Outcome<String> {
        let clock = Clock::start();
        let output = self.adb.shell(line, 1 << 20, soon()).await?;
        self.took("a shell command", clock.elapsed());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.exit != Some(0) {
            return Err(format!("exit {:?}: {text}", output.exit).into());
        }
        Ok(text)
    }

    fn took(&mut self, kind: &'static str, time: Duration) {
        if let Some(plan) = &self.plan {
            let part = plan.borrow().map_or(Part::WarmUp, |plan| plan.part());
            self.timings.add(kind, part, time);
        }
    }
}

fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}
