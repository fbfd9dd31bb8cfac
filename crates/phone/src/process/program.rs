//! What a command gets: handles, directory, environment, identity, and the phone it runs on.

use super::input::Input;
use super::machine::Machine;
use super::output::Output;
use super::tty::Tty;
use crate::android::Android;
use crate::files::{Device, Errno, Files, Identity, LastLink, Source, WriteMode, path};
use crate::text;
use bytes::Bytes;
use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) machine: Machine,
    pub(crate) stdin: Input,
    pub(crate) stdout: Output,
    pub(crate) stderr: Output,
    pub(crate) tty: Option<Tty>,
    pub(crate) cwd: String,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) who: Identity,
    pub(crate) pid: u32,
    pub(crate) umask: u32,
    /// How many shells, functions and programs are around it; each costs stack.
    pub(crate) depth: usize,
}

impl Process {
    /// A program that adbd starts: user shell, directory `/`, nothing to read, nobody to read it.
    pub(crate) fn new(machine: Machine) -> Self {
        let env = [
            ("ANDROID_ART_ROOT", "/apex/com.android.art"),
            ("ANDROID_ASSETS", "/system/app"),
            ("ANDROID_BOOTLOGO", "1"),
            ("ANDROID_DATA", "/data"),
            ("ANDROID_ROOT", "/system"),
            ("ANDROID_STORAGE", "/storage"),
            ("EXTERNAL_STORAGE", "/sdcard"),
            ("HOME", "/"),
            ("HOSTNAME", machine.hostname()),
            ("LOGNAME", "shell"),
            (
                "PATH",
                "/product/bin:/apex/com.android.runtime/bin:/apex/com.android.art/bin:/system_ext/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin",
            ),
            ("SHELL", "/bin/sh"),
            ("TERM", "dumb"),
            ("TMPDIR", "/data/local/tmp"),
            ("USER", "shell"),
        ];
        let env = env.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        Self {
            machine,
            stdin: Input::Empty,
            stdout: Output::Null,
            stderr: Output::Null,
            tty: None,
            cwd: "/".to_owned(),
            env,
            who: Identity::SHELL,
            pid: 0,
            umask: 0,
            depth: 0,
        }
    }

    pub(crate) fn android(&self) -> &Android {
        self.machine.android()
    }

    pub(crate) fn files(&self) -> &Files {
        self.machine.files()
    }

    /// Is standard input the terminal?
    pub(crate) fn reads_terminal(&self) -> bool {
        match (&self.stdin, self.tty.as_ref().map(|tty| &tty.input)) {
            (Input::Pipe(stdin), Some(Input::Pipe(terminal))) => Arc::ptr_eq(stdin, terminal),
            _ => false,
        }
    }

    /// A path argument as an absolute path.
    pub(crate) fn path(&self, argument: &str) -> String {
        if argument.is_empty() { String::new() } else { path::join(&self.cwd, argument) }
    }

    pub(crate) async fn print(&self, text: impl Into<String>) -> io::Result<()> {
        self.stdout.write(to_bytes(text.into())).await
    }

    /// Writes to standard error; that nobody reads it is no reason to stop.
    pub(crate) async fn complain(&self, text: impl Into<String>) {
        self.stderr.write(to_bytes(text.into())).await.ok();
    }

    /// `name: message` on standard error, and the exit code 1.
    pub(crate) async fn fail(&self, name: &str, message: impl std::fmt::Display) -> io::Result<u8> {
        self.complain(format!("{name}: {message}\n")).await;
        Ok(1)
    }

    /// Ends this program with a signal that it sends to itself.
    pub(crate) async fn raise(&self, signal: u8) -> io::Result<u8> {
        self.machine.kill(&self.who, self.pid, signal).ok();
        // Whoever runs this program hears of the signal before it is asked to go on.
        tokio::task::yield_now().await;
        Ok(128_u8.saturating_add(signal))
    }

    pub(crate) fn open_input(&self, argument: &str) -> Result<Input, Errno> {
        let path = self.path(argument);
        if must_be_directory(argument) && !self.files().stat(&self.who, &path)?.is_dir() {
            return Err(Errno::NotDirectory);
        }
        match self.files().open_read(&self.who, &path)? {
            Source::File(file) => Ok(Input::File(Arc::new(file))),
            Source::Bytes(bytes) => {
                let (writer, reader) = super::pipe::pipe();
                let input = Input::pipe(reader);
                // The pipe is empty, so there is room for one chunk.
                writer.offer(bytes.into());
                Ok(input)
            }
            Source::Device(device) => match device {
                Device::Null | Device::Full => {
                    Ok(if device == Device::Null { Input::Empty } else { Input::Zero })
                }
                Device::Zero => Ok(Input::Zero),
                Device::Random => Ok(Input::Random),
                Device::Tty => Ok(self.tty.as_ref().ok_or(Errno::NoDevice)?.input.clone()),
            },
        }
    }

    pub(crate) fn open_output(&self, argument: &str, how: WriteMode) -> Result<Output, Errno> {
        let mode = 0o666 & !self.umask;
        let path = self.path(argument);
        if must_be_directory(argument) {
            // Nobody makes a file with such a name, whatever is there; only the way to it counts.
            let way = if ends_in_dot(argument) { path::child(&path, "name") } else { path };
            self.files().resolve(&self.who, &way, LastLink::Keep)?;
            return Err(Errno::IsDirectory);
        }
        match self.files().open_write(&self.who, &path, how, mode)? {
            Ok(file) => Ok(Output::File(Arc::new(file))),
            Err(Device::Null | Device::Zero | Device::Random) => Ok(Output::Null),
            Err(Device::Full) => Ok(Output::Full),
            Err(Device::Tty) => Ok(self.tty.as_ref().ok_or(Errno::NoDevice)?.output.clone()),
        }
    }
}

/// `a/` and `a/.`, of which `path` leaves only `a`.
fn must_be_directory(argument: &str) -> bool {
    argument.ends_with('/') || ends_in_dot(argument)
}

fn ends_in_dot(argument: &str) -> bool {
    let argument = argument.trim_end_matches('/');
    argument == "." || argument.ends_with("/.")
}

/// Text as the bytes it stands for, without a copy when it is plain text.
pub(crate) fn to_bytes(text: String) -> Bytes {
    match text::encode(&text) {
        std::borrow::Cow::Owned(bytes) => bytes.into(),
        std::borrow::Cow::Borrowed(_) => text.into_bytes().into(),
    }
}
