//! The registry's listing as `tools/list` answers it.

use std::sync::Arc;

use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value};

use crate::tools::{Effect, Listing, Registry};

pub(super) fn tools(registry: &Registry, structured: bool) -> Vec<Tool> {
    let output = |name| structured.then(|| registry.output_schema(name).ok()).flatten();
    registry.listing().iter().map(|listing| tool(listing, output(listing.name))).collect()
}

fn tool(listing: &Listing, output: Option<Map<String, Value>>) -> Tool {
    let tool =
        Tool::new(listing.name, listing.description.clone(), Arc::new(listing.input.clone()))
            .with_title(listing.title)
            .with_annotations(annotations(listing.effect));
    match output {
        Some(schema) => tool.with_raw_output_schema(Arc::new(schema)),
        None => tool,
    }
}

/// Every hint is said aloud: what clients assume in its absence is the worst case.
fn annotations(effect: Effect) -> ToolAnnotations {
    // An app on a phone can reach anywhere, so the world is open whatever the tool does.
    let hints = ToolAnnotations::new().open_world(true);
    match effect {
        Effect::Reads => hints.read_only(true).destructive(false).idempotent(true),
        Effect::Acts => hints.read_only(false).destructive(false).idempotent(false),
        Effect::Destroys => hints.read_only(false).destructive(true).idempotent(false),
    }
}
