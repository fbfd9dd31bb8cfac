//! The launcher: a process of ours that arranges its descriptors, confines itself and becomes an app's JVM. It runs
//! before anything else does in the process: no thread has been started, nothing is open.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use super::TRUST;
#[cfg(unix)]
use super::confine::Allowed;
use super::confine::NotHere;

/// What is to be launched, and how far it is trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
pub struct Launch {
    /// Let it read what is in here, and run it; may be repeated.
    #[arg(long, value_name = "DIR")]
    pub read: Vec<PathBuf>,
    /// Let it write in here; may be repeated. The first is its home and where it starts, the last for temporary files.
    #[arg(long, value_name = "DIR")]
    pub write: Vec<PathBuf>,
    /// Let it reach the network.
    #[arg(long)]
    pub network: bool,
    /// Do not confine it at all.
    #[arg(long)]
    pub trusted: bool,
    /// End it when the thread that started it is gone; the number is the process of that thread.
    // Of the thread, not of the process: the kernel counts so. Whoever starts it has to do so from a thread that stays.
    #[arg(long, value_name = "PID")]
    pub end_with: Option<u32>,
    /// The program and its arguments.
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

/// Why it was not launched: what the process ends with, and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLaunched {
    pub code: u8,
    pub why: String,
}

/// The process cannot be confined here, and is not trusted.
pub const UNCONFINED: u8 = 69;
/// The system refused something that the launcher needs.
pub const BROKEN: u8 = 71;
/// There is no such program, or it cannot be run.
pub const NO_PROGRAM: u8 = 127;

#[cfg(unix)]
impl NotLaunched {
    fn broken(what: &str) -> impl Fn(std::io::Error) -> Self {
        move |error| Self { code: BROKEN, why: format!("{what}: {error}") }
    }
}

impl From<NotLaunched> for ExitCode {
    fn from(failed: NotLaunched) -> Self {
        Self::from(failed.code)
    }
}

fn refusal(why: &NotHere) -> String {
    format!("apps cannot be confined here: {why}; {TRUST}")
}

impl Launch {
    /// Becomes the program; returns only when that failed.
    #[cfg(unix)]
    pub fn exec(self) -> NotLaunched {
        match self.prepared() {
            Ok(mut command) => {
                use std::os::unix::process::CommandExt as _;
                let error = command.exec();
                let why = format!("{}: {error}", command.get_program().display());
                NotLaunched { code: NO_PROGRAM, why }
            }
            Err(failed) => failed,
        }
    }

    #[cfg(not(unix))]
    pub fn exec(self) -> NotLaunched {
        let why = super::confine::possible().err().map(|why| refusal(&why)).unwrap_or_default();
        NotLaunched { code: UNCONFINED, why }
    }

    #[cfg(unix)]
    fn prepared(self) -> Result<std::process::Command, NotLaunched> {
        if let Some(parent) = self.end_with {
            end_with(parent)?;
        }
        frames_on_three().map_err(NotLaunched::broken("cannot arrange descriptors"))?;
        // An app's memory stays out of files, and out of what collects them.
        nix::sys::resource::setrlimit(nix::sys::resource::Resource::RLIMIT_CORE, 0, 0)
            .map_err(|errno| NotLaunched::broken("cannot forbid core files")(errno.into()))?;
        let command = self.command()?;
        if !self.trusted {
            let allowed = Allowed { read: self.read, write: self.write, network: self.network };
            super::confine::confine(&allowed)
                .map_err(|why| NotLaunched { code: UNCONFINED, why: refusal(&why) })?;
        }
        Ok(command)
    }

    #[cfg(unix)]
    #[expect(clippy::disallowed_methods, reason = "it starts nothing: this process becomes it")]
    fn command(&self) -> Result<std::process::Command, NotLaunched> {
        let (program, arguments) = self.command.split_first().ok_or_else(|| NotLaunched {
            code: NO_PROGRAM,
            why: "no program is named".to_owned(),
        })?;
        let mut command = std::process::Command::new(program);
        // Keys and tokens of the user are in the environment: of that only language and place go on.
        let kept = |name: &OsString| {
            let name = name.to_string_lossy();
            name == "TZ" || name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_")
        };
        command.args(arguments).env_clear();
        command.envs(std::env::vars_os().filter(|(name, _)| kept(name)));
        command.env("PATH", "/usr/bin:/bin");
        if let (Some(home), Some(temporary)) = (self.write.first(), self.write.last()) {
            command.env("HOME", home).env("TMPDIR", temporary);
            // Not by the command, which would go there when it may no longer look.
            std::env::set_current_dir(home)
                .map_err(NotLaunched::broken("cannot go to its folder"))?;
        }
        Ok(command)
    }
}

/// Descriptor 3 becomes what standard output was, standard output what standard error is; all others are closed.
#[cfg(unix)]
fn frames_on_three() -> std::io::Result<()> {
    use nix::fcntl::{FcntlArg, fcntl};
    const FRAMES: i32 = 3;
    let listing = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let names = std::fs::read_dir(listing)?.filter_map(|entry| Some(entry.ok()?.file_name()));
    let open: Vec<i32> = names.filter_map(|name| name.to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|descriptor| *descriptor >= FRAMES) {
        // The one that listed them is closed by now.
        nix::unistd::close(descriptor).ok();
    }
    let frames = fcntl(std::io::stdout(), FcntlArg::F_DUPFD(FRAMES))?;
    if frames != FRAMES {
        return Err(std::io::Error::other(format!("descriptor {FRAMES} is taken")));
    }
    Ok(nix::unistd::dup2_stdout(std::io::stderr())?)
}

#[cfg(target_os = "linux")]
fn end_with(parent: u32) -> Result<(), NotLaunched> {
    use nix::sys::{prctl, signal::Signal};
    prctl::set_pdeathsig(Signal::SIGKILL)
        .map_err(|errno| NotLaunched::broken("cannot follow its parent")(errno.into()))?;
    // It may have gone before it was followed.
    if nix::unistd::getppid().as_raw().unsigned_abs() == parent {
        return Ok(());
    }
    Err(NotLaunched { code: BROKEN, why: "its parent is gone".to_owned() })
}

/// Elsewhere a process learns it by the end of its standard input.
#[cfg(all(unix, not(target_os = "linux")))]
#[expect(clippy::unnecessary_wraps, reason = "on Linux it can fail")]
fn end_with(_parent: u32) -> Result<(), NotLaunched> {
    Ok(())
}
