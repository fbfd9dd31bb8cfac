//! `dumpsys activity`: tasks and activities, processes, the views of what is on the screen.

mod activities;
mod command;
mod exit_info;
mod history;
mod processes;
mod recents;
mod services;
mod stacks;
mod top;

pub(super) use command::dump;
