//! Runs a program on a stream: its output goes to the host, what the host sends is its input, and when the host
//! closes the stream, the program is hung up.
//!
//! All of it is one task: a chunk on its way out wakes nobody else.

use super::service::{Service, service};
use super::shell_protocol::{self as v2, Decoder};
use crate::adbd::daemon::Adbd;
use crate::adbd::stream::{Reader, Stream, Writer};
use crate::files::path;
use crate::process::{
    self, Channel, Input, LineDiscipline, Next, Output, Process, Tty, pause, pipe,
};
use crate::userland::{self, Command};
use bytes::Bytes;
use futures_util::future::join;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::SetOnce;

/// How long a program may go on reading what a host sent before it left.
const GRACE: Duration = Duration::from_secs(1);

pub(super) struct Subprocess {
    pub(super) arguments: Vec<String>,
    pub(super) protocol: Protocol,
    pub(super) terminal: Terminal,
    /// What the host's terminal is called.
    pub(super) term: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// Output and errors mixed, no exit code.
    Raw,
    V2,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Terminal {
    None,
    /// `/dev/tty` exists, but bytes pass as they are.
    Raw,
    /// Somebody types.
    Cooked,
}

impl Subprocess {
    /// `None` if there is no such program.
    pub(super) fn open(self, adbd: &Adbd) -> Option<Service> {
        let command = userland::find(path::name(self.arguments.first()?))?;
        let process = adbd.process();
        Some(service(move |stream| self.run(command, process, stream)))
    }

    async fn run(self, command: &'static Command, mut process: Process, stream: Stream) {
        let Stream { reader, writer } = stream;
        let (output, results) = pipe();
        let keyboard = self.connect(&mut process, output);
        let done = SetOnce::new();
        let leader = async {
            // Its handles must go with it, or the output would never end.
            let mut process = process;
            let status = self.lead(command, &mut process).await;
            drop(process);
            writer.exited(status);
            // Nobody else sets it.
            done.set(status).ok();
        };
        let pump = self.pump(results, &writer, &done);
        tokio::select! {
            biased;
            // A host that is gone needs no answer.
            ((), _) = join(Box::pin(leader), Box::pin(pump)) => {}
            () = Box::pin(self.feed_until_closed(reader, keyboard, &writer)) => {}
        }
    }

    /// Gives the program its handles.
    fn connect(&self, process: &mut Process, output: process::Writer) -> Keyboard {
        if let Some(term) = &self.term {
            process.env.insert("TERM".to_owned(), term.clone());
        }
        if self.terminal == Terminal::Cooked {
            let (lines, tty) = LineDiscipline::cooked(output);
            process.stdin = tty.input.clone();
            process.stdout = tty.output.clone();
            process.stderr = tty.output.clone();
            process.tty = Some(tty);
            return Keyboard::Lines(lines);
        }
        let (keyboard, input) = pipe();
        process.stdin = Input::pipe(input);
        process.stderr = Output::Pipe(match self.protocol {
            Protocol::V2 => output.as_err(),
            Protocol::Raw => output.clone(),
        });
        process.stdout = Output::Pipe(output);
        if self.terminal == Terminal::Raw {
            process.tty = Some(Tty::raw(process.stdin.clone(), process.stdout.clone()));
        }
        Keyboard::Pipe(keyboard)
    }

