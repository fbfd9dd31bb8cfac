//! `input`: fingers and keys from the shell, with the words and the errors of Android 14.

mod command;
mod keys;
mod motions;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use command::run;
