//! A picture on its way to a client, who may point into it afterwards.

use engine::{Desk, Picture, Size};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Cx, Image};

/// What is told of a picture beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Pictured {
    pub(super) mime_type: &'static str,
    /// Of the picture.
    pub(super) resolution: Pixels,
    /// Of the screen it shows, in which taps are given.
    pub(super) screen: Pixels,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Pixels {
    pub(super) width: i32,
    pub(super) height: i32,
}

impl From<Size> for Pixels {
    fn from(Size { width, height }: Size) -> Self {
        Self { width, height }
    }
}

impl Pictured {
    /// The picture for the client, which is remembered as the last that it was sent.
    pub(super) fn send(cx: &Cx, desk: &Desk, picture: &Picture) -> (Self, Image) {
        cx.host.pictures.note(cx.client.as_ref(), desk.id(), picture);
        let told = Self {
            mime_type: picture.mime,
            resolution: picture.size.into(),
            screen: picture.screen.into(),
        };
        (told, Image { mime: picture.mime, bytes: picture.bytes.clone() })
    }
}
