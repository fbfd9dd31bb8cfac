//! `am`: the activity manager's commands.

mod about;
mod attach_agent;
mod broadcast;
mod crash;
mod dispatch;
mod force_stop;
mod instrument;
mod kill;
mod service;
mod stack;
mod start;
mod trim_memory;

pub(crate) use dispatch::run;
