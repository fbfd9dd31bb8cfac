//! `pm install` and install sessions.

mod commands;
mod commit;
mod options;
mod place;
mod staging;
#[cfg(test)]
mod tests;
mod validate;

pub(super) use commands::{abandon, commit, create, install, remove_splits, write};
pub(super) use place::remove as remove_code;
