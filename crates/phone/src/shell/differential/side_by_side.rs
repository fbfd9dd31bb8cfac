//! One script through the phone's shell and through mksh, each in a fresh folder with the same files in it.

use super::super::tests::{Ran, process, run_in};
use crate::process::Process;
use crate::text;
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What every script finds in its folder; names that end in `/` are folders.
const FILES: [(&str, &str); 8] = [
    ("a", "alpha\n"),
    ("b.txt", "one\ntwo\nthree\n"),
    ("c d", "x y z"),
    (".hidden", "h\n"),
    ("[x]", "brackets\n"),
    ("dir/", ""),
    ("dir/a", "in dir\n"),
    ("dir/e.txt", ""),
];

pub(crate) struct Pair {
    phone: Process,
    real: Real,
    count: AtomicUsize,
    /// Are the texts of complaints compared too?
    pub(crate) messages: bool,
}

impl Pair {
    /// `None`, with a message, where mksh or toybox is missing.
    pub(crate) fn installed() -> Option<Self> {
        let (mksh, toybox) = (Path::new("/usr/bin/mksh"), Path::new("/usr/bin/toybox"));
        if !mksh.exists() || !toybox.exists() {
            println!("skipped: mksh and toybox are not installed");
            return None;
        }
        let real = Real { programs: tempfile::tempdir().unwrap() };
        let names = real.run("toybox", &[], real.programs.path()).out;
        for name in names.split_whitespace() {
            #[cfg(unix)]
            std::os::unix::fs::symlink(toybox, real.programs.path().join(name)).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(mksh, real.programs.path().join("sh")).unwrap();
        Some(Self { phone: process(), real, count: AtomicUsize::new(0), messages: true })
    }

    /// Root may more than others, and its name is in listings: the phone does it as root, too, if the real one does.
    pub(crate) fn by_the_same_user(mut self) -> Self {
        if self.real.run("toybox", &["id", "-u"], self.real.programs.path()).out == "0\n" {
            self.phone.who = crate::files::Identity::ROOT;
        }
        self
    }

    /// Is it a command of the real toybox?
    pub(crate) fn has(&self, command: &str) -> bool {
        self.real.programs.path().join(command).exists()
    }

    /// What differs, if anything.
    pub(crate) async fn difference(&self, script: &str) -> Option<String> {
        self.difference_to(script, &self.real.script(script)).await
    }

    /// What differs in any of the scripts. The real shell runs several at a time.
    pub(crate) async fn differences(&self, scripts: &[&str]) -> Vec<String> {
        let (real, share) = (&self.real, scripts.len().div_ceil(4).max(1));
        let theirs: Vec<Ran> = std::thread::scope(|scope| {
            let shares: Vec<_> = scripts
                .chunks(share)
                .map(|share| {
                    scope.spawn(move || {
                        share.iter().map(|script| real.script(script)).collect::<Vec<_>>()
                    })
                })
                .collect();
            shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
        });
        let mut different = Vec::new();
        for (script, theirs) in scripts.iter().zip(&theirs) {
            different.extend(self.difference_to(script, theirs).await);
        }
        different
    }

    async fn difference_to(&self, script: &str, theirs: &Ran) -> Option<String> {
        let ours = self.ours(script).await;
        let several = script.contains(['|', '&']);
        let same = comparable(&theirs.out, false) == comparable(&ours.out, false)
            && theirs.status == ours.status
            && (!self.messages
                || comparable(&theirs.err, several) == comparable(&ours.err, several)
                || script.contains('|') && some_of_the_same(&theirs.err, &ours.err));
        let show = |ran: &Ran| format!("{:?} {:?} {}", ran.out, ran.err, ran.status);
        (!same).then(|| format!("{script}\n  theirs {}\n  ours   {}\n", show(theirs), show(&ours)))
    }

    pub(crate) async fn ours(&self, script: &str) -> Ran {
        let mut process = self.phone.clone();
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let here = format!("/data/local/tmp/{number:06}");
        process.cwd.clone_from(&here);
        process.umask = 0o022;
        let (files, who) = (self.phone.files(), &self.phone.who);
        files.make_dir(who, &here, 0o777).unwrap();
        for (name, content) in FILES {
            let path = format!("{here}/{}", name.trim_end_matches('/'));
            if name.ends_with('/') {
                files.make_dir(who, &path, 0o755).unwrap();
            } else {
                files.write(who, &path, content.as_bytes(), 0o644).unwrap();
            }
        }
        let wrapped = format!("set -- one 'two  words'\n{script}");
        let running = run_in(&process, &wrapped, b"");
        let mut ran = match tokio::time::timeout(Duration::from_secs(20), running).await {
            Ok(ran) => ran,
            Err(_) => Ran { out: "does not end".to_owned(), err: String::new(), status: 137 },
        };
        files.remove_all(who, &here).ok();
        ran.out = ran.out.replace(&here, "/here");
        ran.err = ran.err.replace(&here, "/here");
        ran
    }

    /// Random scripts from one seed; what differs is made as small as it goes. `PHONE_SOAK` makes it many more scripts,
    /// `PHONE_SEED` others.
    pub(crate) async fn soak(
        &self,
        scripts: &impl Strategy<Value = String>,
        count: usize,
        shrinking: usize,
    ) {
        let wanted = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
        let count = wanted("PHONE_SOAK").unwrap_or(count);
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&wanted("PHONE_SEED").unwrap_or(0_usize).to_le_bytes());
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), random);
        let mut different = Vec::new();
        for _ in 0..count {
            let mut tree = scripts.new_tree(&mut runner).unwrap();
            // What only happens once is a question of time, not of the script.
            if self.difference(&tree.current()).await.is_none() {
                continue;
            }
            let Some(mut smallest) = self.difference(&tree.current()).await else { continue };
            let mut steps = 0;
            let mut smaller = tree.simplify();
            while smaller && steps < shrinking {
                steps += 1;
                if let Some(difference) = self.difference(&tree.current()).await {
                    smallest = difference;
                    smaller = tree.simplify();
                } else {
                    smaller = tree.complicate();
                }
            }
            println!("{smallest}");
            different.push(smallest);
            if different.len() == 60 {
                break;
            }
        }
        assert!(different.is_empty(), "{} differ", different.len());
    }
}

