//! The tools on the virtual phone, as an agent meets them: a real MCP client, the real server, the real wire, in
//! memory and with time paused.

#![expect(clippy::panic, reason = "a scenario that cannot go on should fail")]

mod acting;
mod adjusting;
mod agent;
mod cable;
mod cancelling;
mod changes;
mod chat;
mod claims;
mod deep;
mod devices;
mod faults;
mod form;
mod formats;
mod guards;
mod hints;
mod hostile;
mod keys;
mod late_focus;
mod levels;
mod looking;
mod lost;
mod matching;
mod older;
mod pictures;
mod proving;
mod receipts;
mod record;
mod scrolling;
mod secrets;
mod settings;
mod sharing;
mod shop;
mod snapshots;
mod soak;
mod texts;
mod torture;
mod touching;
mod typing;
mod waiting;
mod wire;
