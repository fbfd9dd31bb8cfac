//! `fingertip runtime`: what real apps on the phone run on.

mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use self::progress::Bar;
use super::print;
use crate::runtime::{absent, absent_base, absent_libraries, install, parts, places};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Bring the files that real apps need: from a cache of Maven or Gradle, through mvn or gradle, or from a repository.
    Install(Install),
    /// What is there, for which API levels.
    Status(Place),
    /// Take the files away again.
    Remove(Place),
}

#[derive(Debug, clap::Args)]
struct Install {
    /// For phones of this API level; may be repeated.
    #[arg(long, value_name = "LEVEL", default_values_t = [34], value_parser = level)]
    api: Vec<u32>,
    /// The Maven repository to ask where mvn and gradle are missing: its address, or a folder like one.
    #[arg(long, value_name = "URL", env = "FINGERTIP_MAVEN_URL", hide_env_values = true)]
    maven_url: Option<String>,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, clap::Args)]
struct Place {
    /// The folder they are in; phones look in FINGERTIP_RUNTIME, or among the user's data.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Place {
    fn folder(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(|| places::parts(&env))
    }
}

pub(super) fn env(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name)
}

pub(super) async fn run(arguments: Arguments) -> ExitCode {
    let done = match arguments.command {
        Command::Install(arguments) => bring(arguments).await,
        Command::Status(place) => return status(&place),
        Command::Remove(place) => remove(&place),
    };
    match done {
        Ok(line) => {
            print::line(line);
            ExitCode::SUCCESS
        }
        Err(error) => {
            print::error(error);
            ExitCode::FAILURE
        }
    }
}

async fn bring(arguments: Install) -> Result<String, install::Error> {
    let folder = arguments.place.folder();
    let needed = parts::needed(&arguments.api);
    let count = needed.len();
    let order =
        install::Order { parts: needed, folder: &folder, url: arguments.maven_url.as_deref() };
    let bar = Bar::new();
    let installed = install::install(order, &env, &bar).await;
    bar.end();
    let installed = installed?;
    let from = installed.brought.iter().map(|(source, count)| format!("{count} from {source}"));
    let mut how: Vec<String> = from.collect();
    if installed.there > 0 {
        how.insert(0, format!("{} were there", installed.there));
    }
    let how = how.join(", ");
    Ok(format!(
        "{count} parts are in {} ({how}); apps of API level {} can run",
        folder.display(),
        levels(&arguments.api)
    ))
}

fn status(place: &Place) -> ExitCode {
    let folder = place.folder();
    print::line(format!("in {}:", folder.display()));
    let mut any = false;
    let libraries = absent_libraries(&folder).len();
    for level in parts::levels() {
        let absent = absent(level, &folder);
        any |= absent.is_empty();
        print::line(match absent.len() {
            0 => {
                let count = parts::needed(&[level]).len() - libraries;
                format!("  API {level}: all {count} files are there")
            }
            count => {
                let bytes = absent.iter().map(|part| part.size).sum::<u64>();
                let are = if count == 1 { "file is" } else { "files are" };
                format!(
                    "  API {level}: {count} {are} missing ({} MB); `fingertip runtime install --api {level}`",
                    bytes.div_ceil(1_000_000)
                )
            }
        });
    }
    if any && libraries > 0 {
        print::line(
            "  org.apache.http, which old apps use, is missing; `fingertip runtime install`",
        );
    }
    if !any && absent_base(&folder).is_empty() {
        print::line("  what every level needs is there; a framework is missing");
    }
    if any { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn remove(place: &Place) -> Result<String, install::Error> {
    let folder = place.folder();
    if !folder.is_dir() {
        return Ok(format!("there is nothing in {}", folder.display()));
    }
    let count = install::remove(&folder)?;
    Ok(format!("{count} files were removed from {}", folder.display()))
}

fn level(text: &str) -> Result<u32, String> {
    let known = parts::levels();
    text.parse().ok().filter(|level| known.contains(level)).ok_or_else(|| match text {
        "36" => {
            "real apps do not run at API level 36 yet: its framework needs Java 21 and newer parts"
                .to_owned()
        }
        _ => format!("apps run at API level {}", levels(&known)),
    })
}

fn levels(levels: &[u32]) -> String {
    let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
    levels.join(", ")
}
