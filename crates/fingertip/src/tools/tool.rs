//! What a tool is: all that a front end knows of one.

use std::fmt::Display;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{Block, Cx, Failure};

/// One capability, offered under one name over MCP and on the command line.
///
/// The doc comment of `Input` is the tool's description; the doc comments of its fields describe
/// the arguments. A field marked `#[schemars(extend("x-flat" = true))]` is a nested struct whose
/// fields are listed flat among the arguments; `extend("x-aliases" = ["old_name"])` names other
/// spellings that are accepted but not listed.
pub trait Tool: Send + Sync + 'static {
    const NAME: &'static str;
    /// What people see where a client shows its tools.
    const TITLE: &'static str;
    const EFFECT: Effect;
    type Input: DeserializeOwned + JsonSchema + clap::Args + Send;
    type Output: Output + 'static;

    fn run(
        cx: &Cx,
        input: Self::Input,
    ) -> impl Future<Output = Result<Self::Output, Failure>> + Send;
}

/// An answer: JSON for programs (`Serialize`, always an object), text for terminals (`Display`).
pub trait Output: Serialize + JsonSchema + Display + Send {
    /// A screen as compact text, told beside the JSON and never inside it.
    fn screen(&self) -> Option<&str> {
        None
    }

    /// The screen text (or the attachments) is the whole answer: agents get no JSON.
    fn text_only(&self) -> bool {
        false
    }

    fn image(&self) -> Option<Image> {
        None
    }

    /// What follows the text: the image, unless a tool has more to hand over.
    fn attachments(&self) -> Vec<Block> {
        self.image().map(Block::Image).into_iter().collect()
    }

    /// The call could not do its job although there is something to tell, such as an action that
    /// the device did not take.
    fn failed(&self) -> bool {
        false
    }

    /// Members under names of older servers, which only structured answers have.
    fn old_names(&self) -> Map<String, Value> {
        Map::new()
    }
}

/// A picture in its encoded form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub mime: &'static str,
    pub bytes: Bytes,
}

/// What a tool does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Looks, and leaves everything as it was.
    Reads,
    /// Chooses what the calls that follow look at; acts only where it is asked to start an app.
    Attaches,
    /// Does what a user could undo.
    Acts,
    /// May delete what cannot be brought back.
    Destroys,
}

impl Effect {
    /// It is of use to those who may only look.
    pub const fn is_for_readers(self) -> bool {
        matches!(self, Self::Reads | Self::Attaches)
    }
}
