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
    let wanted = match arguments.tool.as_deref().map(|name| registry.listed(name)).transpose() {
        Ok(wanted) => wanted,
        Err(unknown) => {
            print::error(format!("{unknown}; `fingertip tools` lists them"));
            return ExitCode::from(2);
        }
    };
    let listing = registry.listing().iter();
    for tool in listing.filter(|tool| wanted.is_none_or(|wanted| wanted == tool.name)) {
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
