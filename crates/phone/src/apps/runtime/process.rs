//! The other end of the frames: an app process that is asked one thing at a time, talks on its own, and may be gone at any
//! moment. Knows byte streams, not how they came to be.

use std::{
    collections::HashMap,
    io::{self, Read, Write},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{self, SyncSender},
    },
    thread,
    time::Duration,
};

use super::{
    calls::{Answer, Call, Failure, payload},
    events::Event,
    questions::{Question, Resolved},
    wire::{Broken, Kind, Packet, picture},
};
use crate::screen::Frame;

/// What the process says on its own, in order, from a thread of its own.
pub(crate) trait Listener: Send + 'static {
    fn event(&mut self, event: Event);

    /// A thread of the app waits for the answer; `None`: nobody can say.
    fn question(&mut self, question: Question) -> Option<Resolved>;

    /// Nothing more will come.
    fn ended(&mut self, why: Option<Broken>);
}

/// How to speak with it and how to end it.
pub(crate) struct Streams {
    pub(crate) from: Box<dyn Read + Send>,
    pub(crate) to: Box<dyn Write + Send>,
    /// Ends the process at once; called more than once.
    pub(crate) kill: Box<dyn Fn() + Send + Sync>,
}

/// What came of a call.
#[derive(Debug)]
pub(crate) enum Reply {
    Answer(Box<Answer>),
    Picture(Frame),
    Failed(Failure),
}

/// The process is gone, and nobody answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the process is gone")]
pub(crate) struct Gone;

pub(crate) struct Process {
    to: Mutex<Box<dyn Write + Send>>,
    waiting: Mutex<Waiting>,
    kill: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Waiting {
    last: u32,
    ended: bool,
    calls: HashMap<u32, SyncSender<Reply>>,
}

impl Process {
    /// Takes up the conversation. The streams are opened by the thread that listens to them, which lives as long as the
    /// process does: some systems tie a process to the thread that started it.
    pub(crate) fn start(
        open: impl FnOnce() -> io::Result<Streams> + Send + 'static,
        listener: impl Listener,
    ) -> io::Result<Arc<Self>> {
        let (send, opened) = mpsc::sync_channel(1);
        thread::Builder::new().name("app-process".to_owned()).spawn(move || match open() {
            Ok(Streams { from, to, kill }) => {
                let to = Mutex::new(to);
                let process = Arc::new(Self { to, waiting: Mutex::default(), kill });
                if send.send(Ok(Arc::clone(&process))).is_ok() {
                    process.listen(from, listener);
                } else {
                    process.kill();
                }
            }
            Err(error) => {
                send.send(Err(error)).ok();
            }
        })?;
        opened.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
    }

    pub(crate) fn kill(&self) {
        (self.kill)();
    }

    /// Asks, and waits without holding up anybody. While it waits, paused time stands still.
    pub(crate) async fn call(self: &Arc<Self>, call: &Call, now: u64) -> Result<Reply, Gone> {
        let payload = payload(call, now);
        let own = Arc::clone(self);
        tokio::task::spawn_blocking(move || own.ask(payload)).await.unwrap_or(Err(Gone))
    }

    /// Asks, and blocks until the answer is there.
    pub(crate) fn ask(&self, payload: Vec<u8>) -> Result<Reply, Gone> {
        let (_, answer) = self.send(payload)?;
        answer.recv().map_err(|_| Gone)
    }

    /// Asks, and blocks no longer than that.
    pub(crate) fn ask_within(&self, payload: Vec<u8>, limit: Duration) -> Option<Reply> {
        let (number, answer) = self.send(payload).ok()?;
        let reply = answer.recv_timeout(limit).ok();
        if reply.is_none() {
            self.waiting().calls.remove(&number);
        }
        reply
    }

    fn send(&self, payload: Vec<u8>) -> Result<(u32, mpsc::Receiver<Reply>), Gone> {
        let (send, answer) = mpsc::sync_channel(1);
        let number = {
            let mut waiting = self.waiting();
            if waiting.ended {
                return Err(Gone);
            }
            // 0 is for events.
            waiting.last = waiting.last.checked_add(1).unwrap_or(1);
            let number = waiting.last;
            waiting.calls.insert(number, send);
            number
        };
        if self.write(Kind::Call, number, payload).is_err() {
            // It may have closed its ears only; then it is of no use either.
            self.waiting().calls.remove(&number);
            self.kill();
            return Err(Gone);
        }
        Ok((number, answer))
    }

    fn write(&self, kind: Kind, number: u32, payload: Vec<u8>) -> io::Result<()> {
        let frame = Packet { kind, number, payload }.encode();
        let mut to = self.to.lock().unwrap_or_else(PoisonError::into_inner);
        to.write_all(&frame).and_then(|()| to.flush())
    }

    fn listen(&self, mut from: Box<dyn Read + Send>, mut listener: impl Listener) {
        let why = loop {
            match Packet::read(&mut from) {
                Ok(None) => break None,
                Ok(Some(packet)) => {
                    if let Err(broken) = self.heard(packet, &mut listener) {
                        break Some(broken);
                    }
                }
                Err(broken) => break Some(broken),
            }
        };
        self.kill();
        // First the phone learns that the process is gone, then whoever waits for an answer.
        listener.ended(why);
        self.end();
    }

    fn heard(&self, packet: Packet, listener: &mut impl Listener) -> Result<(), Broken> {
        let Packet { kind, number, payload } = packet;
        let reply = match kind {
            Kind::Event => {
                match serde_json::from_slice(&payload) {
                    Ok(event) => listener.event(event),
                    Err(error) => tracing::warn!(%error, "an event of an app process"),
                }
                return Ok(());
            }
            Kind::Question => {
                let answer = serde_json::from_slice(&payload).ok();
                let answer = answer.and_then(|question| listener.question(question));
                let answer = answer.and_then(|answer| serde_json::to_vec(&answer).ok());
                let (kind, payload) = match answer {
                    Some(answer) => (Kind::Answer, answer),
                    None => (Kind::Failed, br#"{"error": "nobody can say"}"#.to_vec()),
                };
                // One that no longer listens is about to end.
                self.write(kind, number, payload).ok();
                return Ok(());
            }
            Kind::Call => return Err(Broken::Kind(1)),
            Kind::Answer => match serde_json::from_slice(&payload) {
                Ok(answer) => Reply::Answer(Box::new(answer)),
                Err(error) => unreadable(&error),
            },
            Kind::Pixels => Reply::Picture(picture(payload)?),
            Kind::Failed => Reply::Failed(serde_json::from_slice(&payload).unwrap_or_default()),
        };
        // An answer that nobody asked for, or waits for any more, is dropped.
        let waits = self.waiting().calls.remove(&number);
        if let Some(waits) = waits {
            waits.send(reply).ok();
        }
        Ok(())
    }

    fn end(&self) {
        let mut waiting = self.waiting();
        waiting.ended = true;
        waiting.calls.clear();
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unreadable(error: &serde_json::Error) -> Reply {
    let message = format!("an answer that cannot be read: {error}");
    Reply::Failed(Failure { message })
}
