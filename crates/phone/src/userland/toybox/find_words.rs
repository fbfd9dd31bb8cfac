//! The tests and actions of `find`, and how one file goes through them.

use super::mode::changed;
use crate::files::{Kind, Stat, path};
use crate::process::Process;
use crate::shell::{Pattern, run_program};
use crate::userland::integer::integer;
use std::io;
use std::sync::{Mutex, PoisonError};

pub(super) struct Words<'a> {
    list: Vec<Word<'a>>,
    /// What is in a directory comes before it.
    pub(super) depth_first: bool,
    prints: bool,
}

enum Word<'a> {
    Not,
    Open,
    Close,
    Or,
    /// `-a` and what is ignored.
    Nothing,
    Fixed(bool),
    Print(char),
    Delete,
    Empty,
    Prune,
    Quit,
    Executable,
    Matches {
        pattern: Pattern,
        whole: bool,
        ignore_case: bool,
    },
    Type(&'a str),
    Mode(&'a str),
    Size(&'a str),
    Links(&'a str),
    Inode(&'a str),
    /// In seconds, or as said by the last letter.
    Age {
        text: &'a str,
        unit: i64,
    },
    Depth {
        text: &'a str,
        least: bool,
    },
    Newer(i64),
    Owner {
        uid: u32,
        group: bool,
    },
    Run(Vec<&'a str>),
    /// All names at once, at the end.
    Gather {
        command: Vec<&'a str>,
        names: Mutex<Vec<String>>,
    },
}

pub(super) enum Verdict {
    Done { recurse: bool },
    Quit,
    Bad(String),
}

impl<'a> Words<'a> {
    pub(super) fn parse(arguments: &[&'a str], process: &Process) -> Result<Self, String> {
        let mut parsed = Self { list: Vec::new(), depth_first: false, prints: false };
        let mut depth = 0_usize;
        let mut rest = arguments.iter().copied();
        while let Some(argument) = rest.next() {
            let bad = || format!("bad arg '{argument}'");
            let word = match argument {
                "!" => Word::Not,
                "(" => {
                    depth += 1;
                    Word::Open
                }
                ")" => {
                    depth = depth.checked_sub(1).ok_or_else(bad)?;
                    Word::Close
                }
                _ if !argument.starts_with('-') => return Err(bad()),
                "-not" => Word::Not,
                "-o" | "-or" => Word::Or,
                "-a" | "-and" | "-noleaf" | "-xdev" => Word::Nothing,
                "-true" => Word::Fixed(true),
                "-false" => Word::Fixed(false),
                "-print" => Word::Print('\n'),
                "-print0" => Word::Print('\0'),
                "-empty" => Word::Empty,
                "-prune" => Word::Prune,
                "-quit" => Word::Quit,
                "-executable" => Word::Executable,
                "-depth" | "-d" => {
                    parsed.depth_first = true;
                    Word::Nothing
                }
                "-delete" => {
                    parsed.depth_first = true;
                    Word::Delete
                }
                "-exec" => Self::command(&mut rest)?,
                _ => Self::valued(argument, rest.next(), process)?,
            };
            parsed.prints |= matches!(word, Word::Print(_) | Word::Run(_) | Word::Gather { .. });
            parsed.list.push(word);
        }
        Ok(parsed)
    }

    fn valued(
        name: &'a str,
        value: Option<&'a str>,
        process: &Process,
    ) -> Result<Word<'a>, String> {
        let known = [
            "-name",
            "-iname",
            "-wholename",
            "-iwholename",
            "-path",
            "-ipath",
            "-type",
            "-perm",
            "-size",
            "-links",
            "-inum",
            "-mtime",
            "-mmin",
            "-mindepth",
            "-maxdepth",
            "-newer",
            "-user",
            "-group",
        ];
        if !known.contains(&name) {
            return Err(format!("bad arg '{}'", value.unwrap_or("(null)")));
        }
        let Some(value) = value else { return Err(format!("'{name}' needs 1 arg")) };
        let files = process.files();
        Ok(match name {
            "-type" => Word::Type(value),
            "-perm" => Word::Mode(value),
            "-size" => Word::Size(value),
            "-links" => Word::Links(value),
            "-inum" => Word::Inode(value),
            "-mindepth" | "-maxdepth" => Word::Depth { text: value, least: name == "-mindepth" },
            "-newer" => {
                let stat = files.stat(&process.who, &process.path(value));
                Word::Newer(stat.map_err(|errno| format!("Can't stat {value}: {errno}"))?.modified)
            }
            "-user" | "-group" => {
                let kind = &name[1..];
                let uid = crate::files::user_id(value);
                let uid = uid.ok_or_else(|| format!("bad {kind} '{value}'"))?;
                Word::Owner { uid, group: kind == "group" }
            }
            _ if name.ends_with("time") => Word::Age { text: value, unit: 86_400 },
            _ if name.ends_with("min") => Word::Age { text: value, unit: 60 },
            _ => {
                let ignore_case = name.starts_with("-i");
                let pattern = Pattern::new(&if ignore_case {
                    value.to_lowercase()
                } else {
                    value.to_owned()
                });
                Word::Matches {
                    pattern,
                    whole: !name.ends_with("name") || name.contains("whole"),
                    ignore_case,
                }
            }
        })
    }

    fn command(rest: &mut impl Iterator<Item = &'a str>) -> Result<Word<'a>, String> {
        let mut command = Vec::new();
        for word in rest {
            match word {
                ";" if command.is_empty() => break,
                ";" => return Ok(Word::Run(command)),
                "+" if command.last() == Some(&"{}") => {
                    command.pop();
                    return Ok(Word::Gather { command, names: Mutex::default() });
                }
                _ => command.push(word),
            }
        }
        if command.is_empty() {
            return Err("'exec' needs 1 arg".to_owned());
        }
        let missing = if command.contains(&"{}") { "\\;" } else { "{}" };
        Err(format!("-exec without {missing}"))
    }

    /// The depth below which nothing can be wanted.
    pub(super) fn most_depth(&self) -> Option<i64> {
        self.list.iter().find_map(|word| {
            if let Word::Depth { text, least: false } = word { integer(text).ok() } else { None }
        })
    }

    /// From left to right, as the original does it: a decision that is made lasts until the next `)`.
    pub(super) async fn apply(
        &self,
        process: &Process,
        name: &str,
        depth: i64,
        stat: &Stat,
        output: &mut String,
    ) -> io::Result<Verdict> {
        let (mut test, mut active, mut not) = (true, true, false);
        let mut recurse = true;
        let mut stack: Vec<(bool, bool)> = Vec::new();
        for word in &self.list {
            let check = active && test;
            match word {
                Word::Not => {
                    not ^= check;
                    continue;
                }
                Word::Open => {
                    stack.push((not, active));
                    active = check;
                    not = false;
                    continue;
                }
                Word::Close => {
                    let (was_not, was_active) = stack.pop().unwrap_or_default();
                    active = was_active;
                    test ^= active && was_not;
                    not = false;
                    continue;
                }
                Word::Or => {
                    if not {
                        return Ok(Verdict::Bad("bad arg '-o'".to_owned()));
                    }
                    if active && test {
                        active = false;
                    }
                    test |= active;
                }
                _ if !check => {}
                Word::Nothing if not => return Ok(Verdict::Bad("bad arg '-a'".to_owned())),
                Word::Nothing => {}
                Word::Print(end) => {
                    output.push_str(name);
                    output.push(*end);
                }
                Word::Prune => recurse &= !stat.is_dir() || self.depth_first,
                Word::Quit => return Ok(Verdict::Quit),
                Word::Depth { text, least } => {
                    let limit = match integer(text) {
                        Ok(limit) => limit,
                        Err(text) => return Ok(Verdict::Bad(text)),
                    };
                    test = if *least { depth >= limit } else { depth <= limit };
                    recurse &= !(depth == limit && not == *least);
                }
                Word::Run(command) => {
                    process.print(std::mem::take(output)).await?;
                    let command: Vec<String> = command
                        .iter()
                        .map(
                            |word| if *word == "{}" { name.to_owned() } else { (*word).to_owned() },
                        )
                        .collect();
                    test = run_program(&mut process.clone(), "find", &command).await? == 0;
                }
                Word::Gather { names, .. } => {
                    names.lock().unwrap_or_else(PoisonError::into_inner).push(name.to_owned());
                }
                other @ (Word::Fixed(_)
                | Word::Delete
                | Word::Empty
                | Word::Executable
                | Word::Matches { .. }
                | Word::Type(_)
                | Word::Mode(_)
                | Word::Size(_)
                | Word::Links(_)
                | Word::Inode(_)
                | Word::Age { .. }
                | Word::Newer(_)
                | Word::Owner { .. }) => match other.holds(process, name, stat) {
                    Ok(holds) => test = holds,
                    Err(text) => return Ok(Verdict::Bad(text)),
                },
            }
            test ^= active && not;
            not = false;
        }
        if !self.prints && test {
            output.push_str(name);
            output.push('\n');
        }
        Ok(Verdict::Done { recurse })
    }

    /// What `-exec … {} +` put off.
    pub(super) async fn run_gathered(&self, process: &Process) -> io::Result<u8> {
        let mut status = 0;
        for word in &self.list {
            let Word::Gather { command, names } = word else { continue };
            let names = std::mem::take(&mut *names.lock().unwrap_or_else(PoisonError::into_inner));
            if !names.is_empty() {
                let command = command.iter().map(|word| (*word).to_owned());
                let line: Vec<String> = command.chain(names).collect();
                status |= run_program(&mut process.clone(), "find", &line).await?;
            }
        }
        Ok(status)
    }
}

impl Word<'_> {
    fn holds(&self, process: &Process, name: &str, stat: &Stat) -> Result<bool, String> {
        let (files, who) = (process.files(), &process.who);
        Ok(match self {
            Self::Fixed(holds) => *holds,
            Self::Empty => match stat.kind {
                Kind::Directory => {
                    files.list(who, &process.path(name)).is_ok_and(|entries| entries.is_empty())
                }
                Kind::File => stat.size == 0,
                Kind::Link | Kind::Device(_) => false,
            },
            Self::Executable => files.allows(who, &process.path(name), 1).is_ok(),
            // The directory where one is cannot be removed by that name.
            Self::Delete if matches!(path::name(name), "." | "..") => false,
            Self::Delete => {
                let absolute = process.path(name);
                let removed = if stat.is_dir() {
                    files.remove_dir(who, &absolute)
                } else {
                    files.remove_file(who, &absolute)
                };
                removed.is_ok()
            }
            Self::Matches { pattern, whole, ignore_case } => {
                let subject = if *whole { name } else { path::name(name) };
                if *ignore_case {
                    pattern.matches(&subject.to_lowercase())
                } else {
                    pattern.matches(subject)
                }
            }
            Self::Type(letters) => {
                let mine = match stat.kind.letter() {
                    '-' => 'f',
                    letter => letter,
                };
                for letter in letters.chars().filter(|letter| *letter != ',') {
                    if !"bcdlpfs".contains(letter) {
                        return Err(format!("bad -type '{letter}'"));
                    }
                    if letter == mine {
                        return Ok(true);
                    }
                }
                false
            }
            Self::Mode(text) => {
                let bits = text.strip_prefix(['-', '/']).unwrap_or(text);
                let wanted = changed(bits, 0, false, process.umask);
                let wanted = wanted.ok_or_else(|| format!("bad mode '{bits}'"))?;
                match text.chars().next() {
                    Some('-') => stat.mode & wanted == wanted,
                    Some('/') => wanted == 0 || stat.mode & wanted != 0,
                    _ => stat.mode == wanted,
                }
            }
            Self::Size(text) => signed(i64::try_from(stat.size).unwrap_or(i64::MAX), 512, text)?,
            Self::Links(text) => signed(i64::from(stat.links), 0, text)?,
            Self::Inode(text) => signed(i64::try_from(stat.inode).unwrap_or(i64::MAX), 0, text)?,
            Self::Age { text, unit } => {
                let age = process.android().now().timestamp().as_second() - stat.modified;
                let units = [('d', 86_400), ('h', 3600), ('m', 60), ('s', 1)];
                let said =
                    units.iter().find(|(letter, _)| text.to_ascii_lowercase().ends_with(*letter));
                match said {
                    Some((_, unit)) => signed(age, *unit, &text[..text.len() - 1])?,
                    None => signed(age, *unit, text)?,
                }
            }
            Self::Newer(than) => stat.modified > *than,
            Self::Owner { uid, group: false } => stat.uid == *uid,
            Self::Owner { uid, group: true } => stat.gid == *uid,
            Self::Not
            | Self::Open
            | Self::Close
            | Self::Or
            | Self::Nothing
            | Self::Print(_)
            | Self::Prune
            | Self::Quit
            | Self::Depth { .. }
            | Self::Run(_)
            | Self::Gather { .. } => true,
        })
    }
}

/// `5`, `+5` for more, `-5` for less.
fn signed(value: i64, unit: i64, text: &str) -> Result<bool, String> {
    let sign = text.chars().next().filter(|sign| "+-".contains(*sign));
    let plain = &text[usize::from(sign.is_some())..];
    if sign.is_none() && !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("{plain} not [+-]N"));
    }
    let mut wanted = integer(plain)?;
    if unit != 0 && plain.ends_with(|c: char| c.is_ascii_digit()) {
        wanted = wanted.wrapping_mul(unit);
    }
    Ok(match sign {
        Some('+') => value > wanted,
        Some(_) => value < wanted,
        None => value == wanted,
    })
}
