//! A repository by its address. TLS comes from the user's own curl: what there is in Rust needs a C compiler to
//! build. What comes is held to its SHA-256, whatever way it came.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::folder::Folder;
use super::{Error, LIMIT, Progress};
use crate::runtime::java::Env;
use crate::runtime::parts::Part;
use crate::runtime::program;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Repository {
    Http(String),
    Folder(PathBuf),
}

const TICK: Duration = Duration::from_millis(200);

impl Repository {
    pub(super) fn named(url: &str) -> Result<Self, String> {
        let url = url.trim().trim_end_matches('/');
        if url.starts_with("https://") || url.starts_with("http://") {
            if url.chars().any(|c| c.is_control() || c.is_whitespace()) {
                return Err("--maven-url has spaces in it".to_owned());
            }
            return Ok(Self::Http(url.to_owned()));
        }
        let folder = PathBuf::from(url.strip_prefix("file://").unwrap_or(url));
        if folder.is_dir() {
            return Ok(Self::Folder(folder));
        }
        Err(format!("--maven-url {url}: neither https:// nor a folder that is there"))
    }

    /// What is still missing afterwards, and the first complaint.
    pub(super) async fn bring<'p>(
        &self,
        parts: Vec<&'p Part>,
        folder: &mut Folder,
        env: Env<'_>,
        progress: &dyn Progress,
    ) -> Result<(Vec<&'p Part>, Option<String>), Error> {
        let url = match self {
            Self::Folder(from) => {
                let file = |part: &Part| {
                    vec![from.join(part.repository_path()), from.join(part.file_name())]
                };
                return Ok((folder.take_from(parts, progress, file)?, None));
            }
            Self::Http(url) => url,
        };
        let Some(curl) = program::on_path("curl", env) else {
            let why = "a repository by its address needs curl on PATH";
            return Ok((parts, Some(why.to_owned())));
        };
        let mut parts = parts.into_iter();
        while let Some(part) = parts.next() {
            let address = format!("{url}/{}", part.repository_path());
            let grown = folder.unfinished(part);
            let complaint = match download(&curl, &address, &grown, progress).await {
                Ok(()) if folder.finish(part)? => continue,
                Ok(()) => format!("{part} has another SHA-256 there"),
                Err(why) => why,
            };
            return Ok((std::iter::once(part).chain(parts).collect(), Some(complaint)));
        }
        Ok((Vec::new(), None))
    }
}

/// Goes on where an earlier one stopped.
async fn download(
    curl: &Path,
    address: &str,
    file: &Path,
    progress: &dyn Progress,
) -> Result<(), String> {
    // Given as its standard input: an address may have a password in it, and others see arguments.
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let config = format!(
        "url = \"{}\"\noutput = \"{}\"\n",
        quoted(address),
        quoted(&file.to_string_lossy())
    );
    let arguments = [
        "--config",
        "-",
        "--fail",
        "--silent",
        "--show-error",
        "--location",
        "--proto",
        "=https,http",
        "--continue-at",
        "-",
        "--retry",
        "3",
        "--connect-timeout",
        "20",
        "--speed-limit",
        "1000",
        "--speed-time",
        "60",
    ];
    let grown = || file.metadata().map_or(0, |found| found.len());
    let mut before = grown();
    progress.at(before);
    let mut told = || {
        let now = grown();
        progress.at(now.saturating_sub(before));
        before = now;
    };
    let running = program::run(curl, arguments, &config, LIMIT);
    tokio::pin!(running);
    let mut tick = tokio::time::interval(TICK);
    let said = loop {
        tokio::select! {
            said = &mut running => break said?,
            _ = tick.tick() => told(),
        }
    };
    told();
    if said.good { Ok(()) } else { Err(said.complaint()) }
}
