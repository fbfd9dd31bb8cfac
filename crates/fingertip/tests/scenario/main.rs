//! The tools on the virtual phone, as an agent meets them: a real MCP client, the real server, the real wire, in
//! memory and with time paused.

#![expect(clippy::panic, reason = "a scenario that cannot go on should fail")]

mod acting;
mod agent;
mod changes;
mod deep;
mod devices;
mod formats;
mod hostile;
mod lost;
mod matching;
mod receipts;
mod shop;
mod typing;
