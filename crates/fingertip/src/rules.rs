//! The rules that stand beside the tools, and the tests that hold them: what docs/rules.md is made of.
//! It reads the sources of a checkout, so it is for developers; the product never asks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Where the rules stand, one file a subject, one line a rule: `tap.3  What holds.`
const FOLDER: &str = "crates/fingertip/src/tools/rules";

/// How a test says in its doc comment what it holds: ids with commas between, and a full stop behind the last.
const HOLDS: &str = "/// Holds ";

/// How a script does: it is a test as a whole.
const SCRIPT_HOLDS: &str = "# Holds ";

/// All rules of a checkout with the tests that hold them.
#[derive(Debug, Default)]
pub struct Rules {
    all: Vec<Rule>,
    /// By the id of a rule: the tests that name it, as `file::name`, and the scripts.
    held: BTreeMap<String, Vec<String>>,
    /// Lines that are no rules, and comments above what is no test.
    stray: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    /// The file it stands in, without its ending.
    subject: String,
    id: String,
    text: String,
}

impl Rules {
    /// Reads every rule and every test below the root of a checkout.
    pub fn read(root: &Path) -> std::io::Result<Self> {
        let mut all = Self::default();
        for path in files(&root.join(FOLDER), "txt")? {
            let subject = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            all.take_rules(&subject, &std::fs::read_to_string(&path)?);
        }
        let crates = root.join("crates");
        for path in files(&crates, "rs")? {
            let name = path.strip_prefix(&crates).unwrap_or(&path).display().to_string();
            all.take_tests(&name.replace('\\', "/"), &std::fs::read_to_string(&path)?);
        }
        for path in files(&root.join("tests"), "sh")? {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            all.take_script(&name.replace('\\', "/"), &std::fs::read_to_string(&path)?);
        }
        Ok(all)
    }

    /// The ids of one subject, without its name.
    pub fn of<'a>(&'a self, subject: &'a str) -> impl Iterator<Item = &'a str> {
        let of_it = self.all.iter().filter(move |rule| rule.subject == subject);
        of_it.map(|rule| rule.id.split_once('.').map_or(rule.id.as_str(), |(_, own)| own))
    }

    /// What is wrong with them, in words: nothing, if all is well.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.stray.clone();
        let mut known = std::collections::BTreeSet::new();
        for rule in &self.all {
            if !known.insert(rule.id.as_str()) {
                problems.push(format!("{} is there twice", rule.id));
            }
            if !self.held.contains_key(&rule.id) {
                problems.push(format!("no test holds {}", rule.id));
            }
        }
        for (id, tests) in &self.held {
            if !known.contains(id.as_str()) {
                problems.push(format!("{} names {id}, which is no rule", tests.join(" and ")));
            }
        }
        problems
    }

    /// The table: each rule with the tests that hold it.
    pub fn page(&self) -> String {
        let mut page = String::from(
            "# Rules\n\nWhat the tools promise, one line each, and the tests that hold it. The rules stand beside the tools in \
             `crates/fingertip/src/tools/rules`; a test names what it holds in its doc comment. Files are below `crates/`, scripts below `tests/`.\n",
        );
        let mut subject = "";
        for rule in &self.all {
            if rule.subject != subject {
                subject = &rule.subject;
                let _infallible = write!(
                    page,
                    "\n## {subject}\n\n| rule | what holds | tests |\n| --- | --- | --- |\n"
                );
            }
            let tests = self.held.get(&rule.id).map(Vec::as_slice).unwrap_or_default();
            let tests: Vec<String> = tests.iter().map(|test| format!("`{test}`")).collect();
            let text = rule.text.replace('|', "\\|");
            let _infallible = writeln!(page, "| {} | {text} | {} |", rule.id, tests.join("<br>"));
        }
        page
    }

    fn take_rules(&mut self, subject: &str, text: &str) {
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            match line.split_once("  ") {
                Some((id, text)) if id.split_once('.').is_some_and(|(of, _)| of == subject) => {
                    let (id, text) = (id.to_owned(), text.trim().to_owned());
                    self.all.push(Rule { subject: subject.to_owned(), id, text });
                }
                _ => self.stray.push(format!("{subject}.txt: {line} is no rule of {subject}")),
            }
        }
    }

    fn take_tests(&mut self, file: &str, source: &str) {
        let mut lines = source.lines().map(str::trim);
        while let Some(line) = lines.next() {
            // Other things hold something, too, but no ids.
            let named = line.strip_prefix(HOLDS).filter(|named| is_id(first_word(named)));
            let Some(named) = named else { continue };
            let mut named = named.to_owned();
            while !named.ends_with('.')
                && let Some(more) = lines.next().and_then(|line| line.strip_prefix("/// "))
            {
                named.push(' ');
                named.push_str(more);
            }
            // Behind the comment come attributes, one of which makes it a test, and the function.
            let mut is_test = false;
            let function = lines.by_ref().find(|line| {
                is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
                line.contains("fn ")
            });
            let name = function.and_then(|line| line.split_once("fn ")?.1.split('(').next());
            let Some(name) = name.filter(|_| is_test) else {
                self.stray.push(format!("{file}: {named} stands above what is no test"));
                continue;
            };
            self.hold(&named, &format!("{file}::{name}"));
        }
    }

    fn take_script(&mut self, file: &str, source: &str) {
        for named in source.lines().filter_map(|line| line.strip_prefix(SCRIPT_HOLDS)) {
            self.hold(named, file);
        }
    }

    fn hold(&mut self, named: &str, test: &str) {
        for id in named.trim_end_matches('.').split(',').map(str::trim) {
            self.held.entry(id.to_owned()).or_default().push(test.to_owned());
        }
    }
}

