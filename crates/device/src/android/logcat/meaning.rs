//! What Android says through its log: processes that start and end, crashes, apps that do not respond.
//!
//! Any app can write any line, so each is believed only from whoever would write it: an app may speak of its
//! own crash, the system server of everything.

use std::collections::HashSet;

use super::processes::app;
use crate::{LogEntry, LogLevel, Meaning, Process, Report};

#[derive(Debug, Default)]
pub(super) struct Interpreter {
    system: Option<u32>,
    /// Pids that are apps, which do not write the reports of native crashes.
    apps: HashSet<u32>,
    /// The report that the last lines belong to.
    open: Option<Open>,
}

#[derive(Debug)]
struct Open {
    pid: Option<u32>,
    tid: Option<u32>,
    kind: Kind,
    /// The process in trouble.
    of: Option<u32>,
    lines: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Java,
    Native,
    NotResponding,
}

/// A report is never longer, whoever writes it.
const LONGEST: usize = 500;

const SYSTEM_SERVER: &str = "system_server";

impl Interpreter {
    /// Takes in which processes there are.
    pub(super) fn learn(&mut self, processes: &[Process]) {
        let system = processes.iter().find(|process| process.app == SYSTEM_SERVER);
        self.system = system.map(|process| process.pid).or(self.system);
        self.apps = processes
            .iter()
            .filter(|process| process.app.contains('.'))
            .map(|process| process.pid)
            .collect();
    }

    pub(super) fn interpret(&mut self, entry: &LogEntry) -> Meaning {
        let by_system = entry.pid.is_some() && entry.pid == self.system;
        if by_system {
            let said = self.of_system(entry);
            if said != Meaning::Plain {
                return said;
            }
        }
        if is_failed_call(entry) {
            return Meaning::Failed;
        }
        self.of_report(entry, by_system)
    }

    fn of_system(&mut self, entry: &LogEntry) -> Meaning {
        let message = entry.message.as_str();
        match entry.tag.as_str() {
            "am_proc_start" => match fields(message) {
                Some([_, pid, _, name, ..]) => self.started(pid, name),
                _ => Meaning::Plain,
            },
            "am_proc_died" | "am_kill" => match fields(message) {
                Some([_, pid, name, ..]) => ended(pid, name),
                _ => Meaning::Plain,
            },
            "am_crash" => match fields(message) {
                Some([_, pid, name, ..]) => Meaning::Crash(summary(pid, name)),
                _ => Meaning::Plain,
            },
            "am_anr" => match fields(message) {
                Some([_, pid, name, ..]) => Meaning::NotResponding(summary(pid, name)),
                _ => Meaning::Plain,
            },
            // Where the event log cannot be read: `Start proc 4321:com.x/u0a123 for …`.
            "ActivityManager" => match message.strip_prefix("Start proc ").and_then(started) {
                Some((pid, name)) => self.started(pid, name),
                None => Meaning::Plain,
            },
            _ => Meaning::Plain,
        }
    }

    fn started(&mut self, pid: &str, name: &str) -> Meaning {
        let Ok(pid) = pid.parse() else { return Meaning::Plain };
        self.apps.insert(pid);
        Meaning::Started(Process { pid, app: app(name).to_owned() })
    }

    /// The lines of one report come one after the other, from one thread, under one tag.
    fn of_report(&mut self, entry: &LogEntry, by_system: bool) -> Meaning {
        let message = entry.message.as_str();
        let begins = match entry.tag.as_str() {
            "AndroidRuntime" if message.contains("FATAL EXCEPTION") => {
                Some((Kind::Java, entry.pid))
            }
            "DEBUG" if message.starts_with("*** ***") && !self.is_app(entry.pid) => {
                Some((Kind::Native, None))
            }
            "ActivityManager" if by_system && message.starts_with("ANR in ") => {
                Some((Kind::NotResponding, None))
            }
            "libc" if entry.level == LogLevel::Fatal && message.starts_with("Fatal signal ") => {
                let report = Report { pid: entry.pid, key: true, ..Report::default() };
                return Meaning::Crash(report);
            }
            _ => None,
        };
        if let Some((kind, of)) = begins {
            let (pid, tid) = (entry.pid, entry.tid);
            self.open = Some(Open { pid, tid, kind, of, lines: 0 });
        }
        let Some(open) = self.open.as_mut().filter(|open| open.takes(entry)) else {
            return Meaning::Plain;
        };
        open.lines += 1;
        let report = open.report(message);
        if report.pid.is_some() {
            open.of = report.pid;
        }
        match open.kind {
            Kind::Java | Kind::Native => Meaning::Crash(report),
            Kind::NotResponding => Meaning::NotResponding(report),
        }
    }

    fn is_app(&self, pid: Option<u32>) -> bool {
        pid.is_some_and(|pid| self.apps.contains(&pid))
    }
}

