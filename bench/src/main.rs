//! `bench/run`: measures the built binary from outside, as its users meet it, and prints ratios.

mod growth;
mod model;
mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use bench::agent::Agent;
use bench::phone::VirtualPhone;
use bench::{Outcome, floor, stats};
use serde_json::json;

use crate::report::Report;
use crate::stats::{Pair, Sample};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut program = || arguments.next().map(PathBuf::from);
    let (Some(fingertip), Some(empty), Some(steps)) = (program(), program(), program()) else {
        report::complain("usage: bench FINGERTIP EMPTY STEPS [ROUNDS]; bench/run builds them");
        return ExitCode::from(2);
    };
    let rounds = arguments.next().and_then(|rounds| rounds.parse().ok()).unwrap_or(30);
    match measure(&fingertip, &empty, &steps, rounds).await {
        Ok(report) => {
            report.print();
            match report.failed() {
                0 => ExitCode::SUCCESS,
                failed => {
                    report::complain(&format!("{failed} of the goals that must be met are not"));
                    ExitCode::FAILURE
                }
            }
        }
        Err(error) => {
            report::complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

async fn measure(fingertip: &Path, empty: &Path, steps: &Path, rounds: usize) -> Outcome<Report> {
    let mut report = Report::default();
    model::measure_rows(&mut report, rounds)?;
    growth::measure(&mut report, steps).await?;

    let mut cold = Pair::default();
    let mut resident = Sample::default();
    for _ in 0..rounds {
        cold.floor.add(floor::spawn(empty).await?);
        let (agent, started) = Agent::start(fingertip, &["mcp"]).await?;
        cold.ours.add(started);
        resident.add(agent.resident_bytes()?);
        agent.stop().await?;
    }
    report.ratio("cold start to the initialize answer, against an empty program", &cold, 4.0);
    report.bytes("resident after initialize", resident.median(), 10_000_000);

    let phone = VirtualPhone::start(fingertip).await?;
    let device = phone.device().await?;

    let mut first = Pair::default();
    for _ in 0..rounds.min(10) {
        phone.show(&device, "com.example.shop").await?;
        first.floor.add(floor::spawn(empty).await? + floor::screen(&device).await?);
        let clock = stats::Clock::start();
        let (mut agent, _) = Agent::start(fingertip, &["mcp"]).await?;
        agent.call("get_ui_tree", &json!({ "deviceId": phone.address })).await?;
        first.ours.add(clock.elapsed());
        agent.stop().await?;
    }
    report.ratio(
        "first screen from a cold start, against an empty program and a bare stream",
        &first,
        4.0,
    );

    let (mut agent, _) = Agent::start(fingertip, &["mcp"]).await?;
    let look = json!({ "deviceId": phone.address });
    // Waiting for silence is a read of the floor's. Ours has one of a screen that changed, too: on another phone.
    let second = VirtualPhone::start(fingertip).await?;
    let second_device = second.device().await?;
    let look_there = json!({ "deviceId": second.address });
    for nodes in [100, 1_000, 5_000] {
        phone.show_nodes(&device, nodes).await?;
        second.show_nodes(&second_device, nodes).await?;
        let (mut new, mut same) = (Pair::default(), Pair::default());
        for round in 0..rounds {
            // A screen that changed since ours last saw it costs a second of the phone's own silence.
            if round < 10 {
                second.touch(&second_device, round).await?;
                phone.touch(&device, round).await?;
                agent.call("get_ui_tree", &look_there).await?;
                new.floor.add(floor::screen(&device).await?);
                new.ours.add(agent.timed("get_ui_tree", &look).await?);
            }
            same.floor.add(floor::screen(&device).await?);
            same.ours.add(agent.timed("get_ui_tree", &look).await?);
        }
        let against = "against a bare stream and scan";
        report.ratio(&format!("get_ui_tree of {nodes} nodes that changed, {against}"), &new, 2.0);
        report.ratio(&format!("get_ui_tree of {nodes} nodes seen before, {against}"), &same, 2.0);
        let dump = floor::dump(&device).await?;
        model::measure(&mut report, "all interactive", &dump, nodes, rounds)?;
    }

    phone.show_nodes(&device, 100).await?;
    let at = json!({ "deviceId": phone.address, "x": 540, "y": 60, "settle": "none" });
    let mut tap = Pair::default();
    for _ in 0..rounds {
        tap.floor.add(floor::tap(&device).await?);
        tap.ours.add(agent.timed("tap", &at).await?);
    }
    report.ratio("tap without settling, against a bare stream", &tap, 2.0);
    agent.stop().await?;

    phone.show(&device, "com.example.shop").await?;
    let (mut agent, _) = Agent::start(fingertip, &["mcp"]).await?;
    let expect = json!({ "deviceId": phone.address, "text": "Remember me", "timeoutMs": 0 });
    for round in 0..200 {
        match round % 4 {
            0 => agent.call("get_ui_tree", &look).await?,
            1 => agent.call("tap", &at).await?,
            2 => agent.call("list_devices", &json!({})).await?,
            _ => agent.call("expect_element_visible", &expect).await?,
        }
    }
    report.bytes("resident after 200 mixed calls", agent.resident_bytes()?, 20_000_000);
    agent.stop().await?;

    report.bytes("stripped release binary", std::fs::metadata(fingertip)?.len(), 12_000_000);
    Ok(report)
}
