//! One connection from a host: the handshake, the packets, the tasks of its streams.

use super::daemon::Daemon;
use super::event::Event;
use super::packet::{CLSE, CNXN, MAX_PAYLOAD, OKAY, OPEN, Packet, WRTE};
use super::services::{self, Session};
use super::stream::{Link, Stream};
use crate::process::pause;
use bytes::{Buf as _, BytesMut};
use futures_util::future::BoxFuture;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

const VERSION: u32 = 0x0100_0001;
/// A host that connects and says nothing is sent away after this.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// How long a program may go on with what it was sent before the host hung up.
const LAST_WORDS: Duration = Duration::from_millis(250);

pub(super) async fn serve<S>(daemon: &Daemon, number: u64, io: S)
where
    S: AsyncRead + AsyncWrite + Send + 'static,
{
    let (reader, writer) = tokio::io::split(io);
    let (link, packets) = Link::new();
    // Dropped with this future: whatever ends it ends the connection's tasks.
    let _end = EndOfLink(Arc::clone(&link));
    let mut host = Host { session: Session::new(daemon.clone(), number, Arc::clone(&link)), online: false };
    tokio::select! {
        ended = host.read(reader) => {
            if let Err(error) = ended {
                tracing::debug!(%error, number, "a host said something that is not adb");
            }
        }
        ended = send(&link, writer, packets) => {
            if let Err(error) = ended {
                tracing::debug!(%error, number, "a host is gone");
            }
        }
        () = link.gone.cancelled() => {}
    }
    if host.online {
        daemon.tell(Event::Disconnected { connection: number });
    }
}

struct EndOfLink(Arc<Link>);

impl Drop for EndOfLink {
    fn drop(&mut self) {
        self.0.gone.cancel();
        self.0.reset();
    }
}

struct Host {
    session: Session,
    online: bool,
}

impl Host {
    async fn read(&mut self, mut reader: impl AsyncRead + Unpin) -> io::Result<()> {
        let introduced_by = Instant::now() + INTRODUCTION;
        let mut buffer = BytesMut::with_capacity(64 * 1024);
        loop {
            while let Some(packet) = Packet::decode(&mut buffer).map_err(io::Error::other)? {
                self.take(packet);
            }
            buffer.reserve(16 * 1024);
            let count = if self.online {
                reader.read_buf(&mut buffer).await?
            } else {
                match timeout_at(introduced_by, reader.read_buf(&mut buffer)).await {
                    Ok(count) => count?,
                    Err(_) => return Ok(()),
                }
            };
            if count == 0 {
                return Ok(());
            }
        }
    }

    fn take(&mut self, packet: Packet) {
        let link = &self.session.link;
        match packet.command {
            CNXN => self.introduced(packet.arg0, packet.arg1),
            // Nothing but an introduction counts before the introduction.
            _ if !self.online => {}
            OPEN => self.open(packet),
            OKAY if packet.arg0 != 0 => link.acknowledged(packet.arg1, packet.arg0),
            WRTE => link.received(packet.arg1, packet.payload),
            CLSE => link.closed_by_host(packet.arg1),
            // AUTH, TLS, the obsolete SYNC, and whatever newer hosts try.
            _ => {}
        }
    }

    /// A second introduction starts the connection anew.
    fn introduced(&mut self, version: u32, max_payload: u32) {
        let link = &self.session.link;
        link.reset();
        self.session.forget_listeners();
        link.agree(max_payload, version < VERSION);
        let banner = self.session.daemon.banner();
        let limit = u32::try_from(MAX_PAYLOAD).unwrap_or(u32::MAX);
        link.send(Packet::with(CNXN, VERSION, limit, banner));
        if !self.online {
            self.online = true;
            self.session.daemon.tell(Event::Connected { connection: self.session.number });
        }
    }

    fn open(&self, packet: Packet) {
        let (remote, link) = (packet.arg0, &self.session.link);
        if remote == 0 {
            return;
        }
        let mut name = packet.payload;
        // One NUL ends the string; the words of `abb` may end in empty ones, which are NULs too.
        if name.last() == Some(&0) {
            name.truncate(name.len() - 1);
        }
        let text = crate::text::decode(&name);
        let connection = self.session.number;
        let accepted = services::find(&self.session, &name).and_then(|service| Some((service, link.accept(remote)?)));
        match accepted {
            Some((service, stream)) => {
                self.session.daemon.tell(Event::Opened { connection, service: text });
                tokio::spawn(run(service, stream));
            }
            None => {
                self.session.daemon.tell(Event::Refused { connection, service: text });
                link.send(Packet::new(CLSE, 0, remote));
            }
        }
    }
}

/// A service and what it does with a stream.
pub(super) type Service = Box<dyn FnOnce(Stream) -> BoxFuture<'static, ()> + Send>;

async fn run(service: Service, stream: Stream) {
    let writer = stream.writer.clone();
    let hung_up = async {
        writer.hung_up().await;
        // It has been sent everything there is; what it makes of that should not be lost.
        pause(LAST_WORDS).await;
    };
    tokio::select! {
        () = service(stream) => {}
        () = hung_up => {}
    }
    writer.close();
}

/// Writes packets, several small ones in one go.
async fn send(link: &Link, mut writer: impl AsyncWrite + Unpin, mut packets: mpsc::Receiver<Packet>) -> io::Result<()> {
    const SMALL: usize = 16 * 1024;
    let mut buffer = BytesMut::with_capacity(2 * SMALL);
    while let Some(packet) = packets.recv().await {
        let mut next = Some(packet);
        while let Some(packet) = next.take() {
            // The introduction goes out before it is known what the host wants.
            let header = packet.header(link.wants_sums() || packet.command == CNXN);
            if packet.payload.len() <= SMALL {
                buffer.extend_from_slice(&header);
                buffer.extend_from_slice(&packet.payload);
                if buffer.len() < SMALL {
                    next = packets.try_recv().ok();
                }
            } else {
                buffer.extend_from_slice(&header);
                writer.write_all_buf(&mut buffer.split().freeze().chain(packet.payload)).await?;
            }
        }
        if !buffer.is_empty() {
            writer.write_all_buf(&mut buffer.split().freeze()).await?;
        }
        writer.flush().await?;
    }
    Ok(())
}
