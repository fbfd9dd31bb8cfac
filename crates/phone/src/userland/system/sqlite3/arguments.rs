//! The words after `sqlite3`.

use super::modes::Mode;
use super::settings::Settings;
use crate::sqlite::sql::Release;

#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub(super) file: Option<String>,
    /// SQL and dot commands.
    pub(super) commands: Vec<String>,
    /// What `-cmd` said, which comes first.
    pub(super) before: Vec<String>,
    pub(super) read_only: bool,
    pub(super) version: bool,
    pub(super) help: bool,
    pub(super) batch: bool,
    pub(super) interactive: bool,
}

/// What was typed, with the settings it asks for; or the complaint.
pub(super) fn parse(
    words: &[String],
    release: Release,
    settings: &mut Settings,
) -> Result<Arguments, String> {
    let name = words.first().map_or("sqlite3", String::as_str);
    let mut arguments = Arguments::default();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix('-') else {
            match arguments.file {
                None => arguments.file = Some(word.clone()),
                Some(_) => arguments.commands.push(word.clone()),
            }
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let unknown =
            || format!("{name}: Error: unknown option: {word}\nUse -help for a list of options.\n");
        let mut value = || {
            words
                .next()
                .cloned()
                .ok_or_else(|| format!("{name}: Error: missing argument to {word}\n"))
        };
        match option {
            "header" => settings.show_headers(true),
            "noheader" => settings.show_headers(false),
            "separator" => settings.separator = value()?,
            "newline" => settings.row_separator = value()?,
            "nullvalue" => settings.null = value()?,
            "cmd" => arguments.before.push(value()?),
            "readonly" => arguments.read_only = true,
            "bail" => settings.bail = true,
            "batch" => arguments.batch = true,
            "interactive" => arguments.interactive = true,
            "echo" => settings.echo = true,
            "version" => arguments.version = true,
            "help" => arguments.help = true,
            // Lines end as everywhere here; `.mode csv` ends them as the format does.
            "csv" => {
                settings.mode = Mode::Csv;
                ",".clone_into(&mut settings.separator);
            }
            "tabs" if release.number() >= 338 => {
                settings.mode = Mode::List;
                "\t".clone_into(&mut settings.separator);
            }
            "quote" => {
                settings.mode = Mode::Quote;
                ",".clone_into(&mut settings.separator);
            }
            "list" | "line" | "column" | "json" | "table" | "box" | "markdown" => {
                settings.mode = Mode::named(option, release).ok_or_else(unknown)?;
            }
            _ => return Err(unknown()),
        }
    }
    Ok(arguments)
}
