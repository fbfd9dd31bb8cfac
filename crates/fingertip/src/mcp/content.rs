//! Our blocks and bodies as the protocol writes them.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::Value;

use crate::tools::{Block, Body, Told};

pub(super) fn call_result(told: Told) -> CallToolResult {
    let blocks = told.blocks.into_iter().map(block).collect();
    let mut result =
        if told.is_error { CallToolResult::error(blocks) } else { CallToolResult::success(blocks) };
    result.structured_content = told.structured.map(Value::Object);
    result
}

fn block(block: Block) -> ContentBlock {
    match block {
        Block::Text(text) => ContentBlock::text(text),
        Block::Image(image) => ContentBlock::image(BASE64_STANDARD.encode(image.bytes), image.mime),
        Block::Audio { mime, bytes } => ContentBlock::audio(BASE64_STANDARD.encode(bytes), mime),
        Block::Resource { uri, mime, body } => ContentBlock::resource(resource(uri, mime, body)),
    }
}

pub(super) fn resource(uri: String, mime: &'static str, body: Body) -> ResourceContents {
    match body {
        Body::Text(text) => ResourceContents::text(text, uri),
        Body::Bytes(bytes) => ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri),
    }
    .with_mime_type(mime)
}
