//! `power`: the battery that `dumpsys battery` shows.

use super::command::{Command, Does, Reply, done, ko};
use super::session::Console;
use crate::android::Battery;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        names: "display",
        about: "display battery and charger state",
        help: &["display battery and charger state"],
        does: Does::Run(display),
    },
    Command {
        names: "ac",
        about: "set AC charging state",
        help: &["'ac on|off' allows you to set the AC charging state to on or off"],
        does: Does::Run(ac),
    },
    Command {
        names: "status",
        about: "set battery status",
        help: &[
            "'status unknown|charging|discharging|not-charging|full' allows you to set battery status",
        ],
        does: Does::Run(status),
    },
    Command {
        names: "present",
        about: "set battery present state",
        help: &["'present true|false' allows you to set battery present state to true or false"],
        does: Does::Run(present),
    },
    Command {
        names: "health",
        about: "set battery health state",
        help: &[
            "'health unknown|good|overheat|dead|overvoltage|failure' allows you to set battery health state",
        ],
        does: Does::Run(health),
    },
    Command {
        names: "capacity",
        about: "set battery capacity state",
        help: &["'capacity <percentage>' allows you to set battery capacity to a value 0 - 100"],
        does: Does::Run(capacity),
    },
];

/// What is typed, what is shown, and Android's number for it.
type Named = (&'static str, &'static str, i32);

const STATUS: [Named; 5] = [
    ("unknown", "Unknown", 1),
    ("charging", "Charging", 2),
    ("discharging", "Discharging", 3),
    ("not-charging", "Not charging", 4),
    ("full", "Full", 5),
];
const HEALTH: [Named; 6] = [
    ("unknown", "Unknown", 1),
    ("good", "Good", 2),
    ("overheat", "Overheat", 3),
    ("dead", "Dead", 4),
    ("overvoltage", "Over voltage", 5),
    ("failure", "Unspecified failure", 6),
];

fn display(console: &Console, _: Option<&str>) -> Reply {
    let battery = console.android().battery();
    let name = |names: &[Named], number| {
        names.iter().find(|(.., known)| *known == number).map_or("Unknown", |(_, shown, _)| shown)
    };
    Reply::Ok(format!(
        "AC: {}\r\nstatus: {}\r\nhealth: {}\r\npresent: {}\r\ncapacity: {}\r\n",
        if battery.ac { "online" } else { "offline" },
        name(&STATUS, battery.status),
        name(&HEALTH, battery.health),
        battery.present,
        battery.level
    ))
}

fn change(console: &Console, act: impl FnOnce(&mut Battery)) -> Reply {
    let mut battery = console.android().battery();
    act(&mut battery);
    console.android().set_battery(battery);
    done()
}

fn ac(console: &Console, argument: Option<&str>) -> Reply {
    match argument {
        Some("on") => change(console, |battery| battery.ac = true),
        Some("off") => change(console, |battery| battery.ac = false),
        _ => ko("Usage: \"ac on\" or \"ac off\""),
    }
}

fn present(console: &Console, argument: Option<&str>) -> Reply {
    match argument {
        Some("true") => change(console, |battery| battery.present = true),
        Some("false") => change(console, |battery| battery.present = false),
        _ => ko("Usage: \"present true\" or \"present false\""),
    }
}

fn status(console: &Console, argument: Option<&str>) -> Reply {
    match number(&STATUS, argument) {
        Some(number) => change(console, |battery| battery.status = number),
        None => ko("Usage: \"status unknown|charging|discharging|not-charging|full\""),
    }
}

fn health(console: &Console, argument: Option<&str>) -> Reply {
    match number(&HEALTH, argument) {
        Some(number) => change(console, |battery| battery.health = number),
        None => ko("Usage: \"health unknown|good|overheat|dead|overvoltage|failure\""),
    }
}

fn capacity(console: &Console, argument: Option<&str>) -> Reply {
    let level =
        argument.and_then(|text| text.parse().ok()).filter(|level| (0..=100).contains(level));
    match level {
        Some(level) => change(console, |battery| battery.level = level),
        None => ko("Usage: \"capacity <percentage>\""),
    }
}

fn number(names: &[Named], argument: Option<&str>) -> Option<i32> {
    names.iter().find(|(typed, ..)| Some(*typed) == argument).map(|(.., number)| *number)
}