/// mksh and toybox themselves.
struct Real {
    /// A folder with a link for each command of toybox, and `sh`.
    programs: tempfile::TempDir,
}

impl Real {
    fn script(&self, script: &str) -> Ran {
        let scratch = tempfile::tempdir().unwrap();
        for (name, content) in FILES {
            let path = scratch.path().join(name);
            if name.ends_with('/') {
                std::fs::create_dir(path).unwrap();
            } else {
                std::fs::write(path, content).unwrap();
            }
        }
        // A script that does not end must not keep the test.
        let mksh = ["/usr/bin/mksh", "-c", "--", script, "/system/bin/sh", "one", "two  words"];
        let limited = [&["-s", "KILL", "20"][..], &mksh].concat();
        let mut ran = self.run("timeout", &limited, scratch.path());
        let here = scratch.path().to_str().unwrap();
        let programs = self.programs.path().to_str().unwrap();
        for text in [&mut ran.out, &mut ran.err] {
            *text = text.replace(here, "/here").replace(programs, "/system/bin");
        }
        // Messages that share a stream, and a line, with what else was printed.
        let message = regex::Regex::new("[EW]: (/system/bin/sh|f): ").unwrap();
        for text in [&mut ran.out, &mut ran.err] {
            let lines = text.split_inclusive('\n').map(|line| {
                let said = message.find(line).map_or(line.len(), |found| found.start());
                let (printed, said) = line.split_at(said);
                format!("{printed}{}", as_on_android(said))
            });
            *text = lines.collect();
        }
        ran
    }

    #[expect(clippy::disallowed_methods, reason = "the programs to compare with are started here")]
    fn run(&self, program: &str, arguments: &[&str], directory: &Path) -> Ran {
        let mut command = std::process::Command::new(Path::new("/usr/bin").join(program));
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            for argument in arguments {
                command.arg(std::ffi::OsStr::from_bytes(&text::encode(argument)));
            }
        }
        let output = command
            .current_dir(directory)
            .env_clear()
            .env("PATH", self.programs.path())
            .env("HOME", "/")
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let status = output.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(255);
        let err = text::decode(&output.stderr);
        let lines = err.split_inclusive('\n');
        // mksh finds a mistake of its own in `${x/#}` and goes on.
        let said = lines.filter(|line| !line.starts_with("internal warning: wdscan: "));
        let err = said.map(as_on_android).collect();
        Ran { out: text::decode(&output.stdout), err, status }
    }
}

/// Debian's mksh says how bad it is and names the file first; Android's does neither.
fn as_on_android(line: &str) -> String {
    let Some(plain) = line.strip_prefix("E: ").or_else(|| line.strip_prefix("W: ")) else {
        return line.to_owned();
    };
    if let Some(before) = plain.strip_suffix("': Invalid argument\n") {
        return format!("{before}'\n");
    }
    if let Some(before) = plain.strip_suffix(": bad number: Invalid argument\n")
        && let Some((_, number)) = before.split_once(": ")
    {
        return format!("{before}: bad number '{number}'\n");
    }
    if let Some((before, name)) = plain.split_once(": bad signal: ") {
        return format!("{before}: bad signal '{}'\n", name.trim_end_matches('\n'));
    }
    for what in ["create", "open"] {
        if let Some((before, errno)) = plain.split_once(&format!(": {what}: "))
            && let Some((shell, file)) = before.split_once(": ")
        {
            return format!("{shell}: can't {what} {file}: {errno}");
        }
    }
    if plain.contains(": unexpected '") { plain.replace(" '\n", "'\n") } else { plain.to_owned() }
}

/// Whether a program still says something when what it writes to is gone is a question of time; what it says is not.
fn some_of_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (in_common_words(one), in_common_words(other));
    let (one, other): (HashSet<&str>, HashSet<&str>) =
        (one.lines().collect(), other.lines().collect());
    one.is_subset(&other) || other.is_subset(&one)
}

/// Messages of programs that run at the same time come in any order.
fn comparable(text: &str, in_any_order: bool) -> Vec<char> {
    let lines = in_common_words(text);
    if !in_any_order {
        return lines.chars().collect();
    }
    // Even in the middle of one another.
    let lines = lines.replace("E: /system", "/system").replace("W: /system", "/system");
    let mut chars: Vec<char> = lines.chars().collect();
    chars.sort_unstable();
    chars
}

/// What a bad substitution looked like, mksh prints in a spelling of its own. Each C library has its own words for what is
/// wrong with a pattern, and its own for a number that is too large.
fn in_common_words(text: &str) -> String {
    let shown = regex::Regex::new(r"(?s)\$\{.*?: bad substitution").unwrap();
    let lines = shown.replace_all(text, "bad substitution");
    let regex = regex::Regex::new(r"(bad regex '[^\n]*'): [^\n]*").unwrap();
    regex.replace_all(&lines, "$1").into_owned()
}
