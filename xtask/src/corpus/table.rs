//! The report as text: a table, then whatever is wrong by name, then one line that sums it up.

use std::fmt::Write as _;

use ui::text::push_escaped;

use super::report::{COLUMNS, Report};

pub(crate) fn text(report: &Report) -> String {
    let mut out = rows(report);
    for entry in &report.entries {
        let name = plain(&entry.name);
        match &entry.outcome {
            Err(why) => {
                let _infallible = writeln!(out, "{name}: failed: {why}");
            }
            Ok(screen) => {
                for gap in screen.shown.reading.tree.gaps() {
                    let _infallible = writeln!(out, "{name}: gap: {} at {}", gap.what, gap.at);
                }
                for loss in screen.losses() {
                    let _infallible = writeln!(out, "{name}: {loss}");
                }
            }
        }
    }
    out + &report.summary()
}

fn rows(report: &Report) -> String {
    let names: Vec<String> = report.entries.iter().map(|entry| plain(&entry.name)).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut out = format!("{:widest$}  {:>8}", "screen", "bytes");
    for (heading, _) in COLUMNS {
        let _infallible = write!(out, "  {heading:>6}");
    }
    out.push('\n');
    for (name, entry) in names.iter().zip(&report.entries) {
        let _infallible = write!(out, "{name:widest$}  {:>8}", entry.bytes);
        match &entry.outcome {
            Ok(screen) => {
                for (heading, number) in COLUMNS {
                    let width = heading.len().max(6);
                    let _infallible = write!(out, "  {:>width$}", number(screen));
                }
            }
            Err(_) => out.push_str("  failed"),
        }
        out.push('\n');
    }
    out
}

/// The name of a file, which may hold anything.
fn plain(name: &str) -> String {
    let mut out = String::new();
    push_escaped(&mut out, name, 200);
    out
}
