//! An app crawled breadth first: every screen of a level is opened, and everything on it tapped once, before the next level.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use tokio::time::Instant;

use super::arguments::Bounds;
use super::expand::expand;
use super::progress;
use super::screen::Place;
use super::visit::{Outcome, Step, Visit};
use super::walk::{Walker, Way};

/// What came of an app.
#[derive(Debug, Default)]
pub(super) struct Crawled {
    /// The first screen, and whatever was new after it, in the order of taps.
    pub(super) visits: Vec<Visit>,
    pub(super) taps: usize,
    /// Taps that changed nothing.
    pub(super) stayed: Vec<Visit>,
    /// Taps that led to a screen that was known.
    pub(super) again: usize,
    /// Screens that could not be opened again to tap what is on them.
    pub(super) unreached: Vec<String>,
    /// What ended it early.
    pub(super) ended_by: Option<&'static str>,
}

/// A screen to tap everything on, and the way to it.
pub(super) struct Node {
    pub(super) steps: Vec<Step>,
    pub(super) places: Vec<Place>,
}

impl Node {
    pub(super) fn way(&self) -> Way<'_> {
        Way { steps: &self.steps, places: &self.places }
    }

    fn behind(&self, visit: &Visit, place: &Place) -> Self {
        let places = self.places.iter().chain([place]).cloned().collect();
        Self { steps: visit.path.clone(), places }
    }
}

/// Crawls one app. An error is the reason why it shows nothing at all.
pub(super) async fn crawl(
    program: &Path,
    apk: &Path,
    package: &str,
    bounds: Bounds,
) -> Result<Crawled, String> {
    let until = Instant::now() + bounds.time;
    let new = || Walker::new(program, apk, package, until);
    let mut walkers: Vec<Walker<'_>> = (0..bounds.jobs).map(|_| new()).collect();
    let crawled = levels(&mut walkers, bounds).await;
    for walker in &mut walkers {
        walker.end().await;
    }
    crawled
}

async fn levels(walkers: &mut [Walker<'_>], bounds: Bounds) -> Result<Crawled, String> {
    let first = walkers[0].begin().await?;
    // Installing, translating and starting are not the crawl's time.
    let until = Instant::now() + bounds.time;
    for walker in walkers.iter_mut() {
        walker.walk_until(until);
    }
    let mut crawled = Crawled::default();
    let root = first.place.clone().filter(|_| first.outcome.is_screen());
    let leads_on = first.outcome != Outcome::Blank;
    crawled.visits.push(first);
    let Some(root) = root.filter(|_| leads_on) else { return Ok(crawled) };
    let mut known = vec![root.clone()];
    let mut nodes = vec![Node { steps: Vec::new(), places: vec![root] }];
    for level in 1..=bounds.levels {
        let visits = open_all(walkers, &nodes, bounds.screens.saturating_sub(known.len())).await;
        let mut next = Vec::new();
        for (node, visits) in nodes.iter().zip(visits) {
            let Some(visits) = visits else {
                crawled.unreached.push(super::visit::way(&node.steps));
                continue;
            };
            for visit in visits {
                crawled.taps += 1;
                if let Some(place) = crawled.take(visit.clone(), &mut known) {
                    next.push(node.behind(&visit, &place));
                }
            }
        }
        progress::level(level, nodes.len(), known.len());
        nodes = next;
        if walkers[0].is_late() {
            crawled.ended_by = Some("time");
            break;
        }
        if known.len() >= bounds.screens {
            crawled.ended_by = Some("screens");
            break;
        }
    }
    Ok(crawled)
}

/// What came of every tap on each of these screens; none where it could not be opened.
async fn open_all(
    walkers: &mut [Walker<'_>],
    nodes: &[Node],
    room: usize,
) -> Vec<Option<Vec<Visit>>> {
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = async |walker: &mut Walker<'_>| {
        let mut done = Vec::new();
        while found.load(Ordering::Relaxed) < room && !walker.is_late() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(node) = nodes.get(index) else { break };
            let visits = expand(walker, node).await;
            let screens = visits.iter().flatten().filter(|visit| visit.outcome.is_screen());
            let screens = screens.count();
            found.fetch_add(screens, Ordering::Relaxed);
            progress::screen(index + 1, nodes.len(), &node.steps, visits.as_deref());
            done.push((index, visits));
        }
        done
    };
    let done = join_all(walkers.iter_mut().map(work)).await;
    let mut all: Vec<Option<Vec<Visit>>> = nodes.iter().map(|_| Some(Vec::new())).collect();
    for (index, visits) in done.into_iter().flatten() {
        all[index] = visits;
    }
    all
}

impl Crawled {
    /// Keeps what is new. A new screen is handed back, to be crawled in turn.
    fn take(&mut self, visit: Visit, known: &mut Vec<Place>) -> Option<Place> {
        if visit.outcome == Outcome::Stayed {
            self.stayed.push(visit);
            return None;
        }
        let place = visit.place.clone().filter(|_| visit.outcome.is_screen());
        let Some(place) = place else {
            self.visits.push(visit);
            return None;
        };
        if known.iter().any(|other| other.equals(&place)) {
            self.again += 1;
            return None;
        }
        known.push(place.clone());
        let leads_on = visit.outcome == Outcome::Drawn;
        self.visits.push(visit);
        leads_on.then_some(place)
    }

    pub(super) fn screens(&self) -> usize {
        self.visits.iter().filter(|visit| visit.outcome.is_screen()).count()
    }

    /// What went wrong, each cause once, with the first way to it.
    pub(super) fn troubles(&self) -> Vec<&Visit> {
        let mut told = BTreeSet::new();
        let trouble = self.visits.iter().filter(|visit| visit.outcome.is_trouble());
        trouble.filter(|visit| told.insert(visit.outcome.to_string() + &blank_at(visit))).collect()
    }
}

/// A blank screen is a cause of its own for each part of the app.
fn blank_at(visit: &Visit) -> String {
    let blank = visit.outcome == Outcome::Blank;
    visit.activity().filter(|_| blank).unwrap_or_default().to_owned()
}
