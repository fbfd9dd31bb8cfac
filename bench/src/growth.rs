//! How the cost of each step grows with the screen, in instructions: the same on a busy machine.

use std::path::Path;
use std::process::Stdio;

use bench::steps::STEPS;

use crate::Outcome;
use crate::report::Report;

/// Nodes, and how often the steps are done with them.
const SIZES: [(usize, usize); 4] = [(100, 20), (1_000, 4), (5_000, 1), (20_000, 1)];

/// `steps` is the program of that name.
pub(crate) async fn measure(report: &mut Report, steps: &Path) -> Outcome<()> {
    let mut costs = vec![Vec::new(); STEPS.len()];
    for (nodes, times) in SIZES {
        // What a step costs is what a run with it costs more than one without it.
        let mut before = count(steps, [nodes, 0, times]).await?;
        for (at, cost) in costs.iter_mut().enumerate() {
            let with = count(steps, [nodes, at + 1, times]).await?;
            cost.push((nodes, with.saturating_sub(before) / (nodes as u64 * times as u64)));
            before = with;
        }
    }
    for (step, costs) in STEPS.iter().zip(costs) {
        report.growth(&format!("instructions a node: {step}"), &costs, 1.3);
    }
    Ok(())
}

/// The instructions of one run, as valgrind counts them.
#[expect(clippy::disallowed_methods, reason = "the program that counts")]
async fn count(steps: &Path, arguments: [usize; 3]) -> Outcome<u64> {
    let output = tokio::process::Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(steps)
        .args(arguments.map(|number| number.to_string()))
        .stdin(Stdio::null())
        .output()
        .await
        .map_err(|error| format!("valgrind does not start ({error}); .ci/install installs it"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counted =
        said.lines().find_map(|line| line.split_once("refs:")).filter(|_| output.status.success());
    let (_, number) = counted.ok_or_else(|| format!("valgrind counted nothing: {said}"))?;
    Ok(number.trim().replace(',', "").parse()?)
}
