//! Handing steps to the device.

use std::sync::Arc;

use device::{Deadline, Device, Gesture, Key, Pace, Via};

use crate::desk::{Turn, within};
use crate::secret::Real;
use crate::{Error, Result};

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Gesture(Gesture),
    Press(Vec<Key>),
    Type(Real, Pace),
}

/// Hands the steps over in a task of their own: once begun they are finished even when the caller is
/// gone, so that no finger stays down, and the turn is held until then.
pub(crate) async fn dispatch(
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
                Step::Type(text, pace) => device.type_text(&text.0, pace, deadline).await?,
            };
        }
        Ok::<_, device::Error>((via, turn))
    });
    let done =
        async { task.await.map_err(|panic| Error::InternalError { why: panic.to_string() }) };
    Ok(within(deadline, "the action", done).await??)
}
