//! `scroll_to_element`: scroll until an element is in sight.

use std::fmt;

use engine::{Direction, ScrollTo, Target};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::act::{ActArgs, Acted};
use super::envelope::{Envelope, Verbose};
use super::pursued::{Goal, Pursued};
use super::target::TargetArgs;
use super::words::words;
use super::{Cx, Effect, Failure, Tool};

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
    #[serde(default)]
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    how: ActArgs,
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
pub(super) struct Scrolled {
    scrolls_performed: u32,
}

impl Tool for ScrollToElement {
    const NAME: &'static str = "scroll_to_element";
    const TITLE: &'static str = "Scroll to an element";
    const EFFECT: Effect = Effect::Acts;
    type Input = Input;
    type Output = Pursued<Scrolled>;

    async fn run(cx: &Cx, input: Input) -> Result<Pursued<Scrolled>, Failure> {
        let scroll = ScrollTo {
            target: input.target.target()?,
            within: input.within.as_deref().map(Target::parse_ref).transpose()?,
            direction: input.direction,
            most: input.max_scrolls.clamp(1, 100),
            amount: input.scroll_amount,
        };
        let how = input.how.how()?;
        let deadline = cx.deadline_for_goal();
        let desk = cx.desk(deadline).await?;
        let verbose = Verbose::of(input.how.verbose, &desk, deadline).await;
        let scrolling = desk.scroll_to(&scroll, &how, deadline);
        let scrolled = cx.progress.during(scrolling, "scrolling").await;
        let outcome = scrolled.outcome.as_ref().map(|(receipt, ())| receipt);
        let envelope = Envelope::of(cx, Self::NAME, &scrolled.trace, outcome, &verbose);
        let scrolls_performed = scrolled.rounds;
        let acted = match scrolled.outcome {
            Ok((receipt, ())) => Acted::of(cx, Self::NAME, &desk, receipt, envelope),
            Err(error) => {
                let known =
                    [("found", json!(false)), ("scrolls_performed", json!(scrolls_performed))];
                Acted::refused(Self::NAME, &Failure::from(error).knowing(known), envelope)
            }
        };
        Ok(Pursued { acted, goal: Scrolled { scrolls_performed } })
    }
}

impl Goal for Scrolled {
    fn show(&self, target: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{target} is in sight after {} scrolls", self.scrolls_performed)
    }
}
