//! A running program as the phone sees it: its handles, its identity, its place in the process table.

mod input;
mod job;
mod machine;
mod output;
mod pipe;
mod program;
mod tty;

pub(crate) use input::{Input, random_bytes};
pub(crate) use job::{Jobs, Running};
pub(crate) use machine::Machine;
pub(crate) use output::Output;
pub(crate) use pipe::{Channel, Reader, Writer, pipe};
pub(crate) use program::{Process, to_bytes};
pub(crate) use tty::{LineDiscipline, Tty};
