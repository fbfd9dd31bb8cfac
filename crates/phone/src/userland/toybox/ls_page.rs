//! How `ls` shows the entries of one directory.

use super::human::human;
use crate::files::{Entry, Kind, Stat, group_name, path, user_name};
use crate::process::Process;
use crate::text::append;
use crate::userland::options::Options;
use jiff::Timestamp;
use jiff::fmt::strtime;

pub(super) struct Page<'a> {
    pub(super) process: &'a Process,
    pub(super) options: &'a Options<'a>,
}

impl Page<'_> {
    /// The entries that `shows` names, in columns as wide as all of them need.
    pub(super) fn listing(
        &self,
        directory: &str,
        entries: &[Entry],
        shows: impl Fn(&Entry) -> bool,
    ) -> String {
        let options = self.options;
        let mut widths = [0; 6];
        // Without sorting nothing is measured.
        for entry in entries.iter().filter(|_| !options.has('f')) {
            for (width, cell) in widths.iter_mut().zip(self.cells(entry)) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let cells: Vec<Cell> = entries
            .iter()
            .map(|entry| Cell {
                shown: shows(entry),
                text: self.cell(directory, entry, &widths),
                length: self.name(entry).chars().count(),
            })
            .collect();
        let screen = match options.has('w').then(|| options.number('w').unwrap_or(80)) {
            Some(width) => usize::try_from(width).unwrap_or(0).saturating_add(2),
            None => 80,
        };
        if options.has_any("Cx") {
            let column = |letter, width: usize| if options.has(letter) { width + 1 } else { 0 };
            let pad = column('i', widths[0]) + column('s', widths[1]);
            return columns(&cells, pad, screen, options.has('C'));
        }
        let mut text = String::new();
        let mut at = 0;
        for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.shown) {
            // Each counts with its comma. One that is shown elsewhere leaves a gap before the next.
            let length = cell.length + usize::from(options.has('m'));
            if index > 0 {
                if !options.has('m') {
                    text.push('\n');
                } else if at + 1 + length > screen {
                    text.push_str(",\n");
                    at = 0;
                } else {
                    text.push_str(", ");
                    at += 1;
                }
            }
            at += length;
            text.push_str(&cell.text);
        }
        if at > 0 {
            text.push('\n');
        }
        text
    }

    pub(super) fn is_long(&self) -> bool {
        self.options.has_any("long") || self.options.has_long("full-time")
    }

    /// What stands in columns before the name: inode, blocks, links, user, group, size.
    fn cells(&self, entry: &Entry) -> [String; 6] {
        let (options, stat) = (self.options, &entry.stat);
        let numeric = options.has('n');
        [
            stat.inode.to_string(),
            self.size(blocks(stat) / 2, 1024),
            stat.links.to_string(),
            if numeric { stat.uid.to_string() } else { user_name(stat.uid).into_owned() },
            if numeric { stat.gid.to_string() } else { group_name(stat.gid).into_owned() },
            match stat.kind {
                Kind::Device(_) => "1,   3".to_owned(),
                Kind::File | Kind::Directory | Kind::Link => self.size(stat.size, 1),
            },
        ]
    }

    fn cell(&self, directory: &str, entry: &Entry, widths: &[usize; 6]) -> String {
        let (options, stat) = (self.options, &entry.stat);
        let [inode, blocks, links, user, group, size] = self.cells(entry);
        let long = self.is_long();
        let mut text = String::new();
        if options.has('i') {
            append!(text, "{inode:>0$} ", widths[0]);
        }
        if options.has('s') {
            append!(text, "{blocks:>0$} ", widths[1]);
        }
        if long {
            append!(text, "{} {links:>1$}", stat.mode_text(), widths[2]);
            if !options.has('g') {
                append!(text, " {user:<0$}", widths[3]);
            }
            if !options.has('o') {
                append!(text, " {group:<0$}", widths[4]);
            }
        }
        if long {
            append!(text, " {size:>0$} {1} ", widths[5], self.date(stat.modified));
        }
        let shown = self.name(entry);
        let (name, kind) = shown.split_at(shown.len() - self.sign(entry).len());
        text.push_str(name);
        if long && stat.kind == Kind::Link {
            let name = &entry.name;
            let link =
                if directory.is_empty() { name.clone() } else { path::child(directory, name) };
            let (files, who) = (self.process.files(), &self.process.who);
            let target = files.read_link(who, &self.process.path(&link)).unwrap_or_default();
            append!(text, " -> {target}");
        }
        text.push_str(kind);
        text
    }

    /// What follows a name to say of what kind it is.
    fn sign(&self, entry: &Entry) -> &'static str {
        let (options, stat) = (self.options, &entry.stat);
        match stat.kind {
            Kind::Directory if options.has_any("pF") => "/",
            Kind::Link if options.has('F') => "@",
            Kind::File if options.has('F') && stat.mode & 0o111 != 0 => "*",
            Kind::File | Kind::Directory | Kind::Link | Kind::Device(_) => "",
        }
    }

    /// With `-q` a question mark for what cannot be shown, with `-b` an escape.
    fn name(&self, entry: &Entry) -> String {
        let (name, sign) = (&entry.name, self.sign(entry));
        if !self.options.has_any("qb") {
            return format!("{name}{sign}");
        }
        let mut text = String::new();
        for character in name.chars() {
            let odd = character.is_control() || crate::text::raw_byte(character).is_some();
            match character {
                ' ' | '\\' if self.options.has('b') => append!(text, "\\{character}"),
                _ if !odd => text.push(character),
                _ if self.options.has('q') => text.push('?'),
                '\n' => text.push_str("\\n"),
                '\t' => text.push_str("\\t"),
                '\r' => text.push_str("\\r"),
                '\x07' => text.push_str("\\a"),
                '\x08' => text.push_str("\\b"),
                '\x0b' => text.push_str("\\v"),
                '\x0c' => text.push_str("\\f"),
                '\x1b' => text.push_str("\\e"),
                _ => {
                    for byte in crate::text::encode(&character.to_string()).iter() {
                        append!(text, "\\{byte:03o}");
                    }
                }
            }
        }
        text + sign
    }

    pub(super) fn size(&self, value: u64, unit: u64) -> String {
        if self.options.has('h') { human(value * unit, 1024) } else { value.to_string() }
    }

    fn date(&self, seconds: i64) -> String {
        let zone = self.process.android().now().time_zone().clone();
        let time = Timestamp::from_second(seconds).unwrap_or_default().to_zoned(zone);
        let full = self.options.has_long("full-time") || self.options.times('l') > 1;
        let format = if full { "%Y-%m-%d %H:%M:%S.000000000 %z" } else { "%Y-%m-%d %H:%M" };
        strtime::format(format, &time).unwrap_or_default()
    }
}

