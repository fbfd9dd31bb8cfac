//! `am send-trim-memory`: tells an app that memory is short.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::{Thrown, Words};

/// `ComponentCallbacks2.TRIM_MEMORY_…` by the names of the command.
const LEVELS: [(&str, i32); 7] = [
    ("HIDDEN", UI_HIDDEN),
    ("RUNNING_MODERATE", 5),
    ("BACKGROUND", 40),
    ("RUNNING_LOW", 10),
    ("MODERATE", 60),
    ("RUNNING_CRITICAL", 15),
    ("COMPLETE", 80),
];
/// From here on levels are for apps that are out of sight.
const UI_HIDDEN: i32 = 20;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let user = match User::only_option(&mut words, User::Number(0))? {
        Ok(user) => user,
        Err(option) => {
            process.complain(format!("Error: Unknown option: {option}\n")).await;
            return Ok(MINUS_ONE);
        }
    };
    if user == User::All {
        process.complain("Error: Can't use user 'all'\n").await;
        return Ok(MINUS_ONE);
    }
    let (target, word) = (words.required()?, words.required()?);
    let named = LEVELS.iter().find(|(name, _)| *name == word).map(|(_, level)| *level);
    let Some(level) = named.or_else(|| word.parse().ok()) else {
        process.complain(format!("Error: Unknown level option: {word}\n")).await;
        return Ok(MINUS_ONE);
    };
    let android = process.android();
    let running = android.processes().into_iter().find(|running| {
        let named = running.name == target || running.pid.to_string() == target;
        running.package.is_some() && named
    });
    let Some(running) = running else {
        return Err(Thrown::illegal_argument(format!("Unknown process: {target}")).into());
    };
    if level >= UI_HIDDEN && android.is_seen(running.pid) {
        let text = "Unable to set a background trim level on a foreground process";
        return Err(Thrown::illegal_argument(text).into());
    }
    android.trim_memory(running.pid, level);
    Ok(0)
}
