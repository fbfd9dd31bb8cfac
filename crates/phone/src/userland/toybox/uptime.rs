//! `uptime`: how long the phone has been on.

use crate::process::Process;
use crate::userland::Outcome;
use jiff::fmt::strtime;

pub(crate) async fn run(process: &mut Process, _: &[String]) -> Outcome {
    let up = process.android().uptime().as_secs();
    let (days, hours, minutes) = (up / 86_400, up / 3600 % 24, up / 60 % 60);
    let days = if days > 0 { format!("{days} days, ") } else { String::new() };
    let span = if hours > 0 { format!("{hours:2}:{minutes:02}") } else { format!("{minutes} min") };
    let time = strtime::format("%H:%M:%S", &process.android().now()).unwrap_or_default();
    let load = process.android().load();
    let load = format!("{load:.2}, {load:.2}, {load:.2}");
    process.print(format!(" {time} up {days}{span},  0 users,  load average: {load}\n")).await?;
    Ok(0)
}
