//! adb from the host's side: streams to services on a device, through an adb server or straight to
//! an adbd, and the services spoken on them. It knows nothing of what Android means by the bytes.

mod collect;
pub mod command;
mod deadline;
mod device;
pub mod direct;
mod env;
mod error;
mod exec;
mod fail;
mod features;
mod reverse;
pub mod server;
pub mod shell;
mod socket;
pub mod start;
mod stream;
pub mod sync;
mod tcp;
mod transport;

pub use command::CommandLine;
pub use deadline::Deadline;
pub use device::Device;
pub use direct::Direct;
pub use env::{EnvLookup, preferred_serial, process_env};
pub use error::{Error, Loss, Result};
pub use features::{Feature, Features};
pub use reverse::ReverseEntry;
pub use server::{DeviceEntry, DeviceState, Host, Server, ServerAddr};
pub use shell::Output;
pub use socket::SocketSpec;
pub use stream::Stream;
pub use transport::Transport;
