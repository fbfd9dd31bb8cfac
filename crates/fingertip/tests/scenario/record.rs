//! What reached a phone, in its own words, and servers over a phone that is watched.

use std::sync::Arc;
use std::time::Duration;

use device::android::Single;
use engine::{Claims, Fleet, Guard, Source};
use fingertip::host::Host;
use fingertip::mcp::{Options, Server};
use fingertip::tools::{ALL, Registry};
use phone::faults::Profile;
use phone::{Event, Phone};
use tokio::sync::broadcast;

use crate::cable::Cable;

/// A phone on which every command takes a moment.
pub(crate) fn phone() -> Arc<Phone> {
    Arc::new(Phone::builder().serial("phone").profile(Profile::Usb).build().expect("a phone"))
}

/// A server over the phone: one process, as far as claims go.
pub(crate) fn server(phone: &Arc<Phone>, guard: Guard, claims: Option<Claims>) -> Server {
    let cable = Cable { phone: Arc::clone(phone), delay: Duration::ZERO };
    let source: Arc<dyn Source> = Arc::new(Single::new("phone", "Fingertip Phone", cable));
    let fleet = Fleet::new(vec![source], None).with_guard(guard);
    let fleet = match claims {
        Some(claims) => fleet.with_claims(claims),
        None => fleet,
    };
    Server::new(Arc::new(Registry::new(ALL)), Arc::new(Host::of(fleet)), Options::default())
}

/// The commands that reach a phone from now on.
pub(crate) struct Record(broadcast::Receiver<Event>);

/// A command began, or came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark {
    Began(String),
    Ended(String),
}

impl Record {
    pub(crate) fn of(phone: &Phone) -> Self {
        Self(phone.events())
    }

    /// What was recorded so far of commands that contain the word.
    pub(crate) fn marks(&mut self, word: &str) -> Vec<Mark> {
        let mut marks = Vec::new();
        while let Ok(event) = self.0.try_recv() {
            marks.extend(mark(&event, word));
        }
        marks
    }

    /// The commands that began so far, by that word in them.
    pub(crate) fn begun(&mut self, word: &str) -> Vec<String> {
        let begun = |mark| if let Mark::Began(command) = mark { Some(command) } else { None };
        self.marks(word).into_iter().filter_map(begun).collect()
    }

    /// Waits until a command with the word begins.
    pub(crate) async fn begins(&mut self, word: &str) {
        while !matches!(self.next(word).await, Mark::Began(_)) {}
    }

    /// Waits until a command with the word ends.
    pub(crate) async fn ends(&mut self, word: &str) {
        while !matches!(self.next(word).await, Mark::Ended(_)) {}
    }

    async fn next(&mut self, word: &str) -> Mark {
        loop {
            if let Some(mark) = mark(&self.0.recv().await.expect("the phone is on"), word) {
                return mark;
            }
        }
    }
}

fn mark(event: &Event, word: &str) -> Option<Mark> {
    let marked = match event {
        Event::Opened { service, .. } => Mark::Began(service.clone()),
        Event::Closed { service, .. } => Mark::Ended(service.clone()),
        Event::Connected { .. }
        | Event::Refused { .. }
        | Event::Synced { .. }
        | Event::ConsoleConnected { .. }
        | Event::ConsoleCommand { .. }
        | Event::Disconnected { .. }
        | Event::FaultBegan { .. }
        | Event::FaultEnded { .. } => return None,
    };
    let (Mark::Began(command) | Mark::Ended(command)) = &marked;
    command.contains(word).then_some(marked)
}
