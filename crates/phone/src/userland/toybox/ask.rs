//! A question before something is lost.

use crate::process::Process;
use std::io;

/// `QUESTION (y/N):` on standard error; the answer is the last y or n of a word from standard input.
pub(super) async fn agrees(process: &Process, question: &str) -> io::Result<bool> {
    process.complain(format!("{question} (y/N):")).await;
    let mut agreed = false;
    loop {
        let Some(byte) = process.stdin.read(1).await?.first().copied() else { return Ok(agreed) };
        match byte {
            b'y' | b'Y' => agreed = true,
            b'n' | b'N' => agreed = false,
            _ if byte.is_ascii_whitespace() => return Ok(agreed),
            _ => {}
        }
    }
}
