//! One device through an adb server.

use std::fmt;

use async_trait::async_trait;
use tokio::sync::OnceCell;

use super::Host;
use crate::command::valid;
use crate::transport::Opening;
use crate::{Deadline, Features, Result, Stream, Transport};

/// The transport that asks an adb server. Each stream is a connection to the server of its own.
pub struct Server {
    host: Host,
    serial: String,
    features: OnceCell<Features>,
}

impl Server {
    pub fn new(host: Host, serial: &str) -> Result<Self> {
        let serial = valid::serial(serial)?.to_owned();
        Ok(Self { host, serial, features: OnceCell::new() })
    }

    pub fn host(&self) -> &Host {
        &self.host
    }

    pub fn serial(&self) -> &str {
        &self.serial
    }
}

#[async_trait]
impl Transport for Server {
    async fn open(&self, service: &str, deadline: Deadline) -> Result<Stream> {
        let selecting = format!("selecting device '{}' on the adb server", self.serial);
        let mut socket = deadline.run(selecting, self.host.select(&self.serial)).await?;
        deadline.run(Opening(service), socket.request(service)).await?;
        Ok(socket.into_stream())
    }

    async fn features(&self, deadline: Deadline) -> Result<Features> {
        let ask = || self.host.features(&self.serial, deadline);
        // Somebody else may be asking with a later deadline: our own still holds.
        let kept = async { self.features.get_or_try_init(ask).await.cloned() };
        deadline.run("asking for the device's features", kept).await
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Server({} at {})", self.serial, self.host.addr())
    }
}
