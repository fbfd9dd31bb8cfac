//! The one pipeline that every action goes through, whoever asks: resolve, dispatch, settle, compare.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Device, Gesture, Key, Via};
use schemars::JsonSchema;
use serde::Serialize;
use ui::{Bounds, Loading, Point};

use crate::desk::{Desk, Turn, within};
use crate::error::Obstacle;
use crate::target::{Certainty, check_reachable, resolve, tap};
use crate::wait::{SETTLING, wait_until};
use crate::{Error, Result, Screen, Settle, Target};

/// Something to do to a device. Data: tools and flows make the same values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Tap(Aim),
    /// Types into the aim, which is tapped first, or into what has the focus.
    Type {
        into: Option<Aim>,
        text: String,
        clear: bool,
        submit: bool,
    },
    Swipe(Swipe),
    Press(Key),
}

pub type Aim = Target;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Swipe {
    Between {
        from: Point,
        to: Point,
        lasting: Duration,
    },
    /// The finger moves in this direction over the target, or over the whole screen.
    Across {
        direction: Direction,
        within: Option<Target>,
        lasting: Duration,
    },
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    serde::Deserialize,
    JsonSchema,
    strum::Display,
    strum::EnumString,
    strum::VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What an action caused, as far as it was observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema, strum::Display)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Effect {
    Changed,
    None,
    NotObserved,
}

/// The device took the action; this is what is known of it.
#[derive(Debug)]
pub struct Receipt {
    /// What was acted on, in one line.
    pub target: Option<String>,
    /// How sure it is that this was meant, where a selector said it.
    pub certainty: Option<Certainty>,
    pub effect: Effect,
    /// The screen afterwards, where it was looked at.
    pub screen: Option<Arc<Screen>>,
    pub via: Via,
    pub waited: Duration,
    /// Loading indicators were still there when waiting ended.
    pub still_loading: bool,
    /// Why the screen could not be read afterwards.
    pub unobserved: Option<String>,
}

impl Action {
    /// How long this kind of action waits for its consequences, unless told otherwise.
    pub fn default_settle(&self) -> Settle {
        match self {
            Self::Tap(Target::Point(_))
            | Self::Type { .. }
            | Self::Press(_)
            | Self::Swipe(Swipe::Between { .. }) => Settle::Light,
            Self::Tap(_) | Self::Swipe(Swipe::Across { .. }) => Settle::Full,
        }
    }
}

impl Desk {
    pub async fn perform(
        &self,
        action: &Action,
        settle: Option<Settle>,
        deadline: Deadline,
    ) -> Result<Receipt> {
        let settle = settle.unwrap_or_else(|| action.default_settle());
        let turn = self.turn(deadline).await?;
        let Plan { steps, target, certainty, before } = self.plan(action, settle, deadline).await?;
        self.store.note_act();
        let dispatched = dispatch(self.device(), steps, turn, deadline).await;
        // A screen read while the action was under way is not current either.
        self.store.note_act();
        // The turn is kept until the consequences were seen: they must be this action's own.
        let (via, _turn) = dispatched?;
        let receipt = Receipt {
            target,
            certainty,
            effect: Effect::NotObserved,
            screen: None,
            via,
            waited: Duration::ZERO,
            still_loading: false,
            unobserved: None,
        };
        if settle == Settle::None {
            return Ok(receipt);
        }
        // What was already loading before the action is not waited for.
        let old: Vec<_> = before.iter().flat_map(|screen| screen.loading.clone()).collect();
        let swiped = matches!(action, Action::Swipe(_));
        let is_old = |now: &Loading| {
            // What scrolled along is somewhere else and still the same.
            let moved =
                |was: &Loading| swiped && (was.signal, &was.name) == (now.signal, &now.name);
            old.iter().any(|was| was == now || moved(was))
        };
        let quiet = |screen: &Screen| settle == Settle::Light || screen.loading.iter().all(is_old);
        let waited = match wait_until(self, quiet, deadline.or_after(SETTLING)).await {
            Ok(waited) => waited,
            // The device took the action; that nobody could look afterwards does not undo it.
            Err(error) => return Ok(Receipt { unobserved: Some(error.to_string()), ..receipt }),
        };
        let effect = before.map_or(Effect::NotObserved, |before| {
            if before.looks_like(&waited.screen) { Effect::None } else { Effect::Changed }
        });
        Ok(Receipt {
            effect,
            waited: waited.lasted,
            still_loading: settle == Settle::Full && !waited.met,
            screen: Some(waited.screen),
            ..receipt
        })
    }

