//! The programs that are compared: ours and those of others, each asked in its own words for the same things.

mod agent_device;
mod agentest;
mod claude_in_mobile;
mod fingertip;
mod known;
mod mobile_mcp;
mod place;
mod program;
mod running;

pub use agent_device::AgentDevice;
pub use agentest::AgenTest;
pub use claude_in_mobile::ClaudeInMobile;
pub use fingertip::Fingertip;
pub use known::Known;
pub use mobile_mcp::MobileMcp;
pub use place::{Launch, Place};
pub use program::{Call, Program, Step, Way};
pub use running::{Exchange, Running};
