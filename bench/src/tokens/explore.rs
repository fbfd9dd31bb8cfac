//! One program explores, on a phone of its own.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Duration;

use bench::agent::Agent;
use bench::programs::{Exchange, Place, Program, Running};
use bench::{Outcome, floor};
use serde_json::json;

use crate::labels::labels;
use crate::script::STEPS;

/// Looks again that a screen may need to come.
const PATIENCE: usize = 12;
const MOMENT: Duration = Duration::from_millis(500);

/// What an exploration cost, and what was seen.
#[derive(Default)]
pub(crate) struct Explored {
    pub(crate) name: &'static str,
    /// Tokens of calls and of answers.
    pub(crate) written: usize,
    pub(crate) read: usize,
    pub(crate) calls: usize,
    /// What was on the screen after each step.
    pub(crate) screens: Vec<BTreeSet<String>>,
    /// What of it the agent was not told.
    pub(crate) missed: Vec<String>,
}

/// Does every step, and compares what the agent knows after it with a dump that is read beside it.
pub(crate) async fn explore(
    program: Box<dyn Program>,
    place: &Place,
    (serial, device): (&str, &adb::Device),
) -> Outcome<Explored> {
    let mut running = Running::start(program, place, serial).await?;
    let name = running.program.name();
    let mut explored = Explored { name, ..Explored::default() };
    let mut witness = Witness::start(place, serial).await?;
    for (number, (step, wanted)) in STEPS.into_iter().enumerate() {
        let at = |error| format!("{name}, step {}, {step:?}: {error}", number + 1);
        let mut done = running.step(step).await.map_err(at)?;
        let mut looks = 0;
        while wanted.is_some_and(|wanted| !running.known.screen.contains(wanted)) {
            looks += 1;
            if looks > PATIENCE {
                let missing = format!("no {wanted:?} in\n{}", running.known.screen);
                return Err(at(missing.into()).into());
            }
            // Whoever sees that something loads takes a moment before looking again.
            tokio::time::sleep_until(tokio::time::Instant::now() + MOMENT).await;
            done.push(running.look().await?);
        }
        explored.count(&done);
        let on_screen = labels(&floor::dump(device).await?)?;
        let plain = running.known.screen.replace("\\\"", "\"");
        let missed = on_screen.iter().filter(|label| !plain.contains(label.as_str()));
        explored.missed.extend(missed.map(|label| format!("step {}: {label}", number + 1)));
        explored.screens.push(on_screen);
        if name == "fingertip" {
            witness.agrees(&running.known.screen).await.map_err(at)?;
        }
        if std::env::var_os("SHOW").is_some() {
            for Exchange { written, read } in &done {
                let told = format!("{name} {}> {written}\n{read}", number + 1);
                drop(writeln!(std::io::stderr().lock(), "{told}"));
            }
        }
    }
    running.stop().await?;
    Ok(explored)
}

impl Explored {
    fn count(&mut self, done: &[Exchange]) {
        for Exchange { written, read } in done {
            self.written += judge::tokens(written);
            self.read += judge::tokens(read);
            self.calls += 1;
        }
    }

    pub(crate) fn tokens(&self) -> usize {
        self.written + self.read
    }
}

/// Somebody who only looks, and always at the whole screen.
struct Witness {
    agent: Agent,
    serial: String,
}

impl Witness {
    async fn start(place: &Place, serial: &str) -> Outcome<Self> {
        let (agent, _) = Agent::start(&place.fingertip, &["mcp"]).await?;
        Ok(Self { agent, serial: serial.to_owned() })
    }

    /// Whoever followed the changes has the same lines in mind. Refs are everybody's own.
    async fn agrees(&mut self, known: &str) -> Outcome<()> {
        let seen = self.agent.ask("get_ui_tree", &json!({ "deviceId": self.serial })).await?;
        let lines = |text: &str| -> Vec<String> {
            let body = text.lines().filter(|line| !line.starts_with('{')).skip(1);
            body.map(without_ref).collect()
        };
        if lines(&seen) == lines(known) {
            return Ok(());
        }
        Err(format!("what the agent knows:\n{known}\nwhat is there:\n{seen}").into())
    }
}

fn without_ref(line: &str) -> String {
    let words = line.split(' ').map(|word| match word.strip_prefix('@') {
        Some(_) => "@",
        None => word,
    });
    words.collect::<Vec<_>>().join(" ")
}
