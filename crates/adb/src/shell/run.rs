//! Running a command: version 2 of the shell protocol where the device has it, else version 1.

use super::packet::Event;
use super::{Output, ShellStream};
use crate::exec::Running;
use crate::{CommandLine, Deadline, Device, Error, Feature, Result};

/// What a device without shell version 2 accepts.
const LONGEST_V1: usize = 4096;

impl Device {
    /// Runs a command to its end and collects at most `limit` bytes of output and errors.
    pub async fn shell(
        &self,
        command: &CommandLine,
        limit: usize,
        deadline: Deadline,
    ) -> Result<Output> {
        let mut stream = self.shell_stream(command, deadline).await?;
        deadline.run(Running(command), collect(&mut stream, limit)).await
    }

    /// Starts a command.
    pub async fn shell_stream(
        &self,
        command: &CommandLine,
        deadline: Deadline,
    ) -> Result<ShellStream> {
        if self.features(deadline).await?.has(Feature::ShellV2) {
            let service = format!("shell,v2,raw:{command}");
            return Ok(ShellStream::v2(self.open(&service, deadline).await?));
        }
        let length = command.as_str().len();
        if length > LONGEST_V1 {
            let why = format!("{length} bytes are more than this device's shell takes (4096)");
            return Err(Error::invalid("command", why));
        }
        Ok(ShellStream::v1(self.open(&format!("shell:{command}"), deadline).await?))
    }
}

async fn collect(stream: &mut ShellStream, limit: usize) -> Result<Output> {
    let mut output = Output::default();
    while let Some(event) = stream.next_event().await? {
        match event {
            Event::Stdout(bytes) => output.stdout.extend_from_slice(&bytes),
            Event::Stderr(bytes) => output.stderr.extend_from_slice(&bytes),
            Event::Exit(code) => output.exit = Some(code),
        }
        if output.stdout.len() + output.stderr.len() > limit {
            return Err(Error::TooMuchOutput { limit });
        }
    }
    Ok(output)
}
