//! Commands in the device's shell: collected, or as a stream of what they print.

mod output;
pub mod packet;
mod run;
mod stream;

pub use output::Output;
pub use packet::Event;
pub use stream::ShellStream;
