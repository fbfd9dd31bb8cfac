//! Fingers on a phone for AI agents, and proof of what happened.

use std::process::ExitCode;

fn main() -> ExitCode {
    fingertip::cli::main()
}
