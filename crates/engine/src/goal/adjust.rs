//! Setting a slider or a stepper to a value, and proving it by whatever shows the value.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Gesture};
use ui::selector::Axis;
use ui::{Bounds, Node, Point, Semantic, SemanticRole, State};

use super::approach::{Approach, Scale};
use super::gauge::{Gauge, gauges, is_near};
use super::pursuit::{How, Pursued, Pursuit, Reached};
use super::rounds::Rounds;
use crate::desk::Desk;
use crate::effect::Stage;
use crate::lane::Turn;
use crate::perform::{Obstacle, Step, not_interactable, reach};
use crate::target::{Resolved, resolve};
use crate::{Error, Result, Screen, Target};

/// What to set, and to what.
#[derive(Debug, Clone, PartialEq)]
pub struct Adjust {
    pub target: Target,
    /// `value`, `raw_value` or `percent`, as the state names them.
    pub property: String,
    pub goal: f64,
    /// How far off it may be.
    pub tolerance: f64,
    /// The ends of its scale, where the device does not say them.
    pub scale: Option<Scale>,
    /// Rounds of at most two gestures.
    pub attempts: u32,
}

/// What came of it.
#[derive(Debug)]
pub struct Adjusted {
    /// The goal is reached and proved; else nothing on screen tells.
    pub reached: bool,
    /// What it was seen to stand at, and the line that shows it.
    pub actual: Option<(f64, String)>,
    pub mode: Mode,
}

type Ended = (Reached, Adjusted, Turn);

/// How a control was driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Mode {
    /// It was right already.
    Semantic,
    /// By touching the track or a button.
    Coordinate,
    /// By dragging the thumb.
    Gesture,
}

/// Slow enough for a thumb to follow.
const DRAG: Duration = Duration::from_millis(400);
const GESTURES_A_ROUND: u32 = 2;

impl Desk {
    /// Drives the control until what shows its value shows the goal.
    pub async fn adjust(
        &self,
        adjust: &Adjust,
        how: &How,
        deadline: Deadline,
    ) -> Pursued<Adjusted> {
        let mut pursuit = self.pursuit("adjust_control", how);
        let driving = async {
            how.make_sense()?;
            adjust.make_sense()?;
            self.drive(adjust, &mut pursuit, deadline).await
        };
        let ended = self.examined(driving).await;
        pursuit.rounds.note(&mut pursuit.trace);
        pursuit.end(ended, deadline).await
    }

    async fn drive(
        &self,
        adjust: &Adjust,
        pursuit: &mut Pursuit<'_>,
        deadline: Deadline,
    ) -> Result<Ended> {
        let turn = self.turn(deadline).await?;
        let aiming = async {
            let aimed = self.aim(&adjust.target, deadline).await;
            let aimed = self.excused(aimed, deadline).await?;
            reach(&aimed.screen, &aimed.resolved)?;
            let kind = Kind::of(&aimed.screen, &aimed.resolved)?;
            Ok::<_, Error>((aimed, kind))
        };
        let (aimed, kind) = pursuit.trace.note(Stage::Resolve, aiming.await)?;
        let driving = Driving {
            desk: self,
            adjust,
            deadline,
            control: aimed.resolved,
            before: Arc::clone(&aimed.screen),
            screen: aimed.screen,
            gauge: None,
            rounds: &mut pursuit.rounds,
            mode: Mode::Semantic,
            turn: Some(turn),
        };
        match kind {
            Kind::Slider(axis, track) => driving.slide(axis, track).await,
            Kind::Stepper { less, more } => driving.step(less, more).await,
        }
    }
}

impl Adjust {
    fn make_sense(&self) -> Result<()> {
        if !matches!(self.property.as_str(), "value" | "raw_value" | "percent") {
            let why =
                format!("{} is none of value, raw_value, percent", ui::text::quote(&self.property));
            return Err(Error::invalid("property", why));
        }
        if !self.goal.is_finite() || !(0.0..).contains(&self.tolerance) {
            return Err(Error::invalid("targetValue", "give a number, and a tolerance from 0 on"));
        }
        match self.scale {
            Some(scale) if scale.min >= scale.max => {
                Err(Error::invalid("max", "it must be above min"))
            }
            _ => Ok(()),
        }
    }

    fn accepts(&self, value: f64) -> bool {
        (value - self.goal).abs() <= self.tolerance + 1e-9
    }
}

enum Kind {
    Slider(Axis, Bounds),
    Stepper { less: Point, more: Point },
}

