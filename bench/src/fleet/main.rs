//! `bench/fleet`: many phones in one process, each driven by a client of its own, for minutes. Says what grew, what
//! became slower, and whether anybody saw anything of somebody else's.

mod client;
mod phones;
mod process;
mod report;
mod timings;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::Outcome;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::client::Client;
use crate::phones::Phones;
use crate::process::Usage;
use crate::report::Report;
use crate::timings::{Part, Timings};

/// How many phones.
const PHONES: usize = 20;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(fingertip) = arguments.next().map(PathBuf::from) else {
        report::complain("usage: fleet FINGERTIP [SECONDS]; bench/fleet builds it");
        return ExitCode::from(2);
    };
    let seconds = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(300);
    match soak(&fingertip, Duration::from_secs(seconds)).await {
        Ok(report) => report.print(),
        Err(error) => {
            report::complain(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// When each part of a run ends.
#[derive(Clone, Copy)]
struct Plan {
    warm: Instant,
    begun: Instant,
    ending: Instant,
    over: Instant,
}

impl Plan {
    /// A fifth to get warm; the fifth after it is compared with the last.
    fn new(length: Duration) -> Self {
        let start = Instant::now();
        let at = |fifths| start + length * fifths / 5;
        Self { warm: at(1), begun: at(2), ending: at(4), over: at(5) }
    }

    fn part(&self) -> Part {
        let now = Instant::now();
        match now {
            _ if now < self.warm => Part::WarmUp,
            _ if now < self.begun => Part::Beginning,
            _ if now < self.ending => Part::Middle,
            _ => Part::End,
        }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.over
    }
}

async fn soak(fingertip: &Path, length: Duration) -> Outcome<Report> {
    let phones = Phones::start(fingertip, PHONES).await?;
    let at_start = phones.usage()?;
    let mut clients = Vec::new();
    for (number, address) in phones.addresses.iter().enumerate() {
        clients.push(Client::start(fingertip, number, address).await?);
    }
    let servers: Vec<u32> = clients.iter().map(Client::pid).collect::<Outcome<_>>()?;

    let plan = Plan::new(length);
    let mut running = JoinSet::new();
    for client in clients {
        running.spawn(client.drive(plan));
    }
    let sample = || Outcome::Ok((phones.usage()?, process::sum(&servers)?));
    let warm = lowest(plan.warm, &mut running, sample).await?;
    let over = lowest(plan.over - LOOKS * BETWEEN, &mut running, sample).await?;

    let mut timings = Timings::default();
    while let Some(client) = running.join_next().await {
        timings.merge(client??);
    }
    let mut report = Report::default();
    report.told(&format!("{PHONES} phones, {PHONES} clients, {} seconds", length.as_secs()));
    report.calls(&timings);
    let [start, middle, end] = [at_start, warm.0, over.0];
    report.memory("the phones' process", Some(start), middle, end);
    report.memory("the clients' servers, together", None, warm.1, over.1);
    report.latencies(&timings);
    Ok(report)
}

/// Looks at what the processes hold, so often and so far apart.
const LOOKS: u32 = 20;
const BETWEEN: Duration = Duration::from_millis(100);

/// The least of several looks from a time on: a picture in flight is no leak.
async fn lowest(
    from: Instant,
    running: &mut JoinSet<Outcome<Timings>>,
    sample: impl Fn() -> Outcome<(Usage, Usage)>,
) -> Outcome<(Usage, Usage)> {
    until(from, running).await?;
    let mut lowest = sample()?;
    for look in 1..LOOKS {
        until(from + look * BETWEEN, running).await?;
        let (phones, servers) = sample()?;
        lowest = (lowest.0.least(phones), lowest.1.least(servers));
    }
    Ok(lowest)
}

/// Waits for a time. A client that ends before it has failed, and its reason ends the run.
async fn until(when: Instant, running: &mut JoinSet<Outcome<Timings>>) -> Outcome<()> {
    tokio::select! {
        () = sleep_until(when) => Ok(()),
        Some(ended) = running.join_next() => {
            ended??;
            Err("a client ended before its time".into())
        }
    }
}
