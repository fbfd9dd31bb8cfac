//! `geo`: refused after its arguments were looked at, since the phone has no GPS receiver that could use them.

use super::command::{Command, Does, Reply, ko};
use super::session::Console;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        names: "nmea",
        about: "send a GPS NMEA sentence",
        help: &["'geo nmea <sentence>' sends an NMEA 0183 sentence to the emulated device"],
        does: Does::Run(nmea),
    },
    Command {
        names: "fix",
        about: "send a simple GPS fix",
        help: &[
            "'geo fix <longitude> <latitude> [<altitude> [<satellites> [<velocity>]]]'",
            " allows you to send a simple GPS fix to the emulated system.",
        ],
        does: Does::Run(fix),
    },
];
const NO_RECEIVER: &str = "no GPS emulation in this virtual device";

fn nmea(_: &Console, sentence: Option<&str>) -> Reply {
    ko(if sentence.is_some() { NO_RECEIVER } else { "NMEA sentence missing, try 'help geo nmea'" })
}

fn fix(_: &Console, arguments: Option<&str>) -> Reply {
    let words: Vec<&str> = arguments.unwrap_or_default().split_ascii_whitespace().collect();
    if words.len() < 2 {
        return ko("not enough arguments: see 'help geo fix' for details");
    }
    match words.iter().find(|word| word.parse::<f64>().is_err()) {
        Some(word) => ko(&format!("argument '{word}' is not a number")),
        None => ko(NO_RECEIVER),
    }
}
