//! `content`: rows of content providers: the settings, and those of apps.

mod apps;
mod command;
mod request;
mod settings;

pub(crate) use command::run;
