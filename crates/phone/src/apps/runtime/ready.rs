//! An app process that waits, framework loaded, until its app is started. It belongs to one package: what a process may touch
//! is settled when it starts. Nobody hears what it says until somebody takes it.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{
    calls::{self, Call, WireConfig},
    events::Event,
    process::{Listener, Process, Streams},
    questions::{Question, Resolved},
    wire::Broken,
};

/// A process that waits has little to say.
const MOST_EVENTS: usize = 256;

/// A process with the framework loaded, or about to.
pub(crate) struct Waiting {
    pub(crate) process: Arc<Process>,
    relay: Relay,
}

impl Waiting {
    /// Starts one, and has it load the framework.
    pub(crate) fn start(
        open: impl FnOnce() -> io::Result<Streams> + Send + 'static,
        api: u32,
        config: WireConfig,
    ) -> io::Result<Self> {
        let relay = Relay::default();
        let process = Process::start(open, relay.clone())?;
        let own = Arc::clone(&process);
        thread::Builder::new().name("app-boot".to_owned()).spawn(move || {
            // Nobody waits for the answer: what is asked next comes after it.
            own.ask(calls::payload(&Call::Boot { api, config }, 0)).ok();
        })?;
        Ok(Self { process, relay })
    }

    /// The process, with somebody to hear it from now on and what it said so far; `None` when it is gone.
    pub(crate) fn take(self, listener: impl Listener) -> Option<Arc<Process>> {
        self.relay.hand_over(Box::new(listener)).then(|| Arc::clone(&self.process))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if !self.relay.is_taken() {
            self.process.kill();
        }
    }
}

/// Keeps what is said until there is somebody to say it to.
#[derive(Clone, Default)]
struct Relay(Arc<Mutex<Heard>>);

#[derive(Default)]
struct Heard {
    kept: VecDeque<Event>,
    ended: bool,
    to: Option<Box<dyn Listener>>,
}

impl Relay {
    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_taken(&self) -> bool {
        self.heard().to.is_some()
    }

    /// False: it has ended already.
    fn hand_over(&self, mut listener: Box<dyn Listener>) -> bool {
        let mut heard = self.heard();
        if heard.ended {
            return false;
        }
        for event in heard.kept.drain(..) {
            listener.event(event);
        }
        heard.to = Some(listener);
        true
    }
}

impl Listener for Relay {
    fn event(&mut self, event: Event) {
        let Heard { kept, to, .. } = &mut *self.heard();
        match to {
            Some(to) => to.event(event),
            None if kept.len() < MOST_EVENTS => kept.push_back(event),
            None => {}
        }
    }

    fn question(&mut self, question: Question) -> Option<Resolved> {
        self.heard().to.as_mut()?.question(question)
    }

    fn ended(&mut self, why: Option<Broken>) {
        let mut heard = self.heard();
        heard.ended = true;
        if let Some(to) = &mut heard.to {
            to.ended(why);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{io::PipeWriter, sync::mpsc};

    use super::*;
    use crate::{
        android::{Config, Insets, Rotation},
        apps::runtime::wire::{Kind, Packet},
        screen::Size,
    };

    /// Writes down what it hears.
    struct Notes(mpsc::Sender<String>);

    impl Listener for Notes {
        fn event(&mut self, event: Event) {
            self.0.send(format!("{event:?}")).ok();
        }

        fn question(&mut self, _question: Question) -> Option<Resolved> {
            None
        }

        fn ended(&mut self, _why: Option<Broken>) {
            self.0.send("ended".to_owned()).ok();
        }
    }

    fn config() -> WireConfig {
        let config = Config {
            size: Size::new(1, 2),
            density: 420,
            rotation: Rotation::Portrait,
            font_scale: 1.0,
            night: false,
            insets: Insets::default(),
        };
        WireConfig::of(&config, "en-US".to_owned())
    }

    /// A process that says `wake` for every call and answers it.
    fn waiting() -> (Waiting, mpsc::Receiver<String>, Arc<Mutex<Option<PipeWriter>>>) {
        let (mut calls, to) = io::pipe().unwrap();
        let (from, out) = io::pipe().unwrap();
        let out = Arc::new(Mutex::new(Some(out)));
        let (heard, asked) = mpsc::channel();
        let own = Arc::clone(&out);
        thread::spawn(move || {
            while let Ok(Some(call)) = Packet::read(&mut calls) {
                heard.send(String::from_utf8(call.payload).unwrap()).ok();
                let wake = br#"{"event": "wake"}"#.to_vec();
                let event = Packet { kind: Kind::Event, number: 0, payload: wake };
                let payload = br#"{"next": null}"#.to_vec();
                let answer = Packet { kind: Kind::Answer, number: call.number, payload };
                if let Some(out) = own.lock().unwrap().as_mut() {
                    io::Write::write_all(out, &[event.encode(), answer.encode()].concat()).ok();
                }
            }
        });
        let own = Arc::clone(&out);
        let kill = Box::new(move || drop(own.lock().unwrap().take()));
        let streams = Streams { from: Box::new(from), to: Box::new(to), kill };
        (Waiting::start(move || Ok(streams), 34, config()).unwrap(), asked, out)
    }

    #[test]
    fn what_it_said_is_heard_by_who_takes_it() {
        let (waiting, asked, _out) = waiting();
        let boot = asked.recv().unwrap();
        assert!(boot.contains(r#""do":"boot""#) && boot.contains(r#""api":34"#), "{boot}");
        let process = Arc::clone(&waiting.process);
        // Answers come in order: once this one is here, the event before the first has been heard.
        process.ask(calls::payload(&Call::Run, 1)).unwrap();
        let (send, notes) = mpsc::channel();
        let taken = waiting.take(Notes(send)).unwrap();
        assert_eq!([notes.recv().unwrap(), notes.recv().unwrap()], ["Wake", "Wake"]);
        taken.ask(calls::payload(&Call::Run, 2)).unwrap();
        assert_eq!(notes.recv().unwrap(), "Wake");
        taken.kill();
        assert_eq!(notes.recv().unwrap(), "ended");
    }

    #[test]
    fn nobody_takes_one_that_is_gone_and_none_stays_behind() {
        let (waiting_one, asked, out) = waiting();
        asked.recv().unwrap();
        waiting_one.process.kill();
        // The end is heard by another thread; a call knows of it.
        while waiting_one.process.ask(calls::payload(&Call::Run, 1)).is_ok() {}
        let (send, _notes) = mpsc::channel();
        assert!(waiting_one.take(Notes(send)).is_none());
        assert!(out.lock().unwrap().is_none());
        let (dropped, _asked, out) = waiting();
        drop(dropped);
        assert!(out.lock().unwrap().is_none(), "it was ended");
    }
}
