//! `sync:`: files to and from the host. Every reply that fits goes out in one packet.

use super::session::Session;
use super::sync_wire::{Incoming, MAX_DATA, fail, stat_v1, stat_v2, words};
use crate::adbd::connection::Service;
use crate::adbd::stream::{Stream, StreamWriter};
use crate::files::{Device, Entry, Errno, Files, Identity, Kind, Source, WriteMode, path};
use crate::text;
use bytes::{Bytes, BytesMut};
use std::fs::File;
use std::io::{self, Read as _, Write as _};

const MAX_PATH: u32 = 1024;
const WHO: Identity = Identity::SHELL;

pub(super) fn service(session: &Session) -> Service {
    let files = session.machine().files().clone();
    Box::new(move |Stream { reader, writer }| {
        Box::pin(async move {
            let mut sync = Sync { incoming: Incoming::new(reader), writer, files };
            // An error is a host that went away: there is nobody left to tell.
            sync.serve().await.ok();
        })
    })
}

struct Sync {
    incoming: Incoming,
    writer: StreamWriter,
    files: Files,
}

impl Sync {
    async fn serve(&mut self) -> io::Result<()> {
        while let Some((id, length)) = self.incoming.head().await {
            if &id == b"QUIT" {
                return Ok(());
            }
            if length > MAX_PATH {
                return self.reply(fail("path too long")).await;
            }
            let Some(path) = self.incoming.take(usize::try_from(length).unwrap_or(0)).await else { return Ok(()) };
            let path = text::decode(&path);
            match &id {
                b"STAT" => {
                    let stat = self.files.lstat(&WHO, &absolute(&path)).ok();
                    let mut reply = BytesMut::new();
                    words(b"STAT", &stat_v1(stat.as_ref()), &mut reply);
                    self.reply(reply).await?;
                }
                b"STA2" | b"LST2" => {
                    let absolute = absolute(&path);
                    let stat = if &id == b"STA2" { self.files.stat(&WHO, &absolute) } else { self.files.lstat(&WHO, &absolute) };
                    let mut reply = BytesMut::from(&id[..]);
                    stat_v2(stat.as_ref().map_err(|errno| *errno), &mut reply);
                    self.reply(reply).await?;
                }
                b"LIST" | b"LIS2" => self.list(&path, &id == b"LIS2").await?,
                b"SEND" => {
                    if !self.receive(&path).await? {
                        return Ok(());
                    }
                }
                b"RECV" => self.send(&path).await?,
                _ => {
                    let text = format!("unknown command {:#010x}", u32::from_le_bytes(id));
                    return self.reply(fail(&text)).await;
                }
            }
        }
        Ok(())
    }

    async fn list(&mut self, path: &str, v2: bool) -> io::Result<()> {
        let directory = absolute(path);
        let mut entries = self.files.list(&WHO, &directory).unwrap_or_default();
        for name in [".", ".."] {
            let path = format!("{directory}/{name}");
            if let Ok(stat) = self.files.stat(&WHO, &path) {
                entries.insert(0, Entry { name: name.to_owned(), stat });
            }
        }
        let mut reply = BytesMut::new();
        for Entry { name, stat } in &entries {
            let name = text::encode(name);
            let length = u32::try_from(name.len()).unwrap_or(0);
            if v2 {
                reply.extend_from_slice(b"DNT2");
                stat_v2(Ok(stat), &mut reply);
                reply.extend_from_slice(&length.to_le_bytes());
            } else {
                let [mode, size, time] = stat_v1(Some(stat));
                words(b"DENT", &[mode, size, time, length], &mut reply);
            }
            reply.extend_from_slice(&name);
        }
        reply.extend_from_slice(b"DONE");
        reply.extend_from_slice(&[0; 72][..if v2 { 72 } else { 16 }]);
        self.reply(reply).await
    }

    /// RECV: the file in pieces of 64 KiB, as many in one packet as fit.
    async fn send(&mut self, path: &str) -> io::Result<()> {
        let source = match self.files.open_read(&WHO, &absolute(path)) {
            Ok(source) => source,
            // A directory can be opened; it is reading that fails.
            Err(Errno::IsDirectory) => return self.reply(fail("read failed: Is a directory")).await,
            Err(errno) => return self.reply(fail(&format!("open failed: {errno}"))).await,
        };
        let mut source: Box<dyn io::Read + Send> = match source {
            Source::File(file) => Box::new(file),
            Source::Bytes(bytes) => Box::new(io::Cursor::new(bytes)),
            Source::Device(Device::Zero | Device::Full) => Box::new(io::repeat(0)),
            Source::Device(_) => Box::new(io::empty()),
        };
        let limit = self.writer.max_payload();
        let mut reply = BytesMut::new();
        loop {
            let start = reply.len();
            reply.resize(start + 8 + MAX_DATA, 0);
            let count = match fill(&mut source, &mut reply[start + 8..]) {
                Ok(count) => count,
                Err(error) => return self.reply(fail(&format!("read failed: {}", Errno::from(error)))).await,
            };
            reply.truncate(start + if count == 0 { 0 } else { 8 + count });
            if count > 0 {
                reply[start..start + 4].copy_from_slice(b"DATA");
                reply[start + 4..start + 8].copy_from_slice(&u32::try_from(count).unwrap_or(0).to_le_bytes());
            }
            if count < MAX_DATA {
                words(b"DONE", &[0], &mut reply);
                return self.reply(reply).await;
            }
            if reply.len() + 2 * (MAX_DATA + 8) > limit {
                self.reply(reply.split()).await?;
            }
        }
    }

