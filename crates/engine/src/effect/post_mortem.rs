//! What is known of a device that went away in the middle of a call.

use std::time::Duration;

use device::Deadline;

use crate::desk::Desk;
use crate::error::DeviceError;
use crate::{Error, Result};

/// What was going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostMortem {
    /// What whoever connects to the device says of it now.
    pub state: String,
    /// The last actions, oldest first, one line each.
    pub last_actions: Vec<String>,
}

/// Nobody waits long for the news of a death.
const ASKING: Duration = Duration::from_secs(2);

impl Desk {
    /// Runs `work`; if it fails because the device went away, the error says what is known of that.
    pub(crate) async fn examined<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        match work.await {
            Err(Error::Device(DeviceError { error, post_mortem: None })) if is_loss(&error) => {
                let post_mortem = Some(Box::new(self.post_mortem().await));
                Err(Error::Device(DeviceError { error, post_mortem }))
            }
            ended => ended,
        }
    }

    async fn post_mortem(&self) -> PostMortem {
        let deadline = Deadline::after(ASKING);
        let asked = tokio::time::timeout(ASKING, self.device().state(deadline)).await;
        let state = match asked {
            Ok(Ok(state)) => state.to_string(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "no answer".to_owned(),
        };
        PostMortem { state, last_actions: self.recent.lines() }
    }
}

fn is_loss(error: &device::Error) -> bool {
    use device::Error as E;
    match error {
        E::DeviceLost { .. }
        | E::DeviceOffline { .. }
        | E::DeviceNotFound { .. }
        | E::AdbUnavailable { .. } => true,
        E::DeviceUnauthorized { .. }
        | E::DeviceLocked { .. }
        | E::TreeUnavailable { .. }
        | E::AppNotInstalled { .. }
        | E::AppLaunchFailed { .. }
        | E::InputUnsupported { .. }
        | E::InvalidArgument { .. }
        | E::Timeout { .. }
        | E::BackendFailed { .. } => false,
    }
}
