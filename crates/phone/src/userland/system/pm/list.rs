//! `pm list`.

use super::packages;
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::Words;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    match words.next() {
        Some("packages" | "package") => packages::run(process, words).await,
        Some(kind) => {
            process.print(format!("Error: unknown list type '{kind}'\n")).await?;
            Ok(MINUS_ONE)
        }
        None => {
            process.print("Error: didn't specify type of data to list\n").await?;
            Ok(MINUS_ONE)
        }
    }
}
