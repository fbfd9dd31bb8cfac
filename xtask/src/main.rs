//! Developer commands: `cargo xtask docs`, `cargo xtask corpus`.

mod corpus;
mod docs;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask docs
       cargo xtask corpus [FOLDER] [--html FILE]";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some("docs") => docs::write().map(|()| ExitCode::SUCCESS),
        Some("corpus") => corpus::run(arguments),
        _ => Err(USAGE.to_owned()),
    };
    done.unwrap_or_else(|why| {
        #[expect(clippy::print_stderr, reason = "this is a command line")]
        {
            eprintln!("xtask: {why}");
        }
        ExitCode::FAILURE
    })
}
