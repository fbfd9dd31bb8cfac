//! An app that crashed or does not respond, from the lines of its report.

use device::{Meaning, Report};

use super::book::Book;

/// One report, cut to what a reader needs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trouble {
    pub app: Option<String>,
    pub pid: Option<u32>,
    /// What happened and where, each line escaped and bounded.
    pub lines: Vec<String>,
    /// Lines that were left out.
    pub more: usize,
    /// Where the report begins in the log.
    pub(crate) position: u64,
}

/// Lines told of one report: what happened, and where.
const KEYS: usize = 4;
const PLACES: usize = 3;
const LINE: usize = 200;

#[derive(Default)]
struct Group {
    trouble: Trouble,
    /// Who writes the report, which need not be who is in trouble.
    writer: Option<u32>,
    keys: usize,
    places: usize,
    summary: Option<String>,
}

/// The reports from a position on, each with its lines.
pub(super) fn gather(
    book: &Book,
    position: u64,
    report_of: impl Fn(&Meaning) -> Option<&Report>,
) -> Vec<Trouble> {
    let mut groups: Vec<Group> = Vec::new();
    for kept in book.since(position) {
        let Some(report) = report_of(&kept.entry.meaning) else { continue };
        let same = |group: &Group| match (group.trouble.pid, report.pid) {
            (Some(known), Some(pid)) => known == pid,
            _ => group.writer == kept.entry.pid,
        };
        let at = groups.iter().rposition(same).unwrap_or_else(|| {
            let trouble = Trouble { position: kept.position, ..Trouble::default() };
            groups.push(Group { trouble, writer: kept.entry.pid, ..Group::default() });
            groups.len() - 1
        });
        let app = report.pid.and_then(|pid| book.owner(pid));
        let group = &mut groups[at];
        group.trouble.pid = group.trouble.pid.or(report.pid);
        let named = report.app.clone();
        group.trouble.app = group.trouble.app.take().or(named).or(app.map(|app| app.to_string()));
        group.add(report, &kept.entry.message);
    }
    groups.into_iter().map(Group::finish).collect()
}

impl Group {
    fn add(&mut self, report: &Report, message: &str) {
        let line = bounded(message);
        if line.is_empty() {
            return;
        }
        if report.summary {
            self.summary = Some(line);
            return;
        }
        let (count, most) =
            if report.key { (&mut self.keys, KEYS) } else { (&mut self.places, PLACES) };
        if *count < most {
            *count += 1;
            self.trouble.lines.push(line);
        } else {
            self.trouble.more += 1;
        }
    }

    fn finish(mut self) -> Trouble {
        if self.trouble.lines.is_empty() {
            self.trouble.lines.extend(self.summary);
        }
        self.trouble
    }
}

/// A line of a log as a reader may see it.
pub(crate) fn bounded(text: &str) -> String {
    let mut out = String::new();
    ui::text::push_escaped(&mut out, text, LINE);
    out
}
