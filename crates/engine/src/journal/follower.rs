//! Reads the log of a device for as long as somebody has the device.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use device::{Deadline, Device, LogStream};
use tokio::time::Instant;
use tokio_util::task::AbortOnDropHandle;

use super::book::Book;

/// The log of one device: started when it is first needed, taken up again when it was lost.
#[derive(Debug)]
pub(crate) struct Journal {
    book: Arc<Mutex<Book>>,
    reading: Mutex<Reading>,
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

impl Journal {
    pub(crate) fn new() -> Self {
        Self { book: Arc::default(), reading: Mutex::default() }
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
        let following = follow(Arc::clone(device), Arc::clone(&self.book));
        reading.task = Some(AbortOnDropHandle::new(tokio::spawn(following)));
    }

    /// What was read so far.
    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }
}

fn lock(book: &Mutex<Book>) -> MutexGuard<'_, Book> {
    book.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends when the log does: whoever needs it next begins anew.
async fn follow(device: Arc<dyn Device>, book: Arc<Mutex<Book>>) {
    let Some(log) = device.log() else { return };
    let since = lock(&book).last();
    let ended = match log.follow(since, Deadline::after(OPENING)).await {
        Ok(mut stream) => {
            lock(&book).resume();
            lock(&book).learn(stream.processes());
            read(stream.as_mut(), &book).await
        }
        Err(error) => Err(error),
    };
    if let Err(error) = ended {
        tracing::debug!(device = device.id(), %error, "the log cannot be read");
    }
}

async fn read(stream: &mut dyn LogStream, book: &Mutex<Book>) -> device::Result<()> {
    let mut asked: Option<Instant> = None;
    loop {
        let entries = match stream.next(Deadline::after(SILENCE)).await {
            Err(device::Error::Timeout { .. }) => continue,
            entries => entries?,
        };
        if entries.is_empty() {
            return Ok(());
        }
        let unknown = lock(book).take(entries);
        if unknown && asked.is_none_or(|asked| asked.elapsed() > BETWEEN_QUESTIONS) {
            asked = Some(Instant::now());
            let processes = stream.refresh(Deadline::after(OPENING)).await?;
            lock(book).learn(processes);
        }
    }
}
