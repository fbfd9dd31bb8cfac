//! `fingertip phone --count N`: all phones in one process, with the log that people see.

use std::path::Path;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Child;

use crate::Outcome;
use crate::process::{self, Usage};

pub struct Phones {
    pub addresses: Vec<String>,
    pid: u32,
    /// Stops the phones when it is dropped.
    _child: Child,
}

impl Phones {
    pub async fn start(program: &Path, count: usize) -> Outcome<Self> {
        Self::start_with(program, count, &[], |_| {}).await
    }

    /// The same with more options, and somebody who hears every line of their log.
    #[expect(clippy::disallowed_methods, reason = "the program that is measured")]
    pub async fn start_with(
        program: &Path,
        count: usize,
        options: &[&str],
        mut heard: impl FnMut(&str) + Send + 'static,
    ) -> Outcome<Self> {
        let mut child = tokio::process::Command::new(program)
            .args(["phone", "--port", "0", "--count", &count.to_string()])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no stdout")?).lines();
        let mut addresses = Vec::new();
        while let Some(line) = lines.next_line().await? {
            addresses.extend(line.strip_prefix("the phone listens on ").map(str::to_owned));
            if line.starts_with("Ctrl-C") {
                break;
            }
        }
        if addresses.len() != count {
            return Err(format!("{} phones of {count} came up", addresses.len()).into());
        }
        // Whoever prints must find a reader.
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                heard(&line);
            }
        });
        let pid = child.id().ok_or("the phones are gone")?;
        Ok(Self { addresses, pid, _child: child })
    }

    pub fn usage(&self) -> Outcome<Usage> {
        process::usage(self.pid)
    }
}
