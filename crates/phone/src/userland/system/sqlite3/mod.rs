//! `sqlite3`: SQLite's shell, as emulator images have it.

mod arguments;
mod command;
#[cfg(test)]
mod differential;
mod dot;
mod file;
mod modes;
#[cfg(test)]
mod random;
mod report;
mod settings;
#[cfg(test)]
mod tests;

pub(crate) use command::run;
