//! `scroll_to_element`: scroll until an element is in sight.

use std::fmt;

use engine::{Desk, Direction, ScrollTo, Scrolled, Target, ViewOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::caused::CausedTold;
use super::target::TargetArgs;
use super::words::words;
use super::{Cx, Effect, Failure, Output as Answer, Tool};

pub(super) struct ScrollToElement;

/// Scrolls until an element is in sight; success means that it is. direction is that of reading: down shows what is
/// further down.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
    /// Where to read on.
    #[serde(default = "down")]
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long, default_value = "down", value_parser = words::<Direction>())]
    direction: Direction,
    /// The list to scroll, by ref; the largest, unless told.
    #[schemars(extend("x-brief" = "plain", "x-aliases" = ["scrollTarget"]))]
    #[arg(long, value_name = "REF")]
    within: Option<String>,
    /// So many times at most.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 100), extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = ten())]
    max_scrolls: u32,
    /// How far each time, as a share of the list.
    #[serde(default = "most_of_it")]
    #[schemars(range(min = 0.1, max = 0.9), extend("x-brief" = "hidden"))]
    #[arg(long, default_value_t = most_of_it())]
    scroll_amount: f64,
}

fn down() -> Direction {
    Direction::Down
}

fn ten() -> u32 {
    10
}

fn most_of_it() -> f64 {
    0.7
}

#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Output {
    /// The element is in sight.
    success: bool,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scrolls_performed: Option<u32>,
    #[serde(flatten)]
    caused: CausedTold,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
    #[serde(skip)]
    screen: Option<String>,
}

impl Tool for ScrollToElement {
    const NAME: &'static str = "scroll_to_element";
    const TITLE: &'static str = "Scroll to an element";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let scroll = ScrollTo {
            target: input.target.target()?,
            within: input.within.as_deref().map(Target::parse_ref).transpose()?,
            direction: input.direction,
            most: input.max_scrolls.clamp(1, 100),
            amount: input.scroll_amount,
        };
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let scrolling = desk.scroll_to(&scroll, deadline);
        Ok(match cx.progress.during(scrolling, "scrolling").await {
            Ok(scrolled) => Output::of(&desk, &scrolled),
            Err(error) => Output {
                success: false,
                action: Self::NAME,
                target: None,
                scrolls_performed: None,
                caused: CausedTold::default(),
                error: Some(Failure::from(error).body(Self::NAME)),
                screen: None,
            },
        })
    }
}

impl Output {
    fn of(desk: &Desk, scrolled: &Scrolled) -> Self {
        let delta = desk.changes_for(scrolled.before.revision, &scrolled.screen);
        let screen = delta.unwrap_or_else(|| scrolled.screen.text(ViewOptions::default()));
        Self {
            success: true,
            action: ScrollToElement::NAME,
            target: Some(scrolled.element.line.clone()),
            scrolls_performed: Some(scrolled.scrolls),
            caused: CausedTold::of(&scrolled.caused),
            error: None,
            screen: (scrolled.scrolls > 0).then_some(screen),
        }
    }
}

impl Answer for Output {
    fn screen(&self) -> Option<&str> {
        self.screen.as_deref()
    }

    fn failed(&self) -> bool {
        !self.success
    }

    fn old_names(&self) -> Map<String, Value> {
        super::failure::old_names(self.error.as_ref())
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.error {
            let part = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
            return write!(f, "{}: {}\nhint: {}", part("code"), part("message"), part("hint"));
        }
        let target = self.target.as_deref().unwrap_or_default();
        write!(f, "{target} is in sight after {} scrolls", self.scrolls_performed.unwrap_or(0))?;
        write!(f, "{}", self.caused)?;
        match &self.screen {
            Some(screen) => write!(f, "\n{screen}"),
            None => Ok(()),
        }
    }
}
