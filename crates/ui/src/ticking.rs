//! Titles that count by themselves: while the number in its title runs, a page stays the page it is.
//!
//! "Step 1" that becomes "Step 2" is another page, "Ticks 1" that becomes "Ticks 2" is not, and the words do not tell
//! which is which. What happens does: a step is taken because somebody acted, and once for each act. So a number that
//! ran twice while nobody did anything, and while nothing else on the page changed, runs by itself.

use foldhash::HashMap;

/// What is known of the numbers in titles.
#[derive(Debug, Default)]
pub(crate) struct Ticking {
    /// Titles that run, by all but their numbers, and the page they were first seen on.
    running: HashMap<u64, u64>,
    /// The numbered titles of the last screen.
    last: Vec<Run>,
    /// Those of the screen that is being read.
    now: Vec<Run>,
    /// Nothing was done to the device since the last screen.
    left_alone: bool,
}

/// A numbered title, and since when it has been seen to run.
#[derive(Debug, Clone, Copy)]
struct Run {
    title: u64,
    rest: u64,
    page: u64,
    /// The page on which it stood when anybody last did anything.
    first: u64,
    ticks: u32,
}

/// A page with a number in its title.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbered {
    /// Its title but for the numbers.
    pub(crate) title: u64,
    /// All else on it.
    pub(crate) rest: u64,
    pub(crate) page: u64,
}

impl Ticking {
    /// What changes on the next screen changes by itself.
    pub(crate) fn leave_alone(&mut self) {
        self.left_alone = true;
    }

    /// The page that this one is.
    pub(crate) fn page(&mut self, numbered: Numbered) -> u64 {
        const ENOUGH: u32 = 2;
        let Numbered { title, rest, page } = numbered;
        if let Some(first) = self.running.get(&title) {
            return *first;
        }
        let is_it = |run: &&Run| run.title == title && run.rest == rest;
        let before = self.last.iter().find(is_it).filter(|_| self.left_alone);
        let run = match before {
            Some(before) if before.page == page => *before,
            Some(before) => Run { page, ticks: before.ticks + 1, ..*before },
            None => Run { title, rest, page, first: page, ticks: 0 },
        };
        if run.ticks < ENOUGH {
            self.now.push(run);
            return page;
        }
        self.running.insert(title, run.first);
        run.first
    }

    /// The screen was read.
    pub(crate) fn turn(&mut self) {
        self.last = std::mem::take(&mut self.now);
        self.left_alone = false;
    }

    /// Lets go of titles that have not been met, where there are too many to keep.
    pub(crate) fn forget(&mut self) {
        const KEPT: usize = 256;
        if self.running.len() > KEPT {
            self.running.clear();
        }
    }
}
