//! What `logcat` and `ps` print, read strictly: text from apps can look like anything.

#[cfg(test)]
mod corpus;
mod line;
mod meaning;
mod processes;
mod reader;
mod time;

pub(super) use processes::processes;
pub(super) use reader::Reader;
