//! Runs a script of `sed` over lines.

use super::sed_delimited::{Part, Pattern, Substitution};
use super::sed_script::{Action, Address, Command, Target, When};
use crate::files::WriteMode;
use crate::process::{Output, Process};
use regex::bytes::Regex;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The lines are handed in one by one, with what ended them, and each is edited when the one after it is known.
pub(super) struct Editor<'a> {
    commands: &'a [Command],
    quiet: bool,
    end: u8,
    /// For each command the line where its range began.
    ranges: Vec<Option<u64>>,
    number: u64,
    /// Comes next.
    ahead: Option<Vec<u8>>,
    /// Where `n` and `N` left the script.
    resume: Option<usize>,
    hold: Vec<u8>,
    last_pattern: Option<Arc<Regex>>,
    files: HashMap<String, (Output, Sink)>,
    pub(super) out: Sink,
}

/// What goes on with the line that is edited.
struct Cycle {
    /// `None` when it was deleted; the ranges of the commands that follow still take notice of it.
    space: Option<Vec<u8>>,
    has_newline: bool,
    is_last: bool,
    substituted: bool,
    later: Vec<Later>,
    quit: Option<u8>,
}

/// What comes out after the line.
enum Later {
    Text(Vec<u8>),
    File(String),
}

/// What follows a command.
enum Next {
    Command(usize),
    End,
}

impl<'a> Editor<'a> {
    pub(super) fn new(commands: &'a [Command], quiet: bool, end: u8) -> Self {
        Self {
            commands,
            quiet,
            end,
            ranges: vec![None; commands.len()],
            number: 0,
            ahead: None,
            resume: None,
            hold: Vec::new(),
            last_pattern: None,
            files: HashMap::new(),
            out: Sink::new(end),
        }
    }

    /// The files that are written beside the output are there even when nothing is written.
    pub(super) fn open(&mut self, process: &Process) -> Result<(), String> {
        for command in self.commands {
            let name = if let Action::Write(name) = &command.action {
                Some(name)
            } else if let Action::Substitute(substitution) = &command.action {
                substitution.write.as_ref()
            } else {
                None
            };
            if let Some(name) = name.filter(|name| !self.files.contains_key(*name)) {
                let output = process
                    .open_output(name, WriteMode::Truncate)
                    .map_err(|errno| format!("{name}: {errno}"))?;
                self.files.insert(name.clone(), (output, Sink::new(self.end)));
            }
        }
        Ok(())
    }

    /// Each file anew: line numbers, ranges, what an unfinished last line owes.
    pub(super) fn begin(&mut self) {
        self.number = 0;
        self.ahead = None;
        self.out.owes_newline = false;
        self.ranges.fill(None);
    }

    /// Takes the next line, or that there is none, and edits the one before it. An exit code means to stop.
    pub(super) async fn take(
        &mut self,
        process: &Process,
        line: Option<Vec<u8>>,
    ) -> Result<Option<u8>, Failure> {
        let is_last = line.is_none();
        let Some(mut space) = std::mem::replace(&mut self.ahead, line) else { return Ok(None) };
        let has_newline = space.last() == Some(&self.end);
        if has_newline {
            space.pop();
        }
        self.number += 1;
        let mut cycle = Cycle {
            space: Some(space),
            has_newline,
            is_last,
            substituted: false,
            later: Vec::new(),
            quit: None,
        };
        let commands = self.commands;
        let mut at = self.resume.take().unwrap_or(0);
        while let Some(command) = commands.get(at) {
            // A script that jumps without end must not keep the phone from everything else.
            tokio::task::coop::consume_budget().await;
            if !self.selects(at, &cycle) {
                at = if let Action::Block(end) = command.action { end } else { at + 1 };
                continue;
            }
            if cycle.space.is_none() {
                at += 1;
                continue;
            }
            match self.run(at, &mut cycle).await? {
                Next::Command(next) => at = next,
                Next::End => break,
            }
        }
        if let Some(space) = cycle.space.filter(|_| !self.quiet) {
            self.out.line(&space, cycle.has_newline);
        }
        for later in cycle.later {
            match later {
                Later::Text(text) => self.out.line(&text, true),
                Later::File(name) => {
                    if let Ok(input) = process.open_input(&name) {
                        self.out.settle();
                        self.out.bytes.extend(input.read_to_end().await?);
                    }
                }
            }
        }
        Ok(cycle.quit)
    }

