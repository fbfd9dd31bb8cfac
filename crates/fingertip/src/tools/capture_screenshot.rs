//! `capture_screenshot`: a picture for what the text cannot show.

use std::fmt;

use bytes::Bytes;
use engine::Shot;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pictured::{Pictured, Pixels};
use super::{Block, Cx, Effect, Failure, Image, Output as Answer, Tool};
use crate::pictures::Original;

pub(super) struct CaptureScreenshot;

/// Takes a picture of the screen, made small for models, for what has no text: canvas, maps, games, looks. get_ui_tree
/// is cheaper and exact. Tools that take x and y take them in this picture with space: screenshot.
#[derive(Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Input {
    /// The longer edge of the picture, in pixels; less where 50 kB demand it.
    #[serde(default = "default_edge")]
    #[schemars(range(min = 64, max = 4096), extend("x-brief" = "plain"))]
    #[arg(long, default_value_t = default_edge())]
    max_edge: u32,
    /// Draw the refs over it.
    #[serde(default)]
    #[arg(long)]
    marks: bool,
    /// Also the full-size PNG, as a resource.
    #[serde(default)]
    #[arg(long)]
    original: bool,
    /// On the command line: write the picture, or the original, to this file.
    #[serde(skip)]
    #[arg(long, value_name = "FILE")]
    output: Option<std::path::PathBuf>,
}

fn default_edge() -> u32 {
    Shot::default().max_edge
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Output {
    #[serde(flatten)]
    pictured: Pictured,
    /// How many refs are drawn over it.
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<usize>,
    /// Why none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Map<String, Value>>")]
    unmarked: Option<Value>,
    /// Where the full-size PNG can be read for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    original: Option<String>,
    #[serde(skip)]
    image: Image,
    #[serde(skip)]
    kept: Option<Original>,
    #[serde(skip)]
    file: Option<std::path::PathBuf>,
}

impl Tool for CaptureScreenshot {
    const NAME: &'static str = "capture_screenshot";
    const TITLE: &'static str = "Take a screenshot";
    const EFFECT: Effect = Effect::Reads;
    type Input = Input;
    type Output = Output;

    async fn run(cx: &Cx, input: Input) -> Result<Output, Failure> {
        let shot = Shot { max_edge: input.max_edge.clamp(64, 4096), marks: input.marks };
        let deadline = cx.deadline();
        let desk = cx.desk(deadline).await?;
        let picture = desk.picture(shot, deadline).await?;
        if let Some(file) = &input.output {
            let bytes = if input.original { &picture.original } else { &picture.bytes };
            write(file, bytes).await?;
        }
        let keep = || cx.host.pictures.keep(cx.client.as_ref(), desk.id(), &picture.original);
        let kept = input.original.then(keep);
        let (marks, unmarked) = match &picture.marks {
            None => (None, None),
            Some(Ok(marks)) => (Some(*marks), None),
            Some(Err(error)) => (None, Some(Failure::from(error.clone()).body(Self::NAME))),
        };
        let (pictured, image) = Pictured::send(cx, &desk, &picture);
        Ok(Output {
            pictured,
            marks,
            unmarked,
            original: kept.as_ref().map(|original| original.uri.clone()),
            image,
            kept,
            file: input.output,
        })
    }
}

async fn write(file: &std::path::Path, bytes: &Bytes) -> Result<(), Failure> {
    tokio::fs::write(file, bytes).await.map_err(|error| {
        Failure::invalid_argument(
            format!("cannot write {}: {error}", file.display()),
            "choose a folder that exists and can be written to",
        )
    })
}

impl Answer for Output {
    fn attachments(&self) -> Vec<Block> {
        let link = |original: &Original| Block::Link {
            uri: original.uri.clone(),
            name: format!("screenshot of {}", original.device),
            mime: "image/png",
            bytes: original.png.len(),
        };
        let image = Block::Image(self.image.clone());
        std::iter::once(image).chain(self.kept.as_ref().map(link)).collect()
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pictured { mime_type, resolution, screen } = self.pictured;
        let (mime, Pixels { width, height }, bytes) = match &self.kept {
            Some(original) => ("image/png", screen, original.png.len()),
            None => (mime_type, resolution, self.image.bytes.len()),
        };
        write!(f, "{mime} {width}x{height}, {bytes} bytes")?;
        match &self.file {
            Some(file) => write!(f, ", written to {}", file.display()),
            None => f.write_str(" (use --output FILE to keep it)"),
        }
    }
}
