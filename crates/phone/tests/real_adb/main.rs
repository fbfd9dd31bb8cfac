//! The real `adb` against the phone on TCP. Each test has its own adb server on its own port, and its own phones.
//! Without `adb` on the PATH the tests say so and pass.

mod devices;
mod files;
mod harness;
mod log;
mod loss;
mod process;
mod shell;
mod sockets;