    /// Turns an action into steps for the device, looking at the screen where that is needed.
    async fn plan(&self, action: &Action, settle: Settle, deadline: Deadline) -> Result<Plan> {
        // Without settling, the stored screen will do where nothing has been done since.
        let look = || async {
            if settle == Settle::None {
                self.current(deadline).await
            } else {
                self.read(deadline).await
            }
        };
        let blind = !action.needs_screen();
        let known = self.store.current();
        let before = if blind && settle == Settle::None {
            None
        } else {
            match look().await {
                Ok(screen) => Some(screen),
                // A screen that cannot be read can still be touched, by whoever knows where.
                Err(error) if blind && error.is_tree_unavailable() => None,
                Err(error) => return Err(error),
            }
        };
        let before = match (before, known, action.aim()) {
            (Some(now), Some(known), Some(target)) if settle != Settle::None => {
                Some(self.at_rest(target, &known, now, deadline).await?)
            }
            (before, ..) => before,
        };
        let shown = before.clone().or_else(|| self.store.last());
        let find = |target: &Target| {
            let screen = before
                .as_deref()
                .ok_or_else(|| Error::InternalError { why: "no screen to look at".into() })?;
            let resolved = resolve(target, screen, &self.store)?;
            check_reachable(screen, &resolved)?;
            Ok::<_, Error>(resolved)
        };
        let (steps, target, certainty) = match action {
            Action::Tap(Target::Point(point)) => {
                check_on_display(*point, shown.as_deref())?;
                (vec![Step::Gesture(tap(*point))], Some(Target::Point(*point).to_string()), None)
            }
            Action::Tap(target) => {
                let resolved = find(target)?;
                let tap = Step::Gesture(tap(resolved.point));
                (vec![tap], Some(resolved.line), resolved.certainty)
            }
            Action::Press(key) => (vec![Step::Press(vec![*key])], None, None),
            Action::Swipe(Swipe::Between { from, to, lasting }) => {
                for point in [*from, *to] {
                    check_on_display(point, shown.as_deref())?;
                }
                (
                    vec![Step::Gesture(Gesture::Swipe { from: *from, to: *to, lasting: *lasting })],
                    None,
                    None,
                )
            }
            Action::Swipe(Swipe::Across { direction, within, lasting }) => {
                let screen = before
                    .as_deref()
                    .ok_or_else(|| Error::InternalError { why: "no screen to swipe on".into() })?;
                let resolved = within.as_ref().map(&find).transpose()?;
                let node = resolved.as_ref().map(|resolved| screen.tree.node(resolved.node));
                let whole = Bounds::of(screen.size);
                let area = match node {
                    Some(node) => screen.visibility.reachable(node),
                    None => screen.visibility.uncovered(whole),
                };
                let (from, to) = across(area.unwrap_or(whole), *direction);
                let (line, certainty) =
                    resolved.map(|resolved| (resolved.line, resolved.certainty)).unzip();
                let swipe = Gesture::Swipe { from, to, lasting: *lasting };
                (vec![Step::Gesture(swipe)], line, certainty.flatten())
            }
            Action::Type { into, text, clear, submit } => {
                // Nothing is touched, and above all nothing cleared, for what cannot be typed.
                self.device().can_type(text)?;
                let mut steps = Vec::new();
                let resolved = into.as_ref().map(&find).transpose()?;
                let field = match (&resolved, before.as_deref()) {
                    (Some(resolved), Some(screen)) => {
                        let node = screen.tree.node(resolved.node);
                        if !node.is_editable() {
                            return Err(Error::ElementNotInteractable {
                                target: resolved.line.clone(),
                                why: Obstacle::NotAField,
                            });
                        }
                        if !node.is_focused() {
                            steps.push(Step::Gesture(tap(resolved.point)));
                        }
                        Some(node)
                    }
                    (None, Some(screen)) => screen.focused_field(),
                    (_, None) => None,
                };
                if let Some(field) = field.filter(|_| *clear) {
                    steps.push(Step::Press(clearing(field.text())));
                }
                steps.push(Step::Type(text.clone()));
                if *submit {
                    steps.push(Step::Press(vec![Key::Enter]));
                }
                let (line, certainty) =
                    resolved.map(|resolved| (resolved.line, resolved.certainty)).unzip();
                let line = line.or_else(|| Some(before.as_deref()?.line(field?.id())));
                (steps, line, certainty.flatten())
            }
        };
        Ok(Plan { steps, target, certainty, before })
    }

