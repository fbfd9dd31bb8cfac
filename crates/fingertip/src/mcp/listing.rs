//! The registry's listing as `tools/list` answers it.

use std::sync::Arc;

use engine::Guard;
use rmcp::model::{Tool, ToolAnnotations};
use serde_json::{Map, Value};

use crate::tools::{Effect, Listing, Registry};

/// `guard`: what may not be used is not listed.
pub(super) fn tools(registry: &Registry, guard: &Guard, structured: bool) -> Vec<Tool> {
    let output = |name| structured.then(|| registry.output_schema(name).ok()).flatten();
    let offered = |listing: &&Listing| !guard.read_only || listing.effect.is_for_readers();
    let listing = registry.listing().iter().filter(offered);
    listing.map(|listing| tool(listing, output(listing.name))).collect()
}

fn tool(listing: &Listing, output: Option<Map<String, Value>>) -> Tool {
    let tool =
        Tool::new(listing.name, listing.description.clone(), Arc::new(listing.brief.clone()))
            .with_annotations(annotations(listing.effect));
    match output {
        // Programs have people to show a title to; agents would only pay for it.
        Some(schema) => tool.with_title(listing.title).with_raw_output_schema(Arc::new(schema)),
        None => tool,
    }
}

/// Only what clients would not assume: in the absence of a hint they take the worst case, and an app on a phone can
/// reach anywhere.
fn annotations(effect: Effect) -> ToolAnnotations {
    let hints = ToolAnnotations::new();
    match effect {
        Effect::Reads => hints.read_only(true),
        Effect::Attaches | Effect::Acts => hints.destructive(false),
        Effect::Destroys => hints.destructive(true),
    }
}
