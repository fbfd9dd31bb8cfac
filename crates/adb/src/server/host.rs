//! What an adb server itself answers: its version, who is attached, connect and disconnect.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::smart_socket::SmartSocket;
use super::{DeviceEntry, DeviceState, Server, ServerAddr, Tracker};
use crate::command::valid;
use crate::{Deadline, Device, Error, Features, Result};

/// An adb server. Every call makes its own connection, as the protocol wants it.
#[derive(Debug, Clone)]
pub struct Host {
    addr: ServerAddr,
    /// Learnt from the first refusal: servers before about version 28 have no `tport`.
    lacks_tport: Arc<AtomicBool>,
}

/// What `Host::wait_for` waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitFor {
    Device,
    Disconnect,
}

impl Host {
    pub fn new(addr: ServerAddr) -> Self {
        Self { addr, lacks_tport: Arc::default() }
    }

    pub fn addr(&self) -> &ServerAddr {
        &self.addr
    }

    /// The server's protocol version, 41 for every adb since 2018. It is reported, never acted on:
    /// a client that replaces servers of other versions fights with other SDKs.
    pub async fn version(&self, deadline: Deadline) -> Result<u32> {
        let text = self.ask("host:version", deadline).await?;
        u32::from_str_radix(&text, 16)
            .map_err(|_| Error::protocol(format!("the adb server's version is {text:?}")))
    }

    pub async fn devices(&self, deadline: Deadline) -> Result<Vec<DeviceEntry>> {
        Ok(DeviceEntry::parse_list(&self.ask("host:devices-l", deadline).await?))
    }

    /// Follows the device list. The deadline is for the start only.
    pub async fn track_devices(&self, deadline: Deadline) -> Result<Tracker> {
        let socket = match self.begin("host:track-devices-l", deadline).await {
            Err(Error::UnknownService { .. }) => self.begin("host:track-devices", deadline).await,
            begun => begun,
        };
        Ok(Tracker::new(socket?.into_stream()))
    }

    /// Connects the server to an adbd at `HOST[:PORT]`; the answer is the new device's serial.
    pub async fn connect(&self, address: &str, deadline: Deadline) -> Result<String> {
        valid::serial(address)?;
        let text = self.ask(&format!("host:connect:{address}"), deadline).await?;
        let text = text.trim();
        // The status is OKAY also on failure: only the text tells.
        match text.strip_prefix("already ").unwrap_or(text).strip_prefix("connected to ") {
            Some(serial) => Ok(serial.to_owned()),
            None => {
                Err(Error::ConnectFailed { address: address.to_owned(), text: text.to_owned() })
            }
        }
    }

    /// Tells the server that an emulator's adbd has come up on that port, as an emulator does itself. The server
    /// answers by closing, whether or not it then finds one.
    pub async fn announce_emulator(&self, port: u16, deadline: Deadline) -> Result<()> {
        match self.begin(&format!("host:emulator:{port}"), deadline).await {
            Ok(_) | Err(Error::ServerDied { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    pub async fn disconnect(&self, address: &str, deadline: Deadline) -> Result<()> {
        valid::serial(address)?;
        self.ask(&format!("host:disconnect:{address}"), deadline).await.map(drop)
    }

    pub async fn state(&self, serial: &str, deadline: Deadline) -> Result<DeviceState> {
        let text = self.ask_about(serial, "get-state", deadline).await?;
        Ok(DeviceState::from_word(text.trim()))
    }

    pub async fn features(&self, serial: &str, deadline: Deadline) -> Result<Features> {
        Ok(Features::parse(&self.ask_about(serial, "features", deadline).await?))
    }

    /// Returns when the device is there, or gone.
    pub async fn wait_for(&self, serial: &str, state: WaitFor, deadline: Deadline) -> Result<()> {
        let request = match state {
            WaitFor::Device => "wait-for-any-device",
            WaitFor::Disconnect => "wait-for-any-disconnect",
        };
        let what = format!("waiting for '{serial}' ({state:?})");
        deadline
            .run(what, async {
                // The first OKAY says that the server waits, the second that the wait is over.
                self.begin_about(serial, request).await?.status().await
            })
            .await
    }

    /// The way to one device; it need not be attached yet.
    pub fn transport(&self, serial: &str) -> Result<Server> {
        Server::new(self.clone(), serial)
    }

    /// A handle to one device; it need not be attached yet.
    pub fn device(&self, serial: &str) -> Result<Device> {
        Ok(Device::new(Arc::new(self.transport(serial)?)))
    }

    /// A request that is answered by a text.
    async fn ask(&self, request: &str, deadline: Deadline) -> Result<String> {
        let what = format!("asking the adb server for '{request}'");
        deadline
            .run(what, async {
                let mut socket = SmartSocket::connect(&self.addr).await?;
                socket.request(request).await?;
                socket.text().await
            })
            .await
    }

    async fn ask_about(&self, serial: &str, request: &str, deadline: Deadline) -> Result<String> {
        let what = format!("asking the adb server for '{request}' of '{serial}'");
        deadline.run(what, async { self.begin_about(serial, request).await?.text().await }).await
    }

    /// Sends a request; the rest of its answer is still to be read.
    pub(super) async fn begin(&self, request: &str, deadline: Deadline) -> Result<SmartSocket> {
        let what = format!("asking the adb server for '{request}'");
        deadline
            .run(what, async {
                let mut socket = SmartSocket::connect(&self.addr).await?;
                socket.request(request).await?;
                Ok(socket)
            })
            .await
    }

    /// Sends a request about one device; the rest of its answer is still to be read.
    pub(super) async fn begin_about(&self, serial: &str, request: &str) -> Result<SmartSocket> {
        valid::serial(serial)?;
        if fits_host_serial(serial) {
            let mut socket = SmartSocket::connect(&self.addr).await?;
            socket.request(&format!("host-serial:{serial}:{request}")).await?;
            return Ok(socket);
        }
        let mut socket = self.select(serial).await?;
        socket.request(&format!("host:{request}")).await?;
        Ok(socket)
    }

    /// A connection bound to one device; the next request on it goes there.
    pub(super) async fn select(&self, serial: &str) -> Result<SmartSocket> {
        if !self.lacks_tport.load(Ordering::Relaxed) {
            let mut socket = SmartSocket::connect(&self.addr).await?;
            match socket.request(&format!("host:tport:serial:{serial}")).await {
                Ok(()) => {
                    socket.transport_id().await?;
                    return Ok(socket);
                }
                Err(Error::UnknownService { .. }) => {
                    self.lacks_tport.store(true, Ordering::Relaxed);
                }
                Err(error) => return Err(error),
            }
        }
        let mut socket = SmartSocket::connect(&self.addr).await?;
        socket.request(&format!("host:transport:{serial}")).await?;
        Ok(socket)
    }
}

/// `host-serial:` ends the serial at a colon, except before a port.
fn fits_host_serial(serial: &str) -> bool {
    match serial.rsplit_once(':') {
        None => true,
        Some((host, port)) => {
            let bracketed = host.starts_with('[') && host.ends_with(']');
            !port.is_empty()
                && port.bytes().all(|byte| byte.is_ascii_digit())
                && (bracketed || !host.contains(':'))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ports_may_follow_a_colon() {
        for serial in ["emulator-5554", "127.0.0.1:5555", "[fe80::1]:5555", "localhost:1"] {
            assert!(fits_host_serial(serial), "{serial}");
        }
        for serial in ["a:b", "fe80::1:5555", "a:", "vsock:3:x"] {
            assert!(!fits_host_serial(serial), "{serial}");
        }
    }
}
