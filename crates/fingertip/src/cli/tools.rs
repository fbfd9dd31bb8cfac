//! `fingertip tools`: what can be called.

use std::process::ExitCode;

use super::print;
use crate::docs;
use crate::tools::{ALL, Registry};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Describe this tool in full.
    tool: Option<String>,
    /// The list as MCP clients get it, as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let registry = Registry::new(ALL);
    let chosen: Vec<_> = registry
        .listing()
        .iter()
        .filter(|tool| arguments.tool.as_deref().is_none_or(|name| name == tool.name))
        .collect();
    if chosen.is_empty() {
        print::error("there is no such tool; `fingertip tools` lists them");
        return ExitCode::from(2);
    }
    for tool in chosen {
        if arguments.json {
            let line = serde_json::json!({ "name": tool.name, "description": tool.description, "inputSchema": tool.input });
            print::line(line);
        } else if arguments.tool.is_some() {
            print::line(docs::page(tool));
        } else {
            let first = tool
                .description
                .split_once(". ")
                .map_or(tool.description.as_str(), |(first, _)| first);
            print::line(format!("{:24} {}", tool.name, first.trim_end_matches('.')));
        }
    }
    ExitCode::SUCCESS
}
