//! The phone's own apps, driven as a user drives them.

mod bench;
mod chat;
mod definition;
mod definition_text;
pub(crate) mod driver;
mod dying;
mod form;
mod framework_touches;
mod framework_widgets;
mod hard;
mod outline;
mod permissions;
mod recordings;
mod settings;
mod shell;
mod shop;
mod stored;
mod styles;
mod torture;
