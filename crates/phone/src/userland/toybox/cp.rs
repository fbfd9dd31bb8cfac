//! `cp`: copies of files and trees.

use super::ask::agrees;
use crate::files::{Errno, Kind, Source, Stat, WriteMode, path};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::{Options, options};
use std::io;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options =
        options!(process, arguments, "<1RHLPprdavnF(remove-destination)fit:T[-HLPd][-ni][+Rr]");
    let (target, sources) = match Target::of(process, "cp", &options) {
        Ok(found) => found,
        Err(text) => return process.fail("cp", text).await,
    };
    let job = Job { process, options: &options, target: &target };
    let mut status = 0;
    for source in sources {
        let follow = options.has_any("HL");
        let mut pending =
            vec![Node { from: (*source).to_owned(), to: target.place(source), follow, top: true }];
        while let Some(node) = pending.pop() {
            if !job.copy(&node, &mut pending).await? {
                status = 1;
            }
            tokio::task::coop::consume_budget().await;
        }
    }
    Ok(status)
}

/// Where things go: into a directory, or to one name.
pub(super) struct Target<'a> {
    name: &'a str,
    into: bool,
    canonical: Option<String>,
}

impl<'a> Target<'a> {
    /// The target, and what goes there.
    pub(super) fn of(
        process: &Process,
        command: &str,
        options: &Options<'a>,
    ) -> Result<(Self, Vec<&'a str>), String> {
        let mut sources = options.rest.clone();
        let name = match options.value('t') {
            Some(name) => name,
            None => sources.pop().unwrap_or_default(),
        };
        if sources.is_empty() {
            return Err("Needs 2 arguments".to_owned());
        }
        let (files, who) = (process.files(), &process.who);
        let absolute = process.path(name);
        let there = files.stat(who, &absolute);
        let into = there.as_ref().is_ok_and(Stat::is_dir);
        if !into && (sources.len() > 1 || options.has('t')) {
            return Err(format!("'{name}' not directory"));
        }
        if options.has('T') {
            if sources.len() > 1 {
                return Err(format!("Max 2 arguments (see \"{command} --help\")"));
            }
            if into {
                return Err(format!("'{name}' is a directory"));
            }
        }
        let canonical = there.ok().and_then(|_| files.canonical(who, &absolute).ok());
        Ok((Self { name, into, canonical }, sources))
    }

    pub(super) fn place(&self, source: &str) -> String {
        if self.into {
            format!("{}/{}", self.name, path::name(source))
        } else {
            self.name.to_owned()
        }
    }
}

struct Node {
    from: String,
    to: String,
    follow: bool,
    top: bool,
}

struct Job<'a> {
    process: &'a Process,
    options: &'a Options<'a>,
    target: &'a Target<'a>,
}

impl Job<'_> {
    /// Whether it went well; what is below a directory is put on the list.
    async fn copy(&self, node: &Node, pending: &mut Vec<Node>) -> io::Result<bool> {
        let Node { from, to, .. } = node;
        let (process, options) = (self.process, self.options);
        let (files, who) = (process.files(), &process.who);
        let fail = |text: String| async {
            process.fail("cp", text).await?;
            Ok(false)
        };
        let source = process.path(from);
        let stat = if node.follow { files.stat(who, &source) } else { files.lstat(who, &source) };
        let stat = match stat {
            Ok(stat) => stat,
            Err(errno) => return fail(format!("bad '{from}': {errno}")).await,
        };
        let copies_link = stat.kind == Kind::Link && (!node.top || options.has_any("aPrd"));
        let target = process.path(to);
        let one = if copies_link { None } else { files.canonical(who, &source).ok() };
        if one.is_some() && one == self.target.canonical {
            return fail(format!("'{to}' is '{from}'")).await;
        }
        let there = files.stat(who, &target);
        if there.is_ok() && one.is_some() && one == files.canonical(who, &target).ok() {
            return fail(format!("'{to}' is '{from}'")).await;
        }
        if there.as_ref().is_ok_and(|there| !there.is_dir()) {
            if stat.is_dir() {
                return fail(format!("dir at '{from}'")).await;
            }
            if options.has('F') && files.remove_file(who, &target).is_err() {
                return fail(format!("unlink '{to}'")).await;
            }
            if options.has('i') {
                if !agrees(process, &format!("cp: overwrite '{from}'")).await? {
                    return Ok(true);
                }
            } else if options.has('n') {
                return Ok(true);
            }
        }
        if options.has('v') {
            process.print(format!("cp '{from}'\n")).await?;
        }
        if stat.is_dir() && !options.has_any("ar") {
            return fail(format!("Skipped dir '{to}': {}", Errno::NoEntry)).await;
        }
        let mut outcome = self.make(node, &stat, copies_link, pending);
        if outcome.is_err() && options.has_any("fn") && files.remove_file(who, &target).is_ok() {
            outcome = self.make(node, &stat, copies_link, pending);
        }
        match outcome {
            Ok(()) => Ok(true),
            Err(errno) => fail(format!("{to}: {errno}")).await,
        }
    }

    fn make(
        &self,
        node: &Node,
        stat: &Stat,
        copies_link: bool,
        pending: &mut Vec<Node>,
    ) -> Result<(), Errno> {
        let (files, who) = (self.process.files(), &self.process.who);
        let (source, target) = (self.process.path(&node.from), self.process.path(&node.to));
        let preserve = self.options.has_any("pa");
        let umask = if preserve { 0 } else { self.process.umask };
        if stat.is_dir() {
            match files.make_dir(who, &target, (stat.mode | 0o200) & !umask) {
                Ok(()) | Err(Errno::Exists) => {}
                Err(errno) => return Err(errno),
            }
            let follow = self.options.has('L');
            let entries = files.list(who, &source)?;
            pending.extend(entries.iter().rev().map(|entry| Node {
                from: path::child(&node.from, &entry.name),
                to: path::child(&node.to, &entry.name),
                follow,
                top: false,
            }));
        } else if copies_link {
            let link = files.read_link(who, &source)?;
            match files.remove_file(who, &target) {
                Ok(()) | Err(Errno::NoEntry) => {}
                Err(errno) => return Err(errno),
            }
            return files.symlink(who, &link, &target);
        } else {
            let mode = files.stat(who, &source)?.mode;
            let source = files.open_read(who, &source)?;
            let sink = files.open_write(who, &target, WriteMode::Truncate, mode & !umask)?;
            if let Ok(mut sink) = sink {
                match source {
                    Source::File(mut file) => io::copy(&mut file, &mut sink).map(drop)?,
                    Source::Bytes(bytes) => io::Write::write_all(&mut sink, &bytes)?,
                    Source::Device(_) => return Err(Errno::Invalid),
                }
            }
        }
        if preserve {
            files.set_modified(who, &target, stat.modified)?;
        }
        Ok(())
    }
}
