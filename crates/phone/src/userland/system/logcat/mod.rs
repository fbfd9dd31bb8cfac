//! `logcat`: the log, as it is or as it comes.

mod arguments;
mod binary;
mod filter;
mod format;
mod moment;
mod reader;
mod sizes;

pub(crate) use reader::run;
