//! `fingertip call TOOL …`: one tool call, as an agent would make it.

use std::process::ExitCode;
use std::sync::Arc;

use super::{guard, print};
use crate::host::{Devices, Host};
use crate::tools::{ALL, ClientId, Cx, Registry};

#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(super) struct Arguments {
    /// Use the embedded phone. It boots for this call and is gone after it.
    #[arg(long)]
    phone: bool,
    /// Answer with JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    guard: guard::Flags,
    /// The tool and its arguments; `fingertip call TOOL --help` lists them.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "TOOL"
    )]
    words: Vec<String>,
}

pub(super) async fn run(mut arguments: Arguments) -> ExitCode {
    let registry = Registry::new(ALL);
    // Ours may also stand behind the tool's name, where people put them.
    let mut take = |flag: &str| {
        let before = arguments.words.len();
        arguments.words.retain(|word| word != flag);
        before != arguments.words.len()
    };
    let (phone, json) = (arguments.phone | take("--phone"), arguments.json | take("--json"));
    let Some((name, flags)) = arguments.words.split_first() else { return ExitCode::from(2) };
    if name == "--help" || name == "-h" {
        print::line(
            "usage: fingertip call [--phone] [--json] [--read-only] [--allow-app PATTERN] [--allow-device PATTERN] TOOL [ARGUMENTS]\n\n`fingertip tools` lists the tools.",
        );
        return ExitCode::SUCCESS;
    }
    let command = match registry.command(name) {
        Ok(command) => command.bin_name(format!("fingertip call {name}")).no_binary_name(true),
        Err(unknown) => {
            print::error(format!("{unknown}; `fingertip tools` lists them"));
            return ExitCode::from(2);
        }
    };
    let matches = match command.try_get_matches_from(flags) {
        Ok(matches) => matches,
        Err(refusal) => {
            let code = refusal.exit_code();
            drop(refusal.print());
            return ExitCode::from(u8::try_from(code).unwrap_or(2));
        }
    };
    let host = match Host::new(Devices { phone }) {
        Ok(host) => Arc::new(host.with_guard(arguments.guard.guard())),
        Err(error) => {
            print::error(format!("{error}; {}", error.hint()));
            return ExitCode::FAILURE;
        }
    };
    let cx = Cx { client: Some(ClientId::Process), ..Cx::new(host) };
    match registry.call_parsed(name, &matches, cx).await {
        Ok(reply) => {
            if json {
                print::line(reply.json());
            } else {
                print::line(&reply);
            }
            if reply.is_error() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(unknown) => {
            print::error(unknown);
            ExitCode::from(2)
        }
    }
}
