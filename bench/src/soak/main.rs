//! `bench/soak`: four clients on three phones that are in trouble all the time. Whatever a call answers must be so, and
//! whatever it did must have happened once.

mod client;
mod ledger;
mod mood;
mod tally;

use std::cell::RefCell;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use bench::agent::Agent;
use bench::held::Report;
use bench::phones::Phones;
use bench::process::{self, Usage};
use bench::shared_agent::SharedAgent;
use bench::{Outcome, stats};

use crate::client::Client;
use crate::mood::Mood;
use crate::tally::Tally;

/// The app that they all use.
const APP: &str = include_str!("soak.yaml");
/// What goes wrong, again and again.
const TROUBLE: &str = include_str!("trouble.txt");
const PHONES: usize = 3;
/// Which phone each client uses, and which of the app's counts is its own.
const CLIENTS: [(usize, &str); 4] = [(0, "first"), (0, "second"), (1, "first"), (2, "first")];

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(fingertip) = arguments.next().map(PathBuf::from) else {
        complain("usage: soak FINGERTIP [CALLS [SEED]]; bench/soak builds it");
        return ExitCode::from(2);
    };
    let mut number = |usual| arguments.next().map_or(Some(usual), |word| word.parse().ok());
    let (Some(calls), Some(seed)) = (number(10_000), number(1)) else {
        complain("calls and seed are numbers");
        return ExitCode::from(2);
    };
    let folder = std::env::temp_dir().join(format!("fingertip-soak-{}", std::process::id()));
    let local = tokio::task::LocalSet::new();
    let outcome = local.run_until(soak(&fingertip, calls, seed, &folder)).await;
    drop(std::fs::remove_dir_all(&folder));
    match outcome {
        Ok(report) => report.print(),
        Err(error) => {
            complain(&format!("{error} (seed {seed})"));
            ExitCode::FAILURE
        }
    }
}

async fn soak(fingertip: &Path, calls: u64, seed: u64, folder: &Path) -> Outcome<Report> {
    std::fs::create_dir_all(folder)?;
    let [app, trouble] = ["soak.yaml", "trouble.txt"].map(|name| folder.join(name));
    std::fs::write(&app, APP)?;
    std::fs::write(&trouble, TROUBLE)?;
    let mood = Mood::default();
    let [kept, app, trouble] = [folder, &app, &trouble].map(|path| path.display().to_string());
    let number = seed.to_string();
    let options =
        [["--folder", &kept], ["--app", &app], ["--fault-script", &trouble], ["--seed", &number]];
    let hears = mood.clone();
    let hear = move |line: &str| hears.hear(line);
    let phones = Phones::start_with(fingertip, PHONES, &options.concat(), hear).await?;

    let tally = Rc::new(RefCell::new(Tally::new(calls)));
    // Whoever shares a phone shares a server: two processes do not act on one device.
    let mut servers = Vec::new();
    for _ in 0..PHONES {
        servers.push(Agent::start(fingertip, &["mcp"]).await?.0.share());
    }
    let mut clients = Vec::new();
    for (number, (phone, name)) in CLIENTS.into_iter().enumerate() {
        let prefs = folder.join(format!(
            "FINGERTIP{:02}/data/data/com.example.soak/shared_prefs/com.example.soak_preferences.xml",
            phone + 1
        ));
        let address = &phones.addresses[phone];
        let seed = seed.wrapping_mul(31).wrapping_add(number as u64);
        let server = servers[phone].clone();
        clients.push(Client::new(server, address, name, prefs, mood.clone(), seed));
    }
    let pids: Vec<u32> = servers.iter().map(SharedAgent::pid).collect::<Outcome<_>>()?;
    let clock = stats::Clock::start();
    let working: Vec<_> = clients
        .into_iter()
        .map(|client| tokio::task::spawn_local(client.work(Rc::clone(&tally))))
        .collect();
    let look = || Outcome::Ok((phones.usage()?, process::sum(&pids)?));
    while !tally.borrow().is_warm() && working.iter().all(|client| !client.is_finished()) {
        pause().await;
    }
    let warm = lowest(look).await?;
    for client in working {
        client.await??;
    }
    let over = lowest(look).await?;

    let mut report = Report::default();
    report.told(&format!(
        "{PHONES} phones in trouble, {} clients, {} calls in {} seconds, seed {seed}",
        CLIENTS.len(),
        tally.borrow().calls(),
        clock.elapsed().as_secs()
    ));
    tally.borrow().tell(&mut report);
    report.memory("the phones' process", None, warm.0, over.0);
    report.memory("their servers, together", None, warm.1, over.1);
    Ok(report)
}

/// The least of several looks: what comes and goes is not held.
async fn lowest(look: impl Fn() -> Outcome<(Usage, Usage)>) -> Outcome<(Usage, Usage)> {
    let mut least = look()?;
    for _ in 0..20 {
        pause().await;
        let now = look()?;
        least = (least.0.least(now.0), least.1.least(now.1));
    }
    Ok(least)
}

async fn pause() {
    let next = tokio::time::Instant::now() + Duration::from_millis(100);
    tokio::time::sleep_until(next).await;
}

fn complain(text: &str) {
    drop(writeln!(std::io::stderr().lock(), "soak: {text}"));
}
