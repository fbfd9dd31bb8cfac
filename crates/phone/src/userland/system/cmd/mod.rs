//! `cmd`: hands its arguments to a service of the system. A new service is its file and its line in the list.

mod call;
mod display;
mod fingerprint;
mod jobs;
mod list;
mod locale;
mod notification;
mod overlay;
mod radios;
mod status_bar;
mod thermal;
mod ui_mode;
mod users;

pub(crate) use call::run;
pub(super) use list::service_names;
