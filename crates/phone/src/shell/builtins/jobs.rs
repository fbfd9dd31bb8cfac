//! Background jobs and signals: `jobs`, `wait`, `kill`.

use super::super::interpret::{Job, Shell, Step};
use super::signals::{NAMES, signal_number};
use crate::text::append;

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
        while let Some(job) = shell.jobs.first().cloned() {
            if let Err(signal) = finished(shell, job).await {
                return Ok(128_u8.saturating_add(signal));
            }
            shell.jobs.remove(0);
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
            Some(position) => {
                let job = shell.jobs[position].clone();
                match finished(shell, job).await {
                    Ok(status) => {
                        shell.jobs.remove(position);
                        status
                    }
                    Err(signal) => return Ok(128_u8.saturating_add(signal)),
                }
            }
            None => 127,
        };
    }
    Ok(status)
}

/// The exit code, or the signal that came first and has a trap.
async fn finished(shell: &Shell, mut job: Job) -> Result<u8, u8> {
    tokio::select! {
        biased;
        signal = shell.interrupted(|_| true) => Err(signal),
        status = job.done.wait_for(Option::is_some) => {
            Ok(status.map_or(137, |status| status.unwrap_or(0)))
        }
    }
}

pub(super) async fn kill(shell: &mut Shell, arguments: &[String]) -> Step {
    let mut signal = 15;
    let mut words = &arguments[1..];
    match words.first().map(String::as_str) {
        None => return usage(shell).await,
        Some("-l") => {
            shell.process.print(format!("{}\n", NAMES.join(" "))).await.ok();
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
