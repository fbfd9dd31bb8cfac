//! The stations that an action came through, for whoever asks how it went.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::Instant;

/// A station of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Resolve,
    Execute,
    Stabilize,
    Verify,
}

/// One station, and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    pub stage: Stage,
    /// When it was left, in milliseconds since 1970.
    pub at_ms: u64,
    pub success: bool,
}

/// How an action went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// Of all actions of this process, which one.
    pub number: u64,
    /// When it began, in milliseconds since 1970.
    pub began_ms: u64,
    pub steps: Vec<TraceStep>,
    began: Instant,
}

impl Trace {
    pub(crate) fn begin() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { number, began_ms: now_ms(), steps: Vec::new(), began: Instant::now() }
    }

    /// How long it has taken so far.
    pub fn lasted(&self) -> Duration {
        self.began.elapsed()
    }

    /// Notes that a station was left, and hands on what came of it.
    pub(crate) fn note<T, E>(&mut self, stage: Stage, outcome: Result<T, E>) -> Result<T, E> {
        self.step(stage, outcome.is_ok());
        outcome
    }

    pub(crate) fn step(&mut self, stage: Stage, success: bool) {
        self.steps.push(TraceStep { stage, at_ms: now_ms(), success });
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
