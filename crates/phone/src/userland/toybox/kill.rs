//! `kill` as a program; the shell has its own.

use crate::process::Process;
use crate::shell::signal_number;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    let mut signal = 15;
    if let Some(name) = words.first().and_then(|word| word.strip_prefix('-')) {
        let (name, used) = match (name, words.get(1)) {
            ("s", Some(next)) => (next.as_str(), 2),
            _ => (name, 1),
        };
        match signal_number(name) {
            Some(number) => signal = number,
            None => return process.fail("kill", format!("bad signal '{name}'")).await,
        }
        words = &words[used..];
    }
    let mut status = 0;
    for word in words {
        let Ok(pid) = word.parse() else {
            status = process.fail("kill", format!("unknown pid '{word}'")).await?;
            continue;
        };
        if let Err(errno) = process.machine.kill(&process.who, pid, signal) {
            status = process.fail("kill", format!("{pid}: {errno}")).await?;
        }
    }
    // A signal to the shell that waits for us arrives before its next command.
    tokio::task::yield_now().await;
    Ok(status)
}