impl Open {
    fn takes(&self, entry: &LogEntry) -> bool {
        let tag = match self.kind {
            Kind::Java => "AndroidRuntime",
            Kind::Native => "DEBUG",
            Kind::NotResponding => "ActivityManager",
        };
        let message = entry.message.as_str();
        let belongs = match self.kind {
            Kind::Java => entry.level >= LogLevel::Error,
            Kind::Native => entry.level == LogLevel::Fatal,
            // Figures of the whole phone follow, which say nothing of the app.
            Kind::NotResponding => {
                let parts = ["ANR in ", "PID: ", "Reason: "];
                parts.iter().any(|part| message.starts_with(part))
            }
        };
        let same = (entry.pid, entry.tid, entry.tag.as_str()) == (self.pid, self.tid, tag);
        same && belongs && self.lines < LONGEST
    }

    fn report(&self, message: &str) -> Report {
        let (mut pid, mut named) = (self.of, None);
        match self.kind {
            // `Process: com.x, PID: 4321`, which the process says of itself.
            Kind::Java => {
                if let Some((name, id)) =
                    message.strip_prefix("Process: ").and_then(|rest| rest.split_once(", PID: "))
                    && id.trim().parse().ok() == self.pid
                {
                    named = Some(app(name));
                }
            }
            // `pid: 4321, tid: 4345, name: x  >>> com.x <<<`
            Kind::Native => {
                if let Some(rest) = message.strip_prefix("pid: ") {
                    pid = rest.split(',').next().and_then(|id| id.trim().parse().ok()).or(pid);
                    named = rest
                        .split_once(">>> ")
                        .and_then(|(_, rest)| rest.split_once(" <<<"))
                        .map(|(name, _)| app(name));
                }
            }
            Kind::NotResponding => {
                if let Some(rest) = message.strip_prefix("ANR in ") {
                    named = rest.split([' ', '(']).next().map(app);
                } else if let Some(id) = message.strip_prefix("PID: ") {
                    pid = id.trim().parse().ok().or(pid);
                }
            }
        }
        let app = named.filter(|name| is_name(name)).map(str::to_owned);
        Report { pid, app, key: self.is_key(message), summary: false }
    }

    /// What happened, rather than where.
    fn is_key(&self, message: &str) -> bool {
        match self.kind {
            Kind::Java => {
                let frame = message.starts_with(['\t', ' ']) || message.starts_with("at ");
                !frame && !message.starts_with("Process: ") && !message.starts_with("PID: ")
            }
            Kind::Native => {
                ["pid: ", "signal ", "Abort message: "].iter().any(|part| message.starts_with(part))
            }
            Kind::NotResponding => !message.starts_with("PID: "),
        }
    }
}

fn ended(pid: &str, name: &str) -> Meaning {
    match pid.parse() {
        Ok(pid) => Meaning::Ended(Process { pid, app: app(name).to_owned() }),
        Err(_) => Meaning::Plain,
    }
}

fn summary(pid: &str, name: &str) -> Report {
    let named = Some(app(name)).filter(|name| is_name(name)).map(str::to_owned);
    Report { pid: pid.parse().ok(), app: named, key: true, summary: true }
}

/// OkHttp's own log of a call that failed, which it writes as information.
fn is_failed_call(entry: &LogEntry) -> bool {
    let own = matches!(entry.tag.as_str(), "OkHttp" | "okhttp.OkHttpClient");
    let answer = entry.message.strip_prefix("<-- ").filter(|_| own);
    let server_error = |answer: &str| {
        let status = answer.split(' ').next().unwrap_or_default();
        status.len() == 3 && status.starts_with('5') && status.bytes().all(|b| b.is_ascii_digit())
    };
    answer.is_some_and(|answer| answer.starts_with("HTTP FAILED") || server_error(answer))
}

/// The first fields of an event: `[0,4321,com.x,…]`.
fn fields(message: &str) -> Option<[&str; 4]> {
    let inner = message.trim().strip_prefix('[')?.strip_suffix(']')?;
    let mut fields = inner.split(',');
    Some([fields.next()?, fields.next()?, fields.next()?, fields.next()?])
}

/// `4321:com.x/u0a123 for …`
fn started(rest: &str) -> Option<(&str, &str)> {
    let (pid, rest) = rest.split_once(':')?;
    let (name, _) = rest.rsplit_once(" for ").unwrap_or((rest, "")).0.split_once('/')?;
    Some((pid, name))
}

