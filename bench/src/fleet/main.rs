//! `bench/fleet`: many phones in one process, each driven by a client of its own, for minutes. Says what grew, what
//! became slower, and whether anybody saw anything of somebody else's.

mod client;
mod clients;

mod report;
mod timings;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use bench::held::Report;
use bench::phones::Phones;
use bench::{Outcome, process};

use crate::client::Client;
use crate::clients::Clients;

/// How many phones.
const PHONES: usize = 20;
/// The shortest run that has room for all looks.
const SHORTEST: u64 = 10;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(fingertip) = arguments.next().map(PathBuf::from) else {
        report::complain("usage: fleet FINGERTIP [SECONDS]; bench/fleet builds it");
        return ExitCode::from(2);
    };
    let seconds = arguments.next().map_or(Ok(300), |seconds| seconds.parse());
    let Ok(seconds) = seconds else {
        report::complain("how long it runs is a number of seconds");
        return ExitCode::from(2);
    };
    let seconds = u64::max(seconds, SHORTEST);
    match soak(&fingertip, Duration::from_secs(seconds)).await {
        Ok(report) => report.print(),
        Err(error) => {
            report::complain(&error.to_string());
            ExitCode::FAILURE
        }
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

    let mut clients = Clients::start(clients);
    let look = || Outcome::Ok((phones.usage()?, process::sum(&servers)?));
    clients.warm_up(length / 5, length * 4 / 5).await?;
    let warm = clients.lowest(look).await?;
    clients.nearly_over().await?;
    let over = clients.lowest(look).await?;
    let timings = clients.through().await?;

    let mut report = Report::default();
    report.told(&format!("{PHONES} phones, {PHONES} clients, {} seconds", length.as_secs()));
    report::calls(&mut report, &timings);
    let [start, middle, end] = [at_start, warm.0, over.0];
    report.memory("the phones' process", Some(start), middle, end);
    report.memory("the clients' servers, together", None, warm.1, over.1);
    report::latencies(&mut report, &timings);
    Ok(report)
}