    /// Runs the program; on a terminal Ctrl-C ends it, unless it is a shell that takes care of that.
    async fn lead(&self, command: &Command, process: &mut Process) -> u8 {
        let tty = process.tty.clone().filter(|_| self.terminal == Terminal::Cooked);
        let interrupted = async {
            match tty {
                Some(tty) if self.arguments.len() > 1 => tty.interrupted().await,
                Some(_) | None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            () = interrupted => 130,
            status = userland::run(command, process, &self.arguments, false) => status,
        }
    }

    /// Output to the host, as much as there is in each packet, and the exit code last.
    async fn pump(
        &self,
        mut results: process::Reader,
        writer: &Writer,
        done: &SetOnce<u8>,
    ) -> io::Result<()> {
        let mut rest = None;
        loop {
            let next = match rest.take() {
                Some(rest) => Some(rest),
                None => self.next(&mut results, done).await,
            };
            let Some(first) = next else { break };
            writer.ready().await?;
            let mut batch =
                Batch { protocol: self.protocol, room: writer.max_payload(), pieces: Vec::new() };
            rest = batch.add(first);
            let mut ended = false;
            while rest.is_none() && !ended {
                match results.try_next() {
                    Next::Chunk(channel, bytes) => rest = batch.add(self.cook((channel, bytes))),
                    Next::End => ended = true,
                    Next::NotYet if self.hangs_up_after(done) => ended = true,
                    Next::NotYet => break,
                }
            }
            if let (true, Some(status)) = (ended, done.get())
                && batch.exit(*status)
            {
                return writer.write_packet(&batch.pieces).await;
            }
            writer.write_packet(&batch.pieces).await?;
        }
        if self.protocol == Protocol::V2 {
            let status = *done.wait().await;
            writer.write(v2::exit(status)).await?;
        }
        Ok(())
    }

    /// A terminal ends with its program, even if others still hold it; a pipe ends with its last holder.
    async fn next(
        &self,
        results: &mut process::Reader,
        done: &SetOnce<u8>,
    ) -> Option<(Channel, Bytes)> {
        if self.terminal == Terminal::None {
            return results.next().await;
        }
        let chunk = tokio::select! {
            biased;
            chunk = results.next() => chunk?,
            _ = done.wait() => return None,
        };
        Some(self.cook(chunk))
    }

    fn hangs_up_after(&self, done: &SetOnce<u8>) -> bool {
        self.terminal != Terminal::None && done.initialized()
    }

    /// What a terminal makes of output: lines end in carriage return and newline.
    fn cook(&self, (channel, bytes): (Channel, Bytes)) -> (Channel, Bytes) {
        if self.terminal != Terminal::Cooked || !bytes.contains(&b'\n') {
            return (channel, bytes);
        }
        let mut cooked = Vec::with_capacity(bytes.len() + 16);
        for byte in bytes {
            if byte == b'\n' {
                cooked.push(b'\r');
            }
            cooked.push(byte);
        }
        (channel, cooked.into())
    }

    /// Completes when the host has left and the program is to be hung up.
    async fn feed_until_closed(&self, reader: Reader, keyboard: Keyboard, writer: &Writer) {
        let fed = AtomicBool::new(false);
        let mut feed = Box::pin(self.feed(reader, keyboard, &fed));
        let fed_all = tokio::select! {
            biased;
            broken = &mut feed => {
                if broken == Err(v2::TooLong) {
                    return;
                }
                true
            }
            () = writer.closed() => false,
        };
        // A raw stream has no other way to say that the input is over, so let the program see it first.
        let lost = fed.load(Ordering::Relaxed) && self.terminal != Terminal::Cooked;
        if self.protocol == Protocol::Raw && lost {
            if !fed_all {
                // How the feeding ends makes no difference any more.
                tokio::time::timeout(GRACE, feed).await.ok();
            }
            pause(GRACE).await;
        }
    }

    /// Input for the program, until the stream ends.
    async fn feed(
        &self,
        mut reader: Reader,
        mut keyboard: Keyboard,
        fed: &AtomicBool,
    ) -> Result<(), v2::TooLong> {
        let mut decoder = Decoder::default();
        while let Some(bytes) = reader.read().await {
            if self.protocol == Protocol::Raw {
                fed.store(true, Ordering::Relaxed);
                keyboard.give(bytes).await;
                continue;
            }
            decoder.add(bytes);
            while let Some(packet) = decoder.next()? {
                match packet.id {
                    v2::STDIN => keyboard.give(packet.bytes).await,
                    v2::CLOSE_STDIN => keyboard.close(),
                    // The size of the window means nothing to the programs here; other ids are the future's.
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// The host's end of a program's input.
enum Keyboard {
    Pipe(process::Writer),
    Lines(LineDiscipline),
    /// Nobody reads any more.
    Gone,
}

impl Keyboard {
    async fn give(&mut self, bytes: Bytes) {
        let given = match self {
            Self::Pipe(writer) => writer.write(bytes).await,
            Self::Lines(lines) => lines.typed(&bytes).await,
            Self::Gone => Ok(()),
        };
        if given.is_err() {
            *self = Self::Gone;
        }
    }

    /// A terminal cannot close one way only.
    fn close(&mut self) {
        if matches!(self, Self::Pipe(_)) {
            *self = Self::Gone;
        }
    }
}

/// What goes into one packet.
struct Batch {
    protocol: Protocol,
    room: usize,
    pieces: Vec<Bytes>,
}

impl Batch {
    /// Adds a chunk and hands back what does not fit.
    fn add(&mut self, (channel, mut bytes): (Channel, Bytes)) -> Option<(Channel, Bytes)> {
        if self.protocol == Protocol::V2 {
            if self.room <= v2::HEAD {
                return Some((channel, bytes));
            }
            self.room -= v2::HEAD;
            let id = match channel {
                Channel::Out => v2::STDOUT,
                Channel::Err => v2::STDERR,
            };
            self.pieces.push(v2::head(id, bytes.len().min(self.room)));
        }
        let fitting = bytes.split_to(bytes.len().min(self.room));
        self.room -= fitting.len();
        self.pieces.push(fitting);
        (!bytes.is_empty()).then_some((channel, bytes))
    }

    /// Adds the end of the answer if it fits.
    fn exit(&mut self, status: u8) -> bool {
        if self.protocol == Protocol::Raw {
            return true;
        }
        let exit = v2::exit(status);
        if self.room < exit.len() {
            return false;
        }
        self.pieces.push(exit);
        true
    }
}
