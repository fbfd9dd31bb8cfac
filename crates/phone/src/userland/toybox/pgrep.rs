//! `pgrep`: programs whose name matches.

use super::regular::{Dialect, compile};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "<1flnovxcd:");
    let found = match matching(process, options.rest[0], options.has('x'), options.has('v')) {
        Ok(found) => found,
        Err(text) => return process.fail("pgrep", text).await,
    };
    if options.has('c') {
        process.print(format!("{}\n", found.len())).await?;
        return Ok(u8::from(found.is_empty()));
    }
    let found = match (options.has('n'), options.has('o')) {
        (true, _) => found.into_iter().next_back().into_iter().collect(),
        (_, true) => found.into_iter().next().into_iter().collect(),
        _ => found,
    };
    let separator = options.value('d').unwrap_or("\n");
    let shown: Vec<String> = found
        .iter()
        .map(|(pid, name)| if options.has('l') { format!("{pid} {name}") } else { pid.to_string() })
        .collect();
    if shown.is_empty() {
        return Ok(1);
    }
    process.print(format!("{}\n", shown.join(separator))).await?;
    Ok(0)
}

/// Pid and name of the programs a pattern matches, without the one that asks.
pub(super) fn matching(
    process: &Process,
    pattern: &str,
    exact: bool,
    invert: bool,
) -> Result<Vec<(u32, String)>, String> {
    let pattern = if exact { format!("^({pattern})$") } else { pattern.to_owned() };
    let regex = compile(&pattern, Dialect::Extended, false)?;
    Ok(process
        .android()
        .processes()
        .into_iter()
        .filter(|other| other.pid != process.pid && regex.is_match(other.name.as_bytes()) != invert)
        .map(|other| (other.pid, other.name))
        .collect())
}
