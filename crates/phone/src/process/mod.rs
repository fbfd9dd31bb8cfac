//! A running program as the phone sees it: its handles, its identity, its place in the process table.

mod depth;
mod input;
mod job;
mod machine;
mod output;
mod pause;
mod pipe;
mod program;
mod tty;

pub(crate) use depth::{MAX_DEPTH, needs_own_stack, on_own_stack};
pub(crate) use input::{Input, random_bytes};
pub(crate) use job::Disposition;
pub(crate) use machine::Machine;
pub(crate) use output::Output;
pub(crate) use pause::pause;
pub(crate) use pipe::{Channel, Next, Reader, Writer, pipe};
pub(crate) use program::{Process, to_bytes};
pub(crate) use tty::{LineDiscipline, Tty};
