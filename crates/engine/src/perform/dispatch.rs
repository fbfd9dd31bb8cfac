//! Handing steps to the device.

use std::sync::Arc;

use device::{Deadline, Device, Gesture, Key, Pace, Via};
use tokio_util::sync::CancellationToken;

use crate::desk::{Desk, within};
use crate::lane::Turn;
use crate::secret::Real;
use crate::{Error, Result};

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Gesture(Gesture),
    Press(Vec<Key>),
    Type(Real, Pace),
}

/// So many keys go in one input: it is finished once begun, and nobody looks who gets them meanwhile.
const KEYS_AT_ONCE: usize = 64;

impl Desk {
    /// Hands the steps over in a task of their own. An input that has begun is finished even when the caller is
    /// gone, so that no finger stays down, and the turn is held until then; what would come after it is not sent.
    pub(crate) async fn dispatch(
        &self,
        steps: Vec<Step>,
        turn: Turn,
        deadline: Deadline,
    ) -> Result<(Via, Turn)> {
        let (device, store) = (Arc::clone(self.device()), Arc::clone(&self.store));
        let guard = Arc::clone(&self.guard);
        let gone = CancellationToken::new();
        let _tells = gone.clone().drop_guard();
        let task = tokio::spawn(async move {
            let mut via = Via("none");
            for (sent, input) in steps.into_iter().flat_map(Step::inputs).enumerate() {
                if gone.is_cancelled() {
                    return Err(Error::Cancelled);
                }
                guard.may_touch(&*device, sent, deadline).await?;
                store.note_act();
                let done = input.make(&*device, deadline).await;
                // A screen read while it was under way is not current either.
                store.note_act();
                via = done?;
            }
            Ok((via, turn))
        });
        let done =
            async { task.await.map_err(|panic| Error::InternalError { why: panic.to_string() }) };
        within(deadline, "the action", done).await?
    }
}

impl Step {
    /// What it is for the device: one input, or several where it is long.
    fn inputs(self) -> Vec<Self> {
        match self {
            Self::Gesture(_) => vec![self],
            Self::Press(keys) => {
                keys.chunks(KEYS_AT_ONCE).map(|some| Self::Press(some.to_vec())).collect()
            }
            Self::Type(text, pace) => {
                text.pieces(KEYS_AT_ONCE).into_iter().map(|piece| Self::Type(piece, pace)).collect()
            }
        }
    }

    async fn make(self, device: &dyn Device, deadline: Deadline) -> device::Result<Via> {
        match self {
            Self::Gesture(gesture) => device.gesture(gesture, deadline).await,
            Self::Press(keys) => device.press(&keys, deadline).await,
            Self::Type(text, pace) => device.type_text(&text.0, pace, deadline).await,
        }
    }
}