    /// The screen on which the target rests: what is elsewhere than it was last seen, although nothing was
    /// done, moves by itself, and a finger would come too late. What never rests is taken where it is.
    async fn at_rest(
        &self,
        target: &Target,
        known: &Screen,
        now: Arc<Screen>,
        deadline: Deadline,
    ) -> Result<Arc<Screen>> {
        if known.is_same_content(&now) {
            return Ok(now);
        }
        let place = |screen: &Screen| Some(resolve(target, screen, &self.store).ok()?.point);
        let mut last = place(&now);
        if last.is_none() || last == place(known) {
            return Ok(now);
        }
        // What swings passes a place twice: rest is to be there three times.
        let mut again = 0;
        let rests = |screen: &Screen| {
            let before = std::mem::replace(&mut last, place(screen));
            again = if last == before { again + 1 } else { 0 };
            again >= 2
        };
        Ok(wait_until(self, rests, deadline.or_after(SETTLING)).await?.screen)
    }
}

impl Action {
    /// The element that a finger has to hit.
    fn aim(&self) -> Option<&Target> {
        let target = match self {
            Self::Tap(target) => Some(target),
            Self::Type { into, .. } => into.as_ref(),
            Self::Swipe(_) | Self::Press(_) => None,
        };
        target.filter(|target| !matches!(target, Target::Point(_)))
    }

    /// Whether it can only be aimed by looking.
    fn needs_screen(&self) -> bool {
        match self {
            Self::Tap(Target::Point(_)) | Self::Press(_) | Self::Swipe(Swipe::Between { .. }) => {
                false
            }
            Self::Type { into, clear, .. } => into.is_some() || *clear,
            Self::Tap(_) | Self::Swipe(Swipe::Across { .. }) => true,
        }
    }
}

struct Plan {
    steps: Vec<Step>,
    target: Option<String>,
    certainty: Option<Certainty>,
    before: Option<Arc<Screen>>,
}

#[derive(Debug, Clone)]
enum Step {
    Gesture(Gesture),
    Press(Vec<Key>),
    Type(String),
}

/// The keys that empty a field: as many as it has characters, behind the cursor too where the end of the
/// line is not the end of the text.
fn clearing(held: &str) -> Vec<Key> {
    let len = held.chars().count();
    let behind = if held.contains('\n') { len } else { 0 };
    let delete = std::iter::repeat_n(Key::Delete, len);
    let forward = std::iter::repeat_n(Key::ForwardDelete, behind);
    std::iter::once(Key::MoveEnd).chain(delete).chain(forward).collect()
}

/// Hands the steps to the device in a task of their own: once begun they are finished even when the
/// caller is gone, so that no finger stays down, and the turn is held until then.
async fn dispatch(
    device: &Arc<dyn Device>,
    steps: Vec<Step>,
    turn: Turn,
    deadline: Deadline,
) -> Result<(Via, Turn)> {
    let device = Arc::clone(device);
    let task = tokio::spawn(async move {
        let mut via = Via("none");
        for step in steps {
            via = match step {
                Step::Gesture(gesture) => device.gesture(gesture, deadline).await?,
                Step::Press(keys) => device.press(&keys, deadline).await?,
                Step::Type(text) => device.type_text(&text, deadline).await?,
            };
        }
        Ok::<_, device::Error>((via, turn))
    });
    let done =
        async { task.await.map_err(|panic| Error::InternalError { why: panic.to_string() }) };
    Ok(within(deadline, "the action", done).await??)
}

fn check_on_display(point: Point, screen: Option<&Screen>) -> Result<()> {
    let outside = screen.is_some_and(|screen| !Bounds::of(screen.size).contains(point));
    if !outside && point.x >= 0 && point.y >= 0 {
        return Ok(());
    }
    let size = screen
        .map(|screen| format!(" of {}x{}", screen.size.width, screen.size.height))
        .unwrap_or_default();
    Err(Error::invalid("x, y", format!("({},{}) is not on the display{size}", point.x, point.y)))
}

/// The middle 60 percent of the area, in the direction in which the finger moves.
fn across(area: Bounds, direction: Direction) -> (Point, Point) {
    let center = area.center();
    let (dx, dy) = (area.width() * 3 / 10, area.height() * 3 / 10);
    let at = |x, y| Point { x: center.x + x, y: center.y + y };
    match direction {
        Direction::Up => (at(0, dy), at(0, -dy)),
        Direction::Down => (at(0, -dy), at(0, dy)),
        Direction::Left => (at(dx, 0), at(-dx, 0)),
        Direction::Right => (at(-dx, 0), at(dx, 0)),
    }
}
