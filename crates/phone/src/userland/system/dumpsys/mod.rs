//! `dumpsys`: what the system services say about themselves. One file per service; a new one is its file and its
//! line in the list.

mod command;
mod configuration;
mod lines;
mod service;

service::services! {
    "SurfaceFlinger" => surface_flinger
    "power" => power
    "window" => window
}

pub(crate) use command::run;
pub(super) use surface_flinger::DISPLAY_ID;
