//! `dumpsys`: what the system services say about themselves. One file per service; a new one is its file and its
//! line in the list.

mod command;
mod configuration;
mod duration;
mod identity;
mod lines;
mod resolver_tables;
mod service;
mod target;
mod viewport;

service::services! {
    "SurfaceFlinger" => surface_flinger
    "activity" => activity.await
    "alarm" => alarm
    "battery" => battery
    "connectivity" => connectivity
    "cpuinfo" => cpuinfo
    "display" => display
    "gfxinfo" => gfxinfo.await
    "input" => input
    "input_method" => input_method
    "media_session" => media_session
    "meminfo" => meminfo.await
    "netstats" => netstats
    "notification" => notification
    "package" => package
    "power" => power
    "telephony.registry" => telephony_registry
    "thermalservice" => thermal
    "trust" => trust
    "uimode" => ui_mode
    "wifi" => wifi
    "window" => window
}

pub(crate) use command::run;
pub(super) use surface_flinger::DISPLAY_ID;
