//! From an action to steps for the device, looking at the screen where that is needed.

use std::sync::Arc;
use std::time::Duration;

use device::{Deadline, Gesture};
use ui::{Bounds, Node, Point, Size};

use super::Obstacle;
use super::aim::{Aimed, not_interactable, reach};
use super::dispatch::Step;
use super::focus::Focusing;
use super::typing::{Field, Typing, deleting};
use crate::desk::Desk;
use crate::lane::Turn;
use crate::secret::Text;
use crate::target::{Certainty, resolve};
use crate::{Act, Action, Direction, Error, Result, Screen, Secrets, Settle, Swipe, Target};

pub(super) struct Plan {
    /// What has to get the focus first.
    pub(super) focusing: Option<Focusing>,
    pub(super) steps: Vec<Step>,
    /// What is acted on, in one line.
    pub(super) target: Option<String>,
    pub(super) certainty: Option<Certainty>,
    pub(super) before: Option<Arc<Screen>>,
    /// What should stand in a field afterwards.
    pub(super) text: Option<TextGoal>,
    pub(super) turn: Turn,
}

/// What an action wants of a field.
pub(super) enum TextGoal {
    Stands(Box<Typing>),
    Empty(Field),
}

/// Between the two touches of a double tap: long enough to be two, short enough to be one.
const BETWEEN_TAPS: Duration = Duration::from_millis(100);

impl Desk {
    pub(super) async fn plan(
        &self,
        act: &Act,
        settle: Settle,
        mut turn: Turn,
        deadline: Deadline,
    ) -> Result<Plan> {
        let action = &act.action;
        let typed =
            if let Action::Type { text, .. } = action { Some(self.draft(text)?) } else { None };
        let element = action.target().filter(|target| !matches!(target, Target::Point(_)));
        let (aimed, before) = match element {
            Some(target) => {
                if act.scroll_into_view {
                    turn = self.bring_into_view(target, turn, deadline).await?;
                }
                let aimed = self.find(target, settle, deadline).await?;
                let screen = Arc::clone(&aimed.screen);
                (Some(aimed), Some(screen))
            }
            None => (None, self.look(action, settle, deadline).await?),
        };
        if let Some(seen_on) = act.seen_on {
            self.check_display(seen_on, before.as_deref(), deadline).await?;
        }
        let known = before.clone().or_else(|| self.store.last());
        let secrets = &self.secrets;
        let planning =
            Planning { aimed: aimed.as_ref(), secrets, screen: before.as_deref(), known };
        let mut focusing = planning.focusing(action)?;
        let mut steps = planning.steps(action)?;
        let target = planning.line(action);
        let text = planning.goal(action, typed, settle != Settle::None)?;
        if let Some(TextGoal::Stands(typing)) = &text {
            steps.extend(typing.steps());
            self.secrets.note_use(typing.text(), before.as_deref());
        }
        if settle == Settle::None
            && let Some(focusing) = focusing.take()
        {
            // Nobody looks, so nobody waits for it.
            steps.insert(0, focusing.touch);
        }
        let certainty = aimed.and_then(|aimed| aimed.resolved.certainty);
        Ok(Plan { focusing, steps, target, certainty, before, text, turn })
    }

    /// Whether the display is as it was in the picture that the caller points into.
    async fn check_display(
        &self,
        was: Size,
        screen: Option<&Screen>,
        deadline: Deadline,
    ) -> Result<()> {
        let now = match screen {
            Some(screen) => Some(screen.size),
            None => self.device().display(deadline).await?.map(|display| display.size),
        };
        match now.filter(|now| *now != was) {
            None => Ok(()),
            Some(now) => Err(Error::outdated_picture(was, now)),
        }
    }

    /// The text to type. Nothing is touched, and above all nothing cleared, for what cannot be typed.
    fn draft(&self, told: &str) -> Result<Text> {
        let text = self.secrets.fill(told)?;
        match self.device().can_type(&text.real.0) {
            Err(device::Error::InputUnsupported { .. }) if text.has_secrets() => {
                let why = "the text, or a secret in it, cannot be typed on this device".to_owned();
                return Err(device::Error::InputUnsupported { why }.into());
            }
            can => can?,
        }
        Ok(text)
    }

