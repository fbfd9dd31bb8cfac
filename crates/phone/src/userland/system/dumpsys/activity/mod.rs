//! `dumpsys activity`: tasks and activities, processes, the views of what is on the screen.

mod activities;
mod command;
mod processes;
mod recents;
mod record;
mod top;

pub(super) use command::dump;
