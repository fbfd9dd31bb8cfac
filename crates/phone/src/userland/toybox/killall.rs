//! `killall`: a signal to every program of a name.

use crate::process::Process;
use crate::shell::signal_number;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let (mut signal, mut quiet) = (15, false);
    let mut names = Vec::new();
    for word in &arguments[1..] {
        match word.strip_prefix('-') {
            Some("q") => quiet = true,
            Some("v" | "i" | "w") => {}
            Some(name) => match signal_number(name.trim_start_matches('s')) {
                Some(number) => signal = number,
                None => return process.fail("killall", format!("bad signal '{name}'")).await,
            },
            None => names.push(word.as_str()),
        }
    }
    if names.is_empty() {
        return process.fail("killall", "Needs 1 argument (see \"killall --help\")").await;
    }
    let mut status = 0;
    for name in names {
        let targets: Vec<u32> = super::pidof::find(process, name);
        if targets.is_empty() && !quiet {
            status = process.fail("killall", format!("{name}: No such process")).await?;
        }
        for pid in targets {
            if let Err(errno) = process.machine.kill(&process.who, pid, signal) {
                status = process.fail("killall", format!("{pid} '{name}': {errno}")).await?;
            }
        }
    }
    Ok(status)
}
