//! Reads the log of a device for as long as somebody has the device.

use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use device::{Deadline, Device, LogEntry, LogStream};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::book::Book;
use crate::Secrets;

/// The log of one device: started when it is first needed, taken up again when it was lost.
#[derive(Debug)]
pub(crate) struct Journal {
    book: Arc<Mutex<Book>>,
    reading: Mutex<Reading>,
    phase: watch::Sender<Phase>,
    secrets: Secrets,
}

/// How far a reader has come.
#[derive(Debug, Clone, Default)]
enum Phase {
    /// The log was asked for, or nobody needed it yet.
    #[default]
    Opening,
    /// It comes since then, in so many pieces so far.
    Reading {
        since: Instant,
        pieces: u64,
    },
    Ended(Option<device::Error>),
}

#[derive(Debug, Default)]
struct Reading {
    /// Ends with the journal.
    task: Option<AbortOnDropHandle<()>>,
    began: Option<Instant>,
}

/// How long it may take until the log comes.
const OPENING: Duration = Duration::from_secs(20);

/// A log may be silent for long.
const SILENCE: Duration = Duration::from_hours(1);

/// A log that cannot be read is not asked for more often than this.
const BETWEEN_TRIES: Duration = Duration::from_secs(2);

/// Nor are processes that nobody knows.
const BETWEEN_QUESTIONS: Duration = Duration::from_secs(30);

/// What a log already holds has come when it came and then nothing did for so long, or nothing came at all.
const PAUSE: Duration = Duration::from_millis(100);
const FIRST: Duration = Duration::from_secs(1);

impl Journal {
    pub(crate) fn new(secrets: Secrets) -> Self {
        Self {
            book: Arc::default(),
            reading: Mutex::default(),
            phase: watch::Sender::new(Phase::Opening),
            secrets,
        }
    }

    /// Makes sure that the log is being read. Never waits for it.
    pub(crate) fn start(&self, device: &Arc<dyn Device>) {
        if device.log().is_none() {
            return;
        }
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let runs = reading.task.as_ref().is_some_and(|task| !task.is_finished());
        let tried = reading.began.is_some_and(|began| began.elapsed() < BETWEEN_TRIES);
        if runs || tried {
            return;
        }
        reading.began = Some(Instant::now());
        self.phase.send_replace(Phase::Opening);
        let follower = Follower {
            book: Arc::clone(&self.book),
            phase: self.phase.clone(),
            secrets: self.secrets.clone(),
        };
        let following = follower.follow(Arc::clone(device));
        reading.task = Some(AbortOnDropHandle::new(tokio::spawn(following)));
    }

    /// Makes sure that the log is being read and that what it held before has come.
    pub(crate) async fn ready(
        &self,
        device: &Arc<dyn Device>,
        deadline: Deadline,
    ) -> device::Result<()> {
        self.start(device);
        let mut phase = self.phase.subscribe();
        loop {
            let now = phase.borrow_and_update().clone();
            let patience = match now {
                Phase::Ended(Some(error)) => return Err(error),
                Phase::Ended(None) => return Ok(()),
                Phase::Opening => deadline,
                Phase::Reading { since, .. } if since.elapsed() >= FIRST => return Ok(()),
                Phase::Reading { pieces: 0, .. } => deadline.or_after(FIRST),
                Phase::Reading { .. } => deadline.or_after(PAUSE),
            };
            let waited = tokio::time::timeout(patience.remaining(), phase.changed()).await;
            match (waited, now) {
                (Ok(Ok(())), _) => {}
                // The sender is ours.
                (Ok(Err(_)), _) | (Err(_), Phase::Reading { .. }) => return Ok(()),
                (Err(_), Phase::Opening | Phase::Ended(_)) => {
                    return Err(device::Error::Timeout { what: "opening the log".to_owned() });
                }
            }
        }
    }

    /// What was read so far.
    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }
}

fn lock(book: &Mutex<Book>) -> MutexGuard<'_, Book> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What reads, in a task of its own.
struct Follower {
    book: Arc<Mutex<Book>>,
    phase: watch::Sender<Phase>,
    secrets: Secrets,
}

impl Follower {
    /// Ends when the log does: whoever needs it next begins anew.
    async fn follow(self, device: Arc<dyn Device>) {
        let Some(log) = device.log() else { return };
        let since = lock(&self.book).last();
        let ended = match log.follow(since, Deadline::after(OPENING)).await {
            Ok(mut stream) => {
                lock(&self.book).resume();
                lock(&self.book).learn(stream.processes());
                self.phase.send_replace(Phase::Reading { since: Instant::now(), pieces: 0 });
                self.read(stream.as_mut()).await
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &ended {
            tracing::debug!(device = device.id(), %error, "the log cannot be read");
        }
        self.phase.send_replace(Phase::Ended(ended.err()));
    }

    async fn read(&self, stream: &mut dyn LogStream) -> device::Result<()> {
        let mut asked: Option<Instant> = None;
        loop {
            let mut entries = match stream.next(Deadline::after(SILENCE)).await {
                Err(device::Error::Timeout { .. }) => continue,
                entries => entries?,
            };
            if entries.is_empty() {
                return Ok(());
            }
            for entry in &mut entries {
                self.mask(entry);
            }
            let unknown = lock(&self.book).take(entries);
            self.phase.send_modify(|phase| {
                if let Phase::Reading { pieces, .. } = phase {
                    *pieces += 1;
                }
            });
            if unknown && asked.is_none_or(|asked| asked.elapsed() > BETWEEN_QUESTIONS) {
                asked = Some(Instant::now());
                let processes = stream.refresh(Deadline::after(OPENING)).await?;
                lock(&self.book).learn(processes);
            }
        }
    }

    /// As screens are masked when they are read: later a line is cut, and a part of a secret looks like nothing.
    fn mask(&self, entry: &mut LogEntry) {
        if let Cow::Owned(masked) = self.secrets.mask_shown(&entry.message) {
            entry.message = masked;
        }
    }
}
