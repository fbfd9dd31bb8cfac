//! What a call knows about where it comes from. Nothing here names a protocol.

use std::sync::Arc;

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

    /// Whether anyone listens, for notes that are costly to make.
    pub fn is_wanted(&self) -> bool {
        self.0.is_some()
    }
}
