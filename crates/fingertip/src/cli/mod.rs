//! The command line: the only part that prints.

mod apps;
mod call;
mod demo;
mod doctor;
mod guard;
mod mcp;
mod phone;
mod print;
mod runtime;
mod tools;

use std::io::IsTerminal as _;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::executor;
use crate::runtime::launch::Launch;

/// What was killed ends at once, but a busy machine takes its time to clear away after it.
const CLEARING: Duration = Duration::from_secs(5);

/// Fingers on a phone for AI agents, and proof of what happened.
#[derive(Debug, Parser)]
#[command(name = "fingertip", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve agents over MCP: on stdin and stdout, or over HTTP.
    Mcp(mcp::Arguments),
    /// Watch an agent's calls drive the embedded phone. Needs nothing but this program.
    Demo,
    /// Run a virtual phone that adb can connect to.
    Phone(phone::Arguments),
    /// Call one tool, as an agent would: `fingertip call tap --label "Sign in"`.
    Call(call::Arguments),
    /// List the tools, or describe one.
    Tools(tools::Arguments),
    /// Bring what real apps on the virtual phone run on, see what is there, or remove it.
    Runtime(runtime::Arguments),
    /// Check what this machine has, and say what to do about what is missing.
    Doctor,
    /// What an app's process is started through: it confines itself and becomes the program.
    #[command(hide = true)]
    AppProcess(Launch),
}

pub fn main() -> ExitCode {
    let command = match Arguments::parse().command {
        Some(command) => command,
        // An agent's client starts us with a pipe and often without a word.
        None if !std::io::stdin().is_terminal() => {
            // As if it had been said: what the environment says of it counts.
            match Arguments::parse_from(["fingertip", "mcp"]).command {
                Some(command) => command,
                None => return ExitCode::from(2),
            }
        }
        None => {
            print::line(Arguments::command().render_help());
            return ExitCode::from(2);
        }
    };
    // Before there are threads and descriptors of our own.
    if let Command::AppProcess(launch) = command {
        let failed = launch.exec();
        print::error(&failed.why);
        return failed.into();
    }
    log_to_stderr();
    let ended = executor::run(run(command));
    // App processes that ended with their phone take their temporary files along.
    ::phone::apps::cleared(CLEARING);
    match ended {
        Ok(code) => code,
        Err(error) => {
            print::error(format!("cannot start: {error}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> ExitCode {
    match command {
        Command::Mcp(arguments) => mcp::run(arguments).await,
        Command::Demo => demo::run().await,
        Command::Phone(arguments) => phone::run(arguments).await,
        Command::Call(arguments) => call::run(arguments).await,
        Command::Tools(arguments) => tools::run(&arguments),
        Command::Runtime(arguments) => runtime::run(arguments).await,
        Command::Doctor => doctor::run().await,
        Command::AppProcess(launch) => launch.exec().into(),
    }
}

fn log_to_stderr() {
    use tracing_subscriber::filter::LevelFilter;
    let wanted = std::env::var("FINGERTIP_LOG").ok();
    let level =
        wanted.and_then(|level| level.parse::<LevelFilter>().ok()).unwrap_or(LevelFilter::ERROR);
    tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .init();
}
