//! The seam: a way to open services on one device.

use std::fmt;

use async_trait::async_trait;

use crate::error::one_line;
use crate::{Deadline, Error, Features, Result, SocketSpec, Stream};

#[async_trait]
pub trait Transport: fmt::Debug + Send + Sync {
    /// Opens a service such as `shell,v2,raw:id` or `sync:` on the device.
    async fn open(&self, service: &str, deadline: Deadline) -> Result<Stream>;

    /// What device and host side both can do. Asked once, then kept.
    async fn features(&self, deadline: Deadline) -> Result<Features>;

    /// Tells that the device is about to be asked to forward `device` to `host`. A transport that
    /// connects such streams itself accepts only targets it was told about; an adb server keeps
    /// its own list.
    fn reverse_added(&self, _device: &SocketSpec, _host: &SocketSpec) -> Result<()> {
        Ok(())
    }

    /// Takes back one `reverse_added`, or without a host all of that device socket.
    fn reverse_removed(&self, _device: &SocketSpec, _host: Option<&SocketSpec>) {}
}

/// Refuses what no transport could send as one service. Only `abb` separates its words by NUL.
pub(crate) fn check_service(service: &str, longest: usize) -> Result<()> {
    if service.is_empty() || service.len() > longest {
        let why = format!("it has {} bytes, not 1 to {longest}", service.len());
        return Err(Error::invalid("service", why));
    }
    if service.contains('\0') && !service.starts_with("abb:") && !service.starts_with("abb_exec:") {
        return Err(Error::invalid("service", "it contains a NUL character"));
    }
    Ok(())
}

/// What a timeout names: a service may be a long command line.
pub(crate) struct Opening<'a>(pub(crate) &'a str);

impl fmt::Display for Opening<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "opening '{}' on the device", one_line(self.0))
    }
}
