//! `pm`, the same as `cmd package`: what is installed, and changing it.

mod data;
mod dispatch;
mod dump;
mod enable;
mod features;
mod grant;
mod install;
mod links;
mod list;
mod packages;
mod path;
mod permissions;
mod query;

pub(crate) use dispatch::run;
