//! `find`: files by name, type and the like.

use crate::files::{Kind, Stat, path};
use crate::process::Process;
use crate::shell::{Pattern, run_program};
use crate::userland::{Outcome, options};

enum Test {
    Name { pattern: Pattern, ignore_case: bool },
    Path(Pattern),
    Type(char),
    Size { sign: char, blocks: u64, unit: u64 },
    Empty,
    Not(Box<Self>),
}

enum Action {
    Print(char),
    Delete,
    Exec(Vec<String>),
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let first_test = arguments[1..]
        .iter()
        .position(|word| word.starts_with(['-', '!', '(']))
        .map_or(arguments.len(), |at| at + 1);
    let roots = &arguments[1..first_test];
    let (mut tests, mut actions) = (Vec::new(), Vec::new());
    let (mut min_depth, mut max_depth) = (0, usize::MAX);
    let mut negate = false;
    let mut words = arguments[first_test..].iter().map(String::as_str);
    while let Some(word) = words.next() {
        let test = match word {
            "!" | "-not" => {
                negate = !negate;
                continue;
            }
            "-a" | "-and" => continue,
            "-print" | "-print0" => {
                actions.push(Action::Print(if word == "-print" { '\n' } else { '\0' }));
                continue;
            }
            "-delete" => {
                actions.push(Action::Delete);
                continue;
            }
            "-exec" => {
                let command: Vec<String> = words
                    .by_ref()
                    .take_while(|word| *word != ";" && *word != "+")
                    .map(str::to_owned)
                    .collect();
                if command.is_empty() {
                    return process.fail("find", "'-exec' needs 1 arg").await;
                }
                actions.push(Action::Exec(command));
                continue;
            }
            "-empty" => Test::Empty,
            _ => {
                if !["-name", "-iname", "-path", "-type", "-size", "-maxdepth", "-mindepth"]
                    .contains(&word)
                {
                    return process.fail("find", format!("bad arg '{word}'")).await;
                }
                let Some(value) = words.next() else {
                    return process.fail("find", format!("'{word}' needs 1 arg")).await;
                };
                match word {
                    "-name" => Test::Name { pattern: Pattern::new(value), ignore_case: false },
                    "-iname" => Test::Name {
                        pattern: Pattern::new(&value.to_lowercase()),
                        ignore_case: true,
                    },
                    "-path" => Test::Path(Pattern::new(value)),
                    "-type" => Test::Type(value.chars().next().unwrap_or('f')),
                    "-size" => match size(value) {
                        Some(test) => test,
                        None => return process.fail("find", format!("bad -size '{value}'")).await,
                    },
                    _ => {
                        let Ok(depth) = value.parse() else {
                            return process.fail("find", format!("Not a number '{value}'")).await;
                        };
                        if word == "-maxdepth" {
                            max_depth = depth;
                        } else {
                            min_depth = depth;
                        }
                        continue;
                    }
                }
            }
        };
        tests.push(if std::mem::take(&mut negate) { Test::Not(Box::new(test)) } else { test });
    }
    if actions.is_empty() {
        actions.push(Action::Print('\n'));
    }
    let roots: Vec<String> = if roots.is_empty() { vec![".".to_owned()] } else { roots.to_vec() };
    let mut status = 0;
    let mut pending: Vec<(String, usize)> = roots.into_iter().rev().map(|root| (root, 0)).collect();
    let mut found = Vec::new();
    while let Some((name, depth)) = pending.pop() {
        tokio::task::coop::consume_budget().await;
        let absolute = process.path(&name);
        let stat = match process.files().lstat(&process.who, &absolute) {
            Ok(stat) => stat,
            Err(errno) => {
                status = process.fail("find", format!("'{name}': {errno}")).await?;
                continue;
            }
        };
        let mut is_empty = stat.kind == Kind::File && stat.size == 0;
        if stat.is_dir() && depth < max_depth {
            match process.files().list(&process.who, &absolute) {
                Ok(entries) => {
                    is_empty = entries.is_empty();
                    pending.extend(
                        entries
                            .iter()
                            .rev()
                            .map(|entry| (path::child(&name, &entry.name), depth + 1)),
                    );
                }
                Err(errno) => status = process.fail("find", format!("'{name}': {errno}")).await?,
            }
        }
        if depth >= min_depth && tests.iter().all(|test| test.holds(&name, &stat, is_empty)) {
            found.push((name, stat));
        }
    }
    // Deleting goes from the leaves up.
    if actions.iter().any(|action| matches!(action, Action::Delete)) {
        found.reverse();
    }
    let mut text = String::new();
    for (name, stat) in found {
        for action in &actions {
            match action {
                Action::Print(end) => {
                    text.push_str(&name);
                    text.push(*end);
                }
                Action::Delete => {
                    let absolute = process.path(&name);
                    let removed = if stat.is_dir() {
                        process.files().remove_dir(&process.who, &absolute)
                    } else {
                        process.files().remove_file(&process.who, &absolute)
                    };
                    if let Err(errno) = removed {
                        status = process.fail("find", format!("'{name}': {errno}")).await?;
                    }
                }
                Action::Exec(command) => {
                    let command: Vec<String> =
                        command.iter().map(|word| word.replace("{}", &name)).collect();
                    if run_program(process, "find", &command).await? != 0 {
                        break;
                    }
                }
            }
        }
        if text.len() > 32 * 1024 {
            process.print(std::mem::take(&mut text)).await?;
        }
    }
    process.print(text).await?;
    Ok(status)
}

impl Test {
    fn holds(&self, name: &str, stat: &Stat, is_empty: bool) -> bool {
        match self {
            Self::Name { pattern, ignore_case: false } => pattern.matches(path::name(name)),
            Self::Name { pattern, ignore_case: true } => {
                pattern.matches(&path::name(name).to_lowercase())
            }
            Self::Path(pattern) => pattern.matches(name),
            Self::Type(letter) => stat.kind.letter() == if *letter == 'f' { '-' } else { *letter },
            Self::Size { sign, blocks, unit } => {
                let size = stat.size.div_ceil(*unit);
                match sign {
                    '+' => size > *blocks,
                    '-' => size < *blocks,
                    _ => size == *blocks,
                }
            }
            Self::Empty => is_empty,
            Self::Not(test) => !test.holds(name, stat, is_empty),
        }
    }
}

fn size(text: &str) -> Option<Test> {
    let sign = text.chars().next().filter(|sign| "+-".contains(*sign)).unwrap_or('=');
    let text = text.trim_start_matches(['+', '-']);
    let (digits, unit) = match text.strip_suffix('c') {
        Some(digits) => (digits, 1),
        None if text.ends_with(|c: char| c.is_ascii_digit()) => (text, 512),
        None => {
            return Some(Test::Size {
                sign,
                blocks: u64::try_from(options::number(text)?).ok()?,
                unit: 1,
            });
        }
    };
    Some(Test::Size { sign, blocks: digits.parse().ok()?, unit })
}
