//! `bench/tokens`: what fifty steps cost an agent who reads every answer, with ours and with programs of others.

mod explore;
mod labels;
mod script;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use bench::Outcome;
use bench::phone::VirtualPhone;
use bench::programs::{AgenTest, AgentDevice, Fingertip, MobileMcp, Place, Program};

use crate::explore::{Explored, explore};
use crate::script::STEPS;

/// Ours, of the leanest of the others.
const GOAL: f64 = 0.5;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [fingertip, node, tools, stand_in] = arguments.as_slice() else {
        say("usage: tokens FINGERTIP NODE TOOLS STAND_IN; bench/tokens prepares them");
        return ExitCode::from(2);
    };
    let place = Place {
        fingertip: fingertip.clone(),
        node: node.clone(),
        tools: tools.clone(),
        stand_in: stand_in.clone(),
    };
    match compare(&place).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("FAIL  {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Whether the goal is met.
async fn compare(place: &Place) -> Outcome<bool> {
    let mut all = Vec::new();
    for nth in 0..4 {
        // Each on a phone that is as new as the others'.
        let phone = VirtualPhone::start(&place.fingertip).await?;
        let serial = phone.join().await?;
        let program: Box<dyn Program> = match nth {
            0 => Box::new(Fingertip::default()),
            1 => Box::new(AgenTest),
            2 => Box::new(AgentDevice { serial: serial.clone() }),
            _ => Box::new(MobileMcp { serial: serial.clone() }),
        };
        let explored = explore(program, place, (&serial, &phone.device().await?)).await?;
        phone.leave().await?;
        say(&format!(
            "      {}: {} tokens in {} calls ({} written, {} read); {} of {} labels missed",
            explored.name,
            explored.tokens(),
            explored.calls,
            explored.written,
            explored.read,
            explored.missed.len(),
            explored.screens.iter().map(std::collections::BTreeSet::len).sum::<usize>(),
        ));
        for missed in explored.missed.iter().take(5) {
            say(&format!("        {missed}"));
        }
        all.push(explored);
    }
    let (ours, others) = all.split_first().ok_or("nobody explored")?;
    let mut met = same_screens(ours, others) && ours.missed.is_empty();
    let leanest =
        others.iter().min_by_key(|other| other.tokens()).ok_or("nobody to compare with")?;
    let ratio = as_float(ours.tokens()) / as_float(leanest.tokens().max(1));
    met &= ratio <= GOAL;
    say(&format!(
        "{} {ratio:5.2} times (goal {GOAL}): tokens of {} steps, against {}, the leanest of the others",
        if ratio <= GOAL { "ok   " } else { "FAIL " },
        STEPS.len(),
        leanest.name
    ));
    Ok(met)
}

/// Whether all saw the same, but for the time of day.
fn same_screens(ours: &Explored, others: &[Explored]) -> bool {
    let mut same = true;
    for other in others {
        for (at, (one, another)) in ours.screens.iter().zip(&other.screens).enumerate() {
            let differ: Vec<&String> = one.symmetric_difference(another).collect();
            if !differ.is_empty() {
                same = false;
                say(&format!(
                    "FAIL  step {}: {} saw another screen: {differ:?}",
                    at + 1,
                    other.name
                ));
            }
        }
    }
    if same {
        say(&format!("ok    the same labels on the screen after each of {} steps", STEPS.len()));
    }
    same
}

fn say(line: &str) {
    drop(writeln!(std::io::stdout().lock(), "{line}"));
}

#[expect(clippy::cast_precision_loss, reason = "thousands of tokens")]
fn as_float(number: usize) -> f64 {
    number as f64
}
