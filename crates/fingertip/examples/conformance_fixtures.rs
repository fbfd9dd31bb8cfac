//! The server that the protocol's conformance suite calls by name: its fixture tools and
//! resources, behind the same tool trait and the same MCP layer as the real ones.
//!
//! `conformance_fixtures [--http ADDRESS] [--token TOKEN] [--structured]`; stdio without `--http`.

use std::{error::Error, fmt, net::SocketAddr, sync::Arc};

use async_trait::async_trait;
use bytes::Bytes;
use clap::Parser;
use fingertip::{
    executor,
    host::Host,
    mcp::{
        Contents, Http, HttpOptions, Options, Resource, Resources, Server, Template, serve_stdio,
    },
    tools::{Block, Body, ClientId, Cx, Effect, Failure, Image, Output, Registry, Tool, tool},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio_util::sync::CancellationToken;

#[derive(Parser)]
struct Arguments {
    /// Serve over HTTP at this address.
    #[arg(long)]
    http: Option<SocketAddr>,
    #[arg(long)]
    token: Option<String>,
    #[arg(long)]
    structured: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    executor::run(serve(Arguments::parse()))?
}

async fn serve(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let Arguments { http, token, structured } = arguments;
    let registry = Registry::new(&[
        tool::<SimpleText>(),
        tool::<ImageContent>(),
        tool::<AudioContent>(),
        tool::<EmbeddedResource>(),
        tool::<MultipleContentTypes>(),
        tool::<ErrorHandling>(),
        tool::<ToolWithProgress>(),
        tool::<StreamingElicitation>(),
        tool::<LoggingTool>(),
        tool::<CustomHeaders>(),
        tool::<Echo>(),
    ]);
    let options = Options { instructions: "Fixtures of the conformance suite.", structured };
    let server = Server::new(Arc::new(registry), Arc::new(Host::default()), options)
        .with_resources(Arc::new(Fixtures));
    let Some(address) = http else {
        return Ok(serve_stdio(&server).await?);
    };
    let http = Http::bind(HttpOptions { address, token, hosts: Vec::new() }).await?;
    eprintln_url(&http.url());
    Ok(http.serve(server, CancellationToken::new()).await?)
}

#[expect(clippy::print_stderr, reason = "the script that started us waits for this line")]
fn eprintln_url(url: &str) {
    eprintln!("listening on {url}");
}

/// An answer in whichever blocks the suite asks for.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct Blocks {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip)]
    #[schemars(skip)]
    attachments: Vec<Block>,
}

impl Blocks {
    fn text(text: &str) -> Self {
        Self { text: Some(text.to_owned()), attachments: Vec::new() }
    }
}

impl Output for Blocks {
    fn screen(&self) -> Option<&str> {
        self.text.as_deref()
    }

    fn text_only(&self) -> bool {
        true
    }

    fn attachments(&self) -> Vec<Block> {
        self.attachments.clone()
    }
}

impl fmt::Display for Blocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.as_deref().unwrap_or_default())
    }
}

/// A fixture of the conformance suite.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
struct NoInput {}

macro_rules! fixture {
    ($type:ident, $name:literal, $cx:ident => $answer:expr) => {
        struct $type;

        impl Tool for $type {
            const NAME: &'static str = $name;
            const TITLE: &'static str = "Conformance fixture";
            const EFFECT: Effect = Effect::Reads;
            type Input = NoInput;
            type Output = Blocks;

            async fn run($cx: &Cx, _input: NoInput) -> Result<Blocks, Failure> {
                $answer
            }
        }
    };
}

fixture!(SimpleText, "test_simple_text", _cx => {
    Ok(Blocks::text("This is a simple text response for testing."))
});

fixture!(ImageContent, "test_image_content", _cx => {
    Ok(Blocks { text: None, attachments: vec![Block::Image(red_pixel())] })
});

fixture!(AudioContent, "test_audio_content", _cx => {
    let bytes = Bytes::from_static(SILENCE);
    Ok(Blocks { text: None, attachments: vec![Block::Audio { mime: "audio/wav", bytes }] })
});

fixture!(EmbeddedResource, "test_embedded_resource", _cx => {
    let body = Body::Text("This is an embedded resource content.".into());
    let resource =
        Block::Resource { uri: "test://embedded-resource".into(), mime: "text/plain", body };
    Ok(Blocks { text: None, attachments: vec![resource] })
});

