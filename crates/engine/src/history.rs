//! What callers were told of the last revisions, so that they can be told what changed since.
//!
//! Only text is kept, and only text that someone was shown: the trees of the past are gone.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use ui::view::{Shown, delta};
use ui::{ChangeSignatures, classify};

use crate::{Desk, Screen};

/// Revisions that are remembered, the current one among them.
const REMEMBERED: usize = 16;

impl Desk {
    /// What changed from `revision` to `screen` in the eyes of a caller who was told both: a delta, or a
    /// line saying that nothing did. `None` when only the whole text would be right, or not larger.
    pub fn changes_since(&self, revision: u64, screen: &Screen) -> Option<String> {
        // Looked up first: what is told now was not in front of the caller.
        let told = self.store.told(revision)?;
        told.changes_to(screen.whole(), revision)
    }

    /// The same for a caller who was told these revisions, the last one last: where the screen is an earlier one
    /// again, it is told from there, because that takes far fewer words.
    pub fn changes_for(&self, known: &[u64], screen: &Screen) -> Option<String> {
        let told = |number: &u64| Some((*number, self.store.told(*number)?));
        let told: Vec<(u64, Told)> = known.iter().rev().filter_map(told).collect();
        let now = screen.whole();
        let mut changes = told.iter().map(|(number, told)| told.changes_to(now, *number));
        let straight = changes.next().flatten();
        if straight.as_ref().is_some_and(|straight| straight.len() * 4 <= now.text.len()) {
            return straight;
        }
        let enough = straight.as_ref().map_or(now.text.len(), String::len) / 2;
        let least = changes.flatten().min_by_key(String::len).filter(|again| again.len() <= enough);
        least.or(straight)
    }
}

/// What anyone was told of one content. The content writes it down, the history reads it.
#[derive(Debug, Default)]
pub(crate) struct Telling {
    whole: OnceLock<Whole>,
    in_part: AtomicBool,
}

/// All that can be told of a content as text, and what it takes to say later how it changed.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) text: Arc<str>,
    pub(crate) signatures: ChangeSignatures,
}

impl Telling {
    /// The whole text, made when first asked for.
    pub(crate) fn whole(&self, make: impl FnOnce() -> Whole) -> &Whole {
        self.whole.get_or_init(make)
    }

