//! Runs a script of `sed` over lines.

use super::sed_script::{Action, Address, Command, Part, Pattern, Substitution, When};
use crate::files::WriteMode;
use crate::process::{Output, Process};
use regex::bytes::Regex;
use std::collections::HashMap;
use std::io;

/// A line, and whether a newline ended it.
pub(super) type Line = (Vec<u8>, bool);

/// Where the lines come from.
pub(super) trait Lines {
    async fn next(&mut self) -> io::Result<Option<Line>>;
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Editor<'a> {
    commands: &'a [Command],
    quiet: bool,
    end: u8,
    /// For each command the line where its range began.
    ranges: Vec<Option<u64>>,
    number: u64,
    space: Vec<u8>,
    hold: Vec<u8>,
    has_newline: bool,
    owes_newline: bool,
    substituted: bool,
    last_pattern: Option<Regex>,
    later: Vec<u8>,
    files: HashMap<String, Output>,
    pub(super) out: Vec<u8>,
    /// The exit code that `q` asked for.
    pub(super) quit: Option<u8>,
}

/// What follows a command.
enum Next {
    Command(usize),
    /// The default output, then the next line.
    Print,
    /// The next line at once.
    Drop,
    /// The script again, with what is left of the line.
    Again,
}

impl<'a> Editor<'a> {
    pub(super) fn new(commands: &'a [Command], quiet: bool, zero: bool) -> Self {
        Self {
            commands,
            quiet,
            end: if zero { 0 } else { b'\n' },
            ranges: vec![None; commands.len()],
            number: 0,
            space: Vec::new(),
            hold: Vec::new(),
            has_newline: true,
            owes_newline: false,
            substituted: false,
            last_pattern: None,
            later: Vec::new(),
            files: HashMap::new(),
            out: Vec::new(),
            quit: None,
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
                self.files.insert(name.clone(), output);
            }
        }
        Ok(())
    }

    /// Each file anew: line numbers, ranges, what an unfinished last line owes.
    pub(super) fn begin(&mut self) {
        self.number = 0;
        self.owes_newline = false;
        self.ranges.fill(None);
    }

    /// All lines; the output goes on to `to` as it is made, if there is one.
    pub(super) async fn edit(
        &mut self,
        process: &Process,
        lines: &mut impl Lines,
        to: Option<&Output>,
    ) -> Result<(), Failure> {
        let mut ahead = lines.next().await?;
        while let Some((line, has_newline)) = ahead.take() {
            self.space = line;
            self.has_newline = has_newline;
            self.number += 1;
            self.substituted = false;
            ahead = lines.next().await?;
            loop {
                // A script that jumps without end must not keep the phone from everything else.
                tokio::task::coop::consume_budget().await;
                let next = self.cycle(process, lines, &mut ahead).await?;
                if matches!(next, Next::Print) && !self.quiet {
                    let space = std::mem::take(&mut self.space);
                    self.emit(&space);
                }
                self.flush(to).await?;
                if !matches!(next, Next::Again) {
                    break;
                }
            }
            if self.quit.is_some() {
                break;
            }
        }
        Ok(())
    }

    async fn flush(&mut self, to: Option<&Output>) -> io::Result<()> {
        let later = std::mem::take(&mut self.later);
        if !later.is_empty() {
            self.settle();
            self.out.extend(later);
        }
        match to {
            Some(to) if !self.out.is_empty() => to.write(std::mem::take(&mut self.out)).await,
            _ => Ok(()),
        }
    }

    async fn cycle(
        &mut self,
        process: &Process,
        lines: &mut impl Lines,
        ahead: &mut Option<Line>,
    ) -> Result<Next, Failure> {
        let commands = self.commands;
        let mut at = 0;
        while let Some(command) = commands.get(at) {
            tokio::task::coop::consume_budget().await;
            let next = if self.selects(at, ahead.is_none()) {
                self.run(process, at, lines, ahead).await?
            } else if let Action::Block(end) = command.action {
                Next::Command(end)
            } else {
                Next::Command(at + 1)
            };
            match next {
                Next::Command(index) => at = index,
                Next::Print | Next::Drop | Next::Again => return Ok(next),
            }
        }
        Ok(Next::Print)
    }

    async fn run(
        &mut self,
        process: &Process,
        at: usize,
        lines: &mut impl Lines,
        ahead: &mut Option<Line>,
    ) -> Result<Next, Failure> {
        let commands = self.commands;
        match &commands[at].action {
            Action::Block(_) | Action::EndOfBlock | Action::Label => {}
            Action::Append(text) => {
                self.later.extend_from_slice(text);
                self.later.push(self.end);
            }
            Action::Insert(text) => self.whole(text),
            Action::Change(text) => {
                if self.ranges[at].is_none() {
                    self.whole(text);
                }
                return Ok(Next::Drop);
            }
            Action::Read(name) => {
                if let Ok(input) = process.open_input(name) {
                    self.later.extend(input.read_to_end().await?);
                }
            }
            Action::Write(name) => self.write(name).await?,
            Action::Substitute(substitution) => self.substitute(substitution).await?,
            Action::Translate(table) => {
                for byte in &mut self.space {
                    *byte = table[usize::from(*byte)];
                }
            }
            Action::Jump(when, target) => {
                let jumps = match when {
                    When::Always => true,
                    When::Substituted => std::mem::take(&mut self.substituted),
                    When::NotSubstituted => !std::mem::take(&mut self.substituted),
                };
                if jumps {
                    return Ok(Next::Command(target.unwrap_or(commands.len())));
                }
            }
            Action::Quit(code) => {
                self.quit = Some(*code);
                return Ok(Next::Print);
            }
            Action::Plain(letter) => {
                return self.plain(*letter, at, lines, ahead).await;
            }
        }
        Ok(Next::Command(at + 1))
    }

    async fn plain(
        &mut self,
        letter: u8,
        at: usize,
        lines: &mut impl Lines,
        ahead: &mut Option<Line>,
    ) -> Result<Next, Failure> {
        let first_end = self.space.iter().position(|byte| *byte == b'\n');
        match letter {
            b'd' => return Ok(Next::Drop),
            b'D' => {
                let Some(end) = first_end else { return Ok(Next::Drop) };
                self.space.drain(..=end);
                return Ok(Next::Again);
            }
            b'g' => self.space.clone_from(&self.hold),
            b'G' => {
                self.space.push(b'\n');
                self.space.extend_from_slice(&self.hold);
            }
            b'h' => self.hold.clone_from(&self.space),
            b'H' => {
                self.hold.push(b'\n');
                self.hold.extend_from_slice(&self.space);
            }
            b'x' => std::mem::swap(&mut self.space, &mut self.hold),
            b'p' => self.emit(&self.space.clone()),
            b'P' => match first_end {
                Some(end) => {
                    let first = self.space[..end].to_vec();
                    self.whole(&first);
                }
                None => self.emit(&self.space.clone()),
            },
            b'=' => {
                self.settle();
                self.out.extend_from_slice(format!("{}\n", self.number).as_bytes());
            }
            // `n` and `N`: the line after this one.
            _ => {
                let Some((line, has_newline)) = ahead.take() else { return Ok(Next::Print) };
                if letter == b'n' {
                    if !self.quiet {
                        self.emit(&self.space.clone());
                    }
                    self.space = line;
                } else {
                    self.space.push(b'\n');
                    self.space.extend_from_slice(&line);
                }
                let later = std::mem::take(&mut self.later);
                self.out.extend(later);
                self.has_newline = has_newline;
                self.number += 1;
                *ahead = lines.next().await?;
            }
        }
        Ok(Next::Command(at + 1))
    }

    /// Does the command apply to this line? Ranges begin and end here.
    fn selects(&mut self, at: usize, is_last: bool) -> bool {
        let commands = self.commands;
        let command = &commands[at];
        let Some(from) = &command.from else { return true };
        let number = self.number;
        let mut ends = false;
        let ran = self.ranges[at].is_some();
        if let Some(began) = self.ranges[at] {
            match &command.to {
                None => self.ranges[at] = None,
                Some(Address::Line(line)) if *line < number => self.ranges[at] = None,
                Some(Address::Later(lines)) if number > began.saturating_add(*lines) => {
                    self.ranges[at] = None;
                }
                // The line that matches still belongs to it.
                Some(Address::Match(regex)) => ends = self.matches(regex),
                Some(Address::Line(_) | Address::Last | Address::Later(_)) => {}
            }
        }
        // The line on which one ends by number does not begin the next.
        if !ran {
            let begins = match from {
                Address::Line(line) => *line == number,
                Address::Last => is_last,
                Address::Match(regex) => self.matches(regex),
                Address::Later(_) => false,
            };
            if begins {
                self.ranges[at] = Some(number);
            }
            ends |= command.to.is_none();
        }
        let inside = self.ranges[at].is_some();
        if ends || matches!(command.to, Some(Address::Line(line)) if line == number) {
            self.ranges[at] = None;
        }
        inside != command.not
    }

    fn matches(&mut self, regex: &Regex) -> bool {
        self.last_pattern = Some(regex.clone());
        regex.is_match(&self.space)
    }

    async fn substitute(&mut self, wanted: &Substitution) -> Result<(), Failure> {
        let regex = self.pattern(&wanted.pattern)?;
        let mut result = Vec::new();
        let mut copied = 0;
        let mut count = 0;
        for found in regex.captures_iter(&self.space) {
            count += 1;
            if count < wanted.nth {
                continue;
            }
            let Some(whole) = found.get(0) else { continue };
            result.extend_from_slice(&self.space[copied..whole.start()]);
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
        result.extend_from_slice(&self.space[copied..]);
        self.space = result;
        self.substituted = true;
        if wanted.print {
            self.emit(&self.space.clone());
        }
        match &wanted.write {
            Some(name) => Ok(self.write(name).await?),
            None => Ok(()),
        }
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<Regex, Failure> {
        if pattern.is_some() {
            self.last_pattern.clone_from(pattern);
        }
        self.last_pattern.clone().ok_or_else(|| Failure::Said("no previous regex".to_owned()))
    }

    async fn write(&self, name: &str) -> io::Result<()> {
        match self.files.get(name) {
            Some(output) => {
                let end: &[u8] = if self.has_newline { &[self.end] } else { &[] };
                output.write([&self.space[..], end].concat()).await
            }
            None => Ok(()),
        }
    }

    /// A line that ends as the current one did.
    fn emit(&mut self, line: &[u8]) {
        self.settle();
        self.out.extend_from_slice(line);
        if self.has_newline {
            self.out.push(self.end);
        } else {
            self.owes_newline = true;
        }
    }

    fn whole(&mut self, line: &[u8]) {
        self.settle();
        self.out.extend_from_slice(line);
        self.out.push(self.end);
    }

    /// What the last line lacked, now that something follows it.
    fn settle(&mut self) {
        if std::mem::take(&mut self.owes_newline) {
            self.out.push(self.end);
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
