//! The backend that every phone has: Android's own commands in the device's shell.

mod apps;
mod capture;
mod editor;
mod identity;
mod input;
mod log;
mod power;
mod screenshot;
mod typing;

pub(super) use apps::{is_installed, launch};
pub(super) use capture::{Shell, display, front, place};
pub(super) use editor::editor;
pub(super) use identity::info;
pub(super) use input::{gesture, press};
pub(super) use log::follow;
pub(super) use power::wake;
pub(super) use screenshot::screenshot;
pub(super) use typing::{can_type, type_text};

use super::translate::Failure;
use crate::{Deadline, Error, Via};

const VIA: Via = Via("adb");

/// Longest answer of a command that prints a few lines.
const SMALL: usize = 256 * 1024;

type Result<T> = std::result::Result<T, Failure>;

/// Runs a command that should be silent or short; what it wrote to both streams comes back.
async fn run(
    adb: &adb::Device,
    command: &adb::CommandLine,
    deadline: Deadline,
) -> Result<adb::Output> {
    Ok(adb.shell(command, SMALL, deadline).await?)
}

fn refused(command: &adb::CommandLine, why: &[u8]) -> Failure {
    let mut shown = String::new();
    ui::text::push_escaped(&mut shown, command.as_str(), 120);
    let why = match crate::values::excerpt(why) {
        text if text.is_empty() => "it said nothing".to_owned(),
        text => text,
    };
    Error::BackendFailed { backend: "adb", command: shown, why }.into()
}
