//! The terminal of a program, and what a terminal does with typed bytes.

use super::input::Input;
use super::output::Output;
use super::pipe::{self, Writer};
use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::Notify;

/// What `/dev/tty` opens. Clones are the same terminal.
#[derive(Clone, Debug)]
pub(crate) struct Tty {
    pub(crate) input: Input,
    pub(crate) output: Output,
    interrupt: Arc<Notify>,
}

impl Tty {
    /// A terminal in raw mode: bytes pass as they are.
    pub(crate) fn raw(input: Input, output: Output) -> Self {
        Self { input, output, interrupt: Arc::default() }
    }

    /// Completes when Ctrl-C is typed.
    pub(crate) async fn interrupted(&self) {
        self.interrupt.notified().await;
    }
}

/// Turns keys into lines: echo, erasing, Ctrl-C, Ctrl-D.
#[derive(Debug)]
pub(crate) struct LineDiscipline {
    lines: Writer,
    echo: Writer,
    interrupt: Arc<Notify>,
    line: Vec<u8>,
}

impl LineDiscipline {
    /// A cooked terminal that shows what it echoes on `echo`.
    pub(crate) fn cooked(echo: Writer) -> (Self, Tty) {
        let (lines, reader) = pipe::pipe();
        let interrupt = Arc::new(Notify::new());
        let tty = Tty {
            input: Input::pipe(reader),
            output: Output::Pipe(echo.clone()),
            interrupt: Arc::clone(&interrupt),
        };
        (Self { lines, echo, interrupt, line: Vec::new() }, tty)
    }

    /// Takes what was typed. An error means that nobody listens any more.
    pub(crate) async fn typed(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let mut shown = Vec::new();
        for byte in bytes {
            match byte {
                b'\r' | b'\n' => {
                    shown.push(b'\n');
                    self.line.push(b'\n');
                    self.flush(&mut shown).await?;
                    self.lines.write(std::mem::take(&mut self.line).into()).await?;
                }
                0x03 => {
                    self.line.clear();
                    shown.extend_from_slice(b"^C\n");
                    self.flush(&mut shown).await?;
                    self.interrupt.notify_one();
                }
                0x04 if self.line.is_empty() => self.lines.end().await?,
                0x04 => self.lines.write(std::mem::take(&mut self.line).into()).await?,
                0x08 | 0x7f => {
                    if erase(&mut self.line) {
                        shown.extend_from_slice(b"\x08 \x08");
                    }
                }
                0x15 => {
                    while erase(&mut self.line) {
                        shown.extend_from_slice(b"\x08 \x08");
                    }
                }
                _ => {
                    self.line.push(*byte);
                    shown.push(*byte);
                }
            }
        }
        self.flush(&mut shown).await
    }

    async fn flush(&self, shown: &mut Vec<u8>) -> std::io::Result<()> {
        self.echo.write(Bytes::from(std::mem::take(shown))).await
    }
}

/// Takes one character away.
fn erase(line: &mut Vec<u8>) -> bool {
    while line.last().is_some_and(|byte| byte & 0xc0 == 0x80) {
        line.pop();
    }
    line.pop().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn edits_a_line() {
        let (echo, mut shown) = pipe::pipe();
        let (mut discipline, tty) = LineDiscipline::cooked(echo);
        discipline.typed("ax\u{7f}\u{e4}\u{7f}b\r".as_bytes()).await.unwrap();
        assert_eq!(tty.input.read_line().await.unwrap(), b"ab\n");
        assert_eq!(shown.next().await.unwrap().1, "ax\u{8} \u{8}\u{e4}\u{8} \u{8}b\n".as_bytes());
        discipline.typed(b"\x04").await.unwrap();
        assert_eq!(tty.input.read_line().await.unwrap(), b"");
        discipline.typed(b"more\n").await.unwrap();
        assert_eq!(tty.input.read_line().await.unwrap(), b"more\n");
    }
}
