//! Giving a field the focus, and making sure that it has it before any key is pressed: what comes too early is lost,
//! or ends up in the field before.

use std::sync::Arc;
use std::time::Duration;

use device::Deadline;

use super::Obstacle;
use super::dispatch::Step;
use super::typing::Field;
use crate::desk::Desk;
use crate::lane::Turn;
use crate::wait::{Belief, wait_until};
use crate::{Error, Result, Screen};

/// A touch that should give a field the focus.
pub(super) struct Focusing {
    pub(super) touch: Step,
    pub(super) field: Field,
    /// The field in one line.
    pub(super) line: String,
    /// Where it was found.
    pub(super) before: Arc<Screen>,
}

/// How long an app may take to move the focus.
const PATIENCE: Duration = Duration::from_secs(3);

impl Desk {
    /// Touches the field, and comes back when keys go there.
    pub(super) async fn give_focus(
        &self,
        focusing: Focusing,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<Turn> {
        let Focusing { touch, field, line, before } = focusing;
        // A device that says where keys go saves a look at the screen. One that does not is no failure.
        let device = self.device();
        let held = device.editor(deadline).await.unwrap_or_default();
        let (_, turn) = self.dispatch(vec![touch], turn, deadline).await?;
        let holds = device.editor(deadline).await.unwrap_or_default();
        if holds.is_some() && holds != held {
            return Ok(turn);
        }
        let other = before.focused_field().map(|node| Field::of(&before, node));
        let keyboard = before.visibility.has_keyboard();
        let takes_keys = |screen: &Screen| {
            let moved = !other.as_ref().is_some_and(|other| other.has_focus(screen, self));
            match screen.focused_field() {
                // A field may open another one, to be typed into instead.
                Some(_) => field.has_focus(screen, self) || moved,
                None => !keyboard && screen.visibility.has_keyboard(),
            }
        };
        let patience = deadline.or_after(PATIENCE);
        if wait_until(self, takes_keys, Belief::Settled, patience).await?.met {
            return Ok(turn);
        }
        Err(Error::ElementNotInteractable { target: line, why: Obstacle::NoFocus })
    }
}
