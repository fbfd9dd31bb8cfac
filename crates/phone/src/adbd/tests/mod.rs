//! adbd as a host sees it, packet by packet, in memory and with the clock paused.

mod connection;
mod faults;
mod host;
mod programs;
mod reverse;
mod sync;