    /// SEND: a file, link or nothing we can create. False when the host broke the protocol.
    async fn receive(&mut self, request: &str) -> io::Result<bool> {
        let Some((path, mode)) = request.rsplit_once(',') else {
            self.reply(fail("missing , in ID_SEND")).await?;
            return Ok(false);
        };
        let Ok(mode) = mode.parse::<u32>() else {
            self.reply(fail("bad mode")).await?;
            return Ok(false);
        };
        let absolute = absolute(path);
        let mut target = match self.create(&absolute, mode) {
            Ok(target) => Some(target),
            Err(text) => {
                self.reply(fail(&text)).await?;
                None
            }
        };
        loop {
            let Some((id, number)) = self.incoming.head().await else { return Ok(false) };
            match &id {
                b"DATA" => {
                    let length = usize::try_from(number).unwrap_or(usize::MAX);
                    if length > MAX_DATA {
                        self.reply(fail("oversize data message")).await?;
                        return Ok(false);
                    }
                    let Some(bytes) = self.incoming.take(length).await else { return Ok(false) };
                    // What cannot be kept is still taken, or the host would wait for ever.
                    if let Some(kept) = &mut target
                        && let Err(error) = kept.add(&bytes)
                    {
                        target = None;
                        self.reply(fail(&format!("write failed: {}", Errno::from(error)))).await?;
                    }
                }
                b"DONE" => {
                    let Some(kept) = target else { return Ok(true) };
                    match kept.finish(i64::from(number)) {
                        Ok(()) => {
                            let mut reply = BytesMut::new();
                            words(b"OKAY", &[0], &mut reply);
                            self.reply(reply).await?;
                        }
                        Err(errno) => self.reply(fail(&format!("symlink failed: {errno}"))).await?,
                    }
                    return Ok(true);
                }
                _ => {
                    self.reply(fail("invalid data message")).await?;
                    return Ok(false);
                }
            }
        }
    }

    fn create(&self, absolute: &str, mode: u32) -> Result<Target, String> {
        let parent = path::parent(absolute);
        self.files.make_dirs(&WHO, parent, 0o775).map_err(|errno| format!("secure_mkdirs failed: {errno}"))?;
        let kind = mode & 0o170_000;
        let existing = self.files.lstat(&WHO, absolute).ok();
        if existing.is_some_and(|stat| stat.kind == Kind::Link) {
            self.files.remove_file(&WHO, absolute).map_err(|errno| format!("couldn't create file: {errno}"))?;
        }
        let files = self.files.clone();
        if kind == Kind::Link.bits() {
            return Ok(Target::Link { files, path: absolute.to_owned(), target: Vec::new() });
        }
        // Group and others get what the owner gets.
        let group = mode & 0o777 | (mode >> 3 & 0o070);
        let bits = group | (group >> 3 & 0o007);
        let created = self.files.open_write(&WHO, absolute, WriteMode::Truncate, bits);
        match created.map_err(|errno| format!("couldn't create file: {errno}"))? {
            Ok(file) => {
                self.files.set_mode(&WHO, absolute, bits).ok();
                Ok(Target::File { file, unfinished: Unfinished { files, path: Some(absolute.to_owned()) } })
            }
            Err(_device) => Ok(Target::Device),
        }
    }

    async fn reply(&self, reply: BytesMut) -> io::Result<()> {
        self.writer.write(Bytes::from(reply)).await
    }
}

/// What a SEND is writing.
enum Target {
    File { file: File, unfinished: Unfinished },
    Link { files: Files, path: String, target: Vec<u8> },
    Device,
}

/// A file that is removed unless its transfer is completed.
struct Unfinished {
    files: Files,
    path: Option<String>,
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            self.files.remove_file(&WHO, path).ok();
        }
    }
}

impl Target {
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::File { file, .. } => file.write_all(bytes),
            Self::Link { target, .. } => {
                target.extend_from_slice(&bytes[..bytes.len().min(4096)]);
                Ok(())
            }
            Self::Device => Ok(()),
        }
    }

    fn finish(self, modified: i64) -> Result<(), Errno> {
        match self {
            Self::File { file, mut unfinished } => {
                drop(file);
                if let Some(path) = unfinished.path.take() {
                    unfinished.files.set_modified(&WHO, &path, modified).ok();
                }
                Ok(())
            }
            Self::Link { files, path, target } => {
                let end = target.iter().position(|byte| *byte == 0).unwrap_or(target.len());
                files.symlink(&WHO, &text::decode(&target[..end]), &path)
            }
            Self::Device => Ok(()),
        }
    }
}

/// Reads until the buffer is full or the source ends.
fn fill(source: &mut (dyn io::Read + Send), buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..])? {
            0 => break,
            count => filled += count,
        }
    }
    Ok(filled)
}

/// Paths of the host start at the root, whatever they look like.
fn absolute(path: &str) -> String {
    if path.is_empty() { String::new() } else { path::join("/", path) }
}
