//! Who is attached.

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Deadline, Device, Result};

/// A place where devices come from.
#[async_trait]
pub trait Source: Send + Sync + std::fmt::Debug {
    /// Everything that is there, usable or not.
    async fn attached(&self, deadline: Deadline) -> Result<Vec<Attached>>;

    /// A handle to one of them, or nothing when `id` is not one of this source's.
    async fn open(&self, id: &str, deadline: Deadline) -> Result<Option<Arc<dyn Device>>>;

    /// No other process can reach its devices.
    fn is_private(&self) -> bool {
        false
    }
}

/// A device as its source lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    pub id: String,
    pub platform: &'static str,
    pub state: State,
    pub model: Option<String>,
}

/// Whether a device can be used, in the words that users know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum State {
    /// Ready.
    Device,
    Offline,
    Unauthorized,
    Connecting,
    NoPermissions,
    /// Recovery, bootloader and the like.
    Other(String),
}
