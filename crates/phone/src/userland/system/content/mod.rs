//! `content`: rows of content providers. The phone has one provider that answers it: the settings.

mod command;
mod request;
mod settings;

pub(crate) use command::run;
