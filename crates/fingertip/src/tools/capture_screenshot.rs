//! `capture_screenshot`: a picture for what the text cannot show.

use std::fmt;

use engine::{Picture, Shot, Size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Cx, Effect, Failure, Image, Output as Answer, Tool};

pub(super) struct CaptureScreenshot;

/// Takes a picture of the screen, made small for models, for what has no text: canvas, maps, games, looks. get_ui_tree
/// is cheaper and exact.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The longer edge of the picture, in pixels.
    #[serde(default = "default_edge")]
    #[schemars(range(min = 64, max = 4096))]
    #[arg(long, default_value_t = default_edge())]
    max_edge: u32,
    /// The full-size PNG instead.
    #[serde(default)]
    #[arg(long)]
    original: bool,
    /// On the command line: write the picture to this file.
    #[serde(skip)]
    #[arg(long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,
}

fn default_edge() -> u32 {
    1024
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    mime_type: &'static str,
    /// Of the picture.
    resolution: Pixels,
    /// Of the screen it shows, in which taps are given.
    screen: Pixels,
    #[serde(skip)]
    image: Image,
    #[serde(skip)]
    file: Option<std::path::PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
struct Pixels {
    width: i32,
    height: i32,
}

impl From<Size> for Pixels {
    fn from(Size { width, height }: Size) -> Self {
        Self { width, height }
    }
}

impl Tool for CaptureScreenshot {
    const NAME: &'static str = "capture_screenshot";
    const TITLE: &'static str = "Take a screenshot";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let shot = if input.original {
            Shot::Original
        } else {
            Shot::ForModel { max_edge: input.max_edge.clamp(64, 4096) }
        };
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let Picture { mime, bytes, size, screen, .. } = desk.picture(shot, deadline).await?;
        if let Some(file) = &input.output {
            tokio::fs::write(file, &bytes).await.map_err(|error| {
                Failure::invalid_argument(
                    format!("cannot write {}: {error}", file.display()),
                    "choose a folder that exists and can be written to",
                )
            })?;
        }
        Ok(Output {
            mime_type: mime,
            resolution: size.into(),
            screen: screen.into(),
            image: Image { mime, bytes },
            file: input.output,
        })
    }
}

impl Answer for Output {
    fn image(&self) -> Option<Image> {
        Some(self.image.clone())
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pixels { width, height } = self.resolution;
        write!(f, "{} {width}x{height}, {} bytes", self.mime_type, self.image.bytes.len())?;
        match &self.file {
            Some(file) => write!(f, ", written to {}", file.display()),
            None => f.write_str(" (use --output FILE to keep it)"),
        }
    }
}
