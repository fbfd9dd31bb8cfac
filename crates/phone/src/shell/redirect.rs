//! Redirections: which handle goes where.

use super::ast::{Redirect, RedirectKind, Word};
use super::builtins::quote;
use super::how::How;
use super::interpret::{Flow, Shell};
use crate::files::{Errno, WriteMode};
use crate::process::{Input, Output, pipe};
use crate::text;
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
pub(super) enum Handle {
    In(Input),
    Out(Output),
}

/// The handles as they were before a command's redirections.
pub(super) struct Saved {
    stdin: Input,
    stdout: Output,
    stderr: Output,
    handles: BTreeMap<u32, Handle>,
}

impl Shell {
    pub(super) fn save_handles(&self) -> Saved {
        Saved {
            stdin: self.process.stdin.clone(),
            stdout: self.process.stdout.clone(),
            stderr: self.process.stderr.clone(),
            handles: self.handles.clone(),
        }
    }

    /// The handles to put back after a command with redirections, unless nothing comes after it.
    pub(super) fn replace_handles(&mut self) -> Option<Saved> {
        (!std::mem::take(&mut self.is_last)).then(|| self.save_handles())
    }

    pub(super) fn restore_handles(&mut self, saved: Saved) {
        self.process.stdin = saved.stdin;
        self.process.stdout = saved.stdout;
        self.process.stderr = saved.stderr;
        self.handles = saved.handles;
    }

    /// Applies redirections to this shell; false, with a message, when one cannot be.
    pub(super) async fn redirect(&mut self, redirects: &[Redirect]) -> Result<bool, Flow> {
        for redirect in redirects {
            let fd = redirect.fd;
            match &redirect.kind {
                RedirectKind::Read(word) => {
                    let name = self.target(word).await?;
                    match self.process.open_input(&name) {
                        Ok(input) => self.set(fd, Handle::In(input)),
                        // Opening a directory works on Linux; reading it does not.
                        Err(Errno::IsDirectory) => self.set(fd, Handle::In(Input::Directory)),
                        Err(errno) => return self.refused("open", &name, errno).await,
                    }
                }
                RedirectKind::ReadWrite(word) => {
                    let name = self.target(word).await?;
                    let opened = match self.process.open_output(&name, WriteMode::New) {
                        // Not even with this name.
                        Err(Errno::IsDirectory) => Err(Errno::IsDirectory),
                        // It may well exist.
                        Ok(_) | Err(_) => self.process.open_input(&name),
                    };
                    match opened {
                        Ok(input) => self.set(fd, Handle::In(input)),
                        Err(errno) => return self.refused("create", &name, errno).await,
                    }
                }
                RedirectKind::Write(word)
                | RedirectKind::Append(word)
                | RedirectKind::WriteBoth(word) => {
                    let name = self.target(word).await?;
                    let how = if matches!(redirect.kind, RedirectKind::Append(_)) {
                        WriteMode::Append
                    } else {
                        WriteMode::Truncate
                    };
                    match self.process.open_output(&name, how) {
                        Ok(output) => {
                            if matches!(redirect.kind, RedirectKind::WriteBoth(_)) {
                                self.set(2, Handle::Out(output.clone()));
                            }
                            self.set(fd, Handle::Out(output));
                        }
                        Err(errno) => return self.refused("create", &name, errno).await,
                    }
                }
                RedirectKind::Duplicate { word, reads } => {
                    let name = self.target(word).await?;
                    if name == "-" {
                        self.close(fd);
                        continue;
                    }
                    let Some(handle) = self.duplicated(&name) else {
                        let default = u32::from(!reads);
                        let number = if fd == default { String::new() } else { fd.to_string() };
                        let sign = if *reads { '<' } else { '>' };
                        let is_number = matches!(name.as_bytes(), [b'0'..=b'9']);
                        let shown = quote(&name);
                        let why = if is_number {
                            "bad file descriptor"
                        } else {
                            "illegal file descriptor name"
                        };
                        self.complain(&format!("{number}{sign}&{shown} : {why}")).await;
                        return Ok(false);
                    };
                    self.set(fd, handle);
                }
                RedirectKind::HereDocument(body) => {
                    let text = match body.get() {
                        Some(Ok(word)) => {
                            match self.expand_single(word, How::here_document()).await {
                                Ok(text) => text,
                                // A mistake in the text costs this command only.
                                Err(Flow::Abort(_)) => return Ok(false),
                                Err(flow) => return Err(flow),
                            }
                        }
                        Some(Err(error)) => {
                            self.complain(&error.message).await;
                            return Ok(false);
                        }
                        None => String::new(),
                    };
                    self.set(fd, Handle::In(input_of(&text)));
                }
                RedirectKind::HereString(word) => {
                    let text = self.expand_single(word, How::here_string()).await?;
                    self.set(fd, Handle::In(input_of(&format!("{text}\n"))));
                }
            }
        }
        Ok(true)
    }

    async fn target(&mut self, word: &Word) -> Result<String, Flow> {
        self.expand_single(word, How::target()).await
    }

    async fn refused(&mut self, what: &str, name: &str, errno: Errno) -> Result<bool, Flow> {
        self.complain(&format!("can't {what} {name}: {errno}")).await;
        Ok(false)
    }

    fn duplicated(&self, name: &str) -> Option<Handle> {
        let [digit @ b'0'..=b'9'] = name.as_bytes() else { return None };
        self.get(u32::from(digit - b'0'))
    }

    fn get(&self, fd: u32) -> Option<Handle> {
        match fd {
            0 => Some(Handle::In(self.process.stdin.clone())),
            1 => Some(Handle::Out(self.process.stdout.clone())),
            2 => Some(Handle::Out(self.process.stderr.clone())),
            _ => self.handles.get(&fd).cloned(),
        }
    }

    fn set(&mut self, fd: u32, handle: Handle) {
        match (fd, handle) {
            (0, Handle::In(input)) => self.process.stdin = input,
            (1, Handle::Out(output)) => self.process.stdout = output,
            (2, Handle::Out(output)) => self.process.stderr = output,
            // The terminal reads and writes; anything else the wrong way round is closed.
            (0, Handle::Out(_)) => {
                self.process.stdin =
                    self.process.tty.as_ref().map_or(Input::Closed, |tty| tty.input.clone());
            }
            (1, Handle::In(_)) => self.process.stdout = Output::Closed,
            (2, Handle::In(_)) => self.process.stderr = Output::Closed,
            (fd, handle) => {
                self.handles.insert(fd, handle);
            }
        }
    }

    fn close(&mut self, fd: u32) {
        match fd {
            0 => self.process.stdin = Input::Closed,
            1 => self.process.stdout = Output::Closed,
            2 => self.process.stderr = Output::Closed,
            _ => {
                self.handles.remove(&fd);
            }
        }
    }
}

fn input_of(text: &str) -> Input {
    let (writer, reader) = pipe();
    writer.offer(text::encode(text).into_owned().into());
    Input::pipe(reader)
}
