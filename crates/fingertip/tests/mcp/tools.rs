//! A few tools that do what the front end must cope with.

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use fingertip::{
    host::Host,
    mcp::{Options, Server},
    tools::{Cx, Effect, Failure, Image, Output, Registry, Tool, tool},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

pub(crate) const INSTRUCTIONS: &str = "Look, then touch.";

pub(crate) fn server(structured: bool) -> Server {
    let registry = Registry::new(&[
        tool::<Touch>(),
        tool::<Look>(),
        tool::<Wait>(),
        tool::<Count>(),
        tool::<Boom>(),
        tool::<Picture>(),
        tool::<Who>(),
    ]);
    let options = Options { instructions: INSTRUCTIONS, structured };
    Server::new(Arc::new(registry), Arc::new(Host::default()), options)
}

/// What happened inside tools, so that tests can wait for it.
static HAPPENED: LazyLock<watch::Sender<Vec<String>>> =
    LazyLock::new(|| watch::Sender::new(Vec::new()));

fn happens(event: String) {
    HAPPENED.send_modify(|events| events.push(event));
}

pub(crate) async fn wait_for(event: &str) {
    let mut events = HAPPENED.subscribe();
    events.wait_for(|events| events.iter().any(|each| each == event)).await.expect("never closed");
}

pub(crate) struct Touch;

/// Touches the target,
/// whichever way it is given.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct TouchInput {
    #[command(flatten)]
    #[schemars(extend("x-flat" = true))]
    target: Target,
    /// Give up after this many milliseconds.
    #[arg(long, default_value_t = 10_000)]
    #[serde(default = "ten_seconds")]
    timeout_ms: u32,
    /// Refuse, as a device would.
    #[arg(long)]
    #[serde(default)]
    refuse: bool,
}

fn ten_seconds() -> u32 {
    10_000
}

/// What to touch.
#[derive(Debug, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(crate) struct Target {
    /// A ref such as @b3.
    #[arg(long = "ref")]
    #[schemars(extend("x-aliases" = ["elementId"]))]
    r#ref: Option<String>,
    /// Its text.
    #[arg(long)]
    text: Option<String>,
    /// Its resource id.
    #[arg(long)]
    resource_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Touched {
    success: bool,
    target: String,
    timeout_ms: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    device: Option<String>,
    #[serde(skip)]
    screen: String,
}

impl Output for Touched {
    fn screen(&self) -> Option<&str> {
        Some(&self.screen)
    }

    fn failed(&self) -> bool {
        !self.success
    }
}

impl fmt::Display for Touched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "touched {}", self.target)
    }
}

impl Tool for Touch {
    const NAME: &'static str = "touch";
    const TITLE: &'static str = "Touch";
    const EFFECT: Effect = Effect::Acts;
    type Input = TouchInput;
    type Output = Touched;

    async fn run(cx: &Cx, input: TouchInput) -> Result<Touched, Failure> {
        let Target { r#ref, text, resource_id } = input.target;
        let target = r#ref.or(text).or(resource_id).ok_or_else(|| {
            Failure::invalid_argument("no target", "pass ref, text or resourceId")
        })?;
        Ok(Touched {
            success: !input.refuse,
            target,
            timeout_ms: input.timeout_ms,
            device: cx.device.clone(),
            screen: "[screen]".into(),
        })
    }
}

pub(crate) struct Look;

/// Shows the screen as text alone.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoInput {}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Screen {
    lines: u32,
}

impl Output for Screen {
    fn screen(&self) -> Option<&str> {
        Some("line one\nline two")
    }

    fn text_only(&self) -> bool {
        true
    }
}

impl fmt::Display for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} lines", self.lines)
    }
}

impl Tool for Look {
    const NAME: &'static str = "look";
    const TITLE: &'static str = "Look";
    const EFFECT: Effect = Effect::Reads;
    type Input = NoInput;
    type Output = Screen;

    async fn run(_cx: &Cx, _input: NoInput) -> Result<Screen, Failure> {
        Ok(Screen { lines: 2 })
    }
}

pub(crate) struct Wait;

/// Waits until it is dropped.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitInput {
    /// What the test calls this call.
    #[arg(long)]
    name: String,
}

struct TellDrop(String);

impl Drop for TellDrop {
    fn drop(&mut self) {
        happens(format!("{} ended", self.0));
    }
}

impl Tool for Wait {
    const NAME: &'static str = "wait";
    const TITLE: &'static str = "Wait";
    const EFFECT: Effect = Effect::Destroys;
    type Input = WaitInput;
    type Output = Screen;

    async fn run(cx: &Cx, input: WaitInput) -> Result<Screen, Failure> {
        happens(format!("{} began for {:?}", input.name, cx.client));
        let _tell = TellDrop(input.name);
        std::future::pending().await
    }
}

pub(crate) struct Count;

impl Tool for Count {
    const NAME: &'static str = "count";
    const TITLE: &'static str = "Count";
    const EFFECT: Effect = Effect::Reads;
    type Input = NoInput;
    type Output = Screen;

    async fn run(cx: &Cx, _input: NoInput) -> Result<Screen, Failure> {
        for (done, message) in [(1.0, "one"), (1.0, "one again"), (2.0, "two")] {
            cx.progress.report(done, Some(2.0), message);
        }
        Ok(Screen { lines: 2 })
    }
}

pub(crate) struct Boom;

impl Tool for Boom {
    const NAME: &'static str = "boom";
    const TITLE: &'static str = "Boom";
    const EFFECT: Effect = Effect::Reads;
    type Input = NoInput;
    type Output = Screen;

    #[expect(clippy::panic, reason = "what this tool is for")]
    async fn run(_cx: &Cx, _input: NoInput) -> Result<Screen, Failure> {
        panic!("boom");
    }
}

/// Says who calls.
pub(crate) struct Who;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Caller {
    client: String,
}

impl Output for Caller {}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.client)
    }
}

impl Tool for Who {
    const NAME: &'static str = "who";
    const TITLE: &'static str = "Who";
    const EFFECT: Effect = Effect::Reads;
    type Input = NoInput;
    type Output = Caller;

    async fn run(cx: &Cx, _input: NoInput) -> Result<Caller, Failure> {
        Ok(Caller { client: format!("{:?}", cx.client) })
    }
}

/// Named as a real tool is, because it has an older name.
pub(crate) struct Picture;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Pictured {
    width: u32,
}

impl Output for Pictured {
    fn image(&self) -> Option<Image> {
        Some(Image { mime: "image/jpeg", bytes: vec![1, 2, 3].into() })
    }
}

impl fmt::Display for Pictured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a picture {} wide", self.width)
    }
}

impl Tool for Picture {
    const NAME: &'static str = "capture_screenshot";
    const TITLE: &'static str = "Picture";
    const EFFECT: Effect = Effect::Reads;
    type Input = NoInput;
    type Output = Pictured;

    async fn run(_cx: &Cx, _input: NoInput) -> Result<Pictured, Failure> {
        Ok(Pictured { width: 1 })
    }
}
