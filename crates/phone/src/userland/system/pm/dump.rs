//! `pm dump`: what the package service knows of one app.

use crate::process::{Output, Process, pipe};
use crate::userland::find;
use crate::userland::system::shell_command::Answer;
use crate::userland::system::thrown::Words;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let package = words.required()?.to_owned();
    process.print("DUMP OF SERVICE package:\n").await?;
    let Some(dumpsys) = find("dumpsys") else { return Ok(0) };
    let mut child = process.clone();
    let (writer, mut reader) = pipe();
    child.stdout = Output::Pipe(writer);
    let dump = async move {
        let arguments = ["dumpsys".to_owned(), "package".to_owned(), package];
        (dumpsys.run)(&mut child, &arguments).await
    };
    let read = async {
        let mut bytes = Vec::new();
        while let Some((_, chunk)) = reader.next().await {
            bytes.extend_from_slice(&chunk);
        }
        bytes
    };
    let (status, bytes) = tokio::join!(dump, read);
    let mut indented = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        indented.extend_from_slice(if line == b"\n" { b"" } else { b"  " });
        indented.extend_from_slice(line);
    }
    process.stdout.write(indented).await?;
    Ok(status?)
}