    /// The element that is meant, on a screen that is current.
    async fn find(&self, target: &Target, settle: Settle, deadline: Deadline) -> Result<Aimed> {
        // Without settling, the stored screen will do where nothing has been done since.
        if settle == Settle::None {
            let screen = self.current(deadline).await?;
            return Ok(Aimed { resolved: resolve(target, &screen, &self.store)?, screen });
        }
        self.aim(target, deadline).await
    }

    /// The screen before an action that needs none to be aimed.
    async fn look(
        &self,
        action: &Action,
        settle: Settle,
        deadline: Deadline,
    ) -> Result<Option<Arc<Screen>>> {
        let blind = !action.needs_screen();
        if blind && settle == Settle::None {
            return Ok(None);
        }
        let read = if settle == Settle::None {
            self.current(deadline).await
        } else {
            self.read(deadline).await
        };
        match read {
            Ok(screen) => Ok(Some(screen)),
            // A screen that cannot be read can still be touched, by whoever knows where.
            Err(error) if blind && error.is_tree_unavailable() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

struct Planning<'a> {
    aimed: Option<&'a Aimed>,
    secrets: &'a Secrets,
    /// What is there now, where it was looked at.
    screen: Option<&'a Screen>,
    /// The last that was seen, for the size of the display.
    known: Option<Arc<Screen>>,
}

impl Planning<'_> {
    fn steps(&self, action: &Action) -> Result<Vec<Step>> {
        let steps = match action {
            Action::Tap(target) => vec![tap(self.point(target)?)],
            Action::DoubleTap(target) => {
                let at = self.point(target)?;
                vec![Step::Gesture(Gesture::DoubleTap { at, apart: BETWEEN_TAPS })]
            }
            Action::LongPress { at, lasting } => {
                let at = self.point(at)?;
                vec![Step::Gesture(Gesture::Swipe { from: at, to: at, lasting: *lasting })]
            }
            Action::Press(key) => vec![Step::Press(vec![*key])],
            Action::Swipe(Swipe::Between { from, to, lasting }) => {
                self.check_on_display(*from)?;
                self.check_on_display(*to)?;
                vec![Step::Gesture(Gesture::Swipe { from: *from, to: *to, lasting: *lasting })]
            }
            Action::Swipe(Swipe::Across { direction, lasting, .. }) => {
                let (from, to) = across(self.area()?, *direction);
                vec![Step::Gesture(Gesture::Swipe { from, to, lasting: *lasting })]
            }
            Action::Clear(_) => {
                let field = self.field().ok_or_else(|| self.nothing_focused())?;
                vec![self.emptying(field)]
            }
            // What is typed comes after these.
            Action::Type { clear, .. } => {
                let field = self.field().filter(|_| *clear);
                field.map(|field| self.emptying(field)).into_iter().collect()
            }
        };
        Ok(steps)
    }

    /// What should stand in the field that keys go to.
    fn goal(&self, action: &Action, typed: Option<Text>, looks: bool) -> Result<Option<TextGoal>> {
        let field = self.screen.zip(self.field()).map(|(screen, node)| Field::of(screen, node));
        if let Action::Clear(_) = action {
            return Ok(field.map(TextGoal::Empty));
        }
        let (Action::Type { clear, submit, .. }, Some(typed)) = (action, typed) else {
            return Ok(None);
        };
        if looks && self.screen.is_some() && field.is_none() && !self.is_keyboard_up() {
            return Err(self.nothing_focused());
        }
        let typing = Typing::new(field, typed, *clear, *submit, looks);
        Ok(Some(TextGoal::Stands(Box::new(typing))))
    }

    /// What is acted on, in one line.
    fn line(&self, action: &Action) -> Option<String> {
        if let Some(aimed) = self.aimed {
            return Some(aimed.resolved.line.clone());
        }
        match action {
            Action::Type { .. } | Action::Clear(_) => Some(self.screen?.line(self.field()?.id())),
            Action::Tap(_)
            | Action::DoubleTap(_)
            | Action::LongPress { .. }
            | Action::Swipe(_)
            | Action::Press(_) => action.target().map(ToString::to_string),
        }
    }

    /// Where to touch.
    fn point(&self, target: &Target) -> Result<Point> {
        if let Target::Point(point) = target {
            self.check_on_display(*point)?;
            return Ok(*point);
        }
        let aimed = self.aimed.ok_or_else(unseen)?;
        reach(&aimed.screen, &aimed.resolved)
    }

    /// Where to swipe.
    fn area(&self) -> Result<Bounds> {
        let screen = self.screen.ok_or_else(unseen)?;
        let Some(aimed) = self.aimed else {
            let whole = Bounds::of(screen.size);
            return Ok(screen.visibility.uncovered(whole).unwrap_or(whole));
        };
        let area = screen.visibility.reachable(screen.tree.node(aimed.resolved.node));
        area.ok_or_else(|| not_interactable(&aimed.resolved, Obstacle::NotShown))
    }

    /// The field that keys go to: the target, or what has the focus.
    fn field(&self) -> Option<Node<'_>> {
        match self.aimed {
            Some(aimed) => Some(aimed.screen.tree.node(aimed.resolved.node)),
            None => self.screen?.focused_field(),
        }
    }

