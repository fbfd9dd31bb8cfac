//! `avd` and `rotate`: the virtual device as a whole.

use super::command::{Command, Does, Reply, done, ko};
use super::session::Console;
use crate::android::Rotation;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        names: "stop",
        about: "stop the virtual device",
        help: &[
            "'avd stop' stops the virtual device immediately, use 'avd start' to continue execution",
        ],
        does: Does::Run(stop),
    },
    Command {
        names: "start",
        about: "start/restart the virtual device",
        help: &["'avd start' will start or continue the virtual device, use 'avd stop' to stop it"],
        does: Does::Run(start),
    },
    Command {
        names: "status",
        about: "query virtual device status",
        help: &["'avd status' will indicate whether the virtual device is running or not"],
        does: Does::Run(status),
    },
    Command {
        names: "name",
        about: "query virtual device name",
        help: &["'avd name' will return the name of this virtual device"],
        does: Does::Run(name),
    },
];

fn stop(console: &Console, _: Option<&str>) -> Reply {
    if console.adbd().is_frozen() {
        return ko("virtual device already stopped");
    }
    console.adbd().freeze(true);
    done()
}

fn start(console: &Console, _: Option<&str>) -> Reply {
    if !console.adbd().is_frozen() {
        return ko("virtual device already running");
    }
    console.adbd().freeze(false);
    done()
}

fn status(console: &Console, _: Option<&str>) -> Reply {
    let status = if console.adbd().is_frozen() { "stopped" } else { "running" };
    Reply::Ok(format!("virtual device is {status}\r\n"))
}

fn name(console: &Console, _: Option<&str>) -> Reply {
    let name = console.android().property("ro.boot.qemu.avd_name").unwrap_or_default();
    Reply::Ok(format!("{name}\r\n"))
}

/// A quarter turn clockwise; Android counts them the other way round.
pub(super) fn rotate(console: &Console, _: Option<&str>) -> Reply {
    let android = console.android();
    let next = (android.display().rotation.number() + 3) % 4;
    android.set_rotation(Rotation::from_number(next).unwrap_or_default());
    done()
}
