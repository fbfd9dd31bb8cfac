//! One sync stream: requests, one after another, until the host quits or something fails.

use super::list::{self, Style};
use super::receive;
use super::requests::{MAX_PATH, Requests};
use super::send::{self, Ended};
use super::stat;
use crate::adbd::daemon::Adbd;
use crate::adbd::event::{Event, Sync};
use crate::adbd::services::service::{Service, service};
use crate::adbd::stream::{Stream, Writer};
use crate::files::{Errno, Files, Identity, path};
use crate::process::Process;
use crate::text;
use bytes::Bytes;
use std::io;
use tokio::time::Instant;

/// The longest piece of a file.
pub(super) const MAX_DATA: usize = 64 * 1024;

pub(in crate::adbd::services) fn open(adbd: &Adbd) -> Service {
    let (process, adbd) = (adbd.process(), adbd.clone());
    service(move |Stream { reader, writer }| async move {
        let mut session = Session {
            adbd,
            process,
            requests: Requests::new(reader),
            writer,
            moved: 0,
            refused: None,
        };
        // When the host is gone there is nobody to tell.
        while let Ok(Some(())) = session.answer().await {}
    })
}

pub(super) struct Session {
    adbd: Adbd,
    pub(super) process: Process,
    pub(super) requests: Requests,
    pub(super) writer: Writer,
    /// Bytes of the file that is on its way.
    pub(super) moved: u64,
    /// What the host was told instead of what it wanted.
    refused: Option<String>,
}

impl Session {
    /// Serves one request. `None`: it was the last one.
    async fn answer(&mut self) -> io::Result<Option<()>> {
        let Some(head) = self.requests.head().await else { return Ok(None) };
        let length = usize::try_from(head.value).unwrap_or(usize::MAX);
        if length > MAX_PATH {
            self.fail("path too long").await?;
            return Ok(None);
        }
        let Some(path) = self.requests.exactly(length).await else { return Ok(None) };
        let argument = text::decode(&path);
        let (files, who) = (self.files(), self.who());
        let path = absolute(&argument);
        let since = Instant::now();
        let answer = match &head.id {
            b"STAT" => stat::version_1(head.id, files.lstat(who, &path).ok().as_ref()),
            b"STA2" => stat::version_2(head.id, files.stat(who, &path).as_ref()),
            b"LST2" => stat::version_2(head.id, files.lstat(who, &path).as_ref()),
            b"LIST" => list::listing(files, who, &path, Style::V1),
            b"LIS2" => list::listing(files, who, &path, Style::V2),
            b"RECV" => {
                let done = receive::receive(self, &path).await;
                self.note_loss(&done);
                self.tell(Sync::Pull(self.moved), &path, since);
                return done;
            }
            b"SEND" => {
                let done = self.take(&argument).await;
                self.note_loss(&done);
                let path = argument.rsplit_once(',').map_or(argument.as_str(), |(path, _)| path);
                self.tell(Sync::Push(self.moved), path, since);
                return done;
            }
            b"QUIT" => return Ok(None),
            _ => {
                let id = u32::from_le_bytes(head.id);
                self.fail(&format!("unknown command {id:#010x}")).await?;
                return Ok(None);
            }
        };
        self.writer.write(answer).await?;
        if matches!(&head.id, b"LIST" | b"LIS2") {
            self.tell(Sync::List, &path, since);
        }
        Ok(Some(()))
    }

    /// Takes a file or a link.
    async fn take(&mut self, argument: &str) -> io::Result<Option<()>> {
        match send::send(self, argument).await {
            Ok(()) => {
                self.writer.write(Bytes::from_static(b"OKAY\0\0\0\0")).await?;
                return Ok(Some(()));
            }
            Err(Ended::Gone) => {}
            Err(Ended::Malformed(message)) => self.fail(message).await?,
            Err(Ended::Failed(message)) => {
                self.fail(&message).await?;
                // A host that is still writing does not read: let it come to its end.
                send::discard(self).await;
            }
        }
        Ok(None)
    }

    /// What the host did not get to its end did not go well, whatever the file system said.
    fn note_loss(&mut self, done: &io::Result<Option<()>>) {
        if done.is_err() && self.refused.is_none() {
            self.refused = Some("the connection was lost".to_owned());
        }
    }

    fn tell(&mut self, what: Sync, path: &str, since: Instant) {
        self.moved = 0;
        let (connection, refused) = (self.writer.connection(), self.refused.take());
        let took = since.elapsed();
        let path = path.to_owned();
        self.adbd.tell(|| Event::Synced { connection, what, path, refused, took });
    }

    pub(super) async fn fail(&mut self, message: &str) -> io::Result<()> {
        self.refused = Some(message.to_owned());
        let length = u32::try_from(message.len()).unwrap_or(u32::MAX).to_le_bytes();
        self.writer.write([b"FAIL", &length[..], message.as_bytes()].concat()).await
    }

    /// `what: why`
    pub(super) async fn fail_with(&mut self, what: &str, errno: Errno) -> io::Result<()> {
        self.fail(&format!("{what}: {errno}")).await
    }

    pub(super) fn files(&self) -> &Files {
        self.process.files()
    }

    pub(super) fn who(&self) -> &Identity {
        &self.process.who
    }
}

/// adbd's directory is the root.
pub(super) fn absolute(argument: &str) -> String {
    if argument.is_empty() { String::new() } else { path::join("/", argument) }
}
