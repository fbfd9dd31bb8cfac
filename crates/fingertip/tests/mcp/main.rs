//! The MCP front end as its clients see it: a real client on an in-memory pipe, raw lines on the
//! same, and raw requests over HTTP.

#![expect(clippy::needless_pass_by_value, reason = "calls with literals read better")]

mod http;
mod lines;
mod offered;
mod pipe;
mod tools;
