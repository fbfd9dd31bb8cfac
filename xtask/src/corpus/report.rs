//! The numbers of every screen, and of all of them.

use judge::{Folder, Loss, Recording, Shown, Subject, Verdict, tokens};
use ui::view::full;

pub(crate) struct Report {
    /// One for every screen of the folder, in its order.
    pub(crate) entries: Vec<Entry>,
    pub(crate) others: usize,
}

pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) bytes: usize,
    /// Why it could not be read, else what was read.
    pub(crate) outcome: Result<Screen, String>,
}

pub(crate) struct Screen {
    pub(crate) shown: Shown,
    pub(crate) verdict: Verdict,
    pub(crate) json_tokens: usize,
    pub(crate) compact_tokens: usize,
}

impl Report {
    pub(crate) fn on(folder: &Folder) -> Self {
        let entries = folder.screens.iter().map(Entry::on).collect();
        Self { entries, others: folder.others }
    }

    pub(crate) fn screens(&self) -> impl Iterator<Item = &Screen> {
        self.entries.iter().filter_map(|entry| entry.outcome.as_ref().ok())
    }

    pub(crate) fn is_good(&self) -> bool {
        self.failed() == 0 && self.all(Subject::Label) == 0 && self.all(Subject::Lie) == 0
    }

    /// What the last line has no number for, and is wrong all the same.
    pub(crate) fn complaint(&self) -> Option<String> {
        let lies = self.all(Subject::Lie);
        if self.entries.is_empty() {
            Some(format!("no screen among {} files", self.others))
        } else {
            (lies > 0).then(|| format!("{lies} states are told that do not hold"))
        }
    }

    /// The one line that sums it up.
    pub(crate) fn summary(&self) -> String {
        let gaps = self.screens().filter(|screen| screen.gaps() > 0).count();
        format!(
            "{} screens, {} parsed, {gaps} with gaps, {} failed, {} other files, {} visible labels lost, median {} tokens",
            self.entries.len(),
            self.screens().count(),
            self.failed(),
            self.others,
            self.all(Subject::Label),
            self.median(),
        )
    }

    fn failed(&self) -> usize {
        self.entries.iter().filter(|entry| entry.outcome.is_err()).count()
    }

    fn all(&self, subject: Subject) -> usize {
        self.screens().map(|screen| screen.lost(subject)).sum()
    }

    fn median(&self) -> usize {
        let mut tokens: Vec<usize> = self.screens().map(|screen| screen.compact_tokens).collect();
        tokens.sort_unstable();
        tokens.get(tokens.len() / 2).copied().unwrap_or_default()
    }
}

impl Entry {
    fn on(recording: &Recording) -> Self {
        let outcome = Shown::of(recording).map(Screen::of).map_err(|why| why.to_string());
        Self { name: recording.name.clone(), bytes: recording.bytes.len(), outcome }
    }
}

impl Screen {
    fn of(shown: Shown) -> Self {
        let verdict = Verdict::on(&shown);
        let json_tokens = tokens(&full(&shown.reading, &shown.refs));
        Self { json_tokens, compact_tokens: tokens(&shown.text), shown, verdict }
    }

    pub(crate) fn nodes(&self) -> usize {
        self.shown.reading.tree.len()
    }

    pub(crate) fn gaps(&self) -> usize {
        self.shown.reading.tree.gaps().len()
    }

    pub(crate) fn lost(&self, subject: Subject) -> usize {
        self.verdict.lost(subject).count()
    }

    pub(crate) fn losses(&self) -> &[Loss] {
        &self.verdict.losses
    }
}

/// A heading, and what stands under it for a screen.
pub(crate) type Column = (&'static str, fn(&Screen) -> usize);

pub(crate) const COLUMNS: &[Column] = &[
    ("nodes", Screen::nodes),
    ("json tokens", |screen| screen.json_tokens),
    ("tokens", |screen| screen.compact_tokens),
    ("refs", |screen| screen.shown.refs.len()),
    ("hoisted", |screen| screen.verdict.hoisted),
    ("unlabeled", |screen| screen.verdict.unlabeled),
    ("gaps", Screen::gaps),
    ("labels", |screen| screen.verdict.labels),
    ("lost", |screen| screen.lost(Subject::Label)),
    ("elements lost", |screen| screen.lost(Subject::Element)),
    ("states lost", |screen| screen.lost(Subject::State)),
    ("lies", |screen| screen.lost(Subject::Lie)),
    ("leaks", |screen| screen.lost(Subject::Leak)),
];
