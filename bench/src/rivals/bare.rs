//! The same sign-in with nothing but the adb services.

use std::time::Duration;

use adb::{CommandLine, Deadline};
use bench::programs::Step;
use bench::stats::Clock;
use bench::{Outcome, floor};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::rows::SIGN_IN;

/// Everybody begins with a shop that nobody has used, and at the home screen.
pub(crate) async fn reset(device: &adb::Device) -> Outcome<()> {
    run(device, &["pm", "clear", "com.example.shop"]).await?;
    run(device, &["input", "keyevent", "KEYCODE_HOME"]).await?;
    floor::screen(device).await.map(drop)
}

/// Each step, and the screen after it until what is wanted is there.
pub(crate) async fn sign_in(device: &adb::Device) -> Outcome<Duration> {
    let clock = Clock::start();
    let mut dump = Vec::new();
    for (step, wanted) in SIGN_IN {
        match step {
            Step::Open(app) => {
                let launcher = "android.intent.category.LAUNCHER";
                run(device, &["monkey", "-p", app, "-c", launcher, "1"]).await?;
            }
            Step::Tap(label) => tap(device, &dump, label).await?,
            Step::Type(label, text) => {
                tap(device, &dump, label).await?;
                run(device, &["input", "text", text]).await?;
            }
            Step::Scroll(_) => return Err("nothing scrolls here".into()),
            Step::Back => run(device, &["input", "keyevent", "KEYCODE_BACK"]).await?,
        }
        loop {
            dump = floor::dump(device).await?;
            floor::scan(&dump)?;
            if std::str::from_utf8(&dump)?.contains(wanted) {
                break;
            }
        }
    }
    Ok(clock.elapsed())
}

async fn tap(device: &adb::Device, dump: &[u8], label: &str) -> Outcome<()> {
    let (x, y) = middle(dump, label)?.ok_or_else(|| format!("nothing is called {label}"))?;
    run(device, &["input", "tap", &x.to_string(), &y.to_string()]).await
}

/// The middle of the last element with this text or description.
fn middle(dump: &[u8], label: &str) -> Outcome<Option<(i32, i32)>> {
    let mut reader = Reader::from_str(std::str::from_utf8(dump)?);
    let mut found = None;
    loop {
        let event = reader.read_event()?;
        if event == Event::Eof {
            return Ok(found);
        }
        let (Event::Start(tag) | Event::Empty(tag)) = event else { continue };
        let value = |name: &str| attribute(&tag, name);
        if value("text")? == label || value("content-desc")? == label {
            let bounds = value("bounds")?;
            let numbers: Vec<i32> = bounds
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|number| number.parse().ok())
                .collect();
            if let [left, top, right, bottom] = numbers[..] {
                found = Some((i32::midpoint(left, right), i32::midpoint(top, bottom)));
            }
        }
    }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Outcome<String> {
    let Some(attribute) = tag.try_get_attribute(name)? else { return Ok(String::new()) };
    Ok(attribute.normalized_value(XmlVersion::Explicit1_0)?.into_owned())
}

async fn run(device: &adb::Device, words: &[&str]) -> Outcome<()> {
    let deadline = Deadline::after(Duration::from_secs(20));
    let output = device.shell(&CommandLine::new(words)?, 65_536, deadline).await?;
    if output.exit == Some(0) { Ok(()) } else { Err(format!("{words:?} failed").into()) }
}
