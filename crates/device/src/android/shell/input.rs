//! Fingers and keys, by `input`.

use adb::CommandLine;

use super::super::keys;
use super::{Result, VIA, refused, run};
use crate::{Deadline, Gesture, Key, Via};

pub(in super::super) async fn gesture(
    adb: &adb::Device,
    gesture: Gesture,
    deadline: Deadline,
) -> Result<Via> {
    let command = match gesture {
        Gesture::Tap { at } => words(&["input", "tap"], &[at.x.into(), at.y.into()])?,
        Gesture::DoubleTap { at, apart } => {
            let tap = words(&["input", "tap"], &[at.x.into(), at.y.into()])?;
            let pause = CommandLine::new(["sleep".to_owned(), apart.as_secs_f64().to_string()])?;
            // In one script: a round trip between the touches would make them two single taps.
            tap.clone().and(&pause).and(&tap)
        }
        Gesture::Swipe { from, to, lasting } => {
            let ms = i64::try_from(lasting.as_millis()).unwrap_or(i64::MAX);
            words(
                &["input", "swipe"],
                &[from.x.into(), from.y.into(), to.x.into(), to.y.into(), ms],
            )?
        }
    };
    inject(adb, &command, deadline).await
}

pub(in super::super) async fn press(
    adb: &adb::Device,
    pressed: &[Key],
    deadline: Deadline,
) -> Result<Via> {
    // One call takes many keys, and a call costs more than a key.
    const MOST: usize = 200;
    for some in pressed.chunks(MOST) {
        let codes: Vec<i64> = some.iter().map(|key| keys::number(*key).into()).collect();
        inject(adb, &words(&["input", "keyevent"], &codes)?, deadline).await?;
    }
    Ok(VIA)
}

/// `input` is silent when the phone took the event.
pub(super) async fn inject(
    adb: &adb::Device,
    command: &CommandLine,
    deadline: Deadline,
) -> Result<Via> {
    let output = run(adb, command, deadline).await?;
    let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    if output.exit.unwrap_or_default() == 0 && said.trim_ascii().is_empty() {
        Ok(VIA)
    } else {
        Err(refused(command, &said))
    }
}

fn words(command: &[&str], numbers: &[i64]) -> Result<CommandLine> {
    let numbers = numbers.iter().map(ToString::to_string);
    Ok(CommandLine::new(command.iter().map(ToString::to_string).chain(numbers))?)
}
