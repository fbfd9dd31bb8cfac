//! Devices through an adb server: its smart-socket protocol, its host services, its device list.

mod addr;
mod entry;
mod forward;
mod host;
pub(crate) mod smart_socket;
mod track;
mod transport;

pub use addr::ServerAddr;
pub use entry::{DeviceEntry, DeviceState};
pub use forward::{ForwardEntry, Rebind};
pub(crate) use forward::{bound_port, norebind};
pub use host::{Host, WaitFor};
pub use track::Tracker;
pub use transport::Server;
