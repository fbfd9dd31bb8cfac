//! Bringing the parts into a folder: from where they are already, else through programs of the user's, else from a
//! repository that is named. Whatever comes is checked against its SHA-256 before it has its name. No repository is
//! known here: Maven and Gradle know theirs.

mod caches;
mod folder;
mod gradle;
mod maven;
mod repository;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::time::Duration;

use self::folder::Folder;
use self::repository::Repository;
use super::java::Env;
use super::parts::Part;
use super::program;

/// Hundreds of megabytes over a slow line; whoever cannot wait presses Ctrl-C, and goes on later where it stopped.
const LIMIT: Duration = Duration::from_hours(1);

/// Who is told how far it is.
pub trait Progress {
    /// A new step; with bytes to come, when they can be counted.
    fn step(&self, what: &str, bytes: Option<u64>);
    /// So many bytes of the step are there.
    fn at(&self, bytes: u64);
}

/// Where the parts are, and from where they came.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Installed {
    pub there: usize,
    /// Each source that had some, and how many.
    pub brought: Vec<(&'static str, usize)>,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("another `fingertip runtime install` is at work in {}", .0.display())]
    Busy(PathBuf),
    #[error("{0}")]
    BadUrl(String),
    #[error("{}", incomplete(missing, tried))]
    Incomplete { missing: Vec<&'static Part>, tried: Vec<String> },
}

fn incomplete(missing: &[&Part], tried: &[String]) -> String {
    let megabytes = missing.iter().map(|part| part.size).sum::<u64>().div_ceil(1_000_000);
    let first = missing.first().map(ToString::to_string).unwrap_or_default();
    let parts = match missing.len() {
        1 => format!("{first} ({megabytes} MB) is not to be had"),
        count => format!("{first} and {} more ({megabytes} MB) are not to be had", count - 1),
    };
    let remedy = "go online, or name a Maven repository or a folder like one with --maven-url";
    if tried.is_empty() {
        format!("{parts}: neither mvn nor gradle is on PATH; install Maven, {remedy}")
    } else {
        format!("{parts}: {}; {remedy}", tried.join("; "))
    }
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Order<'a> {
    pub parts: Vec<&'static Part>,
    pub folder: &'a Path,
    /// The repository to ask last.
    pub url: Option<&'a str>,
}

/// Brings what is missing.
pub async fn install(
    order: Order<'_>,
    env: Env<'_>,
    progress: &dyn Progress,
) -> Result<Installed, Error> {
    let repository = order.url.map(Repository::named).transpose().map_err(Error::BadUrl)?;
    let mut folder = Folder::open(order.folder)?;
    let mut installed = Installed::default();
    let (wanted, mut missing) = (order.parts.clone(), order.parts);
    let all = missing.len();
    progress.step("looking at what is there", Some(sum(&missing)));
    missing.retain(|part| !folder.holds(part, progress));
    installed.there = all - missing.len();

    let mut came = |source, before: usize, after: usize| {
        if before > after {
            installed.brought.push((source, before - after));
        }
    };
    if !missing.is_empty() {
        let before = missing.len();
        let caches = caches::Caches::of(env);
        progress.step("looking into the caches of Maven and Gradle", Some(sum(&missing)));
        missing = folder.take_from(missing, progress, |part| caches.files(part))?;
        came("a cache", before, missing.len());
    }
    let mut tried = Vec::new();
    for (name, bring) in [("mvn", Bring::Maven), ("gradle", Bring::Gradle)] {
        let Some(program) = program::on_path(name, env).filter(|_| !missing.is_empty()) else {
            continue;
        };
        let (before, bytes) = (missing.len(), sum(&missing).div_ceil(1_000_000));
        progress.step(&format!("{name} brings {before} files, {bytes} MB"), None);
        let staging = folder.staging()?;
        let said = match bring {
            Bring::Maven => maven::bring(&program, &missing, &staging).await,
            Bring::Gradle => gradle::bring(&program, &missing, &staging).await,
        };
        let files = staging.join("files");
        missing = folder.take_from(missing, progress, |part| vec![files.join(part.file_name())])?;
        came(name, before, missing.len());
        match said {
            Err(why) => tried.push(format!("{name}: {why}")),
            Ok(()) if missing.is_empty() => {}
            Ok(()) => tried.push(format!("{name}: what came has another SHA-256")),
        }
    }
    if let Some(repository) = repository.filter(|_| !missing.is_empty()) {
        let before = missing.len();
        progress.step("downloading", Some(sum(&missing)));
        let (left, complaint) = repository.bring(missing, &mut folder, env, progress).await?;
        missing = left;
        tried.extend(complaint);
        came("the repository", before, missing.len());
    }
    folder.tidy(super::parts::all().iter().chain(wanted))?;
    if missing.is_empty() { Ok(installed) } else { Err(Error::Incomplete { missing, tried }) }
}

#[derive(Clone, Copy)]
enum Bring {
    Maven,
    Gradle,
}

fn sum(parts: &[&Part]) -> u64 {
    parts.iter().map(|part| part.size).sum()
}

/// Takes the parts away again, and nothing else that lies there. How many there were.
pub fn remove(folder: &Path) -> Result<usize, Error> {
    Folder::open(folder)?.remove(super::parts::all())
}
