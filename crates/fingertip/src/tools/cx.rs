//! What a call knows about where it comes from. Nothing here names a protocol.

use std::{sync::Arc, time::Duration};

use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::host::Host;

/// The circumstances of one call.
#[derive(Debug, Clone)]
pub struct Cx {
    pub host: Arc<Host>,
    /// Who calls; `None` where every request stands alone.
    pub client: Option<ClientId>,
    /// The `deviceId` argument.
    pub device: Option<String>,
    /// The `platform` argument.
    pub platform: Option<String>,
    /// What the caller said beside what it aimed at, in its own words: for telling it what to call next.
    pub unaimed: Map<String, Value>,
    pub cancel: CancellationToken,
    pub progress: Progress,
}

impl Cx {
    pub fn new(host: Arc<Host>) -> Self {
        Self {
            host,
            client: None,
            device: None,
            platform: None,
            unaimed: Map::new(),
            cancel: CancellationToken::new(),
            progress: Progress::default(),
        }
    }
}

/// Whose choice of device a call follows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ClientId {
    /// The one client of this process: stdio or the command line.
    Process,
    /// One of several clients of a server.
    Session(Arc<str>),
}

impl ClientId {
    /// What this client's choice of device is kept under.
    pub fn key(&self) -> &str {
        match self {
            Self::Process => "process",
            Self::Session(id) => id,
        }
    }
}

/// Tells a caller who asked for it how far a long call has come; otherwise does nothing.
///
/// Reporting never waits: notes that the caller does not take in time are dropped.
#[derive(Debug, Clone, Default)]
pub struct Progress(Option<mpsc::Sender<Note>>);

#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Grows with every note.
    pub done: f64,
    pub total: Option<f64>,
    pub message: String,
}

impl Progress {
    /// A progress whose notes arrive at the receiver.
    pub fn channel() -> (Self, mpsc::Receiver<Note>) {
        let (sender, receiver) = mpsc::channel(64);
        (Self(Some(sender)), receiver)
    }

    pub fn report(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        if let Some(sender) = &self.0 {
            // A full or closed channel means that nobody waits for this note.
            drop(sender.try_send(Note { done, total, message: message.into() }));
        }
    }

    /// Runs `work`, with a note each second to whoever waits for it.
    pub async fn during<T>(&self, work: impl Future<Output = T>, message: &str) -> T {
        if !self.is_wanted() {
            return work.await;
        }
        let mut work = std::pin::pin!(work);
        let mut seconds = tokio::time::interval(Duration::from_secs(1));
        seconds.tick().await;
        let mut passed = 0.0;
        loop {
            tokio::select! {
                done = &mut work => return done,
                _ = seconds.tick() => {
                    passed += 1.0;
                    self.report(passed, None, message);
                }
            }
        }
    }

    /// Whether anyone listens, for notes that are costly to make.
    pub fn is_wanted(&self) -> bool {
        self.0.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Holds calls.18.
    #[tokio::test(start_paused = true)]
    async fn whoever_waits_hears_of_it_each_second() {
        let (progress, mut notes) = Progress::channel();
        let work = tokio::time::timeout(Duration::from_millis(3_500), std::future::pending::<()>());
        progress.during(work, "waiting").await.ok();
        let mut told = Vec::new();
        while let Ok(note) = notes.try_recv() {
            told.push((note.done, note.message));
        }
        let note = |second: f64| (second, "waiting".to_owned());
        assert_eq!(told, [note(1.0), note(2.0), note(3.0)]);
    }
}
