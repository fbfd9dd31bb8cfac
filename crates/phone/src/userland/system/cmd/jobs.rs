//! `cmd jobscheduler`: no app of the phone schedules a job.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

pub(super) fn answer(_process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("run" | "get-job-state") => {
            let (package, job) = job(&mut words)?;
            let text = format!("Could not find job {job} in package {package} / user 0\n");
            Ok(Reply { out: text, err: String::new(), status: NO_JOB })
        }
        Some("timeout" | "stop") => Ok(Reply::out("No matching executing jobs found.\n")),
        Some("cancel") => {
            job_options(&mut words)?;
            let package = words.required()?;
            Ok(Reply::out(match words.next() {
                Some(job) => {
                    format!("Canceling job {package}/#{job} in user 0\nNo matching job found.\n")
                }
                None => {
                    format!("Canceling all jobs for {package} in user 0\nNo matching jobs found.\n")
                }
            }))
        }
        other => Ok(Reply::unknown(other)),
    }
}

/// `CMD_ERR_NO_JOB`, which is -1001.
const NO_JOB: u8 = 23;

fn job<'a>(words: &mut Words<'a>) -> Result<(&'a str, i32), Thrown> {
    job_options(words)?;
    Ok((words.required()?, words.number()?))
}

fn job_options(words: &mut Words<'_>) -> Result<(), Thrown> {
    while let Some(option) = words.option() {
        if matches!(option, "-u" | "--user" | "-n" | "--namespace") {
            words.required()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn there_are_no_jobs() {
        let phone = OnPhone::home().await;
        let none = "Could not find job 7 in package com.example.shop / user 0\n";
        phone.check("cmd jobscheduler run -f com.example.shop 7", none, "", 23).await;
        let text = "java.lang.IllegalArgumentException: Argument expected after \"com.x\"";
        phone.check_thrown("cmd jobscheduler run com.x", "run", text).await;
    }
}