    /// Someone was shown a part of it, in which lines have other numbers.
    pub(crate) fn note_part(&self) {
        self.in_part.store(true, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
pub(crate) struct History {
    /// Ascending.
    revisions: VecDeque<Revision>,
}

/// Everything that was told under one number: a clock may tick and the focus move without a new one.
#[derive(Debug, Default)]
struct Revision {
    number: u64,
    /// What was told of contents that are gone.
    past: Told,
    /// Contents that may still be told.
    present: Vec<Arc<Telling>>,
}

/// The texts of one revision, put together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Told {
    shown: Option<Shown>,
    /// As long as they agree.
    signatures: Option<ChangeSignatures>,
    /// Texts so different that no delta fits the readers of all.
    differ: bool,
    in_part: bool,
}

impl History {
    /// A content of this revision was read, and may be told from now on.
    pub(crate) fn note(&mut self, number: u64, telling: &Arc<Telling>) {
        if self.revisions.back().is_none_or(|last| last.number != number) {
            self.revisions.push_back(Revision { number, ..Revision::default() });
            self.revisions.drain(..self.revisions.len().saturating_sub(REMEMBERED));
        }
        if let Some(last) = self.revisions.back_mut() {
            last.settle();
            last.present.push(Arc::clone(telling));
        }
    }

    pub(crate) fn told(&self, number: u64) -> Option<Told> {
        let at = self.revisions.binary_search_by_key(&number, |revision| revision.number).ok()?;
        Some(self.revisions[at].told())
    }
}

impl Revision {
    fn told(&self) -> Told {
        let mut told = self.past.clone();
        self.present.iter().for_each(|telling| told.add(telling));
        told
    }

    /// Forgets contents that nobody can tell any more, keeping what was told of them.
    fn settle(&mut self) {
        let past = &mut self.past;
        self.present.retain(|telling| {
            let may_be_told = Arc::strong_count(telling) > 1;
            if !may_be_told {
                past.add(telling);
            }
            may_be_told
        });
    }
}

impl Told {
    fn add(&mut self, telling: &Telling) {
        let Some(Whole { text, signatures }) = telling.whole.get() else { return };
        self.in_part |= telling.in_part.load(Ordering::Relaxed);
        if self.differ {
            return;
        }
        self.shown = match self.shown.take() {
            None => {
                self.signatures = Some(*signatures);
                Some(Shown::new(Arc::clone(text)))
            }
            Some(shown) => shown.or(text),
        };
        self.signatures = self.signatures.filter(|known| known == signatures);
        self.differ = self.shown.is_none();
    }

    pub(crate) fn signatures(&self) -> Option<ChangeSignatures> {
        self.signatures
    }

    fn changes_to(&self, now: &Whole, since: u64) -> Option<String> {
        let shown = self.shown.as_ref()?;
        let text = &now.text;
        // A reader of a part may be told that nothing changed, but not in which line something did.
        if self.in_part && !shown.is(text) {
            return None;
        }
        let change = self.signatures.and_then(|before| classify(before, now.signatures));
        delta(shown, text, since, change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "screen 1080x2400 com.example.shop #7ocauw r1\n  \"9:41\"\n  @f1 input \"Email\" focused\n  @f2 input \"Password\" password\n  @c1 check \"Remember me\"\n  @b1 btn \"Sign in\"";

    /// Reads a screen, and tells it.
    fn tell(history: &mut History, number: u64, text: &str) -> Arc<Telling> {
        let telling = Arc::new(Telling::default());
        history.note(number, &telling);
        telling.whole(|| whole(text));
        telling
    }

    fn whole(text: &str) -> Whole {
        let signatures = ChangeSignatures { hierarchy: 0, places: 0, text: 0, state: 0 };
        Whole { text: text.into(), signatures }
    }

    fn since(history: &History, number: u64, text: &str) -> Option<String> {
        history.told(number)?.changes_to(&whole(text), number)
    }

    #[test]
    fn what_nobody_was_told_is_not_compared_with() {
        let mut history = History::default();
        history.note(1, &Arc::new(Telling::default()));
        assert_eq!(since(&history, 1, FORM), None);
        tell(&mut history, 1, FORM);
        assert_eq!(since(&history, 1, FORM).as_deref(), Some("screen unchanged #7ocauw r1"));
        assert_eq!(since(&history, 7, FORM), None);
    }

    #[test]
    fn sixteen_revisions_are_remembered() {
        let mut history = History::default();
        for number in 1..=40 {
            tell(&mut history, number, FORM);
            // Reading again under the same number takes no room.
            history.note(number, &Arc::new(Telling::default()));
        }
        assert_eq!(history.revisions.len(), 16);
        assert!(since(&history, 24, FORM).is_none() && since(&history, 25, FORM).is_some());
        assert!(history.revisions.iter().all(|revision| revision.present.len() <= 2));
    }

    #[test]
    fn words_that_varied_within_a_revision_are_told_again() {
        let mut history = History::default();
        for minute in 10..60 {
            tell(&mut history, 1, &FORM.replace("9:41", &format!("9:{minute}")));
        }
        assert!(history.revisions[0].present.len() <= 1, "one text stands for all");
        insta::assert_snapshot!(since(&history, 1, FORM).unwrap(), @r#"
        screen 1080x2400 com.example.shop #7ocauw r1 since r1
        ~ L2 "9:41"
        "#);
        // Not even what was told last is sure: the caller may have been told something else.
        assert!(since(&history, 1, &FORM.replace("9:41", "9:59")).unwrap().contains("~ L2"));
        tell(&mut history, 1, &format!("{FORM}\n  \"more\""));
        assert_eq!(since(&history, 1, FORM), None, "another shape: nothing fits all readers");
        tell(&mut history, 1, FORM);
        assert_eq!(since(&history, 1, FORM), None);
    }

    #[test]
    fn a_reader_of_a_part_is_not_told_of_lines() {
        let mut history = History::default();
        let telling = tell(&mut history, 1, FORM);
        let typed = FORM.replace("\"Email\"", "\"Email\" = \"x\"");
        assert!(since(&history, 1, &typed).is_some());
        telling.note_part();
        assert_eq!(since(&history, 1, &typed), None);
        assert_eq!(since(&history, 1, FORM).as_deref(), Some("screen unchanged #7ocauw r1"));
    }
}
