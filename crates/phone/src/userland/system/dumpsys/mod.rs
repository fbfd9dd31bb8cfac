//! `dumpsys`: what the system services say about themselves. One file per service; a new one is its file and its
//! line in the list.

mod command;
mod configuration;
mod identity;
mod lines;
mod resolver_tables;
mod service;
mod viewport;

service::services! {
    "SurfaceFlinger" => surface_flinger
    "activity" => activity.await
    "battery" => battery
    "display" => display
    "input" => input
    "input_method" => input_method
    "package" => package
    "power" => power
    "window" => window
}

pub(crate) use command::run;
pub(super) use surface_flinger::DISPLAY_ID;
