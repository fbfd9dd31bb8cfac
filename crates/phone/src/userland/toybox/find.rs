//! `find`: files by name, type and the like.

use super::find_words::{Verdict, Words};
use crate::files::path;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "?^HL[-HL]");
    let is_word = |word: &&str| word.starts_with(['-', '!', '(']);
    let first = options.rest.iter().position(is_word).unwrap_or(options.rest.len());
    let (roots, words) = options.rest.split_at(first);
    let words = match Words::parse(words, process) {
        Ok(words) => words,
        Err(text) => return process.fail("find", text).await,
    };
    let roots = if roots.is_empty() { &["."] } else { roots };
    let mut walk = Walk { process, words: &words, text: String::new(), status: 0 };
    let mut pending: Vec<Step> = roots
        .iter()
        .rev()
        .map(|root| Step {
            name: (*root).to_owned(),
            depth: 0,
            again: false,
            follow: options.has_any("HL"),
        })
        .collect();
    while let Some(step) = pending.pop() {
        tokio::task::coop::consume_budget().await;
        match walk.step(&step).await? {
            Next::Below => {
                let below = Step { again: true, ..step.clone() };
                if words.depth_first {
                    pending.push(below);
                }
                match process.files().list(&process.who, &process.path(&step.name)) {
                    Ok(entries) => pending.extend(entries.iter().rev().map(|entry| Step {
                        name: path::child(&step.name, &entry.name),
                        depth: step.depth + 1,
                        again: false,
                        follow: options.has('L'),
                    })),
                    Err(errno) => {
                        walk.status =
                            process.fail("find", format!("{}: {errno}", step.name)).await?;
                    }
                }
            }
            Next::Onward => {}
            Next::End(status) => {
                process.print(walk.text).await?;
                return Ok(status);
            }
        }
    }
    let Walk { text, mut status, .. } = walk;
    process.print(text).await?;
    if words.run_gathered(process).await? != 0 {
        status = 1;
    }
    Ok(status)
}

#[derive(Clone)]
struct Step {
    name: String,
    depth: i64,
    /// Back from what is below.
    again: bool,
    follow: bool,
}

enum Next {
    Below,
    Onward,
    End(u8),
}

struct Walk<'a> {
    process: &'a Process,
    words: &'a Words<'a>,
    text: String,
    status: u8,
}

impl Walk<'_> {
    async fn step(&mut self, step: &Step) -> std::io::Result<Next> {
        let process = self.process;
        let absolute = process.path(&step.name);
        let (files, who) = (process.files(), &process.who);
        let stat = if step.follow {
            files.stat(who, &absolute).or_else(|_| files.lstat(who, &absolute))
        } else {
            files.lstat(who, &absolute)
        };
        let stat = match stat {
            Ok(stat) => stat,
            // What a test removed meanwhile is no news.
            Err(crate::files::Errno::NoEntry) if step.depth > 0 => return Ok(Next::Onward),
            Err(errno) => {
                self.status = process.fail("find", format!("'{}': {errno}", step.name)).await?;
                return Ok(Next::Onward);
            }
        };
        if self.words.depth_first && stat.is_dir() && !step.again {
            // The depth may forbid to go on, which the words are asked for without doing anything.
            let deeper = self.words.most_depth().is_none_or(|most| step.depth < most);
            if deeper {
                return Ok(Next::Below);
            }
        }
        let verdict =
            self.words.apply(process, &step.name, step.depth, &stat, &mut self.text).await?;
        if self.text.len() > 32 * 1024 {
            process.print(std::mem::take(&mut self.text)).await?;
        }
        Ok(match verdict {
            Verdict::Bad(text) => {
                process.print(std::mem::take(&mut self.text)).await?;
                Next::End(process.fail("find", text).await?)
            }
            Verdict::Quit => Next::End(self.status),
            Verdict::Done { recurse: true } if stat.is_dir() && !step.again => Next::Below,
            Verdict::Done { .. } => Next::Onward,
        })
    }
}
