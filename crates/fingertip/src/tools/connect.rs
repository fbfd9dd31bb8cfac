//! `connect`: choose a device, start an app, and see its first screen.

use std::fmt;
use std::time::Duration;

use engine::{AppId, Deadline, DeviceInfo, Settle, ViewOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::words;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct Connect;

/// Chooses a device (serial or host:port) for the calls that follow, starts an app, and answers with its first settled
/// screen. Without packageName it attaches to whatever is in front.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The app to start, such as com.example.shop.
    #[schemars(extend("x-aliases" = ["appId", "bundleId"]))]
    #[arg(long)]
    package_name: Option<String>,
    /// For older clients: auto or adb. The device is reached in the best way there is.
    #[serde(default)]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long, hide = true, default_value = "auto", value_parser = words::<Backend>())]
    backend: Backend,
    /// For older clients; there is nothing more to tell.
    #[serde(rename = "verbose", default)]
    #[schemars(extend("x-unlisted" = true))]
    #[arg(long = "verbose", hide = true)]
    _verbose: bool,
}

/// Ways to a device that older clients name.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Deserialize,
    JsonSchema,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum Backend {
    #[default]
    Auto,
    Adb,
    Grpc,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    device: DeviceInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    package_name: Option<String>,
    screen_fingerprint: String,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
    #[serde(rename = "captured_at_ms")]
    captured_at_ms: u64,
    #[serde(skip)]
    screen: String,
}

impl Tool for Connect {
    const NAME: &'static str = "connect";
    const TITLE: &'static str = "Connect to a device";
    const EFFECT: Effect = Effect::Attaches;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        if input.backend == Backend::Grpc {
            let hint = "leave backend out: the best way there is gets taken";
            return Err(Failure::invalid_argument("backend: grpc is not there", hint));
        }
        let app = input
            .package_name
            .as_deref()
            .map(AppId::parse)
            .transpose()
            .map_err(engine::Error::from)?;
        let deadline = Deadline::after(Duration::from_secs(50));
        let desk = cx.desk(deadline).await?;
        desk.open(app.as_ref(), deadline).await?;
        let screen = cx.progress.during(desk.settled(Settle::Full, deadline), "starting").await?;
        if let Some(client) = &cx.client {
            cx.host.fleet.connect(client.key(), &desk);
        }
        cx.note_told(&desk, &screen);
        Ok(Output {
            device: desk.info(deadline).await?,
            package_name: app.map(|app| app.to_string()),
            screen_fingerprint: screen.fingerprint.as_str().to_owned(),
            revision: screen.revision,
            captured_at_ms: screen.captured_at_ms,
            screen: screen.text(ViewOptions::default()),
        })
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        Some(&self.screen)
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DeviceInfo { id, model, os_version, .. } = &self.device;
        write!(f, "connected to {id} ({model}, {os_version})\n{}", self.screen)
    }
}