    async fn run(&mut self, at: usize, cycle: &mut Cycle) -> Result<Next, Failure> {
        let commands = self.commands;
        let Some(space) = &mut cycle.space else { return Ok(Next::Command(at + 1)) };
        match &commands[at].action {
            Action::Block(_) | Action::EndOfBlock | Action::Label => {}
            Action::Append(text) => cycle.later.push(Later::Text(text.clone())),
            Action::Insert(text) => self.out.line(text, true),
            Action::Change(text) => {
                if self.ranges[at].is_none() {
                    self.out.line(text, true);
                }
                cycle.space = None;
                // Its range is asked once more, without the line.
                return Ok(Next::Command(at));
            }
            Action::Read(name) => cycle.later.push(Later::File(name.clone())),
            Action::Write(name) => self.write(name, space, cycle.has_newline).await?,
            Action::Substitute(substitution) => self.substitute(substitution, cycle).await?,
            Action::Translate(table) => {
                for byte in space {
                    *byte = table[usize::from(*byte)];
                }
            }
            Action::Jump(when, target) => {
                let jumps = match when {
                    When::Always => true,
                    When::Substituted => std::mem::take(&mut cycle.substituted),
                    When::NotSubstituted => !std::mem::take(&mut cycle.substituted),
                };
                match target {
                    _ if !jumps => {}
                    Target::End => return Ok(Next::End),
                    Target::Command(target) => return Ok(Next::Command(*target)),
                    Target::Missing(label) => return Err(Failure::Said(format!("no :{label}"))),
                }
            }
            Action::Quit(code) => {
                self.ahead = None;
                cycle.quit = Some(*code);
                return Ok(Next::End);
            }
            Action::Plain(letter) => return Ok(self.plain(*letter, at, cycle)),
        }
        Ok(Next::Command(at + 1))
    }

    fn plain(&mut self, letter: u8, at: usize, cycle: &mut Cycle) -> Next {
        let Some(space) = &mut cycle.space else { return Next::Command(at + 1) };
        let first_end = space.iter().position(|byte| *byte == self.end);
        match letter {
            b'd' => {
                cycle.space = None;
                return Next::Command(at);
            }
            b'D' => {
                space.drain(..first_end.map_or(space.len(), |end| end + 1));
                if space.is_empty() {
                    cycle.space = None;
                    return Next::Command(at);
                }
                return Next::Command(0);
            }
            b'g' => space.clone_from(&self.hold),
            b'G' => {
                space.push(self.end);
                space.extend_from_slice(&self.hold);
            }
            b'h' => self.hold.clone_from(space),
            b'H' => {
                self.hold.push(self.end);
                self.hold.extend_from_slice(space);
            }
            b'x' => std::mem::swap(space, &mut self.hold),
            b'p' => self.out.line(space, cycle.has_newline),
            b'P' => {
                self.out.line(&space[..first_end.unwrap_or(space.len())], cycle.has_newline);
            }
            b'=' => self.out.line(self.number.to_string().as_bytes(), true),
            b'n' => {
                self.resume = Some(at + 1);
                return Next::End;
            }
            // `N`: what is edited next is both.
            _ => {
                if let Some(ahead) = &mut self.ahead {
                    space.push(self.end);
                    space.append(ahead);
                    std::mem::swap(space, ahead);
                    cycle.space = None;
                    self.resume = Some(at + 1);
                }
                return Next::End;
            }
        }
        Next::Command(at + 1)
    }

