//! `cmd overlay`: no overlay is installed that could change how the system looks.

use super::list::Reply;
use crate::process::Process;
use crate::userland::system::thrown::{Thrown, Words};

pub(super) fn answer(_process: &Process, mut words: Words<'_>) -> Result<Reply, Thrown> {
    match words.next() {
        Some("list") => Ok(Reply::silent()),
        Some("enable" | "disable" | "enable-exclusive") => {
            while let Some(option) = words.option() {
                if option == "--user" {
                    words.required()?;
                }
            }
            words.required()?;
            // Android says nothing about a package that it does not have; the exit code does.
            Ok(Reply { status: 1, ..Reply::default() })
        }
        other => Ok(Reply::unknown(other)),
    }
}
