//! Scrolling until an element is in sight.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Gesture};
use ui::{Bounds, Point};

use super::pursuit::{How, Pursued, Reached};
use super::rounds::Rounds;
use crate::desk::Desk;
use crate::effect::Stage;
use crate::lane::Turn;
use crate::perform::{Step, reach};
use crate::target::{Resolved, nearest, resolve};
use crate::{Direction, Error, Result, Screen, Settle, Target};

/// What to look for, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct ScrollTo {
    pub target: Target,
    /// What to scroll; the largest scrollable thing, unless told.
    pub within: Option<Target>,
    /// In which direction to read on: down shows what is further down.
    pub direction: Direction,
    /// So many times at most.
    pub most: u32,
    /// How far each time, as a share of what is scrolled.
    pub amount: f64,
}

/// Slow enough not to throw the list past what is looked for: it goes on after the finger has left, and with 0.7 of it
/// in 500 ms more than a screenful passes.
const LASTING: Duration = Duration::from_millis(1200);

impl Desk {
    /// Scrolls until the target is in sight, the end is reached or the budget spent.
    pub async fn scroll_to(&self, scroll: &ScrollTo, how: &How, deadline: Deadline) -> Pursued<()> {
        let mut pursuit = self.pursuit("scroll_to_element", how);
        let rounds = &mut pursuit.rounds;
        let scrolling = async {
            how.make_sense()?;
            let turn = self.turn(deadline).await?;
            self.scroll(scroll, rounds, turn, deadline).await
        };
        let scrolled = self.examined(scrolling).await;
        pursuit.rounds.note(&mut pursuit.trace);
        pursuit.trace.step(Stage::Resolve, scrolled.is_ok());
        pursuit.end(scrolled.map(|(reached, turn)| (reached, (), turn)), deadline).await
    }

    /// Scrolls down, then up, until the target of an action can be touched.
    pub(crate) async fn bring_into_view(
        &self,
        target: &Target,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<Turn> {
        const MOST: u32 = 30;
        let to = |direction| ScrollTo {
            target: target.clone(),
            within: None,
            direction,
            most: MOST,
            amount: 0.7,
        };
        let mut rounds = Rounds::new(Settle::Full);
        let down = to(Direction::Down);
        let (scrolled, turn) = self.scroll_from(&down, &mut rounds, turn, deadline).await?;
        match scrolled {
            Ok(_) => Ok(turn),
            Err(Error::NavigationNoChange { .. }) => {
                let mut rounds = Rounds::new(Settle::Full);
                let up = to(Direction::Up);
                self.scroll(&up, &mut rounds, turn, deadline).await.map(|(_, turn)| turn)
            }
            Err(error) => Err(error),
        }
    }

    async fn scroll(
        &self,
        scroll: &ScrollTo,
        rounds: &mut Rounds,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<(Reached, Turn)> {
        let (scrolled, turn) = self.scroll_from(scroll, rounds, turn, deadline).await?;
        Ok((scrolled?, turn))
    }

    /// The turn comes back whether the element was found or not.
    async fn scroll_from(
        &self,
        scroll: &ScrollTo,
        rounds: &mut Rounds,
        mut turn: Turn,
        deadline: Deadline,
    ) -> Result<(Result<Reached>, Turn)> {
        let before = self.read(deadline).await?;
        let mut screen = Arc::clone(&before);
        loop {
            match in_sight(self, &scroll.target, &screen) {
                Ok(Some(Resolved { line: target, certainty, .. })) => {
                    return Ok((Ok(Reached { target, certainty, before, screen }), turn));
                }
                Ok(None) => {}
                Err(error) => return Ok((Err(error), turn)),
            }
            if rounds.count >= scroll.most {
                return Ok((Err(missing(scroll, &screen)), turn));
            }
            let area = self.area(scroll, &screen)?;
            let (from, to) = stroke(area, scroll.direction, scroll.amount);
            let swipe = Step::Gesture(Gesture::Swipe { from, to, lasting: LASTING });
            let next;
            (next, turn) = rounds.make(self, vec![swipe], &screen, turn, deadline).await?;
            if next.looks_like(&screen) {
                let (wanted, scrolls) = (scroll.target.to_string(), rounds.count);
                let nearest = close_by(scroll, &next);
                return Ok((Err(Error::NavigationNoChange { wanted, scrolls, nearest }), turn));
            }
            screen = next;
        }
    }

    fn area(&self, scroll: &ScrollTo, screen: &Screen) -> Result<Bounds> {
        if let Some(within) = &scroll.within {
            let resolved = resolve(within, screen, &self.store)?;
            let shown = screen.visibility.shown(screen.tree.node(resolved.node));
            return shown.ok_or_else(|| {
                crate::perform::not_interactable(&resolved, crate::Obstacle::NotShown)
            });
        }
        let boxes = screen.tree.nodes().filter(|node| node.is_scrollable());
        let boxes = boxes.filter_map(|node| screen.visibility.shown(node));
        let along = |area: &Bounds| match scroll.direction {
            Direction::Up | Direction::Down => area.height(),
            Direction::Left | Direction::Right => area.width(),
        };
        let largest = boxes
            .max_by_key(|area| (i64::from(area.width()) * i64::from(area.height()), along(area)));
        let area = largest.unwrap_or_else(|| Bounds::of(screen.size));
        // A swipe that starts on the keyboard types.
        Ok(screen.visibility.uncovered(area).unwrap_or(area))
    }
}

/// The element, where a finger would reach it now.
fn in_sight(desk: &Desk, target: &Target, screen: &Screen) -> Result<Option<Resolved>> {
    match resolve(target, screen, &desk.store) {
        Ok(element) => Ok(reach(screen, &element).is_ok().then_some(element)),
        // Not there yet, or gone from sight: a ref comes back when its element does.
        Err(Error::ElementNotFound { .. } | Error::StaleReference { was: Some(_), .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn missing(scroll: &ScrollTo, screen: &Screen) -> Error {
    let wanted = format!("{} after {} scrolls", scroll.target, scroll.most);
    Error::ElementNotFound { wanted, nearest: close_by(scroll, screen) }
}

fn close_by(scroll: &ScrollTo, screen: &Screen) -> Vec<String> {
    match &scroll.target {
        Target::Selector(selector) => nearest(selector, screen),
        Target::Ref(_) | Target::Point(_) => Vec::new(),
    }
}

/// The way of the finger: against the direction of reading, off the edges where the system listens.
fn stroke(area: Bounds, direction: Direction, amount: f64) -> (Point, Point) {
    let center = area.center();
    let half = |length: i32| {
        #[expect(clippy::cast_possible_truncation, reason = "a share of a screen edge")]
        let half = (f64::from(length) * amount.clamp(0.1, 0.9) / 2.0) as i32;
        half
    };
    let (dx, dy) = (half(area.width()), half(area.height()));
    let at = |x, y| Point { x: center.x + x, y: center.y + y };
    match direction {
        Direction::Down => (at(0, dy), at(0, -dy)),
        Direction::Up => (at(0, -dy), at(0, dy)),
        Direction::Right => (at(dx, 0), at(-dx, 0)),
        Direction::Left => (at(-dx, 0), at(dx, 0)),
    }
}
