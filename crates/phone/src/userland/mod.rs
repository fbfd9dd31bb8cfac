//! The programs of the phone, one file each: `toybox/` has the small Unix commands, `system/` what Android adds.
//!
//! A new command is its file and its line in the list of its folder.

mod command;
mod generated;
mod integer;
mod option_string;
mod options;
mod system;
mod toybox;

pub(crate) use command::{Command, Outcome, all, find, run};
pub(crate) use generated::generated_files;
pub(crate) use toybox::check_test;
