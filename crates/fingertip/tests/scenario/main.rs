//! The tools on the virtual phone, as an agent meets them: a real MCP client, the real server, the real wire, in
//! memory and with time paused.

#![expect(clippy::needless_pass_by_value, reason = "calls with literals read better")]

mod agent;
mod devices;
mod hostile;
mod shop;
mod typing;
