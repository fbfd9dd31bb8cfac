//! `cargo xtask apks`: every APK of a folder on the embedded phone, crawled by taps over MCP with the built program.

mod about;
mod arguments;
mod crash;
mod crawl;
mod expand;
mod hands;
mod line;
mod picture;
mod program;
mod progress;
mod screen;
mod table;
mod uses;
mod visit;
mod walk;

use std::path::{Path, PathBuf};

use fingertip::given::classes_of;
use fingertip::runtime::{Found, Wishes, found};
use tokio::time::Instant;

use about::about;
pub(crate) use arguments::Arguments;
use crawl::crawl;
use uses::Uses;

/// What the phone is.
const API: u32 = 34;
const PAGE: &str = "<!-- Made by `cargo xtask apks`. Do not edit. -->\n\n# Screens of real apps\n\n\
Every screen that taps lead to, on the embedded phone, over MCP. [real-apps.md](real-apps.md) says what real apps run on.\n\n";

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|error| error.to_string())?.block_on(all(arguments))
}

async fn all(arguments: &Arguments) -> Result<(), String> {
    let apks = apks(&arguments.folder)?;
    let ground = found(API, &Wishes::default(), &|name| std::env::var_os(name)).await;
    let ground = ground.map_err(|missing| format!("{missing}; {}", missing.hint()))?;
    let program = program::found(arguments.program.as_deref())?;
    let mut page = PAGE.to_owned();
    for apk in &apks {
        let (line, section) = one(arguments, &program, apk, &ground).await;
        print(&line);
        if let (Some(file), Some(section)) = (&arguments.table, section) {
            page += &section;
            page.push('\n');
            // After each, so that an interrupted run leaves what it has.
            std::fs::write(file, page.trim_end().to_owned() + "\n")
                .map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    Ok(())
}

/// The line of an APK, and its part of the page if it ran.
async fn one(
    arguments: &Arguments,
    program: &Path,
    apk: &Path,
    ground: &Found,
) -> (String, Option<String>) {
    let began = Instant::now();
    let file = apk.file_name().unwrap_or_default().to_string_lossy();
    progress::note(&format!("{file} …"));
    let about = about(program, apk).await;
    let known = about.as_ref().ok().filter(|about| about.is_known());
    // What is foreseen to stop it is tried all the same: the truth is what happens.
    let crawled = match known {
        Some(about) => Some(crawl(program, apk, &about.package, arguments.bounds()).await),
        None => None,
    };
    let seconds = began.elapsed().as_secs();
    let line = line::line(apk, about.as_ref(), crawled.as_ref(), seconds);
    let section = match (known, &crawled) {
        (Some(about), Some(Ok(crawled))) => {
            let jar = classes_of(apk, ground.clone());
            let uses = jar.map(|jar| Uses::read(&jar)).unwrap_or_default();
            Some(table::section(&file, about, crawled, &uses, arguments.bounds()))
        }
        _ => None,
    };
    (line, section)
}

#[expect(clippy::print_stdout, reason = "this is a command line")]
fn print(line: &str) {
    println!("{line}");
}

/// The APKs in a folder and below it, by name.
fn apks(folder: &Path) -> Result<Vec<PathBuf>, String> {
    const DEPTH: usize = 12;
    if folder.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut apks = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            let is_apk = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("apk"));
            if path.is_dir() && depth < DEPTH {
                folders.push((path, depth + 1));
            } else if path.is_file() && is_apk {
                apks.push(path);
            }
        }
    }
    apks.sort();
    if apks.is_empty() {
        return Err(format!("{}: no APK is in there", folder.display()));
    }
    Ok(apks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apks_are_found_below_a_folder_in_order() {
        let folder = tempfile::tempdir().unwrap();
        assert!(apks(folder.path()).is_err());
        std::fs::create_dir(folder.path().join("b")).unwrap();
        for name in ["z.apk", "b/a.APK", "notes.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = apks(folder.path()).unwrap();
        let names: Vec<_> = found.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(names, ["a.APK", "z.apk"]);
    }
}
