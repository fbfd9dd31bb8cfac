//! The MCP front end: translates between the protocol and the tools, and decides nothing.

mod call;
mod content;
mod http;
mod lines;
mod listing;
mod originals;
mod resources;
mod server;
mod stdio;
mod token;

pub use http::{Http, HttpError, HttpOptions};
pub use resources::{Contents, Resource, Resources, Template};
pub use server::{Options, Server};
pub use stdio::{serve_pipe, serve_stdio};
