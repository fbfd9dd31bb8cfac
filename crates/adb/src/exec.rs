//! `exec:`: a command's bytes unchanged. No exit code, and errors are mixed into the output.

use std::fmt;

use crate::error::one_line;
use crate::{CommandLine, Deadline, Device, Result, Stream, collect};

impl Device {
    /// Runs a command and collects at most `limit` bytes of output.
    pub async fn exec(
        &self,
        command: &CommandLine,
        limit: usize,
        deadline: Deadline,
    ) -> Result<Vec<u8>> {
        let mut stream = self.exec_stream(command, deadline).await?;
        deadline.run(Running(command), collect::to_end(&mut stream, limit)).await
    }

    /// Starts a command; the stream is its input and output.
    pub async fn exec_stream(&self, command: &CommandLine, deadline: Deadline) -> Result<Stream> {
        self.open(&format!("exec:{command}"), deadline).await
    }
}

/// What a timeout names.
pub(crate) struct Running<'a>(pub(crate) &'a CommandLine);

impl fmt::Display for Running<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "running '{}' on the device", one_line(self.0.as_str()))
    }
}
