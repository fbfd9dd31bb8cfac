//! `pkill`: a signal to programs whose name matches.

use super::pgrep::matching;
use crate::process::Process;
use crate::shell::signal_number;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let (mut signal, mut exact) = (15, false);
    let mut pattern = None;
    let mut words = arguments[1..].iter();
    while let Some(word) = words.next() {
        match word.strip_prefix('-') {
            None => pattern = Some(word.as_str()),
            Some("x") => exact = true,
            Some("f" | "e") => {}
            Some(name) => {
                let name = if name == "l" { words.next().map_or("", String::as_str) } else { name };
                match signal_number(name) {
                    Some(number) => signal = number,
                    None => return process.fail("pkill", format!("bad signal '{name}'")).await,
                }
            }
        }
    }
    let Some(pattern) = pattern else {
        return process.fail("pkill", "Needs 1 argument (see \"pkill --help\")").await;
    };
    let found = match matching(process, pattern, exact, false) {
        Ok(found) => found,
        Err(text) => return process.fail("pkill", text).await,
    };
    let mut status = 1;
    for (pid, _) in found {
        match process.machine.kill(&process.who, pid, signal) {
            Ok(()) => status = 0,
            Err(errno) => drop(process.fail("pkill", format!("{pid}: {errno}")).await?),
        }
    }
    Ok(status)
}
