//! `am`: the activity manager's commands.

mod broadcast;
mod dispatch;
mod force_stop;
mod start;

pub(crate) use dispatch::run;
