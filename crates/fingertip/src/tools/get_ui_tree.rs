//! `get_ui_tree`: the screen, as small text or as JSON.

use std::fmt;

use engine::{DeviceInfo, LoadingState, Screen, ScreenSemantic, Size, ViewOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, value::RawValue};
use ui::view::{DEFAULT_BUDGET, LEAST_BUDGET, most_tokens};

use super::words::words;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct GetUiTree;

/// Reads the screen now, as text: a line an element, indented by nesting. The header has size, app, a fingerprint (#)
/// that stays while it is the same screen, and the revision (r5). With since it may answer with what changed.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// compact text; full (a tree) or elements (a list) as JSON.
    #[serde(default)]
    #[arg(long, default_value = "compact", value_parser = words::<Format>())]
    format: Format,
    /// Levels to show; all, unless told.
    #[schemars(range(min = 1))]
    #[arg(long)]
    depth: Option<u32>,
    /// Leave plain text out.
    #[serde(default)]
    #[arg(long)]
    only_interactive: bool,
    /// Tokens the text may cost, 4000 unless told.
    #[schemars(range(min = 100))]
    #[arg(long)]
    budget: Option<usize>,
    /// A revision that was shown before: the 5 of r5.
    #[arg(long)]
    since: Option<u64>,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
enum Format {
    #[default]
    Compact,
    Full,
    Elements,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    /// The screen as text, or what changed on it; as JSON, what the app calls it.
    screen: String,
    /// `screen` says only what changed since the revision that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<bool>,
    screen_fingerprint: String,
    #[serde(rename = "snapshot_revision")]
    revision: u64,
    #[serde(rename = "captured_at_ms")]
    captured_at_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    loading: Option<&'static str>,
    #[serde(flatten)]
    json: Option<Json>,
}

// What stands in the JSON formats only. Not a doc comment: it would describe the whole answer.
#[derive(Debug, Serialize, JsonSchema)]
struct Json {
    device: DeviceInfo,
    #[schemars(with = "Map<String, Value>")]
    resolution: Size,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    loading_state: Option<LoadingState>,
    /// A node with its children; the deepest stand side by side, with their `depth`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    tree: Option<Box<RawValue>>,
    /// What kind of screen this seems to be, from what is on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    semantic: Option<ScreenSemantic>,
    /// Every node; `parentId` is a place in this list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Map<String, Value>>>")]
    elements: Option<Box<RawValue>>,
    /// Messages that were shown for a moment, beside `elements`; `tree` has them itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Map<String, Value>>>")]
    toasts: Option<Box<RawValue>>,
}

impl Tool for GetUiTree {
    const NAME: &'static str = "get_ui_tree";
    const TITLE: &'static str = "Read the screen";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        input.check()?;
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let screen = desk.read(deadline).await?;
        if let Some(since) = input.since.filter(|since| *since > screen.revision) {
            return Err(Failure::invalid_argument(
                format!("revision {since} is yet to come, the screen is at r{}", screen.revision),
                "give the number behind the r in the header of a screen of this device, or leave since out",
            ));
        }
        if input.format != Format::Compact {
            let device = desk.info(deadline).await?;
            let (tree, elements) = match input.format {
                Format::Full => (Some(raw(screen.full_json())?), None),
                Format::Compact | Format::Elements => (None, Some(raw(screen.elements_json())?)),
            };
            let loading_state = LoadingState::of(&screen.loading);
            let resolution = screen.size;
            let semantic = elements.as_ref().and_then(|_| screen.semantic());
            let toasts = elements.as_ref().and_then(|_| ui::view::toasts(&screen.tree));
            let toasts = toasts.map(raw).transpose()?;
            let json = Json { device, resolution, loading_state, tree, semantic, elements, toasts };
            let name = screen.place.screen.clone().unwrap_or_default();
            return Ok(Output { json: Some(json), loading: None, ..Output::new(&screen, name) });
        }
        let changes = input.since.and_then(|since| desk.changes_since(since, &screen));
        let changes = changes.filter(|changes| most_tokens(changes) <= input.budget());
        let delta = changes.is_some().then_some(true);
        let options = ViewOptions {
            depth: input.depth,
            only_interactive: input.only_interactive,
            budget: input.budget,
        };
        cx.note_told(&desk, &screen);
        let text = changes.unwrap_or_else(|| screen.text(options));
        Ok(Output { delta, ..Output::new(&screen, text) })
    }
}

impl Input {
    fn budget(&self) -> usize {
        self.budget.unwrap_or(DEFAULT_BUDGET)
    }

    /// Refuses what makes no sense, before the device is asked.
    fn check(&self) -> Result<(), Failure> {
        let in_part = self.depth.is_some() || self.only_interactive;
        let refuse = |message: &str, hint: &str| Err(Failure::invalid_argument(message, hint));
        if self.depth == Some(0) {
            refuse("depth is 0", "give a depth of 1 or more, or none for all levels")
        } else if self.budget() < LEAST_BUDGET {
            Err(Failure::invalid_argument(
                format!("budget is {}, which no screen fits into", self.budget()),
                format!("give a budget of {LEAST_BUDGET} tokens or more"),
            ))
        } else if self.since.is_some() && in_part {
            refuse(
                "since is about the whole screen, depth and onlyInteractive are about a part of it",
                "give since alone, or leave it out",
            )
        } else if self.format != Format::Compact
            && (in_part || self.since.is_some() || self.budget.is_some())
        {
            refuse(
                "depth, onlyInteractive, budget and since are for the compact text",
                "leave them out, or leave format out",
            )
        } else {
            Ok(())
        }
    }
}

impl Output {
    fn new(content: &Screen, screen: String) -> Self {
        Self {
            screen,
            delta: None,
            screen_fingerprint: content.fingerprint.as_str().to_owned(),
            revision: content.revision,
            captured_at_ms: content.captured_at_ms,
            loading: content.loading.first().map(|loading| loading.signal),
            json: None,
        }
    }
}

/// JSON as it was written, without reading it into values and writing it again.
fn raw(json: String) -> Result<Box<RawValue>, Failure> {
    RawValue::from_string(json)
        .map_err(|error| Failure::internal(format!("a view is not JSON: {error}")))
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.json.is_none().then_some(&self.screen)
    }

    fn text_only(&self) -> bool {
        self.json.is_none()
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json =
            self.json.as_ref().and_then(|json| json.tree.as_ref().or(json.elements.as_ref()));
        f.write_str(json.map_or(&self.screen, |json| json.get()))
    }
}