struct Cell {
    /// A directory of the command line is only measured; what is in it comes later.
    shown: bool,
    text: String,
    /// Of the name alone.
    length: usize,
}

/// As many columns as fit, filled downwards or across; `pad` is how much stands before each name.
fn columns(cells: &[Cell], pad: usize, screen: usize, downwards: bool) -> String {
    let count = cells.len();
    let place = |index: usize, columns: usize| {
        if !downwards {
            return (index % columns, index);
        }
        let (height, mut columns, mut index) = (count.div_ceil(columns), columns, index);
        // How many rows are wider?
        let mut extra = count % height;
        if extra > 0 && index >= extra * columns {
            index -= extra * columns;
            columns -= 1;
        } else {
            extra = 0;
        }
        (index % columns, index % columns * height + extra + index / columns)
    };
    let mut width = (screen / 2).min(count).max(1);
    let mut sizes = vec![0; width];
    let mut last = cells.last().map_or(0, |cell| cell.length);
    while width > 1 {
        sizes = vec![0; width];
        let mut total = width;
        let fits = (0..count).all(|index| {
            let (column, cell) = place(index, width);
            let Some(cell) = cells.get(cell) else { return false };
            last = cell.length + if column + 1 < width { pad + 2 } else { 0 };
            total += last.saturating_sub(sizes[column]);
            sizes[column] = sizes[column].max(last);
            total <= screen
        });
        if fits {
            break;
        }
        width -= 1;
    }
    let mut text = String::new();
    for index in 0..count {
        let (column, cell) = place(index, width);
        let cell = &cells[cell];
        if !cell.shown {
            continue;
        }
        if index > 0 {
            if column == 0 {
                text.push('\n');
            } else {
                // As wide as the last one that was looked at leaves it.
                let size = sizes.get(place(index - 1, width).0).copied().unwrap_or(0);
                let gap = size.abs_diff(last + pad);
                text.push_str(&" ".repeat(gap.max(1)));
            }
        }
        text.push_str(&cell.text);
        last = cell.length;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Blocks of 512 bytes, in pages of 4 KiB.
pub(super) fn blocks(stat: &Stat) -> u64 {
    match stat.kind {
        Kind::Link | Kind::Device(_) => 0,
        Kind::File | Kind::Directory => stat.size.div_ceil(4096) * 8,
    }
}
