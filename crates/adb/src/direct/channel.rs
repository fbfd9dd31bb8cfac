//! The state of one stream between the connection's task, which fills it, and its two users, the
//! reader and the writer. It never sends: it says what is to be sent.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::{Buf as _, Bytes};
use tokio::io::ReadBuf;

use crate::{Error, Loss};

/// A write of the device is acknowledged while no more than this waits to be read, so that the
/// next one is under way while this one is used.
const WINDOW: usize = 1 << 20;
/// What a device that respects acknowledgements cannot exceed: the window, one write on top of it,
/// and as much again for devices that are known to run ahead.
const MOST: usize = 4 << 20;
/// Counted for each packet, because empty ones take room too.
const OVERHEAD: usize = 64;

pub(super) struct Channel {
    pub(super) local: u32,
    state: Mutex<State>,
}

struct State {
    phase: Phase,
    /// The device's id of the stream, 0 until it is open.
    remote: u32,
    inbound: VecDeque<Bytes>,
    inbound_cost: usize,
    /// A write of the device waits for its OKAY until the reader has caught up.
    owes_okay: bool,
    /// The device has acknowledged our last write.
    may_write: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Opening,
    Open,
    Ended(End),
}

/// How a stream ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    ByDevice,
    ByUs,
    /// The device sent far more than was acknowledged.
    Flooded,
    Lost(Loss),
}

/// What is to be done about a write of the device.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    Ignore,
    Acknowledge,
    Wait,
    CloseFlooded,
}

impl Channel {
    pub(super) fn opening(local: u32) -> Self {
        Self::new(local, 0, Phase::Opening)
    }

    /// A stream that the device opened.
    pub(super) fn open(local: u32, remote: u32) -> Self {
        Self::new(local, remote, Phase::Open)
    }

    fn new(local: u32, remote: u32, phase: Phase) -> Self {
        let state = State {
            phase,
            remote,
            inbound: VecDeque::new(),
            inbound_cost: 0,
            owes_okay: false,
            may_write: true,
            reader: None,
            writer: None,
        };
        Self { local, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The device's OKAY: the stream is open, or our last write has arrived.
    pub(super) fn on_okay(&self, remote: u32) {
        let mut state = self.lock();
        let waiting = match state.phase {
            Phase::Opening => {
                state.remote = remote;
                state.phase = Phase::Open;
                state.reader.take()
            }
            Phase::Open if state.remote == remote => {
                state.may_write = true;
                state.writer.take()
            }
            Phase::Open | Phase::Ended(_) => None,
        };
        drop(state);
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    /// The device's WRTE.
    pub(super) fn on_write(&self, remote: u32, payload: Bytes) -> Received {
        let mut state = self.lock();
        if state.phase != Phase::Open || state.remote != remote {
            return Received::Ignore;
        }
        state.inbound_cost += payload.len() + OVERHEAD;
        if state.inbound_cost > MOST {
            return Received::CloseFlooded;
        }
        state.inbound.push_back(payload);
        let received = if state.inbound_cost <= WINDOW {
            Received::Acknowledge
        } else {
            state.owes_okay = true;
            Received::Wait
        };
        let reader = state.reader.take();
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
        received
    }

    /// Whether a CLSE that names `remote` means this stream. A refusal names none.
    pub(super) fn is_closed_by(&self, remote: u32) -> bool {
        let state = self.lock();
        remote == 0 || state.phase == Phase::Opening || state.remote == remote
    }

    /// Ends the stream, unless it has ended before. The answer is the device's id if the device
    /// knows the stream.
    pub(super) fn end(&self, end: End) -> Option<u32> {
        let mut state = self.lock();
        if matches!(state.phase, Phase::Ended(_)) {
            return None;
        }
        state.phase = Phase::Ended(end);
        if end == End::Flooded {
            state.inbound.clear();
        }
        let remote = Some(state.remote).filter(|id| *id != 0);
        let waiting = [state.reader.take(), state.writer.take()];
        drop(state);
        waiting.into_iter().flatten().for_each(Waker::wake);
        remote
    }

    /// Ready when the device has accepted the stream: `Ok(false)` is its refusal.
    pub(super) fn poll_opened(&self, cx: &mut Context<'_>) -> Poll<Result<bool, Error>> {
        let mut state = self.lock();
        match state.phase {
            Phase::Opening => {
                state.reader = Some(cx.waker().clone());
                Poll::Pending
            }
            // A stream may be opened and ended before its opener looks.
            Phase::Open => Poll::Ready(Ok(true)),
            Phase::Ended(End::ByDevice) => Poll::Ready(Ok(state.remote != 0)),
            Phase::Ended(end) => Poll::Ready(Err(end.error())),
        }
    }

    /// Hands out what has arrived. `Some(remote)` beside it: the device now gets the OKAY it waits
    /// for.
    pub(super) fn poll_read(
        &self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> (Poll<io::Result<()>>, Option<u32>) {
        let mut state = self.lock();
        let before = buffer.filled().len();
        while buffer.remaining() > 0
            && let Some(front) = state.inbound.front_mut()
        {
            let taken = front.len().min(buffer.remaining());
            buffer.put_slice(&front[..taken]);
            front.advance(taken);
            let emptied = front.is_empty();
            state.inbound_cost -= taken;
            if emptied {
                state.inbound.pop_front();
                state.inbound_cost -= OVERHEAD;
            }
        }
        let open = state.phase == Phase::Open;
        let okay = state.owes_okay && open && state.inbound_cost <= WINDOW;
        if okay {
            state.owes_okay = false;
        }
        let okay = okay.then_some(state.remote);
        let read = if buffer.filled().len() > before || buffer.remaining() == 0 {
            Poll::Ready(Ok(()))
        } else {
            match state.phase {
                Phase::Opening | Phase::Open => {
                    state.reader = Some(cx.waker().clone());
                    Poll::Pending
                }
                Phase::Ended(End::ByDevice | End::ByUs) => Poll::Ready(Ok(())),
                Phase::Ended(end) => Poll::Ready(Err(end.error().into())),
            }
        };
        (read, okay)
    }

    /// Ready when one packet may be sent to the device's id; the caller must then send it.
    pub(super) fn poll_write(&self, cx: &mut Context<'_>) -> Poll<io::Result<u32>> {
        let mut state = self.lock();
        match state.phase {
            Phase::Open if state.may_write => {
                state.may_write = false;
                Poll::Ready(Ok(state.remote))
            }
            Phase::Opening | Phase::Open => {
                state.writer = Some(cx.waker().clone());
                Poll::Pending
            }
            Phase::Ended(end) => {
                let kind = match end {
                    End::ByDevice | End::ByUs => io::ErrorKind::BrokenPipe,
                    End::Flooded | End::Lost(_) => io::ErrorKind::ConnectionAborted,
                };
                Poll::Ready(Err(io::Error::new(kind, end.error())))
            }
        }
    }
}

impl End {
    fn error(self) -> Error {
        match self {
            Self::ByDevice => Error::ConnectionLost(Loss::StreamClosed),
            Self::ByUs => Error::ConnectionLost(Loss::Released),
            Self::Flooded => Error::protocol("the device sent more than was acknowledged"),
            Self::Lost(loss) => Error::ConnectionLost(loss),
        }
    }
}