impl Kind {
    fn of(screen: &Screen, control: &Resolved) -> Result<Self> {
        let node = screen.tree.node(control.node);
        let shown = screen.visibility.shown(node).unwrap_or_else(|| node.bounds());
        let track = control.certainty.as_ref().and_then(|certainty| certainty.track);
        match Semantic::of(node).semantic_role {
            _ if track.is_some() => {
                let (axis, bounds) =
                    track.map_or((Axis::Horizontal, shown), |t| (t.axis, t.bounds));
                Ok(Self::Slider(axis, bounds))
            }
            Some(SemanticRole::Slider | SemanticRole::CustomAdjustable) => {
                let upright = shown.height() > shown.width();
                Ok(Self::Slider(if upright { Axis::Vertical } else { Axis::Horizontal }, shown))
            }
            Some(SemanticRole::Stepper) => Self::stepper(screen, node)
                .ok_or_else(|| not_interactable(control, Obstacle::NotAdjustable)),
            Some(
                SemanticRole::Dropdown
                | SemanticRole::SegmentedControl
                | SemanticRole::CompositeControl,
            )
            | None => Err(not_interactable(control, Obstacle::NotAdjustable)),
        }
    }

    /// The first and the last button of a stepper: less and more, unless their names say otherwise.
    fn stepper(screen: &Screen, node: Node<'_>) -> Option<Self> {
        const MORE: [&str; 6] = ["+", "plus", "more", "increase", "increment", "add"];
        let buttons = node.descendants().filter(|node| node.is_clickable() && !node.is_editable());
        let buttons: Vec<(Point, String)> = buttons
            .filter_map(|button| {
                let label = button.own_label().unwrap_or(button.short_id()).to_lowercase();
                Some((screen.visibility.shown(button)?.center(), label))
            })
            .collect();
        let [(first, first_label), .., (last, _)] = buttons.as_slice() else { return None };
        let swapped = MORE.iter().any(|word| first_label == word);
        Some(if swapped {
            Self::Stepper { less: *last, more: *first }
        } else {
            Self::Stepper { less: *first, more: *last }
        })
    }
}

struct Driving<'a> {
    desk: &'a Desk,
    adjust: &'a Adjust,
    deadline: Deadline,
    control: Resolved,
    before: Arc<Screen>,
    screen: Arc<Screen>,
    gauge: Option<Gauge>,
    rounds: &'a mut Rounds,
    mode: Mode,
    turn: Option<Turn>,
}

