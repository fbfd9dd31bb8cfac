//! `trap`: what to do at a signal, a failure or the end.

use super::super::interpret::{Shell, Step};
use super::super::traps::{ERR, EXIT};
use super::{quote, signals};
use crate::text::append;

pub(super) async fn trap(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut words = &arguments[1..];
    match words.first().map(String::as_str) {
        Some("--") => words = &words[1..],
        Some(option) if option.len() > 1 && option.starts_with('-') => {
            let letter = option.chars().nth(1).unwrap_or_default();
            return shell.die(&format!("trap: -{letter}: unknown option")).await;
        }
        Some(_) | None => {}
    }
    let Some((first, rest)) = words.split_first() else { return list(shell).await };
    // A number first: all of them are signals, and lose their traps.
    let (action, names) = if first.parse::<u32>().is_ok() {
        (None, words)
    } else {
        (Some(first.as_str()).filter(|action| *action != "-"), rest)
    };
    let mut status = 0;
    for name in names {
        if let Some(signal) = number(name) {
            shell.set_trap(signal, action);
        } else {
            shell.complain(&format!("trap: bad signal '{name}'")).await;
            status = 1;
        }
    }
    Ok(status)
}

async fn list(shell: &Shell) -> Step {
    let mut text = String::new();
    for (signal, action) in shell.traps.iter() {
        let name = match signal {
            EXIT => "EXIT".to_owned(),
            ERR => "ERR".to_owned(),
            _ => signals::name(signal).map_or_else(|| signal.to_string(), str::to_owned),
        };
        append!(text, "trap -- {} {name}\n", quote(action));
    }
    shell.process.print(text).await.ok();
    Ok(0)
}

fn number(name: &str) -> Option<u8> {
    match name.to_ascii_uppercase().as_str() {
        "EXIT" | "SIGEXIT" => Some(EXIT),
        "ERR" | "SIGERR" => Some(ERR),
        _ => signals::signal_number(name),
    }
}
