//! Real apps, driven by the built program over MCP as an agent drives it: `tests/real_apps/run.sh` brings what they need and runs this;
//! without it each test says that it skips.

#![expect(clippy::unwrap_used, reason = "a test that cannot start its program should fail")]

mod agent;
mod demos;
mod shop;
mod widgets;
