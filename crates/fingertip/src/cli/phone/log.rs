//! The live log: a line for each thing that a client did, when it is done; what takes long is also told before.

use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::time::Duration;

use ::phone::{Event, Sync};
use tokio::sync::broadcast::{Receiver, error::RecvError};
use tokio::time::{Instant, timeout_at};

use super::words;
use crate::cli::print;

/// What runs longer than this is told while it runs.
const LONG: Duration = Duration::from_secs(1);

/// Prints what clients of a phone do, until the phone is gone.
pub(super) async fn follow(mut events: Receiver<Event>, phone: Option<String>) {
    let style = Style { phone, colour: colour() };
    let mut log = Log::default();
    loop {
        let next = match log.due() {
            Some(due) => timeout_at(due, events.recv()).await,
            None => Ok(events.recv().await),
        };
        let lines = match next {
            Err(_) => log.overdue(Instant::now()),
            Ok(Ok(event)) => log.line(event, Instant::now()).into_iter().collect(),
            Ok(Err(RecvError::Lagged(count))) => vec![log.missed(count)],
            Ok(Err(RecvError::Closed)) => return,
        };
        for line in lines {
            let time = jiff::Zoned::now().strftime("%H:%M:%S").to_string();
            print::line(style.show(&time, &line));
        }
    }
}

/// Only people at a terminal want it, unless they say no: <https://no-color.org>.
fn colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && std::io::stdout().is_terminal()
}

struct Style {
    /// Told where there are several phones.
    phone: Option<String>,
    colour: bool,
}

