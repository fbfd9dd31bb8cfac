//! Everything on one screen tapped once, page by page where it scrolls.

use std::collections::{BTreeMap, BTreeSet};

use super::crawl::Node;
use super::hands::Lost;
use super::screen::{Place, Screen, Target};
use super::visit::{Outcome, Step, Visit};
use super::walk::{PAGES, Walker};

/// Taps on one screen at most.
const TAPS: usize = 80;
/// Rows alike that did nothing, one after another: the others will not do anything either.
const ALIKE: usize = 6;
/// Ways back that fail before a screen is given up.
const FAILURES: usize = 3;

/// What came of each tap, in the order of the screen; none where the screen could not be opened.
pub(super) async fn expand(walker: &mut Walker<'_>, node: &Node) -> Option<Vec<Visit>> {
    let mut page = Page::default();
    let mut visits: Vec<Visit> = Vec::new();
    let mut known = node.places.last()?.clone();
    let mut failures = 0;
    let mut ever = false;
    while visits.len() < TAPS && failures < FAILURES && !walker.is_late() {
        if !matches!(walker.go(&node.way()).await, Ok(true)) {
            failures += 1;
            continue;
        }
        ever = true;
        let before = visits.len();
        match page.tap_on(walker, node, &mut known, &mut visits).await {
            Ok(true) => return Some(visits),
            // It was left by a tap, or it does not hold still.
            Ok(false) => failures += usize::from(visits.len() == before),
            Err((Lost(why), tapped)) => {
                failures += 1;
                let path = node.steps.iter().cloned().chain(tapped).collect();
                let outcome = Outcome::Hang(why);
                visits.push(Visit { path, outcome, place: None, gaps: Vec::new() });
            }
        }
    }
    (ever || walker.is_late()).then_some(visits)
}

/// What was done on a screen so far.
#[derive(Default)]
struct Page {
    done: BTreeSet<String>,
    /// How often rows of a kind did nothing, one after another.
    idle: BTreeMap<String, usize>,
}

impl Page {
    /// Taps one thing after another, until all are done (true) or the screen has been left (false).
    async fn tap_on(
        &mut self,
        walker: &mut Walker<'_>,
        node: &Node,
        known: &mut Place,
        visits: &mut Vec<Visit>,
    ) -> Result<bool, (Lost, Option<Step>)> {
        let mut pages = 0;
        while visits.len() < TAPS && !walker.is_late() {
            let look = walker.look().await.map_err(|lost| (lost, None))?;
            let Some(screen) = look.filter(|screen| screen.place.is(known)) else {
                return Ok(false);
            };
            known.learn(&screen.place);
            let Some(target) = self.next(&screen) else {
                pages += 1;
                let Some(list) = screen.scrolls.filter(|_| pages <= PAGES) else {
                    return Ok(true);
                };
                match walker.turn_page(list).await {
                    Ok(true) => {}
                    Ok(false) => return Ok(true),
                    Err(lost) => return Err((lost, None)),
                }
                // However little of it is what was seen before, it is the same screen.
                if let Some(turned) = walker.look().await.map_err(|lost| (lost, None))?
                    && turned.place.is_beside(known)
                {
                    known.learn(&turned.place);
                }
                continue;
            };
            self.done.insert(target.key.clone());
            let step = Step { key: target.key.clone(), label: target.label.clone() };
            let visit = walker.tap(&node.steps, known, &target).await;
            let visit = visit.map_err(|lost| (lost, Some(step)))?;
            let idle = self.idle.entry(target.kind).or_default();
            *idle = if visit.outcome == Outcome::Stayed { *idle + 1 } else { 0 };
            let stayed = visit.outcome == Outcome::Stayed;
            visits.push(visit);
            if !stayed && !walker.back(known).await.map_err(|lost| (lost, None))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn next(&self, screen: &Screen) -> Option<Target> {
        let fresh = |target: &&Target| {
            let idle = self.idle.get(&target.kind).copied().unwrap_or_default();
            !self.done.contains(&target.key) && idle < ALIKE
        };
        screen.targets.iter().find(fresh).cloned()
    }
}