fn is_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    !name.is_empty() && name.len() <= 255 && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::super::line::parse;
    use super::*;

    const SYSTEM: u32 = 582;

    /// The meaning of each line, one a row.
    fn meanings(lines: &str) -> Vec<String> {
        let mut interpreter = Interpreter::default();
        let process = |pid, app: &str| Process { pid, app: app.to_owned() };
        interpreter.learn(&[process(SYSTEM, SYSTEM_SERVER), process(4000, "com.evil")]);
        let short = |meaning| match meaning {
            Meaning::Plain => "plain".to_owned(),
            Meaning::Failed => "failed".to_owned(),
            Meaning::Started(Process { pid, app }) => format!("started {pid} {app}"),
            Meaning::Ended(Process { pid, app }) => format!("ended {pid} {app}"),
            Meaning::Crash(report) => format!("crash {}", words(&report)),
            Meaning::NotResponding(report) => format!("anr {}", words(&report)),
        };
        let mut told = Vec::new();
        for line in lines.lines() {
            let entry = parse(&format!("1755771330.123 {line}")).unwrap().into_entry();
            told.push(short(interpreter.interpret(&entry)));
        }
        told
    }

    fn words(report: &Report) -> String {
        let pid = report.pid.map(|pid| pid.to_string()).unwrap_or_default();
        let app = report.app.clone().unwrap_or_default();
        let marks = [(report.key, "key"), (report.summary, "summary")];
        let marks: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
        format!("{pid} {app} {}", marks.join(" "))
    }

    #[test]
    fn the_system_tells_of_processes() {
        let told = meanings(
            "582 600 I am_proc_start: [0,4321,10123,com.x:remote,next-top-activity,{com.x/com.x.Main}]\n\
             582 600 I am_proc_died: [0,4321,com.x,0,2]\n\
             582 600 I ActivityManager: Start proc 4322:com.y/u0a124 for next-top-activity {com.y/com.y.Main}\n\
             4000 4000 I am_proc_start: [0,4321,10123,com.victim,x,y]\n\
             582 600 I am_proc_start: [0,x]",
        );
        let expected =
            ["started 4321 com.x", "ended 4321 com.x", "started 4322 com.y", "plain", "plain"];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_crash_is_told_by_the_process_itself() {
        let told = meanings(
            "4321 4321 E AndroidRuntime: FATAL EXCEPTION: main\n\
             4321 4321 E AndroidRuntime: Process: com.x, PID: 4321\n\
             4321 4321 E AndroidRuntime: java.lang.IllegalStateException: on request\n\
             4321 4321 E AndroidRuntime: \tat com.x.Main.onClick(Main.java:42)\n\
             582 600 I am_crash: [0,4321,com.x,545799750,java.lang.IllegalStateException,on request,Main.java,42]\n\
             4321 4321 E OkHttp: later\n\
             4000 4000 E AndroidRuntime: FATAL EXCEPTION: main\n\
             4000 4000 E AndroidRuntime: Process: com.victim, PID: 4321",
        );
        let expected = [
            "crash 4321  key",
            "crash 4321 com.x ",
            "crash 4321  key",
            "crash 4321  ",
            "crash 4321 com.x key summary",
            "plain",
            "crash 4000  key",
            "crash 4000  ",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn calls_that_failed_are_known_though_they_are_no_errors() {
        let told = meanings(
            "7 7 I okhttp.OkHttpClient: <-- HTTP FAILED: java.net.UnknownHostException: x\n\
             7 7 D OkHttp  : <-- 503 Service Unavailable https://api.example.com/ (20ms)\n\
             7 7 I okhttp.OkHttpClient: <-- 404 Not Found https://api.example.com/ (20ms)\n\
             7 7 I okhttp.OkHttpClient: --> GET https://api.example.com/ http/1.1\n\
             7 7 I Other   : <-- HTTP FAILED: x",
        );
        assert_eq!(told, ["failed", "failed", "plain", "plain", "plain"]);
    }

    #[test]
    fn native_crashes_name_their_process() {
        let told = meanings(
            "4321 4345 F libc    : Fatal signal 11 (SIGSEGV), code 1 in tid 4345 (x), pid 4321 (com.x)\n\
             4400 4400 F DEBUG   : *** *** *** *** ***\n\
             4400 4400 F DEBUG   : Build fingerprint: 'x'\n\
             4400 4400 F DEBUG   : pid: 4321, tid: 4345, name: x  >>> com.x <<<\n\
             4400 4400 F DEBUG   : signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n\
             4000 4000 F DEBUG   : *** *** *** *** ***\n\
             4000 4000 F DEBUG   : pid: 4321, tid: 4345, name: x  >>> com.victim <<<",
        );
        let expected = [
            "crash 4321  key",
            "crash   ",
            "crash   ",
            "crash 4321 com.x key",
            "crash 4321  key",
            "plain",
            "plain",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn an_app_that_does_not_respond_is_told_by_the_system() {
        let told = meanings(
            "582 600 I am_anr  : [0,4321,com.x,545799750,Input dispatching timed out]\n\
             582 600 E ActivityManager: ANR in com.x (com.x/.Main)\n\
             582 600 E ActivityManager: PID: 4321\n\
             582 600 E ActivityManager: Reason: Input dispatching timed out\n\
             582 600 E ActivityManager: Load: 0.0 / 0.0 / 0.0\n\
             4000 4000 E ActivityManager: ANR in com.victim",
        );
        let expected = [
            "anr 4321 com.x key summary",
            "anr  com.x key",
            "anr 4321  ",
            "anr 4321  key",
            "plain",
            "plain",
        ];
        assert_eq!(told, expected);
    }
}
