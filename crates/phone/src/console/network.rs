//! `network`: the speed and delay of the connection that apps make their calls over.

use super::command::{Command, Does, Reply, done, ko};
use super::session::Console;
use crate::android::Pace;

pub(super) const COMMANDS: &[Command] = &[
    Command { names: "status", about: "dump network status", help: &[], does: Does::Run(status) },
    Command {
        names: "speed",
        about: "change network speed",
        help: &[
            "'network speed <speed>' allows you to dynamically change the speed of the emulated",
            "network on the device, where <speed> is one of the following:",
            " gsm, hscsd, gprs, edge, umts, hsdpa, lte, evdo, full,",
            " <num> (kilobits per second up and down) or <up>:<down>",
        ],
        does: Does::Run(speed),
    },
    Command {
        names: "delay",
        about: "change network latency",
        help: &[
            "'network delay <latency>' allows you to dynamically change the latency of the emulated",
            "network on the device, where <latency> is one of the following:",
            " gprs, edge, umts, none,",
            " <num> (milliseconds) or <min>:<max>",
        ],
        does: Does::Run(delay),
    },
];

/// Name, and kilobits a second up and down; 0 is without a limit.
const SPEEDS: [(&str, f64, f64); 9] = [
    ("gsm", 14.4, 14.4),
    ("hscsd", 14.4, 57.6),
    ("gprs", 28.8, 57.6),
    ("edge", 473.6, 473.6),
    ("umts", 384.0, 384.0),
    ("hsdpa", 5760.0, 13_980.0),
    ("lte", 58_000.0, 173_000.0),
    ("evdo", 75_000.0, 280_000.0),
    ("full", 0.0, 0.0),
];
/// Name, and milliseconds at least and at most.
const DELAYS: [(&str, u32, u32); 4] =
    [("gprs", 150, 550), ("edge", 80, 400), ("umts", 35, 200), ("none", 0, 0)];

fn status(console: &Console, _: Option<&str>) -> Reply {
    let Pace { up, down, least, most } = console.android().pace();
    let rate =
        |kilobits: f64| format!("{:8.0} bits/s ({:.1} KB/s)", kilobits * 1000.0, kilobits / 8.0);
    Reply::Ok(format!(
        "Current network status:\r\n  download speed:   {}\r\n  upload speed:     {}\r\n  \
         minimum latency:  {least} ms\r\n  maximum latency:  {most} ms\r\n",
        rate(down),
        rate(up)
    ))
}

fn speed(console: &Console, argument: Option<&str>) -> Reply {
    let Some(wanted) = argument else {
        return ko("missing <speed> argument, see 'help network speed'");
    };
    let named = SPEEDS.into_iter().find(|(name, ..)| *name == wanted);
    let number = |text: &str| text.parse().ok().filter(|rate: &f64| (0.0..=1e9).contains(rate));
    let pair = named.map(|(_, up, down)| (up, down)).or_else(|| pair(wanted, number));
    let Some((up, down)) = pair else {
        return ko("invalid <speed> argument, see 'help network speed' for valid values");
    };
    console.android().set_pace(|pace| (pace.up, pace.down) = (up, down));
    done()
}

fn delay(console: &Console, argument: Option<&str>) -> Reply {
    let Some(wanted) = argument else {
        return ko("missing <delay> argument, see 'help network delay'");
    };
    let named = DELAYS.into_iter().find(|(name, ..)| *name == wanted);
    let number = |text: &str| text.parse().ok();
    let pair = named.map(|(_, least, most)| (least, most)).or_else(|| pair(wanted, number));
    let Some((least, most)) = pair.filter(|(least, most)| least <= most) else {
        return ko("invalid <delay> argument, see 'help network delay' for valid values");
    };
    console.android().set_pace(|pace| (pace.least, pace.most) = (least, most));
    done()
}

/// `A:B`, or one number for both.
fn pair<T: Copy>(text: &str, number: impl Fn(&str) -> Option<T>) -> Option<(T, T)> {
    match text.split_once(':') {
        Some((one, other)) => Some((number(one)?, number(other)?)),
        None => number(text).map(|both| (both, both)),
    }
}
