//! The way to one phone, made again when it was lost.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::translate::{Failure, translate};
use crate::{Deadline, Error, State};

/// Makes a new connection straight to an adbd.
#[async_trait]
pub trait Dial: Send + Sync {
    async fn dial(&self, deadline: Deadline) -> adb::Result<adb::Direct>;
}

/// Through an adb server, which keeps the connection itself; or directly, redialled when it is dead.
pub enum Link {
    Server {
        host: adb::Host,
        device: adb::Device,
    },
    /// A `host:port` that an adb server was asked to connect to, and forgets when it is gone for long.
    Connected {
        host: adb::Host,
        address: String,
        device: adb::Device,
    },
    Direct {
        dial: Box<dyn Dial>,
        last: Mutex<Last>,
    },
}

/// The last connection, and how the last attempt to make one failed.
#[derive(Default)]
pub struct Last {
    direct: Option<Arc<adb::Direct>>,
    failed: Option<(Instant, Error)>,
}

impl Link {
    pub fn direct(dial: impl Dial + 'static) -> Self {
        Self::Direct { dial: Box::new(dial), last: Mutex::default() }
    }

    pub(super) async fn device(
        &self,
        id: &str,
        deadline: Deadline,
    ) -> Result<adb::Device, Failure> {
        match self {
            Self::Server { device, .. } | Self::Connected { device, .. } => Ok(device.clone()),
            Self::Direct { dial, last } => {
                let asked = Instant::now();
                let mut last = last.lock().await;
                let live = last.direct.take().filter(|direct| direct.loss().is_none());
                let direct = if let Some(direct) = live {
                    direct
                } else {
                    // Whoever waited while another dialled in vain need not wait as long again.
                    if let Some((at, error)) = &last.failed
                        && *at > asked
                    {
                        return Err(error.clone().into());
                    }
                    match dial.dial(deadline).await {
                        Ok(direct) => Arc::new(direct),
                        Err(error) => {
                            let error = translate(error, id);
                            // That one caller had no more time says nothing to another.
                            last.failed = (!matches!(error, Error::Timeout { .. }))
                                .then(|| (Instant::now(), error.clone()));
                            return Err(error.into());
                        }
                    }
                };
                last.direct = Some(Arc::clone(&direct));
                Ok(adb::Device::new(direct))
            }
        }
    }
}

impl Link {
    /// What whoever holds the connection says of the phone called `id`.
    pub(super) async fn state(&self, id: &str, deadline: Deadline) -> Result<State, Failure> {
        match self {
            Self::Server { host, .. } | Self::Connected { host, .. } => {
                Ok(super::source::state(host.state(id, deadline).await?))
            }
            Self::Direct { last, .. } => Ok(match last.try_lock() {
                Ok(last) if last.direct.as_ref().is_some_and(|direct| direct.loss().is_none()) => {
                    State::Device
                }
                Ok(_) => State::Offline,
                // Somebody is dialling.
                Err(_) => State::Connecting,
            }),
        }
    }
}

impl Link {
    /// Whether the phone was connected anew after `error`, which must mean that nothing had been sent.
    pub(super) async fn revive(&self, error: &adb::Error, deadline: Deadline) -> bool {
        let gone =
            matches!(error, adb::Error::DeviceNotFound { .. } | adb::Error::DeviceOffline { .. });
        let Self::Connected { host, address, .. } = self else { return false };
        if !gone {
            return false;
        }
        // A server that still lists it, offline, would say that it is connected already.
        host.disconnect(address, deadline).await.ok();
        host.connect(address, deadline).await.is_ok()
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Server { device, .. } | Self::Connected { device, .. } => {
                write!(f, "Link({device:?})")
            }
            Self::Direct { .. } => f.write_str("Link(direct)"),
        }
    }
}
