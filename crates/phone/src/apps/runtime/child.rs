//! A JVM as a child process: its streams, its last words, its end.

use std::{
    io::{self, BufRead as _, BufReader, Read as _},
    process::{Child, Command, Stdio},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use tempfile::TempDir;

use super::process::Streams;

/// Of a line that the JVM itself writes; it writes none that is longer.
const LONGEST_LINE: u64 = 4000;

/// Starts it. What it complains about goes to `complaint`, line by line; its folder for temporary files goes when it is gone.
pub(crate) fn start(
    mut command: Command,
    temporary: Option<TempDir>,
    mut complaint: impl FnMut(String) + Send + 'static,
) -> io::Result<Streams> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (to, from) = (child.stdin.take(), child.stdout.take());
    let errors = child.stderr.take();
    let child = Held(Arc::new(Mutex::new(Own { child, temporary })));
    let (Some(to), Some(from), Some(errors)) = (to, from, errors) else {
        child.kill();
        return Err(io::ErrorKind::BrokenPipe.into());
    };
    let reading = thread::Builder::new().name("app-errors".to_owned()).spawn(move || {
        let mut errors = BufReader::new(errors);
        loop {
            let mut line = Vec::new();
            match errors.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => complaint(String::from_utf8_lossy(&line).trim_end().to_owned()),
            }
        }
    });
    if let Err(error) = reading {
        child.kill();
        return Err(error);
    }
    Ok(Streams {
        from: Box::new(BufReader::with_capacity(1 << 16, from)),
        to: Box::new(to),
        kill: Box::new(move || child.kill()),
    })
}

/// How many were killed and are not cleared away yet.
static ENDING: Mutex<usize> = Mutex::new(0);
static CLEARED: Condvar = Condvar::new();

/// Waits, for at most so long, until what was killed is cleared away: for whoever is about to end, and would leave it lying.
pub fn cleared(limit: Duration) -> bool {
    let ending = ENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = CLEARED.wait_timeout_while(ending, limit, |ending| *ending > 0);
    !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
}

/// One that is being cleared away.
struct Ending;

impl Ending {
    fn begin() -> Self {
        *ENDING.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        *ENDING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        CLEARED.notify_all();
    }
}

struct Held(Arc<Mutex<Own>>);

struct Own {
    child: Child,
    temporary: Option<TempDir>,
}

impl Own {
    /// Waits for its end, and clears away what it left.
    fn bury(&mut self) {
        self.child.wait().ok();
        self.temporary = None;
    }
}

impl Held {
    /// Ends it, and sees to it that nothing of it stays behind.
    fn kill(&self) {
        let mut own = self.own();
        if matches!(own.child.try_wait(), Ok(Some(_))) {
            own.bury();
            return;
        }
        // It may end by itself just now.
        own.child.kill().ok();
        drop(own);
        let held = Arc::clone(&self.0);
        // What is killed ends soon, but who kills may hold a lock that others want.
        let reaping = thread::Builder::new().name("app-end".to_owned());
        let ending = Ending::begin();
        let reaped = reaping.spawn(move || {
            let _ending = ending;
            held.lock().unwrap_or_else(PoisonError::into_inner).bury();
        });
        if reaped.is_err() {
            self.own().bury();
        }
    }

    fn own(&self) -> MutexGuard<'_, Own> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "programs of the host that stand in for others")]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::sync::mpsc;

    #[test]
    fn a_killed_child_leaves_nothing() {
        let (send, lines) = mpsc::channel();
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().to_owned();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "echo first >&2; exec cat"]);
        let mut streams =
            start(command, Some(folder), move |line| send.send(line).unwrap_or_default()).unwrap();
        streams.to.write_all(b"hello").unwrap();
        streams.to.flush().unwrap();
        let mut back = [0; 5];
        streams.from.read_exact(&mut back).unwrap();
        assert_eq!(&back, b"hello");
        assert_eq!(lines.recv().unwrap(), "first");
        (streams.kill)();
        assert_eq!(streams.from.read_to_end(&mut Vec::new()).unwrap(), 0);
        // Killing again hurts nobody. Another thread clears away what is left.
        (streams.kill)();
        assert!(cleared(Duration::from_mins(1)));
        assert!(!place.exists());
    }

    #[test]
    fn what_cannot_be_started_says_so() {
        assert!(start(Command::new("/nowhere/java"), None, |_| {}).is_err());
    }
}
