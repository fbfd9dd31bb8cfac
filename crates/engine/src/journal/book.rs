//! What was read so far, and what can be asked of it.

use std::sync::Arc;

use device::{LogEntry, LogLevel, LogTime, Meaning, Process, Report};

use super::life::Life;
use super::owners::Owners;
use super::ring::{Kept, Ring};
use super::trouble::{Trouble, gather};

#[derive(Debug, Default)]
pub(crate) struct Book {
    ring: Ring,
    owners: Owners,
    /// When the newest entry was written.
    last: Option<u64>,
    /// Where reading was taken up again: until which time, and from which position on.
    resumed: Option<(u64, u64)>,
}

/// How far back a line is looked for that may have been read before.
const LOOKED_AT: usize = 500;

impl Book {
    pub(super) fn learn(&mut self, processes: &[Process]) {
        for process in processes {
            self.owners.learn(process);
        }
    }

    /// Takes entries in. True when an error comes from a process that nobody knows.
    pub(super) fn take(&mut self, entries: Vec<LogEntry>) -> bool {
        let mut unknown = false;
        for entry in entries {
            if self.has(&entry) {
                continue;
            }
            if let Meaning::Started(process) = &entry.meaning {
                self.owners.learn(process);
            }
            if let Meaning::Crash(report) | Meaning::NotResponding(report) = &entry.meaning
                && let (Some(pid), Some(app)) = (report.pid, &report.app)
            {
                self.owners.learn(&Process { pid, app: app.clone() });
            }
            self.last = self.last.max(entry.time.and_then(LogTime::epoch_ms));
            let app = entry.app.as_deref().map(Arc::from);
            let app = app.or_else(|| self.owners.app(entry.pid?));
            unknown |= app.is_none() && entry.level >= LogLevel::Error && !entry.past;
            self.ring.push(entry, app);
        }
        unknown
    }

    /// Where to read on after the log was lost.
    pub(super) fn last(&self) -> Option<u64> {
        self.last
    }

    /// Reading goes on after it was lost.
    pub(super) fn resume(&mut self) {
        self.resumed = self.last.map(|time| (time, self.ring.position()));
    }

    /// Whether it was read before: reading on begins with the last millisecond once more.
    fn has(&mut self, entry: &LogEntry) -> bool {
        let Some((until, position)) = self.resumed else { return false };
        if entry.time.and_then(LogTime::epoch_ms).is_none_or(|time| time > until) {
            self.resumed = None;
            return false;
        }
        let before = self.ring.since(0).rev().filter(|kept| kept.position < position);
        before.take(LOOKED_AT).any(|kept| {
            let known = &kept.entry;
            let id = |entry: &LogEntry| (entry.time, entry.pid, entry.tid);
            id(known) == id(entry) && (&known.tag, &known.message) == (&entry.tag, &entry.message)
        })
    }

    pub(crate) fn position(&self) -> u64 {
        self.ring.position()
    }

    /// Entries from a position on that were written while the log was being read.
    pub(crate) fn since(&self, position: u64) -> impl DoubleEndedIterator<Item = &Kept> {
        self.ring.since(position).filter(|kept| !kept.entry.past)
    }

    pub(super) fn owner(&self, pid: u32) -> Option<Arc<str>> {
        self.owners.app(pid)
    }

