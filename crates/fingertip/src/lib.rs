//! Everything of the binary but its `main`: tools and the front ends that offer them.

pub mod cli;
pub mod docs;
mod embedded;
pub mod executor;
pub mod given;
pub mod host;
pub mod mcp;
pub mod pictures;
pub mod readers;
pub mod rules;
pub mod runtime;

pub mod server;
pub mod tools;
