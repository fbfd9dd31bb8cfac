//! Where a finger goes, as callers write it: an element or a point.

use engine::{Point, Target};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Failure;
use super::space::Space;
use super::target::TargetArgs;
use super::words::words;

#[derive(Debug, Clone, Default, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub(super) struct AimArgs {
    /// Pixels from the left.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    x: Option<i32>,
    /// And from the top.
    #[schemars(extend("x-brief" = "plain"))]
    #[arg(long)]
    y: Option<i32>,
    /// What x and y are pixels of: the device's display, or the last screenshot that you were sent.
    #[schemars(extend("x-brief" = "hidden"))]
    #[arg(long, default_value = "device", value_parser = words::<Space>())]
    pub(super) space: Space,
    #[schemars(extend("x-flat" = true))]
    #[command(flatten)]
    target: TargetArgs,
}

impl AimArgs {
    pub(super) fn target(&self) -> Result<Target, Failure> {
        match (self.x, self.y, self.target.is_empty()) {
            (Some(x), Some(y), true) => Ok(Target::Point(Point { x, y })),
            (None, None, _) => self.target.target(),
            _ => Err(Failure::invalid_argument(
                "the target is not clear",
                "give both x and y, or an element, but not both",
            )),
        }
    }
}