    pub(crate) fn app_of<'a>(&'a self, kept: &'a Kept) -> Option<Arc<str>> {
        kept.app.clone().or_else(|| self.owners.app(kept.entry.pid?))
    }

    /// Lines that say that something went wrong in an app, other than reports of a crash.
    pub(crate) fn errors_of<'a>(
        &'a self,
        apps: &'a [&'a str],
        position: u64,
    ) -> impl Iterator<Item = &'a LogEntry> {
        let plain = |kept: &&Kept| match kept.entry.meaning {
            Meaning::Plain => kept.entry.level >= LogLevel::Error,
            Meaning::Failed => true,
            Meaning::Started(_)
            | Meaning::Ended(_)
            | Meaning::Crash(_)
            | Meaning::NotResponding(_) => false,
        };
        let own = |kept: &&Kept| self.app_of(kept).is_some_and(|app| apps.contains(&&*app));
        self.since(position).filter(plain).filter(own).map(|kept| &kept.entry)
    }

    /// What an app wrote, newest first, before reading began too.
    pub(crate) fn written_by<'a>(&'a self, app: &'a str) -> impl Iterator<Item = &'a LogEntry> {
        let own = move |kept: &&Kept| self.app_of(kept).is_some_and(|owner| &*owner == app);
        self.ring.since(0).rev().filter(own).map(|kept| &kept.entry)
    }

    /// What the log last said of an app's process.
    pub(crate) fn life_of(&self, app: &str) -> Option<Life> {
        let is_of = |report: &Report| {
            let owner = report.pid.and_then(|pid| self.owners.app(pid));
            report.app.as_deref().or(owner.as_deref()) == Some(app)
        };
        let mut ended = None;
        for kept in self.ring.since(0).rev() {
            match &kept.entry.meaning {
                Meaning::Started(process) if process.app == app => {
                    return ended.or(Some(Life::Running));
                }
                Meaning::Ended(process) if process.app == app => {
                    ended = ended.or(Some(Life::Ended));
                }
                Meaning::Crash(report) if is_of(report) => return Some(Life::Crashed),
                Meaning::NotResponding(report) if ended.is_none() && is_of(report) => {
                    return Some(Life::NotResponding);
                }
                Meaning::Plain
                | Meaning::Failed
                | Meaning::Started(_)
                | Meaning::Ended(_)
                | Meaning::Crash(_)
                | Meaning::NotResponding(_) => {}
            }
        }
        ended.or_else(|| self.owners.has(app).then_some(Life::Running))
    }

    /// Apps that ended since.
    pub(crate) fn ended(&self, position: u64) -> impl Iterator<Item = &Process> {
        self.since(position).filter_map(|kept| match &kept.entry.meaning {
            Meaning::Ended(process) => Some(process),
            Meaning::Plain
            | Meaning::Failed
            | Meaning::Started(_)
            | Meaning::Crash(_)
            | Meaning::NotResponding(_) => None,
        })
    }

    pub(crate) fn crashes(&self, position: u64) -> Vec<Trouble> {
        gather(self, position, |meaning| match meaning {
            Meaning::Crash(report) => Some(report),
            Meaning::Plain
            | Meaning::Failed
            | Meaning::Started(_)
            | Meaning::Ended(_)
            | Meaning::NotResponding(_) => None,
        })
    }

    pub(crate) fn not_responding(&self, position: u64) -> Vec<Trouble> {
        gather(self, position, |meaning| match meaning {
            Meaning::NotResponding(report) => Some(report),
            Meaning::Plain
            | Meaning::Failed
            | Meaning::Started(_)
            | Meaning::Ended(_)
            | Meaning::Crash(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(time: u64, pid: u32, message: &str, meaning: Meaning) -> LogEntry {
        LogEntry {
            time: Some(LogTime::Epoch(time)),
            pid: Some(pid),
            tid: Some(pid),
            level: LogLevel::Error,
            tag: "Tag".to_owned(),
            message: message.to_owned(),
            app: None,
            meaning,
            past: false,
        }
    }

    fn plain(time: u64, pid: u32, message: &str) -> LogEntry {
        entry(time, pid, message, Meaning::Plain)
    }

    fn started(pid: u32, app: &str) -> Process {
        Process { pid, app: app.to_owned() }
    }

    fn errors(book: &Book, app: &str) -> Vec<String> {
        book.errors_of(&[app], 0).map(|entry| entry.message.clone()).collect()
    }

    #[test]
    fn lines_belong_to_the_app_of_their_process() {
        let mut book = Book::default();
        book.learn(&[started(7, "com.x")]);
        assert!(!book.take(vec![plain(1, 7, "mine")]));
        assert!(book.take(vec![plain(2, 8, "whose?")]), "nobody knows that process");
        assert_eq!(errors(&book, "com.x"), ["mine"]);
        book.learn(&[started(8, "com.x")]);
        assert_eq!(errors(&book, "com.x"), ["mine", "whose?"], "found out later");
        let again = entry(3, 1, "start", Meaning::Started(started(7, "com.y")));
        book.take(vec![again, plain(4, 7, "yours")]);
        assert_eq!(errors(&book, "com.x"), ["mine", "whose?"], "a number given again");
        assert_eq!(errors(&book, "com.y"), ["yours"]);
    }

    #[test]
    fn what_was_read_before_the_log_was_lost_is_not_read_twice() {
        let mut book = Book::default();
        book.learn(&[started(7, "com.x")]);
        book.take(vec![plain(1, 7, "a"), plain(2, 7, "b"), plain(2, 7, "b")]);
        book.resume();
        book.take(vec![plain(2, 7, "b"), plain(2, 7, "c"), plain(3, 7, "d"), plain(3, 7, "d")]);
        assert_eq!(errors(&book, "com.x"), ["a", "b", "b", "c", "d", "d"]);
    }

    #[test]
    fn what_was_written_before_reading_began_caused_nothing() {
        let mut book = Book::default();
        book.learn(&[started(7, "com.x")]);
        book.take(vec![LogEntry { past: true, ..plain(1, 7, "old") }, plain(2, 7, "new")]);
        assert_eq!(errors(&book, "com.x"), ["new"]);
    }

    #[test]
    fn an_app_lives_until_the_log_says_otherwise() {
        let mut book = Book::default();
        assert_eq!(book.life_of("com.x"), None);
        book.learn(&[started(7, "com.x")]);
        assert_eq!(book.life_of("com.x"), Some(Life::Running), "it was there before");
        let report = || Report { pid: Some(7), ..Report::default() };
        let mut says = |meaning| {
            book.take(vec![entry(1, 1, "", meaning)]);
            book.life_of("com.x")
        };
        assert_eq!(says(Meaning::NotResponding(report())), Some(Life::NotResponding));
        assert_eq!(says(Meaning::Ended(started(7, "com.x"))), Some(Life::Ended));
        assert_eq!(says(Meaning::Started(started(7, "com.x"))), Some(Life::Running));
        assert_eq!(says(Meaning::Crash(report())), Some(Life::Crashed));
        assert_eq!(says(Meaning::Ended(started(7, "com.x"))), Some(Life::Crashed), "that is why");
        assert_eq!(says(Meaning::Started(started(9, "com.y"))), Some(Life::Crashed));
    }

    #[test]
    fn what_an_app_wrote_is_read_backwards_and_from_before() {
        let mut book = Book::default();
        book.learn(&[started(7, "com.x"), started(8, "com.y")]);
        let old = LogEntry { past: true, ..plain(1, 7, "old") };
        book.take(vec![old, plain(2, 8, "other"), plain(3, 7, "new")]);
        let written: Vec<_> = book.written_by("com.x").map(|entry| &entry.message).collect();
        assert_eq!(written, ["new", "old"]);
    }

    #[test]
    fn a_crash_is_one_whatever_tells_of_it() {
        let report = |app: Option<&str>, key, summary| Report {
            pid: Some(7),
            app: app.map(str::to_owned),
            key,
            summary,
        };
        let crash = |text: &str, app, key, summary| {
            entry(1, 7, text, Meaning::Crash(report(app, key, summary)))
        };
        let mut book = Book::default();
        let mut lines = vec![
            crash("FATAL EXCEPTION: main", None, true, false),
            crash("Process: com.x, PID: 7", Some("com.x"), false, false),
            crash("java.lang.IllegalStateException: \"no\"", None, true, false),
        ];
        lines.extend((0..20).map(|at| crash(&format!("\tat com.x.A.b({at})"), None, false, false)));
        lines.push(crash("Caused by: x", None, true, false));
        lines.push(crash("[0,7,com.x,1,java.lang.X,no]", Some("com.x"), true, true));
        book.take(lines);
        let crashes = book.crashes(0);
        assert_eq!(crashes.len(), 1, "{crashes:?}");
        let crash = &crashes[0];
        assert_eq!((crash.app.as_deref(), crash.more), (Some("com.x"), 18));
        insta::assert_snapshot!(crash.lines.join("\n"), @r#"
        FATAL EXCEPTION: main
        Process: com.x, PID: 7
        java.lang.IllegalStateException: \"no\"
        at com.x.A.b(0)
        at com.x.A.b(1)
        Caused by: x
        "#);
        assert!(errors(&book, "com.x").is_empty(), "a crash is told apart");
    }
}
