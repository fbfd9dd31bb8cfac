//! One connection to an adb server. A request goes out in one write and the next one only after
//! its OKAY was read: the server throws away whatever arrives glued to a request.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
#[cfg(unix)]
use tokio::net::UnixStream;

use super::ServerAddr;
use crate::transport::check_service;
use crate::{Error, Result, Stream, fail, tcp};

#[derive(Debug)]
pub(crate) struct SmartSocket {
    stream: Stream,
    /// The request being answered, for errors.
    request: String,
}

impl SmartSocket {
    pub(crate) async fn connect(addr: &ServerAddr) -> Result<Self> {
        let connected = match addr {
            ServerAddr::Tcp { host, port } => tcp::connect(host, *port).await.map(Stream::from),
            #[cfg(unix)]
            ServerAddr::Local(path) => UnixStream::connect(path).await.map(Stream::from),
            #[cfg(not(unix))]
            ServerAddr::Local(_) => Err(std::io::ErrorKind::Unsupported.into()),
        };
        let stream = connected
            .map_err(|source| Error::ServerUnreachable { addr: addr.to_string(), source })?;
        Ok(Self { stream, request: String::new() })
    }

    /// A stream on which `request` has been sent and is answered in the same frames.
    pub(crate) fn resume(stream: Stream, request: String) -> Self {
        Self { stream, request }
    }

    /// Sends one request and reads the status that answers it.
    pub(crate) async fn request(&mut self, text: &str) -> Result<()> {
        check_service(text, 0xffff)?;
        text.clone_into(&mut self.request);
        let framed = format!("{:04x}{text}", text.len());
        self.stream.write_all(framed.as_bytes()).await.map_err(|_| self.died())?;
        self.status().await
    }

    /// Reads `OKAY`, or `FAIL` and its text.
    pub(crate) async fn status(&mut self) -> Result<()> {
        match &self.bytes::<4>().await? {
            b"OKAY" => Ok(()),
            b"FAIL" => Err(self.failure().await),
            other => Err(Error::protocol(format!(
                "the adb server answered '{}' instead of OKAY or FAIL",
                other.escape_ascii()
            ))),
        }
    }

    /// Reads the eight bytes that follow the OKAY of `tport`.
    pub(crate) async fn transport_id(&mut self) -> Result<u64> {
        Ok(u64::from_le_bytes(self.bytes().await?))
    }

    /// Reads four hex digits and as many bytes of text.
    pub(crate) async fn text(&mut self) -> Result<String> {
        let digits = self.bytes::<4>().await?;
        self.text_of(parse_length(digits)?).await
    }

    /// As `text`, but an OKAY may stand before it, or a FAIL instead.
    pub(crate) async fn text_or_okay(&mut self) -> Result<String> {
        match &self.bytes::<4>().await? {
            b"OKAY" => self.text().await,
            b"FAIL" => Err(self.failure().await),
            digits => self.text_of(parse_length(*digits)?).await,
        }
    }

    /// As `text`, but `None` where the server closes instead.
    pub(crate) async fn text_if_any(&mut self) -> Result<Option<String>> {
        match self.text().await {
            Ok(text) => Ok(Some(text)),
            Err(Error::ServerDied { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The connection, once the last request handed it to a service.
    pub(crate) fn into_stream(self) -> Stream {
        self.stream
    }

    async fn text_of(&mut self, length: usize) -> Result<String> {
        let mut text = vec![0; length];
        self.stream.read_exact(&mut text).await.map_err(|_| self.died())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// The error that the text behind FAIL means.
    async fn failure(&mut self) -> Error {
        match self.text().await {
            Ok(text) => fail::error(&self.request, &text),
            Err(error) => error,
        }
    }

    async fn bytes<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes).await.map_err(|_| self.died())?;
        Ok(bytes)
    }

    fn died(&self) -> Error {
        Error::ServerDied { request: self.request.clone() }
    }
}

/// The length in front of a text: exactly four hex digits.
pub(crate) fn parse_length(digits: [u8; 4]) -> Result<usize> {
    let mut length = 0;
    for digit in digits {
        let value = char::from(digit).to_digit(16).ok_or_else(|| {
            Error::protocol(format!(
                "'{}' is not a length of four hex digits",
                digits.escape_ascii()
            ))
        })?;
        length = length * 16 + value as usize;
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_four_hex_digits() {
        assert_eq!(parse_length(*b"0000").unwrap(), 0);
        assert_eq!(parse_length(*b"00fF").unwrap(), 255);
        assert_eq!(parse_length(*b"ffff").unwrap(), 65535);
        for bad in [*b"+0ff", *b" 012", *b"12g4", *b"OKAY"] {
            assert!(parse_length(bad).is_err());
        }
    }
}
