//! The least that the same work can cost.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use adb::{CommandLine, Deadline};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::Outcome;
use crate::stats::Clock;

/// Starting and ending a program that does nothing.
#[expect(clippy::disallowed_methods, reason = "the program that is measured")]
pub async fn spawn(empty: &Path) -> Outcome<Duration> {
    let clock = Clock::start();
    tokio::process::Command::new(empty).stdin(Stdio::null()).status().await?;
    Ok(clock.elapsed())
}

/// The screen's bytes through a bare stream, and quick-xml merely scanning them.
pub async fn screen(device: &adb::Device) -> Outcome<Duration> {
    let clock = Clock::start();
    scan(&dump(device).await?)?;
    Ok(clock.elapsed())
}

/// The screen's bytes.
pub async fn dump(device: &adb::Device) -> Outcome<Vec<u8>> {
    const MOST: usize = 64 << 20;
    let dump = CommandLine::constant("uiautomator dump /dev/tty");
    Ok(device.exec(&dump, MOST, Deadline::after(Duration::from_secs(20))).await?)
}

/// The number of tags that quick-xml finds.
pub fn scan(dump: &[u8]) -> Outcome<usize> {
    let text = std::str::from_utf8(dump)?;
    let mut reader = Reader::from_str(text);
    let mut nodes = 0_usize;
    loop {
        let event = reader.read_event()?;
        nodes += usize::from(matches!(event, Event::Start(_) | Event::Empty(_)));
        if event == Event::Eof {
            break;
        }
    }
    if nodes < 2 {
        return Err(format!("no screen in {text:.200}").into());
    }
    Ok(nodes)
}

/// A tap through a bare stream.
pub async fn tap(device: &adb::Device) -> Outcome<Duration> {
    let clock = Clock::start();
    let tap = CommandLine::constant("input tap 540 60");
    let output = device.shell(&tap, 4096, Deadline::after(Duration::from_secs(20))).await?;
    if output.exit != Some(0) {
        return Err("the tap was refused".into());
    }
    Ok(clock.elapsed())
}
