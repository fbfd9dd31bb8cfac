//! Background jobs and signals: `jobs`, `wait`, `kill`.

use super::super::interpret::{Job, Shell, Step};
use crate::text::append;

const SIGNALS: [(&str, u8); 16] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("USR1", 10),
    ("SEGV", 11),
    ("USR2", 12),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("CHLD", 17),
];

/// A signal by number or name, with or without `SIG`.
pub(crate) fn signal_number(text: &str) -> Option<u8> {
    if let Ok(number) = text.parse::<u8>() {
        return (number <= 64).then_some(number);
    }
    let upper = text.to_ascii_uppercase();
    let name = upper.strip_prefix("SIG").unwrap_or(&upper);
    SIGNALS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

pub(super) async fn jobs(shell: &mut Shell, _: &[String]) -> Step {
    let mut text = String::new();
    for (index, job) in shell.jobs.iter().enumerate() {
        let status = *job.done.borrow();
        let state = match status {
            None => "Running".to_owned(),
            Some(0) => "Done".to_owned(),
            Some(status) => format!("Done ({status})"),
        };
        append!(text, "[{}] {:<20} {}\n", index + 1, state, job.pid);
    }
    shell.jobs.retain(|job| job.done.borrow().is_none());
    shell.process.print(text).await.ok();
    Ok(0)
}

pub(super) async fn wait(shell: &mut Shell, arguments: &[String]) -> Step {
    if arguments.len() == 1 {
        for job in std::mem::take(&mut shell.jobs) {
            finished(job).await;
        }
        return Ok(0);
    }
    let mut status = 0;
    for text in &arguments[1..] {
        let Ok(pid) = text.parse::<u32>() else {
            shell.complain(&format!("wait: {text}: arguments must be jobs or process IDs")).await;
            return Ok(127);
        };
        let position = shell.jobs.iter().position(|job| job.pid == pid);
        status = match position {
            Some(position) => finished(shell.jobs.remove(position)).await,
            None => 127,
        };
    }
    Ok(status)
}

async fn finished(mut job: Job) -> u8 {
    let status = job.done.wait_for(Option::is_some).await.map(|status| status.unwrap_or(0));
    status.unwrap_or(137)
}

pub(super) async fn kill(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut signal = 15;
    let mut words = &arguments[1..];
    match words.first().map(String::as_str) {
        None => return usage(shell).await,
        Some("-l") => {
            let names: Vec<&str> = SIGNALS.iter().map(|(name, _)| *name).collect();
            shell.process.print(format!("{}\n", names.join(" "))).await.ok();
            return Ok(0);
        }
        Some("-s") => {
            match words.get(1).and_then(|name| signal_number(name)) {
                Some(number) => signal = number,
                None => return usage(shell).await,
            }
            words = &words[2..];
        }
        Some("--") => words = &words[1..],
        Some(option) if option.len() > 1 && option.starts_with('-') => {
            let Some(number) = signal_number(&option[1..]) else {
                shell.complain(&format!("kill: bad signal '{}'", &option[1..])).await;
                return Ok(1);
            };
            signal = number;
            words = &words[1..];
        }
        Some(_) => {}
    }
    if words.is_empty() {
        return usage(shell).await;
    }
    let mut status = 0;
    for text in words {
        let outcome = match text.parse::<u32>() {
            Ok(pid) => shell
                .process
                .machine
                .kill(&shell.process.who, pid, signal)
                .map_err(|errno| errno.to_string()),
            Err(_) => Err("arguments must be jobs or process IDs".to_owned()),
        };
        if let Err(message) = outcome {
            shell.complain(&format!("kill: {text}: {message}")).await;
            status = 1;
        }
    }
    // A signal to ourselves arrives before the next command.
    tokio::task::yield_now().await;
    Ok(status)
}

async fn usage(shell: &Shell) -> Step {
    shell
        .complain_raw("usage: kill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n       kill -l [exit_status ...]\n")
        .await;
    Ok(1)
}