impl Driving<'_> {
    async fn slide(mut self, axis: Axis, track: Bounds) -> Result<Ended> {
        let scale = self.scale();
        self.check_range(scale)?;
        self.gauge = self.gauges().into_iter().find(|gauge| gauge.sure);
        if self.is_done() {
            return self.end(true);
        }
        // Where nothing could ever show the value, and nobody knows what a place means, a touch is vain.
        if scale.is_none() && self.gauge.is_none() && !self.gauges().iter().any(is_near) {
            return self.end(false);
        }
        let (low, high) = match axis {
            Axis::Horizontal => (track.left + 1, track.right - 1),
            Axis::Vertical => (track.bottom - 1, track.top + 1),
        };
        let at = |pixel: i32| match axis {
            Axis::Horizontal => Point { x: pixel, y: track.center().y },
            Axis::Vertical => Point { x: track.center().x, y: pixel },
        };
        let mut approach = Approach::new(low, high, scale);
        let mut stands: Option<i32> = None;
        while self.rounds.count < self.adjust.attempts.saturating_mul(GESTURES_A_ROUND) {
            let Some(pixel) = approach.next(self.adjust.goal) else { break };
            let old = self.gauge.as_ref().map(|gauge| gauge.value);
            let gesture = match self.mode {
                Mode::Gesture => {
                    let from = at(stands.unwrap_or(i32::midpoint(low, high)));
                    Gesture::Swipe { from, to: at(pixel), lasting: DRAG }
                }
                Mode::Semantic | Mode::Coordinate => Gesture::Tap { at: at(pixel) },
            };
            let idle = !self.touch(vec![gesture]).await?;
            if self.is_done() {
                return self.end(true);
            }
            match self.gauge.as_ref().map(|gauge| gauge.value) {
                // A touch on the track did nothing: this thumb has to be dragged from where it stands.
                Some(value) if idle && old == Some(value) && self.mode == Mode::Coordinate => {
                    self.mode = Mode::Gesture;
                    stands = scale.map(|scale| approach.place(value, scale)).or(stands);
                }
                Some(value) => {
                    approach.note(pixel, value);
                    stands = Some(pixel);
                }
                // Had it stood there before, nothing could have followed: another place tells.
                None if idle && self.rounds.count == 1 && self.gauges().iter().any(is_near) => {
                    approach.note_still(pixel);
                }
                // It stands where the goal should be, or somewhere; nothing tells.
                None => return self.end(false),
            }
        }
        Err(self.missed())
    }

    async fn step(mut self, mut less: Point, mut more: Point) -> Result<Ended> {
        const MOST: f64 = 60.0;
        self.check_range(self.scale())?;
        self.gauge = self.inner_gauge();
        if self.is_done() {
            return self.end(true);
        }
        let mut width: Option<f64> = None;
        while self.rounds.count < self.adjust.attempts.saturating_mul(GESTURES_A_ROUND) {
            let Some(old) = self.gauge.as_ref().map(|gauge| gauge.value) else {
                return self.end(false);
            };
            let way = self.adjust.goal - old;
            // The first press shows how far one goes.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
            let presses =
                width.map_or(1, |width| (way.abs() / width).round().clamp(1.0, MOST) as usize);
            let button = if way > 0.0 { more } else { less };
            self.touch(vec![Gesture::Tap { at: button }; presses]).await?;
            self.gauge = self.inner_gauge();
            if self.is_done() {
                return self.end(true);
            }
            let moved = self.gauge.as_ref().map_or(0.0, |gauge| gauge.value - old);
            if moved.abs() < 1e-9 {
                break;
            }
            if width.is_none() {
                width = Some(moved.abs());
                if (moved > 0.0) != (way > 0.0) {
                    std::mem::swap(&mut less, &mut more);
                }
            }
        }
        Err(self.missed())
    }

    /// Makes the gestures and looks; false where nothing changed.
    async fn touch(&mut self, gestures: Vec<Gesture>) -> Result<bool> {
        let turn = self.turn.take().ok_or_else(no_turn)?;
        let desk = self.desk;
        let steps = gestures.into_iter().map(Step::Gesture).collect();
        if self.mode == Mode::Semantic {
            self.mode = Mode::Coordinate;
        }
        let round = self.rounds.make(desk, steps, &self.screen, turn, self.deadline);
        let (screen, turn) = round.await?;
        self.turn = Some(turn);
        let changed = !screen.looks_like(&self.screen);
        let old = self.gauges();
        // By its ref: what it was found by may have been its value.
        let token = self.screen.refs.of(self.control.node).map(Target::Ref);
        let by_ref = token.and_then(|token| resolve(&token, &screen, &desk.store).ok());
        let node = match by_ref {
            Some(node) => node,
            None => resolve(&self.adjust.target, &screen, &desk.store)?,
        };
        self.screen = screen;
        self.control = Resolved { certainty: self.control.certainty.take(), ..node };
        let new = self.gauges();
        self.gauge = match &self.gauge {
            Some(gauge) => new.iter().find(|one| one.is_at(gauge)).cloned(),
            None => None,
        }
        .or_else(|| {
            // The nearest number that followed the finger.
            let moved = |one: &&Gauge| {
                old.iter().any(|was| was.is_at(one) && (was.value - one.value).abs() > 1e-9)
            };
            new.iter().find(moved).cloned()
        });
        Ok(changed)
    }

    fn node(&self) -> Node<'_> {
        self.screen.tree.node(self.control.node)
    }

    fn gauges(&self) -> Vec<Gauge> {
        gauges(&self.screen, self.node(), &self.adjust.property)
    }

    /// The number inside a stepper, between its buttons.
    fn inner_gauge(&self) -> Option<Gauge> {
        let node = self.node();
        let all = self.gauges();
        let state = all.iter().find(|gauge| gauge.sure).cloned();
        let inside =
            node.descendants().filter(|inner| !inner.is_clickable() || inner.is_editable());
        let inside = inside.flat_map(|inner| gauges(&self.screen, inner, &self.adjust.property));
        state.or_else(|| inside.into_iter().find(|gauge| gauge.sure))
    }

    fn scale(&self) -> Option<Scale> {
        let told = State::of(self.node()).value_range;
        let told = told.map(|range| Scale { min: range.min, max: range.max });
        let percent = (self.adjust.property == "percent").then_some(Scale { min: 0.0, max: 100.0 });
        percent.or(told).or(self.adjust.scale)
    }

    fn check_range(&self, scale: Option<Scale>) -> Result<()> {
        match scale {
            Some(Scale { min, max }) if !(min..=max).contains(&self.adjust.goal) => {
                let why = format!("{} is not between {min} and {max}", self.adjust.goal);
                Err(Error::invalid("targetValue", why))
            }
            _ => Ok(()),
        }
    }

    fn is_done(&self) -> bool {
        self.gauge.as_ref().is_some_and(|gauge| self.adjust.accepts(gauge.value))
    }

    fn end(self, reached: bool) -> Result<Ended> {
        let adjusted = Adjusted {
            reached,
            actual: self.gauge.map(|gauge| (gauge.value, gauge.line)),
            mode: self.mode,
        };
        let reached = Reached {
            target: self.screen.line(self.control.node),
            certainty: self.control.certainty,
            before: self.before,
            screen: self.screen,
        };
        let turn = self.turn.ok_or_else(no_turn)?;
        Ok((reached, adjusted, turn))
    }

    fn missed(&self) -> Error {
        Error::ControlConvergenceFailed {
            target: self.screen.line(self.control.node),
            goal: self.adjust.goal.to_string(),
            actual: self.gauge.as_ref().map(|gauge| gauge.value.to_string()).unwrap_or_default(),
            gestures: self.rounds.count,
        }
    }
}

fn no_turn() -> Error {
    Error::InternalError { why: "no turn".to_owned() }
}
