//! From a target to a place where a finger surely hits it, at the instant before it is touched.

use std::sync::Arc;

use device::Deadline;
use tokio::time::Instant;
use ui::{Bounds, Node, Point};

use super::Obstacle;
use crate::desk::Desk;
use crate::target::{Resolved, resolve};
use crate::wait::{APART, Belief, SETTLING, apart_from, wait_until};
use crate::{Error, Result, Screen, Target};

/// A place to touch, and the screen on which it was found.
pub(crate) struct Aimed {
    pub(crate) resolved: Resolved,
    pub(crate) screen: Arc<Screen>,
}

impl Desk {
    /// Finds the target on a screen read now. It must be where it was last seen: what moves is waited for,
    /// and a finger would come too late for what does not rest.
    pub(crate) async fn aim(&self, target: &Target, deadline: Deadline) -> Result<Aimed> {
        let place = |screen: &Screen| Some(resolve(target, screen, &self.store).ok()?.point);
        let known: Vec<(Point, Instant)> = self
            .store
            .sightings()
            .filter_map(|(screen, read_at)| Some((place(&screen)?, read_at)))
            .collect();
        let newest = known.first().map(|(spot, _)| *spot);
        let there = known.iter().filter(|(spot, _)| Some(*spot) == newest).map(|(_, at)| *at);
        if let Some(since) = there.min() {
            apart_from(since).await;
        }
        let mut last = None;
        let mut again = 0;
        let mut moved = false;
        let rests = |screen: &Screen| {
            let now = place(screen);
            let before = last.replace(now);
            again = if before == Some(now) { again + 1 } else { 0 };
            moved |= before.is_some() && again == 0;
            let was_here =
                |(spot, at): &(Point, Instant)| now.as_ref() == Some(spot) && at.elapsed() >= APART;
            // What is not there is told at once, unless it may be in what could not be read. What swings
            // passes a place twice: rest is to be there three times.
            (now.is_none() && screen.is_whole())
                || (!moved && known.iter().any(was_here))
                || again >= 2
        };
        let deadline = deadline.or_after(SETTLING);
        let waited = wait_until(self, rests, Belief::Reads(1), deadline).await?;
        let resolved = resolve(target, &waited.screen, &self.store)?;
        if !waited.met {
            return Err(not_interactable(&resolved, Obstacle::Moving));
        }
        Ok(Aimed { resolved, screen: waited.screen })
    }
}

/// A point of the target that a finger reaches, or what is in the way.
pub(crate) fn reach(screen: &Screen, resolved: &Resolved) -> Result<Point> {
    let node = screen.tree.node(resolved.node);
    let Some(shown) = screen.visibility.shown(node) else {
        return Err(not_interactable(resolved, Obstacle::NotShown));
    };
    if !node.is_enabled() {
        return Err(not_interactable(resolved, Obstacle::Disabled));
    }
    let Some(shown) = screen.visibility.uncovered(shown) else {
        return Err(not_interactable(resolved, Obstacle::UnderKeyboard));
    };
    let mut first = None;
    let middle = std::iter::once(resolved.point).filter(|point| shown.contains(*point));
    for point in middle.chain(spread(shown)) {
        match in_the_way(screen, node, point) {
            None => return Ok(point),
            Some(obstacle) => first = first.or(Some(obstacle)),
        }
    }
    Err(not_interactable(resolved, first.unwrap_or_default()))
}

pub(crate) fn not_interactable(resolved: &Resolved, why: Obstacle) -> Error {
    Error::ElementNotInteractable { target: resolved.line.clone(), why }
}

/// Points all over a box, its middle first.
fn spread(shown: Bounds) -> impl Iterator<Item = Point> {
    const PARTS: [i32; 5] = [3, 1, 5, 2, 4];
    let at = move |x: i32, y: i32| Point {
        x: shown.left + shown.width() * x / 6,
        y: shown.top + shown.height() * y / 6,
    };
    PARTS.into_iter().flat_map(move |y| PARTS.into_iter().map(move |x| at(x, y)))
}

/// What would take a touch at this point instead of `node`.
fn in_the_way(screen: &Screen, node: Node<'_>, point: Point) -> Option<Obstacle> {
    // What comes later lies above, unless it is a part of the same branch.
    let above = screen.tree.nodes().rev().take_while(|other| other.id() > node.id());
    let above = above.filter(|other| !node.contains(other.id()));
    let takes = |other: &Node<'_>| {
        let touchable = other.is_clickable() || other.is_long_clickable() || other.is_editable();
        touchable
            && !is_barrier(screen, *other, node)
            && screen.visibility.shown(*other).is_some_and(|shown| shown.contains(point))
    };
    let cover = above.into_iter().find(takes)?;
    Some(Obstacle::Covered { by: screen.line(cover.id()) })
}

/// A pane that is touched to close what is shown over it. Toolkits that tell of one tell of nothing below it, and
/// may do so last: what it holds beside it lies above it.
fn is_barrier(screen: &Screen, cover: Node<'_>, node: Node<'_>) -> bool {
    let Some(pane) = screen.visibility.shown(cover) else { return false };
    let display = screen.visibility.display();
    let large = pane.width() == display.width() && pane.height() * 2 >= display.height();
    let is_beside =
        |branch: &Node<'_>| branch.parent().is_some_and(|both| both.contains(cover.id()));
    let branch = std::iter::once(node).chain(node.ancestors()).find(is_beside);
    large
        && cover.own_label().is_some()
        && cover.children().next().is_none()
        && branch
            .and_then(|branch| screen.visibility.shown(branch))
            .is_some_and(|branch| pane.encloses(branch))
}
