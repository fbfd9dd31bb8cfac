//! `dumpsys input`: devices, orientation, windows and focus as the input manager knows them.

mod command;
mod devices;
mod dispatcher;
mod reader;

pub(super) use command::dump;
