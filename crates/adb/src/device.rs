//! A handle to one device: the services stand beside it, one file each.

use std::sync::Arc;

use crate::{Deadline, Features, Result, Stream, Transport};

/// One device, however it is reached. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Device {
    pub(crate) transport: Arc<dyn Transport>,
}

impl Device {
    pub fn new(transport: Arc<dyn Transport>) -> Self {
        Self { transport }
    }

    /// Opens a raw service.
    pub async fn open(&self, service: &str, deadline: Deadline) -> Result<Stream> {
        self.transport.open(service, deadline).await
    }

    pub async fn features(&self, deadline: Deadline) -> Result<Features> {
        self.transport.features(deadline).await
    }
}
