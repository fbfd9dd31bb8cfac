//! A transport whose services are functions of the test.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use adb::{Deadline, Device, Features, Result, Stream, Transport};
use async_trait::async_trait;
use tokio::io::{DuplexStream, duplex};

type Serving = Pin<Box<dyn Future<Output = ()> + Send>>;

struct Scripted<F> {
    features: &'static str,
    serve: F,
}

/// A device that plays `serve` for each service opened on it.
pub(crate) fn device<F, S>(features: &'static str, serve: F) -> Device
where
    F: Fn(String, DuplexStream) -> S + Send + Sync + 'static,
    S: Future<Output = ()> + Send + 'static,
{
    let serve = move |service, io| -> Serving { Box::pin(serve(service, io)) };
    Device::new(Arc::new(Scripted { features, serve }))
}

#[async_trait]
impl<F> Transport for Scripted<F>
where
    F: Fn(String, DuplexStream) -> Serving + Send + Sync,
{
    async fn open(&self, service: &str, _deadline: Deadline) -> Result<Stream> {
        let (ours, theirs) = duplex(64 * 1024);
        tokio::spawn((self.serve)(service.to_owned(), theirs));
        Ok(Stream::from_io(ours))
    }

    async fn features(&self, _deadline: Deadline) -> Result<Features> {
        Ok(Features::parse(self.features))
    }
}

impl<F> fmt::Debug for Scripted<F> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Scripted({})", self.features)
    }
}