impl Style {
    fn show(&self, time: &str, line: &Line) -> String {
        let phone = self.phone.as_ref().map(|phone| format!("{phone}  ")).unwrap_or_default();
        let text = &line.text;
        match (self.colour, line.bad) {
            (false, _) => format!("{time}  {phone}{text}"),
            (true, false) => format!("\x1b[2m{time}\x1b[0m  {phone}{text}"),
            (true, true) => format!("\x1b[2m{time}\x1b[0m  {phone}\x1b[31m{text}\x1b[0m"),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Line {
    text: String,
    bad: bool,
}

impl Line {
    fn good(text: String) -> Self {
        Self { text, bad: false }
    }
}

/// What runs now, by connection and stream.
#[derive(Default)]
struct Log(BTreeMap<(u64, u32), Running>);

struct Running {
    service: String,
    since: Instant,
    told: bool,
}

impl Log {
    /// When something will have run for long.
    fn due(&self) -> Option<Instant> {
        let waiting = self.0.values().filter(|running| !running.told);
        waiting.map(|running| running.since + LONG).min()
    }

    /// What has run for long by now, and was not told yet.
    fn overdue(&mut self, now: Instant) -> Vec<Line> {
        let late = |running: &Running| !running.told && running.since + LONG <= now;
        let mut lines = Vec::new();
        for ((connection, _), running) in self.0.iter_mut().filter(|(_, running)| late(running)) {
            running.told = true;
            let (kind, text) = words::service(&running.service);
            lines.push(Line::good(format!("#{connection}  {kind:<7}  {text}  (runs)")));
        }
        lines
    }

    /// What ran may have ended among the events that were missed: better silent than wrong.
    fn missed(&mut self, count: u64) -> Line {
        self.0.clear();
        Line::good(format!("… {count} events came too fast to be shown"))
    }

    /// The line of an event, if it has one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what has no words here has its own")]
    fn line(&mut self, event: Event, now: Instant) -> Option<Line> {
        match event {
            Event::Opened { connection, stream, service } => {
                // Its files are told one by one.
                let told = service == "sync:";
                self.0.insert((connection, stream), Running { service, since: now, told });
                None
            }
            Event::Closed { connection, stream, service, exit, cut, took } => {
                self.0.remove(&(connection, stream));
                closed(connection, &service, exit, cut, took)
            }
            Event::Refused { connection, service } => {
                let (kind, text) = words::service(&service);
                let text = format!("#{connection}  {kind:<7}  {text}  refused");
                Some(Line { text, bad: true })
            }
            Event::Synced { connection, what, path, refused, took } => {
                Some(synced(connection, what, &path, refused.as_deref(), took))
            }
            Event::ConsoleCommand { connection, command, refused, took } => {
                Some(commanded(connection, &command, refused.as_deref(), took))
            }
            other => {
                if let Event::Disconnected { connection } = other {
                    self.0.retain(|(of, _), _| *of != connection);
                }
                Some(Line::good(other.to_string()))
            }
        }
    }
}

fn closed(
    connection: u64,
    service: &str,
    exit: Option<u8>,
    cut: bool,
    took: Duration,
) -> Option<Line> {
    let (kind, text) = words::service(service);
    let end = match exit {
        // However it ended on the phone, its client did not hear of it.
        _ if cut => "cut off by a fault".to_owned(),
        Some(0) => "ok".to_owned(),
        Some(code) => format!("exit {code}"),
        None if kind == "sync" => return None,
        // A program without an exit code was left by its client; others just end.
        None if ["shell", "exec", "cmd"].contains(&kind) => "hung up".to_owned(),
        None => "done".to_owned(),
    };
    let bad = cut || exit.is_some_and(|code| code != 0);
    Some(Line {
        text: format!("#{connection}  {kind:<7}  {text}  {end}, {}", words::time(took)),
        bad,
    })
}

fn synced(connection: u64, what: Sync, path: &str, refused: Option<&str>, took: Duration) -> Line {
    let (verb, size) = match what {
        Sync::Push(size) => ("push", Some(size)),
        Sync::Pull(size) => ("pull", Some(size)),
        Sync::List => ("list", None),
    };
    let path = words::plain(path);
    let size = size.map(|size| format!(" {}", words::bytes(size))).unwrap_or_default();
    let (end, bad) = match refused {
        None => (format!("{size}  ok"), false),
        Some(why) => (format!("  {}", words::plain(why)), true),
    };
    let text = format!("#{connection}  sync     {verb} {path}{end}, {}", words::time(took));
    Line { text, bad }
}

fn commanded(connection: u64, command: &str, refused: Option<&str>, took: Duration) -> Line {
    let end = refused.map_or_else(|| "ok".to_owned(), |why| format!("KO: {}", words::plain(why)));
    let (command, took) = (words::plain(command), words::time(took));
    let text = format!("#{connection}  console  {command}  {end}, {took}");
    Line { text, bad: refused.is_some() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened(stream: u32, service: &str) -> Event {
        Event::Opened { connection: 1, stream, service: service.to_owned() }
    }

    fn ended(stream: u32, service: &str, exit: Option<u8>) -> Event {
        let took = Duration::from_millis(12);
        let service = service.to_owned();
        Event::Closed { connection: 1, stream, service, exit, cut: false, took }
    }

    fn cut(service: &str, exit: Option<u8>) -> Event {
        let (service, took) = (service.to_owned(), Duration::from_millis(12));
        Event::Closed { connection: 1, stream: 1, service, exit, cut: true, took }
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_done_is_told_once() {
        let mut log = Log::default();
        let now = Instant::now();
        let mut check = |event, expected: &str| {
            let line = log.line(event, now).map(|line| line.text).unwrap_or_default();
            assert_eq!(line, expected);
        };
        let tap = "shell,v2,raw:input tap 540 1200";
        check(opened(1, tap), "");
        check(ended(1, tap, Some(0)), "#1  shell    input tap 540 1200  ok, 12 ms");
        check(opened(2, "exec:false"), "");
        check(ended(2, "exec:false", Some(1)), "#1  exec     false  exit 1, 12 ms");
        check(ended(3, "shell:logcat", None), "#1  shell    logcat  hung up, 12 ms");
        check(ended(4, "tcp:8080", None), "#1  connect  tcp:8080  done, 12 ms");
        check(opened(5, "sync:"), "");
        check(ended(5, "sync:", None), "");
        check(cut("exec:true", Some(0)), "#1  exec     true  cut off by a fault, 12 ms");
        let took = Duration::from_secs(2);
        let push = |refused: Option<&str>| Event::Synced {
            connection: 1,
            what: Sync::Push(12_345),
            path: "/sdcard/x".to_owned(),
            refused: refused.map(str::to_owned),
            took,
        };
        check(push(None), "#1  sync     push /sdcard/x 12 kB  ok, 2.0 s");
        check(
            push(Some("couldn't create file: Is a directory")),
            "#1  sync     push /sdcard/x  couldn't create file: Is a directory, 2.0 s",
        );
        let refused = Event::Refused { connection: 2, service: "dance:".to_owned() };
        check(refused, "#2  adbd     dance  refused");
        let told = |command: &str, refused: Option<&str>| Event::ConsoleCommand {
            connection: 3,
            command: command.to_owned(),
            refused: refused.map(str::to_owned),
            took: Duration::from_millis(1),
        };
        check(told("avd name", None), "#3  console  avd name  ok, 1 ms");
        check(told("fly\t", Some("unknown")), "#3  console  fly  KO: unknown, 1 ms");
        check(Event::Disconnected { connection: 1 }, "#1 disconnected");
    }

    #[tokio::test(start_paused = true)]
    async fn what_takes_long_is_told_while_it_runs_but_once() {
        let mut log = Log::default();
        let start = Instant::now();
        assert_eq!(log.due(), None);
        log.line(opened(1, "shell:logcat"), start);
        log.line(opened(2, "sync:"), start);
        assert_eq!(log.due(), Some(start + LONG));
        assert_eq!(log.overdue(start), []);
        let lines = log.overdue(start + LONG);
        assert_eq!(lines, [Line::good("#1  shell    logcat  (runs)".to_owned())]);
        assert_eq!((log.due(), log.overdue(start + 2 * LONG)), (None, Vec::new()));
        log.line(Event::Disconnected { connection: 1 }, start);
        assert!(log.0.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_missed_is_not_said_to_run() {
        let mut log = Log::default();
        let start = Instant::now();
        log.line(opened(1, "shell:logcat"), start);
        assert_eq!(log.missed(3).text, "… 3 events came too fast to be shown");
        assert_eq!((log.due(), log.overdue(start + LONG)), (None, Vec::new()));
    }

    #[test]
    fn colour_is_for_terminals() {
        let line = Line { text: "#1 x".to_owned(), bad: true };
        let plain = Style { phone: Some("FINGERTIP02".to_owned()), colour: false };
        assert_eq!(plain.show("12:00:00", &line), "12:00:00  FINGERTIP02  #1 x");
        let colour = Style { phone: None, colour: true };
        assert_eq!(colour.show("12:00:00", &line), "\x1b[2m12:00:00\x1b[0m  \x1b[31m#1 x\x1b[0m");
    }
}