fn first_word(text: &str) -> &str {
    let word = text.split(' ').next().unwrap_or_default();
    word.trim_end_matches([',', '.'])
}

fn is_id(word: &str) -> bool {
    word.split_once('.').is_some_and(|(subject, own)| !subject.is_empty() && !own.is_empty())
}

/// Files with an ending, in a folder and below it, in order.
fn files(folder: &Path, ending: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(rules: &str, tests: &str) -> Rules {
        let mut all = Rules::default();
        all.take_rules("tap", rules);
        all.take_tests("a.rs", &tests.replace("HOLDS", HOLDS.trim_end()));
        all
    }

    #[test]
    fn a_rule_stands_with_the_tests_that_name_it() {
        let all = rules(
            "# What it is about\n\ntap.1  It taps | touches.\ntap.2  It waits.\n",
            "HOLDS tap.1,\n/// tap.2.\n#[test]\nfn one() {}\nHOLDS tap.1.\n#[tokio::test(start_paused = true)]\nasync fn two() {}",
        );
        assert_eq!(all.problems(), Vec::<String>::new());
        assert_eq!(all.of("tap").collect::<Vec<_>>(), ["1", "2"]);
        let page = all.page();
        assert!(page.contains("| tap.1 | It taps \\| touches. | `a.rs::one`<br>`a.rs::two` |"));
        assert!(page.contains("| tap.2 | It waits. | `a.rs::one` |"), "{page}");
    }

    #[test]
    fn a_script_holds_as_a_whole() {
        let mut all = rules("tap.1  It taps.\ntap.2  It waits.", "");
        all.take_script("tests/a/run.sh", "#!/bin/sh\n# Holds tap.1, tap.2.\ntrue\n");
        assert_eq!(all.problems(), Vec::<String>::new());
        assert!(all.page().contains("| tap.2 | It waits. | `tests/a/run.sh` |"), "{}", all.page());
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let check = |lines: &str, tests: &str, expected: &str| {
            assert_eq!(rules(lines, tests).problems().join("; "), expected);
        };
        check("tap.1  It taps.", "", "no test holds tap.1");
        let held = "HOLDS tap.1.\n#[test]\nfn one() {}";
        check("tap.1  It taps.\ntap.1  It taps.", held, "tap.1 is there twice");
        check("", held, "a.rs::one names tap.1, which is no rule");
        check("swipe.1  No.", "", "tap.txt: swipe.1  No. is no rule of tap");
        check("", "HOLDS a finger.\nstruct Hand;", "");
        let above = "HOLDS tap.1.\nfn one() {}";
        check("", above, "a.rs: tap.1. stands above what is no test");
    }
}