    fn emptying(&self, field: Node<'_>) -> Step {
        Step::Press(deleting(field.text(), self.secrets.hidden_in(field.text())))
    }

    /// Someone takes keys, even if the screen does not say who.
    fn is_keyboard_up(&self) -> bool {
        self.screen.is_some_and(|screen| screen.visibility.has_keyboard())
    }

    /// Names the fields that there are.
    fn nothing_focused(&self) -> Error {
        const MOST: usize = 5;
        let fields = |screen: &Screen| -> Vec<String> {
            let shown = |node: &Node<'_>| screen.visibility.shown(*node).is_some();
            let fields = screen.tree.nodes().filter(|node| node.is_editable()).filter(shown);
            fields.take(MOST).map(|node| screen.line(node.id())).collect()
        };
        Error::ElementNotFound {
            wanted: "a text field that has the focus".to_owned(),
            nearest: self.screen.map(fields).unwrap_or_default(),
        }
    }

    /// The touch that gives the target the focus, where it has not got it.
    fn focusing(&self, action: &Action) -> Result<Option<Focusing>> {
        let Some(aimed) = self.aimed else { return Ok(None) };
        if !matches!(action, Action::Type { .. } | Action::Clear(_)) {
            return Ok(None);
        }
        let node = aimed.screen.tree.node(aimed.resolved.node);
        if !node.is_editable() {
            return Err(not_interactable(&aimed.resolved, Obstacle::NotAField));
        }
        if node.is_focused() {
            return Ok(None);
        }
        Ok(Some(Focusing {
            touch: tap(reach(&aimed.screen, &aimed.resolved)?),
            field: Field::of(&aimed.screen, node),
            line: aimed.resolved.line.clone(),
            before: Arc::clone(&aimed.screen),
        }))
    }

    fn check_on_display(&self, point: Point) -> Result<()> {
        let size = self.known.as_ref().map(|screen| screen.size);
        let outside = size.is_some_and(|size| !Bounds::of(size).contains(point));
        if !outside && point.x >= 0 && point.y >= 0 {
            return Ok(());
        }
        let of = size.map(|size| format!(" of {}x{}", size.width, size.height)).unwrap_or_default();
        let why = format!("({},{}) is not on the display{of}", point.x, point.y);
        Err(Error::invalid("x, y", why))
    }
}

fn tap(at: Point) -> Step {
    Step::Gesture(Gesture::Tap { at })
}

fn unseen() -> Error {
    Error::InternalError { why: "no screen to look at".to_owned() }
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
