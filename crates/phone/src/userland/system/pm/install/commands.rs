//! The subcommands: `install`, `install-create`, `install-write`, `install-commit`, `install-abandon`.

use super::{commit as committing, options, staging};
use crate::android::{ApkFile, Certificates, InstallOptions, Session};
use crate::files::{Errno, Source};
use crate::process::{Input, Process};
use crate::userland::system::shell_command::{Answer, Failed, MINUS_ONE};
use crate::userland::system::thrown::{Thrown, Words};
use std::fs::File;
use std::io::Seek as _;
use std::sync::Arc;

/// `pm install [-S SIZE | PATH…]`.
pub(in super::super) async fn install(process: &Process, mut words: Words<'_>) -> Answer {
    let options = options::parse(process, &mut words)?;
    let mut paths = Vec::new();
    while let Some(path) = words.next() {
        paths.push(path);
    }
    let streamed = paths.first().is_none_or(|path| *path == "-");
    let problem = match (streamed, options.size) {
        (true, None) => Some("Error: must either specify a package size or an APK file\n"),
        (true, Some(_)) if paths.len() > 1 => {
            Some("Error: can't specify SPLIT(s) along with STDIN\n")
        }
        _ => None,
    };
    if let Some(problem) = problem {
        process.print(problem).await?;
        return Ok(1);
    }
    if streamed {
        let size = options.size.unwrap_or(0);
        let session = staging::begin_with(process, options)?;
        let sources = vec![("base.apk".to_owned(), process.stdin.clone(), size)];
        return write_and_commit(process, session, sources).await;
    }
    let mut sources = Vec::new();
    for path in &paths {
        let (file, size) = open(process, path).await?;
        let name = match paths.len() {
            1 => "base.apk",
            _ => path.rsplit('/').next().unwrap_or_default(),
        };
        sources.push((name.to_owned(), Input::File(Arc::new(file)), size));
    }
    let total = sources.iter().map(|(_, _, size)| size).sum();
    let session = staging::begin_with(process, InstallOptions { size: Some(total), ..options })?;
    write_and_commit(process, session, sources).await
}

/// An APK among the phone's files, after a first look whether it is one.
async fn open(process: &Process, path: &str) -> Result<(File, u64), Failed> {
    let Ok((file, size)) = open_file(process, path) else {
        say_cannot_open(process, path).await;
        let text = format!("Error: Can't open file: {path}");
        process.complain(format!("{text}\n")).await;
        return Err(Thrown::illegal_argument(text).into());
    };
    let (mut file, probe) = (file.try_clone()?, file);
    if let Err(failure) = ApkFile::open(probe, path, Certificates::Ignore, process.android().api())
    {
        let text = format!("Error: Failed to parse APK file: {path}: {}", failure.message);
        return Err(Thrown::illegal_argument(text).into());
    }
    // The look moved the position, which both handles share.
    file.rewind()?;
    Ok((file, size))
}

fn open_file(process: &Process, path: &str) -> Result<(File, u64), Errno> {
    match process.files().open_read(&process.who, &process.path(path))? {
        Source::File(file) => {
            let size = file.metadata()?.len();
            Ok((file, size))
        }
        Source::Bytes(_) | Source::Device(_) => Err(Errno::Access),
    }
}

async fn say_cannot_open(process: &Process, path: &str) {
    let mut text = format!("Error: Unable to open file: {path}\n");
    if !path.starts_with("/data/local/tmp/") {
        text.push_str("Consider using a file under /data/local/tmp/\n");
    }
    process.complain(text).await;
}

/// A session that is created, filled and committed in one go.
async fn write_and_commit(
    process: &Process,
    session: u32,
    sources: Vec<(String, Input, u64)>,
) -> Answer {
    // The session must not outlive the command, however that ends.
    let session = Open { process, number: session };
    for (name, input, size) in sources {
        if let Some(status) = fill(process, session.number, &name, &input, size).await? {
            return Ok(status);
        }
    }
    committing::run(process, session.number).await
}

/// Ends its session when it is dropped.
struct Open<'a> {
    process: &'a Process,
    number: u32,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        staging::end(self.process, self.number);
    }
}

/// Writes one APK; the exit code when that fails.
async fn fill(
    process: &Process,
    session: u32,
    name: &str,
    input: &Input,
    size: u64,
) -> Result<Option<u8>, Failed> {
    if name.is_empty() || name.contains(['/', '\0']) || name == "." || name == ".." {
        return Err(Thrown::illegal_argument(format!("Invalid name: {name}")).into());
    }
    if size == 0 {
        process.complain("Error: must specify an APK size\n").await;
        return Ok(Some(1));
    }
    if let Err(reason) = staging::receive(process, session, name, input, size).await? {
        process.complain(format!("Error: failed to write; {reason}\n")).await;
        return Ok(Some(1));
    }
    Ok(None)
}

/// `pm install-create`.
pub(in super::super) async fn create(process: &Process, mut words: Words<'_>) -> Answer {
    let options = options::parse(process, &mut words)?;
    let session = staging::begin_with(process, options)?;
    process.print(format!("Success: created install session [{session}]\n")).await?;
    Ok(0)
}

/// `pm install-write [-S SIZE] SESSION NAME [PATH|-]`.
pub(in super::super) async fn write(process: &Process, mut words: Words<'_>) -> Answer {
    let mut size = 0;
    while let Some(option) = words.option() {
        match option {
            "-S" => size = words.number::<i64>()?,
            _ => return Err(Thrown::illegal_argument(format!("Unknown option: {option}")).into()),
        }
    }
    let mut size = u64::try_from(size).unwrap_or(0);
    let session = staging::existing(process, words.number()?)?;
    let name = words.required()?;
    let input = match words.next() {
        None | Some("-") => process.stdin.clone(),
        Some(path) => {
            let Ok((file, length)) = open_file(process, path) else {
                say_cannot_open(process, path).await;
                return Ok(MINUS_ONE);
            };
            size = length;
            Input::File(Arc::new(file))
        }
    };
    if let Some(status) = fill(process, session, name, &input, size).await? {
        return Ok(status);
    }
    process.print(format!("Success: streamed {size} bytes\n")).await?;
    Ok(0)
}

/// `pm install-commit SESSION`.
pub(in super::super) async fn commit(process: &Process, mut words: Words<'_>) -> Answer {
    while let Some(option) = words.option() {
        if option != "--staged-ready-timeout" {
            return Err(Thrown::illegal_argument(format!("Unknown option: {option}")).into());
        }
        words.number::<i64>()?;
    }
    let number = staging::existing(process, words.number()?)?;
    let session = Open { process, number };
    committing::run(process, session.number).await
}

/// `pm install-abandon SESSION`.
pub(in super::super) async fn abandon(process: &Process, mut words: Words<'_>) -> Answer {
    let session = staging::existing(process, words.number()?)?;
    staging::end(process, session);
    process.print("Success\n").await?;
    Ok(0)
}

/// `pm uninstall PACKAGE SPLIT…`: an update that only takes away.
pub(in super::super) async fn remove_splits(
    process: &Process,
    package: &str,
    removed_splits: Vec<String>,
) -> Answer {
    let options = InstallOptions { inherit: Some(package.to_owned()), ..InstallOptions::default() };
    let number = staging::begin(process, &Session { options, removed_splits })?;
    let session = Open { process, number };
    committing::run(process, session.number).await
}
