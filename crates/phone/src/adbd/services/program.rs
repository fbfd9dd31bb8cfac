//! A program on a stream: its output to the host, the host's input to it, and how it ended.

use super::shell_packet::{self, CLOSE_STDIN, EXIT, STDERR, STDIN, STDOUT, WINDOW_SIZE};
use crate::adbd::stream::{Stream, StreamReader, StreamWriter};
use crate::process::{Channel, Input, LineDiscipline, Next, Output, Process, Reader, Tty, Writer, pipe};
use bytes::{Bytes, BytesMut};
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

/// What a program's handles are connected to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Terminal {
    /// Pipes: standard error is separate.
    None,
    /// A terminal that changes nothing.
    Raw,
    /// A terminal somebody types into: echo, lines, CR before LF.
    Cooked,
}

/// Runs a program until it has ended and all it wrote is sent.
pub(super) async fn serve(
    stream: Stream,
    mut process: Process,
    terminal: Terminal,
    v2: bool,
    program: impl FnOnce(Process) -> BoxFuture<'static, u8>,
) {
    let (writer, output) = pipe();
    process.stdout = Output::Pipe(writer.clone());
    process.stderr = Output::Pipe(if terminal == Terminal::None && v2 { writer.as_err() } else { writer.clone() });
    let (keys, interrupt) = connect_input(&mut process, terminal, writer);
    let (ended, status) = oneshot::channel();
    let program = program(process);
    let run = async move {
        let interrupted = async {
            match interrupt {
                Some(tty) => tty.interrupted().await,
                None => std::future::pending().await,
            }
        };
        let status = tokio::select! {
            status = program => status,
            // SIGINT
            () = interrupted => 130,
        };
        ended.send(status).ok();
    };
    let pump = Pump { writer: stream.writer, v2, terminal };
    let input = read_input(stream.reader, keys, v2);
    tokio::select! {
        _ = async { tokio::join!(run, pump.send_all(output, status)) } => {}
        () = input => {}
    }
}

enum Keys {
    /// Straight to standard input; gone once that is closed.
    Direct(Option<Writer>),
    Typed(LineDiscipline),
}

/// Standard input and the terminal; and, for a lone command on a cooked one, what Ctrl-C reaches.
fn connect_input(process: &mut Process, terminal: Terminal, echo: Writer) -> (Keys, Option<Tty>) {
    if terminal == Terminal::Cooked {
        let (discipline, tty) = LineDiscipline::cooked(echo);
        process.stdin = tty.input.clone();
        process.tty = Some(tty.clone());
        return (Keys::Typed(discipline), Some(tty));
    }
    let (writer, reader) = pipe();
    process.stdin = Input::pipe(reader);
    if terminal == Terminal::Raw {
        process.tty = Some(Tty::raw(process.stdin.clone(), process.stdout.clone()));
    }
    (Keys::Direct(Some(writer)), None)
}

/// Feeds the program until the host goes. Only a host that breaks the protocol makes it return.
async fn read_input(mut reader: StreamReader, mut keys: Keys, v2: bool) {
    let mut buffer = BytesMut::new();
    while let Some(bytes) = reader.read().await {
        if !v2 {
            keys.feed(bytes).await;
            continue;
        }
        buffer.extend_from_slice(&bytes);
        loop {
            match shell_packet::decode(&mut buffer) {
                Ok(Some((STDIN, bytes))) => keys.feed(bytes).await,
                Ok(Some((CLOSE_STDIN, _))) => keys.close().await,
                // The window has no size that anything here would ask for.
                Ok(Some((WINDOW_SIZE, _) | _)) => {}
                Ok(None) => break,
                Err(_) => return,
            }
        }
    }
    // The end of the stream is the end of the input.
    keys.close().await;
    std::future::pending::<()>().await;
}

impl Keys {
    async fn feed(&mut self, bytes: Bytes) {
        match self {
            Self::Direct(Some(writer)) => {
                // A program that has closed its input does not want it.
                if writer.write(bytes).await.is_err() {
                    *self = Self::Direct(None);
                }
            }
            Self::Direct(None) => {}
            Self::Typed(discipline) => drop(discipline.typed(&bytes).await),
        }
    }

    async fn close(&mut self) {
        match self {
            Self::Direct(writer) => *writer = None,
            Self::Typed(discipline) => drop(discipline.typed(&[4]).await),
        }
    }
}

struct Pump {
    writer: StreamWriter,
    v2: bool,
    terminal: Terminal,
}

impl Pump {
    /// Gathers what is there and sends it in one packet, the exit code with the last.
    async fn send_all(self, mut output: Reader, mut status: oneshot::Receiver<u8>) {
        let mut gathered = BytesMut::new();
        let mut ended = None;
        loop {
            // Jobs left on a terminal end with the shell; those on pipes keep them open.
            let next = if self.terminal == Terminal::None || ended.is_none() {
                tokio::select! {
                    biased;
                    next = output.next() => next,
                    code = &mut status, if ended.is_none() => {
                        ended = Some(code.unwrap_or(137));
                        continue;
                    }
                }
            } else {
                match output.try_next() {
                    Next::Chunk(channel, bytes) => Some((channel, bytes)),
                    Next::NotYet | Next::End => None,
                }
            };
            let mut at_end = next.is_none();
            if let Some((channel, bytes)) = next {
                let alone = gathered.is_empty() && bytes.len() >= self.writer.max_payload();
                if alone && !self.v2 && self.terminal != Terminal::Cooked {
                    // Long output that needs no change goes out as it is.
                    if self.writer.write(bytes).await.is_err() {
                        return;
                    }
                    continue;
                }
                self.add(channel, &bytes, &mut gathered);
                loop {
                    if gathered.len() >= self.writer.max_payload() {
                        break;
                    }
                    match output.try_next() {
                        Next::Chunk(channel, bytes) => self.add(channel, &bytes, &mut gathered),
                        Next::NotYet => break,
                        Next::End => {
                            at_end = true;
                            break;
                        }
                    }
                }
            }
            if at_end {
                if ended.is_none() {
                    ended = Some((&mut status).await.unwrap_or(137));
                }
                if self.v2 {
                    shell_packet::encode(EXIT, &[ended.unwrap_or(0)], &mut gathered);
                }
            }
            if self.writer.write(gathered.split().freeze()).await.is_err() || at_end {
                return;
            }
        }
    }

    fn add(&self, channel: Channel, bytes: &[u8], into: &mut BytesMut) {
        let cooked = (self.terminal == Terminal::Cooked).then(|| add_returns(bytes));
        let bytes = cooked.as_deref().unwrap_or(bytes);
        if !self.v2 {
            into.extend_from_slice(bytes);
            return;
        }
        let id = if channel == Channel::Err { STDERR } else { STDOUT };
        shell_packet::encode(id, bytes, into);
    }
}

/// A terminal starts a new line at the left.
fn add_returns(bytes: &[u8]) -> Vec<u8> {
    let mut shown = Vec::with_capacity(bytes.len() + 8);
    for byte in bytes {
        if *byte == b'\n' {
            shown.push(b'\r');
        }
        shown.push(*byte);
    }
    shown
}