fixture!(MultipleContentTypes, "test_multiple_content_types", _cx => {
    let resource = Block::Resource {
        uri: "test://mixed-content-resource".into(),
        mime: "application/json",
        body: Body::Text(json!({ "test": "data", "value": 123 }).to_string()),
    };
    Ok(Blocks {
        attachments: vec![Block::Image(red_pixel()), resource],
        ..Blocks::text("Multiple content types test:")
    })
});

fixture!(ErrorHandling, "test_error_handling", _cx => {
    Err(Failure::new(
        "TEST_ERROR",
        "this tool intentionally returns an error for testing",
        "nothing to do",
    ))
});

fixture!(ToolWithProgress, "test_tool_with_progress", cx => {
    for done in [0.0, 50.0, 100.0] {
        cx.progress.report(done, Some(100.0), format!("completed step {done} of 100"));
        tokio::task::yield_now().await;
    }
    Ok(Blocks::text("done"))
});

// The suite listens whether these two make the server ask or log where it must not. Tools have no
// way to do either, so an answer is all that there is to see.
fixture!(StreamingElicitation, "test_streaming_elicitation", _cx => {
    Ok(Blocks::text("a tool never calls its client"))
});

fixture!(LoggingTool, "test_logging_tool", _cx => {
    Ok(Blocks::text("a tool never logs to its client"))
});

/// Says back what it was told: for clients that pass arguments.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
struct EchoInput {
    /// What to say.
    #[arg(long)]
    message: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Echoed {
    message: String,
}

impl Output for Echoed {}

impl fmt::Display for Echoed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Takes an argument that HTTP clients must repeat in a header.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
struct CustomHeadersInput {
    /// Where to look.
    #[schemars(extend("x-mcp-header" = "Region"))]
    #[arg(long)]
    region: String,
}

struct CustomHeaders;

impl Tool for CustomHeaders {
    const NAME: &'static str = "test_custom_headers";
    const TITLE: &'static str = "Conformance fixture";
    const EFFECT: Effect = Effect::Reads;
    type Input = CustomHeadersInput;
    type Output = Blocks;

    async fn run(_cx: &Cx, input: CustomHeadersInput) -> Result<Blocks, Failure> {
        Ok(Blocks::text(&input.region))
    }
}

struct Echo;

impl Tool for Echo {
    const NAME: &'static str = "echo";
    const TITLE: &'static str = "Echo";
    const EFFECT: Effect = Effect::Reads;
    type Input = EchoInput;
    type Output = Echoed;

    async fn run(_cx: &Cx, input: EchoInput) -> Result<Echoed, Failure> {
        Ok(Echoed { message: input.message })
    }
}

struct Fixtures;

const STATIC_TEXT: &str = "test://static-text";
const STATIC_BINARY: &str = "test://static-binary";

#[async_trait]
impl Resources for Fixtures {
    fn list(&self, _client: Option<&ClientId>) -> Vec<Resource> {
        let resource = |uri: &str, name: &str, mime| Resource {
            uri: uri.to_owned(),
            name: name.to_owned(),
            description: "A fixture of the conformance suite.",
            mime,
        };
        vec![
            resource(STATIC_TEXT, "static text", "text/plain"),
            resource(STATIC_BINARY, "static binary", "image/png"),
        ]
    }

    fn templates(&self) -> Vec<Template> {
        vec![Template {
            uri_template: "test://template/{id}/data",
            name: "template",
            description: "A fixture of the conformance suite.",
            mime: "application/json",
        }]
    }

    async fn read(&self, _client: Option<&ClientId>, uri: &str) -> Option<Contents> {
        if uri == STATIC_TEXT {
            let body = Body::Text("This is the content of the static text resource.".into());
            return Some(Contents { mime: "text/plain", body });
        }
        if uri == STATIC_BINARY {
            let Image { mime, bytes } = red_pixel();
            return Some(Contents { mime, body: Body::Bytes(bytes) });
        }
        let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
        let body = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
        Some(Contents { mime: "application/json", body: Body::Text(body.to_string()) })
    }
}

fn red_pixel() -> Image {
    Image { mime: "image/png", bytes: Bytes::from_static(RED_PIXEL) }
}

/// A PNG of one red pixel.
const RED_PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\
    \0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\
    \0\0\0\0IEND\xaeB`\x82";

/// A WAV without a single sample.
const SILENCE: &[u8] = b"RIFF\x24\0\0\0WAVE\
    fmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0\
    data\0\0\0\0";
