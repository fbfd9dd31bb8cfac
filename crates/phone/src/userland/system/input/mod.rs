//! `input`: fingers and keys from the shell, with the words and the errors of the phone's release.

mod command;
mod keys;
mod motions;
mod program;
mod source;
#[cfg(test)]
mod tests;
mod usage;

pub(crate) use command::run;
