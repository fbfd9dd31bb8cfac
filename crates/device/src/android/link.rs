//! The way to one phone, made again when it was lost.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Mutex;

use crate::Deadline;

/// Makes a new connection straight to an adbd.
#[async_trait]
pub trait Dial: Send + Sync {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct>;
}

/// Through an adb server, which keeps the connection itself; or directly, redialled when it is dead.
pub enum Link {
    Server(adb::Device),
    Direct { dial: Box<dyn Dial>, last: Mutex<Option<Arc<adb::Direct>>> },
}

impl Link {
    pub fn direct(dial: impl Dial + 'static) -> Self {
        Self::Direct { dial: Box::new(dial), last: Mutex::new(None) }
    }

    pub(super) async fn device(
        &self,
        deadline: Deadline,
    ) -> Result<adb::Device, super::translate::Failure> {
        match self {
            Self::Server(device) => Ok(device.clone()),
            Self::Direct { dial, last } => {
                let mut last = last.lock().await;
                let live = last.take().filter(|direct| direct.loss().is_none());
                let direct = match live {
                    Some(direct) => direct,
                    None => Arc::new(dial.dial(deadline).await?),
                };
                *last = Some(Arc::clone(&direct));
                Ok(adb::Device::new(direct))
            }
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server(device) => write!(f, "Link({device:?})"),
            Self::Direct { .. } => f.write_str("Link(direct)"),
        }
    }
}
