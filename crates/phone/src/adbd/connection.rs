//! One connection of a host: the introduction, then packets until either side goes away.

use super::admission::admit;
use super::daemon::Adbd;
use super::event::Event;
use super::incoming::{Incoming, Lost};
use super::link::Link;
use super::packet::{Command, MAX_PAYLOAD, Packet, VERSION, VERSION_WITH_SUMS};
use super::services::{self, Context, Service};
use super::stream::Stream;
use crate::text;
use bytes::Bytes;
use futures_util::FutureExt as _;
use std::io;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// What a host that announces no maximum surely takes.
const SMALLEST_MAX: usize = 4096;

/// Serves one host until it goes away, breaks the protocol, or the phone is switched off.
pub(crate) async fn serve<T>(adbd: Adbd, io: T, from: String)
where
    T: AsyncRead + AsyncWrite + Send + 'static,
{
    let (read, write) = tokio::io::split(io);
    let ended = CancellationToken::new();
    let link = Arc::new(Link::new(Box::new(write), ended.clone()));
    let off = adbd.machine().off().clone();
    let mut cuts = adbd.cuts();
    let mut connection =
        Connection { id: 0, adbd, link: Arc::clone(&link), running: JoinSet::new() };
    tokio::select! {
        biased;
        () = off.cancelled() => {}
        () = ended.cancelled() => {}
        _ = cuts.changed() => {}
        lost = connection.talk(Incoming::new(read), &from) => {
            if let Err(Lost::Malformed(error)) = lost {
                tracing::debug!(%error, from, "not the adb protocol");
            }
        }
    }
    ended.cancel();
    link.close_all();
    connection.running.shutdown().await;
    link.wire().shut_down().await;
    if connection.id != 0 {
        connection.adbd.tell(|| Event::Disconnected { connection: connection.id });
    }
}

struct Connection {
    /// 0 until the host has introduced itself.
    id: u64,
    adbd: Adbd,
    link: Arc<Link>,
    running: JoinSet<()>,
}

impl Connection {
    async fn talk<R>(&mut self, mut incoming: Incoming<R>, from: &str) -> Result<(), Lost>
    where
        R: AsyncRead + Unpin,
    {
        let Some(first) = admit(&self.adbd, &self.link, &mut incoming).await? else {
            return Ok(());
        };
        self.introduce(&first).await?;
        self.id = self.adbd.next_connection();
        let id = self.id;
        self.link.set_connection(id);
        self.adbd.tell(|| Event::Connected { connection: id, from: from.to_owned() });
        loop {
            let packet = incoming.next().await?;
            self.adbd.thawed().await;
            self.handle(packet).await?;
        }
    }

    async fn handle(&mut self, packet: Packet) -> io::Result<()> {
        let Packet { command, arg0: peer, arg1: id, payload } = packet;
        match command {
            Command::Write => self.link.received(id, peer, payload).await,
            Command::Okay => {
                self.link.granted(id, peer);
                Ok(())
            }
            Command::Close => {
                if self.link.closed(id, peer) {
                    self.link.wire().signal(Command::Close, id, peer).await?;
                }
                Ok(())
            }
            Command::Open => self.open(peer, id, &payload).await,
            Command::Connect => {
                // The host starts over.
                self.link.close_all();
                self.running.shutdown().await;
                let packet = Packet { command, arg0: peer, arg1: id, payload };
                self.introduce(&packet).await
            }
            // Nobody has to prove anything here, and what is not known is not answered.
            Command::Auth | Command::StartTls | Command::Other(_) => Ok(()),
        }
    }

    /// Answers the host's introduction with ours; the lower version and the smaller maximum count.
    async fn introduce(&self, theirs: &Packet) -> io::Result<()> {
        self.link.set_max_payload(match usize::try_from(theirs.arg1) {
            Ok(0) => SMALLEST_MAX,
            Ok(max) => max.min(MAX_PAYLOAD),
            Err(_) => MAX_PAYLOAD,
        });
        let wire = self.link.wire();
        // Introductions always carry their sum.
        wire.set_sums(true);
        let banner = Bytes::from(self.adbd.banner());
        let max = u32::try_from(MAX_PAYLOAD).unwrap_or(u32::MAX);
        wire.send(Command::Connect, VERSION, max, &[banner]).await?;
        wire.set_sums(theirs.arg0 <= VERSION_WITH_SUMS);
        Ok(())
    }

    async fn open(&mut self, peer: u32, window: u32, payload: &Bytes) -> io::Result<()> {
        let name = text::decode(payload.strip_suffix(b"\0").unwrap_or(payload));
        while self.running.try_join_next().is_some() {}
        // A window is for delayed acknowledgements, which we did not offer.
        let valid = peer != 0 && window == 0;
        let context = Context { adbd: &self.adbd, link: &self.link };
        let service = valid.then(|| services::open(&context, &name)).flatten();
        // A stream is taken only for a service that exists: nobody would give it back.
        let opened = service.and_then(|service| Some((service, self.link.accept(peer).ok()?)));
        let Some((service, stream)) = opened else {
            self.adbd.tell(|| Event::Refused { connection: self.id, service: name });
            return self.link.wire().signal(Command::Close, 0, peer).await;
        };
        let (connection, id) = (self.id, stream.writer.id());
        self.adbd.tell(|| Event::Opened { connection, stream: id, service: name.clone() });
        let (adbd, link) = (self.adbd.clone(), Arc::clone(&self.link));
        let running = Running { adbd, link, stream: id, name, since: Instant::now() };
        self.running.spawn(run(running, service, stream));
        Ok(())
    }
}

async fn run(running: Running, service: Service, stream: Stream) {
    let writer = stream.writer.clone();
    if writer.signal(Command::Okay).await.is_ok() {
        // A broken command must not take the other streams with it.
        let serve = async {
            services::pass(&running.adbd, &running.name, &writer).await;
            service(stream).await;
        };
        let served = AssertUnwindSafe(serve).catch_unwind().await;
        if served.is_err() {
            tracing::error!(service = running.name, "a service panicked");
        }
    }
    writer.close().await;
}

/// Tells of the end of a service, however it comes.
struct Running {
    adbd: Adbd,
    link: Arc<Link>,
    stream: u32,
    name: String,
    since: Instant,
}

impl Drop for Running {
    fn drop(&mut self) {
        let service = std::mem::take(&mut self.name);
        let (connection, stream) = (self.link.connection(), self.stream);
        let exit = self.link.take_exit(stream);
        let (cut, took) = (self.link.was_cut(stream), self.since.elapsed());
        self.adbd.tell(|| Event::Closed { connection, stream, service, exit, cut, took });
    }
}
