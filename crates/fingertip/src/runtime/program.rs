//! Programs of the user's that bring parts or tell a version: started here and nowhere else, and ended when their
//! time is up.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

use super::java::Env;

/// What a program said before it ended.
#[derive(Debug)]
pub(super) struct Said {
    pub(super) good: bool,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Said {
    /// The line that says best why it failed: the first that calls itself an error, else the last.
    pub(super) fn complaint(&self) -> String {
        let lines = || self.stderr.lines().chain(self.stdout.lines()).map(str::trim);
        let error = lines().find(|line| line.to_lowercase().contains("error"));
        let last = || lines().rfind(|line| !line.is_empty());
        let line = error.or_else(last).unwrap_or("it failed without a word");
        let plain = anstream::adapter::strip_str(line).to_string();
        plain.chars().filter(|c| !c.is_control()).take(300).collect()
    }
}

/// The program of this name that a shell would start.
pub(super) fn on_path(name: &str, env: Env<'_>) -> Option<PathBuf> {
    let folder = std::env::current_dir().unwrap_or_default();
    which::which_in(name, env("PATH"), folder).ok()
}

/// Runs a program to its end, with this on its standard input.
#[expect(clippy::disallowed_methods, reason = "the one place that starts such programs")]
pub(super) async fn run(
    program: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &str,
    limit: Duration,
) -> Result<Said, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", program.display());
    let mut command = Command::new(program);
    command.args(arguments).kill_on_drop(true);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    let feeding = async {
        if let Some(mut stdin) = stdin {
            // It may end without reading.
            stdin.write_all(input.as_bytes()).await.ok();
        }
    };
    let running = async { tokio::join!(feeding, child.wait_with_output()).1 };
    let output = tokio::time::timeout(limit, running).await;
    let output = output
        .map_err(|_| format!("{} has not ended after {} s", program.display(), limit.as_secs()))?
        .map_err(failed)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Said {
        good: output.status.success(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
    })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[tokio::test]
    async fn what_it_says_and_how_it_ends_is_known() {
        let sh = on_path("sh", &|name| std::env::var_os(name)).unwrap();
        let said = run(&sh, ["-c", "cat; echo b: the Error it was >&2; exit 3"], "in", LONG);
        let said = said.await.unwrap();
        assert!(!said.good && said.stdout == "in", "{said:?}");
        assert_eq!(said.complaint(), "b: the Error it was");
        let said =
            run(&sh, ["-c", r"printf '\033[0m[\033[1;31mERROR\033[0m] no\n'; exit 1"], "", LONG);
        assert_eq!(said.await.unwrap().complaint(), "[ERROR] no");
        assert!(run(Path::new("/nowhere/x"), ["a"], "", LONG).await.is_err());
    }

    #[tokio::test]
    async fn it_is_ended_when_its_time_is_up() {
        let sh = on_path("sh", &|name| std::env::var_os(name)).unwrap();
        let late =
            run(&sh, ["-c", "exec cat </dev/zero >/dev/null"], "", Duration::from_millis(50));
        assert!(late.await.unwrap_err().contains("has not ended"));
    }
}
