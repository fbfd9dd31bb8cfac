//! `list_devices`: what is attached, usable or not.

use std::fmt;
use std::time::Duration;

use engine::{AppId, Attached, Choice, Deadline, DeviceState};
use futures_util::future::join_all;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ListDevices;

/// Lists every attached device with its state, also those that cannot be used yet.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// Also say whether this app is installed on each.
    #[schemars(extend("x-aliases" = ["packageName"]))]
    #[arg(long)]
    app_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    devices: Vec<Listed>,
    /// Sources of devices that could not be asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
    /// What to do, when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Listed {
    id: String,
    platform: &'static str,
    state: DeviceState,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    os_version: Option<String>,
    /// An emulator, a simulator or the embedded phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    simulator: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app_installed: Option<bool>,
}

impl Tool for ListDevices {
    const NAME: &'static str = "list_devices";
    const TITLE: &'static str = "List devices";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let app =
            input.app_id.as_deref().map(AppId::parse).transpose().map_err(engine::Error::from)?;
        let deadline = cx.deadline();
        let (attached, failures) = cx.host.fleet.attached(deadline).await;
        let wanted =
            |one: &Attached| cx.platform.as_deref().is_none_or(|platform| one.platform == platform);
        let listed = attached.into_iter().filter(wanted).map(|one| ask(cx, one, app.as_ref()));
        let devices = join_all(listed).await;
        let problems = failures.iter().map(ToString::to_string).collect();
        let none = || engine::Error::NoDevice { unusable: cx.host.fleet.guard().devices_told() };
        let problem = failures.into_iter().next().unwrap_or_else(none);
        let hint = devices.is_empty().then(|| format!("{problem}: {}", problem.hint()));
        Ok(Output { devices, problems, hint })
    }
}

/// What a device says of itself; one that does not answer is listed all the same.
async fn ask(cx: &Cx, attached: Attached, app: Option<&AppId>) -> Listed {
    let deadline = Deadline::after(Duration::from_secs(5));
    let mut listed = Listed {
        id: attached.id,
        platform: attached.platform,
        state: attached.state,
        model: attached.model,
        os_version: None,
        simulator: None,
        app_installed: None,
    };
    if listed.state != DeviceState::Device {
        return listed;
    }
    let choice = Choice { device: Some(&listed.id), ..Choice::default() };
    let Ok(desk) = cx.host.fleet.choose(choice, deadline).await else { return listed };
    if let Ok(info) = desk.info(deadline).await {
        listed.model = Some(info.model).filter(|model| !model.is_empty()).or(listed.model);
        listed.os_version = Some(info.os_version);
        listed.simulator = Some(info.simulator);
    }
    if let Some(app) = app {
        listed.app_installed = desk.is_installed(app, deadline).await.ok();
    }
    listed
}

impl Answer for Output {}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.devices.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))?;
        f.write_str(self.hint.as_deref().unwrap_or_default())
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.id, self.platform, self.state)?;
        for word in [&self.model, &self.os_version].into_iter().flatten() {
            write!(f, " {}", ui::text::quote(word))?;
        }
        match self.app_installed {
            Some(true) => f.write_str(" installed"),
            Some(false) => f.write_str(" not installed"),
            None => Ok(()),
        }
    }
}
