//! Real apps, driven by the built program over MCP as an agent drives it: `tests/real_apps/run.sh` brings what they need and runs this;
//! without it each test says that it skips.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]
#![expect(clippy::needless_pass_by_value, reason = "arguments are written where they are sent")]

mod agent;
mod chance;
mod demos;
mod desk;
mod phones;
mod random_taps;
mod shop;
mod side_by_side;
mod widgets;
