//! `timeout`: a program with a deadline.

use super::sleep::duration;
use crate::process::Process;
use crate::shell::{run_program, signal_number};
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<2^(foreground)(preserve-status)k:s(signal):");
    let refused = |text: String| async {
        process.fail("timeout", text).await?;
        Ok(125)
    };
    let limit = match duration(options.rest[0]) {
        Ok(limit) => limit,
        Err(text) => return refused(text).await,
    };
    let mut patience = match options.value('k').map(duration).transpose() {
        Ok(patience) => patience,
        Err(text) => return refused(text).await,
    };
    let mut signal = 15;
    if let Some(name) = options.value('s') {
        match signal_number(name) {
            Some(number) => signal = number,
            None => return refused(format!("bad -s: '{name}'")).await,
        }
    }
    let command: Vec<String> = options.rest[1..].iter().map(|word| (*word).to_owned()).collect();
    let mut child = process.clone();
    let mut running = std::pin::pin!(run_program(&mut child, "timeout", &command));
    let mut status = 0;
    let mut next = Some(limit);
    let ended = loop {
        let Some(limit) = next else { break running.await? };
        if let Ok(ended) = tokio::time::timeout(limit, &mut running).await {
            break ended?;
        }
        status = if signal == 9 { 137 } else { 124 };
        let below = below(process, !options.has_long("foreground"));
        for pid in below {
            // One that has just ended needs no signal.
            process.machine.kill(&process.who, pid, signal).ok();
        }
        next = patience.take().filter(|_| signal != 9);
        signal = 9;
    };
    Ok(if status == 0 || options.has_long("preserve-status") { ended } else { status })
}

/// The programs that this one started, and if wanted, what those started.
fn below(process: &Process, all: bool) -> Vec<u32> {
    let processes = process.android().processes();
    let mut found = vec![process.pid];
    let mut looked_at = 0;
    while let Some(parent) = found.get(looked_at).copied().filter(|_| all || looked_at == 0) {
        looked_at += 1;
        let children = processes.iter().filter(|one| one.ppid == parent);
        found.extend(children.map(|one| one.pid));
    }
    found.split_off(1)
}
