//! `pidof`: the pids of a name, newest first.

use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1so:x");
    let omit: Vec<&str> = options.values('o').flat_map(|list| list.split(',')).collect();
    let mut found: Vec<u32> = options.rest.iter().flat_map(|name| find(process, name)).collect();
    found.retain(|pid| !omit.contains(&pid.to_string().as_str()));
    if options.has('s') {
        found.truncate(1);
    }
    if found.is_empty() {
        return Ok(1);
    }
    let text: Vec<String> = found.iter().map(u32::to_string).collect();
    process.print(format!("{}\n", text.join(" "))).await?;
    Ok(0)
}

/// Programs of exactly this name, newest first.
pub(super) fn find(process: &Process, name: &str) -> Vec<u32> {
    let own = process.pid;
    let all = process.android().processes();
    all.iter()
        .rev()
        .filter(|other| other.name == name && other.pid != own)
        .map(|other| other.pid)
        .collect()
}