    /// Does the command apply to this line? Ranges begin and end here.
    fn selects(&mut self, at: usize, cycle: &Cycle) -> bool {
        let commands = self.commands;
        let command = &commands[at];
        let Some(from) = &command.from else { return true };
        let number = self.number;
        let mut ends = false;
        if let Some(began) = self.ranges[at] {
            match &command.to {
                None => self.ranges[at] = None,
                Some(Address::Line(line)) if *line < number => self.ranges[at] = None,
                Some(Address::Later(lines)) if number == began.saturating_add(*lines) + 1 => {
                    self.ranges[at] = None;
                }
                // The line that matches still belongs to it.
                Some(Address::Match(regex)) => ends = self.matches(regex, cycle),
                Some(Address::Line(_) | Address::Last | Address::Later(_)) => {}
            }
        } else {
            // The line on which one ends by number does not begin the next.
            let begins = match from {
                Address::Line(line) => *line == number,
                Address::Last => cycle.is_last,
                Address::Match(regex) => self.matches(regex, cycle),
                Address::Later(_) => false,
            };
            self.ranges[at] = begins.then_some(number);
            ends = command.to.is_none();
        }
        let inside = self.ranges[at].is_some();
        if ends || matches!(command.to, Some(Address::Line(line)) if line == number) {
            self.ranges[at] = None;
        }
        inside != command.not
    }

    fn matches(&mut self, regex: &Arc<Regex>, cycle: &Cycle) -> bool {
        self.last_pattern = Some(Arc::clone(regex));
        cycle.space.as_ref().is_some_and(|space| regex.is_match(space))
    }

    async fn substitute(
        &mut self,
        wanted: &Substitution,
        cycle: &mut Cycle,
    ) -> Result<(), Failure> {
        let regex = self.pattern(&wanted.pattern)?;
        let Some(space) = &mut cycle.space else { return Ok(()) };
        let mut result = Vec::new();
        let mut copied = 0;
        let mut count = 0;
        for found in regex.captures_iter(space) {
            count += 1;
            if count < wanted.nth {
                continue;
            }
            let Some(whole) = found.get(0) else { continue };
            result.extend_from_slice(&space[copied..whole.start()]);
            for part in &wanted.replacement {
                match part {
                    Part::Text(text) => result.extend_from_slice(text),
                    Part::Group(group) if *group >= found.len() => {
                        return Err(Failure::Said(format!("no s//\\{group}/")));
                    }
                    Part::Group(group) => {
                        result.extend(found.get(*group).map_or(&[][..], |group| group.as_bytes()));
                    }
                }
            }
            copied = whole.end();
            if !wanted.all {
                break;
            }
        }
        if count < wanted.nth {
            return Ok(());
        }
        result.extend_from_slice(&space[copied..]);
        *space = result;
        cycle.substituted = true;
        if wanted.print {
            self.out.line(space, cycle.has_newline);
        }
        match &wanted.write {
            Some(name) => Ok(self.write(name, space, cycle.has_newline).await?),
            None => Ok(()),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<Arc<Regex>, Failure> {
        if pattern.is_some() {
            self.last_pattern.clone_from(pattern);
        }
        self.last_pattern.clone().ok_or_else(|| Failure::Said("no previous regex".to_owned()))
    }

    async fn write(&mut self, name: &str, line: &[u8], has_newline: bool) -> io::Result<()> {
        match self.files.get_mut(name) {
            Some((output, sink)) => {
                sink.line(line, has_newline);
                output.write(std::mem::take(&mut sink.bytes)).await
            }
            None => Ok(()),
        }
    }
}

/// Lines on their way out.
pub(super) struct Sink {
    pub(super) bytes: Vec<u8>,
    end: u8,
    /// The last line had no newline; it gets one when something follows.
    owes_newline: bool,
}

impl Sink {
    fn new(end: u8) -> Self {
        Self { bytes: Vec::new(), end, owes_newline: false }
    }

    fn line(&mut self, line: &[u8], has_newline: bool) {
        if self.owes_newline {
            self.bytes.push(self.end);
        }
        self.bytes.extend_from_slice(line);
        if has_newline {
            self.bytes.push(self.end);
        }
        // An empty line without a newline is none.
        if has_newline || !line.is_empty() {
            self.owes_newline = !has_newline;
        }
    }

    fn settle(&mut self) {
        if std::mem::take(&mut self.owes_newline) {
            self.bytes.push(self.end);
        }
    }
}

pub(super) enum Failure {
    /// The script asks for what is not there.
    Said(String),
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
