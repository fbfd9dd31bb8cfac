//! Packets on their way to the device. Whoever has a packet writes it at once; only when the
//! device does not take it is it left to the connection's task. Each packet is one write.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::{Buf as _, Bytes};
use tokio::io::AsyncWrite;

use crate::Loss;

/// More unsent packets than this mean that the device has stopped reading: each stream has at most
/// one write under way, so only answers to the device's own packets can pile up so high.
const MOST_PACKETS: usize = 16 * 1024;

pub(super) struct Outbound(Mutex<State>);

struct State {
    io: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    queue: VecDeque<Bytes>,
    flushed: bool,
    /// Wakes the connection's task, which is told when the device takes bytes again.
    task: Waker,
    failure: Option<Loss>,
}

impl Outbound {
    pub(super) fn new(io: Box<dyn AsyncWrite + Send + Unpin>) -> Self {
        Self(Mutex::new(State {
            io: Some(io),
            queue: VecDeque::new(),
            flushed: true,
            task: Waker::noop().clone(),
            failure: None,
        }))
    }

    pub(super) fn send(&self, packet: Bytes) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.io.is_none() || state.failure.is_some() {
            return;
        }
        state.queue.push_back(packet);
        if state.queue.len() > MOST_PACKETS {
            state.fail(Loss::NotReading);
        } else if state.queue.len() == 1 {
            state.write();
        }
    }

    /// Called by the connection's task, which is woken as long as something is left to write.
    pub(super) fn drive(&self, cx: &Context<'_>) -> Result<(), Loss> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.task.clone_from(cx.waker());
        state.write();
        state.failure.map_or(Ok(()), Err)
    }

    /// Lets go of the connection and of what was not sent.
    pub(super) fn close(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.queue.clear();
        state.io = None;
    }
}

impl State {
    fn write(&mut self) {
        let Some(io) = &mut self.io else {
            return;
        };
        let mut io = Pin::new(io);
        let task = self.task.clone();
        let mut cx = Context::from_waker(&task);
        while let Some(packet) = self.queue.front_mut() {
            match io.as_mut().poll_write(&mut cx, packet) {
                Poll::Pending => return,
                Poll::Ready(Ok(0)) => return self.fail(Loss::Io(io::ErrorKind::WriteZero)),
                Poll::Ready(Ok(written)) => {
                    self.flushed = false;
                    packet.advance(written);
                    if packet.is_empty() {
                        self.queue.pop_front();
                    }
                }
                Poll::Ready(Err(error)) => return self.fail(Loss::Io(error.kind())),
            }
        }
        if !self.flushed {
            match io.as_mut().poll_flush(&mut cx) {
                Poll::Pending => {}
                Poll::Ready(Ok(())) => self.flushed = true,
                Poll::Ready(Err(error)) => self.fail(Loss::Io(error.kind())),
            }
        }
    }

    fn fail(&mut self, loss: Loss) {
        self.failure.get_or_insert(loss);
        self.queue.clear();
        self.task.wake_by_ref();
    }
}
