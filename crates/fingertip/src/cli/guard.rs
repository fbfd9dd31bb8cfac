//! What a process may touch, as flags and as variables of its environment.

use clap::builder::FalseyValueParser;
use engine::{Guard, Pattern};

#[derive(Debug, Default, clap::Args)]
pub(super) struct Flags {
    /// Only look: no tool that acts is offered.
    #[arg(long, env = "FINGERTIP_READ_ONLY", value_parser = FalseyValueParser::new())]
    read_only: bool,
    /// Act only while such an app is in front, such as com.example.*; may be repeated.
    #[arg(long, env = "FINGERTIP_ALLOW_APP", value_name = "PATTERN", value_delimiter = ',')]
    allow_app: Vec<Pattern>,
    /// Use only such devices, such as emulator-*; may be repeated.
    #[arg(long, env = "FINGERTIP_ALLOW_DEVICE", value_name = "PATTERN", value_delimiter = ',')]
    allow_device: Vec<Pattern>,
}

impl Flags {
    pub(super) fn guard(self) -> Guard {
        Guard { read_only: self.read_only, apps: self.allow_app, devices: self.allow_device }
    }
}
