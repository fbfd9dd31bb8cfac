//! Real apps, driven by the built program over MCP as an agent drives it, and by the real adb: `tests/real_apps/run.sh` brings what they need and runs this;
//! without it each test says that it skips.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on should fail")]
#![expect(clippy::needless_pass_by_value, reason = "arguments are written where they are sent")]

mod agent;
#[path = "../../../phone/tests/apk/mod.rs"]
#[allow(unused_imports, reason = "each test binary uses a part")]
mod apk;
mod chance;
mod demos;
mod desk;
#[path = "../../../phone/tests/real_adb/harness.rs"]
#[allow(dead_code, reason = "each test binary uses a part")]
mod harness;
mod phones;
mod picture;
mod random_taps;
mod shop;
mod side_by_side;
mod widgets;
mod with_adb;
