//! What the console understands: before a client has shown its token, and after.

use super::command::{Command, Does, Reply};
use super::{avd, geo, network, power, sms};

const HELP: Command =
    Command { names: "help|h|?", about: "print a list of commands", help: &[], does: Does::Help };
const PING: Command = Command {
    names: "ping",
    about: "check if the emulator is alive",
    help: &[],
    does: Does::Run(|_, _| Reply::Ok("I am alive!\r\n".to_owned())),
};
const QUIT: Command = Command {
    names: "quit|exit",
    about: "quit control session",
    help: &[],
    does: Does::Run(|_, _| Reply::Quit),
};

/// `auth` itself changes the session, which answers it.
pub(super) static BEFORE: &[Command] = &[HELP, PING, super::session::AUTH, QUIT];

pub(super) static AFTER: &[Command] = &[
    HELP,
    PING,
    Command {
        names: "avd",
        about: "control virtual device execution",
        help: &["allows you to control (e.g. start/stop) the execution of the virtual device"],
        does: Does::Subcommands(avd::COMMANDS),
    },
    Command {
        names: "geo",
        about: "Geo-location commands",
        help: &["allows you to change Geo-related settings, or to send GPS NMEA sentences"],
        does: Does::Subcommands(geo::COMMANDS),
    },
    Command {
        names: "kill",
        about: "kill the emulator instance",
        help: &[],
        does: Does::Run(|_, _| Reply::Kill),
    },
    Command {
        names: "network",
        about: "manage network settings",
        help: &[
            "allows you to manage the settings related to the network data connection of the emulated device",
        ],
        does: Does::Subcommands(network::COMMANDS),
    },
    Command {
        names: "power",
        about: "power related commands",
        help: &["allows to change battery and AC power status"],
        does: Does::Subcommands(power::COMMANDS),
    },
    QUIT,
    Command {
        names: "rotate",
        about: "rotate the screen clockwise by 90 degrees",
        help: &[],
        does: Does::Run(avd::rotate),
    },
    Command {
        names: "sms",
        about: "SMS related commands",
        help: &["allows you to simulate an inbound SMS"],
        does: Does::Subcommands(sms::COMMANDS),
    },
];
