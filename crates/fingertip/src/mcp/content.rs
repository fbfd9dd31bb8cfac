//! Our blocks and bodies as the protocol writes them.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::model::{CallToolResult, ContentBlock, Resource, ResourceContents};
use serde_json::Value;

use crate::tools::{Block, Body, Told};

/// `links` says whether the client knows links; whoever does not has the address in the text.
pub(super) fn call_result(told: Told, links: bool) -> CallToolResult {
    let known = |block: &Block| links || !matches!(block, Block::Link { .. });
    let blocks = told.blocks.into_iter().filter(known).map(block).collect();
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
        Block::Link { uri, name, mime, bytes } => {
            let size = u64::try_from(bytes).unwrap_or(u64::MAX);
            let link = Resource::new(uri, name).with_mime_type(mime).with_size(size);
            ContentBlock::resource_link(link)
        }
    }
}

pub(super) fn resource(uri: String, mime: &'static str, body: Body) -> ResourceContents {
    match body {
        Body::Text(text) => ResourceContents::text(text, uri),
        Body::Bytes(bytes) => ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri),
    }
    .with_mime_type(mime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_knows_no_links_gets_none() {
        let link = Block::Link {
            uri: "fingertip://screenshot/1-0.png".to_owned(),
            name: "screenshot of phone".to_owned(),
            mime: "image/png",
            bytes: 5,
        };
        let told = |links| {
            let blocks = vec![Block::Text("{}".to_owned()), link.clone()];
            let told = Told { blocks, is_error: false, structured: None };
            serde_json::to_value(call_result(told, links)).unwrap()["content"].to_string()
        };
        insta::assert_snapshot!(told(true), @r#"[{"type":"text","text":"{}"},{"type":"resource_link","uri":"fingertip://screenshot/1-0.png","name":"screenshot of phone","mimeType":"image/png","size":5}]"#);
        insta::assert_snapshot!(told(false), @r#"[{"type":"text","text":"{}"}]"#);
    }
}
