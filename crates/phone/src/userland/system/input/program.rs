//! `input` before API level 30: a program of its own, not a command of the input service. It says what is wrong on
//! standard error, with its usage, and ends with 0; an exception that it does not catch kills it.

use super::command::{ANY_DISPLAY, Refused, Route};
use super::source::Source;
use super::usage::usage;
use super::{keys, motions};
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::system::thrown::Words;

/// `Process.killProcess` on itself.
const KILLED: u8 = 137;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Outcome {
    let android = process.android();
    let Some(first) = words.next() else { return explain(process, "").await };
    let source = Source::named(first);
    let command = if source.is_some() { words.next() } else { Some(first) };
    let Some(command) = command else { return explain(process, "").await };
    let route = Route { source, display: ANY_DISPLAY };
    let missing = words.rest().is_empty();
    let done = match command {
        "text" => keys::text(android, route, &mut words).await,
        "keyevent" => keys::keyevent(android, route, &mut words).await,
        "tap" => motions::tap(android, route, &mut words).await,
        "swipe" => motions::swipe(android, route, &mut words, false).await,
        "draganddrop" => motions::swipe(android, route, &mut words, true).await,
        "press" => motions::press(android, route).await,
        "roll" => motions::roll(android, route, &mut words).await,
        _ => return explain(process, &format!("Error: Unknown command: {command}\n")).await,
    };
    match done {
        Ok(()) => Ok(0),
        // Only a character without a key is not foreseen.
        Err(Refused::Thrown(thrown)) if command == "text" && !missing => {
            let frames = "\tat com.android.commands.input.Input.sendText(Input.java:157)\n\
                          \tat com.android.commands.input.Input.run(Input.java:96)\n\
                          \tat com.android.commands.input.Input.main(Input.java:59)\n\
                          \tat com.android.internal.os.RuntimeInit.nativeFinishInit(Native Method)\n\
                          \tat com.android.internal.os.RuntimeInit.main(RuntimeInit.java:338)\n";
            process.complain(format!("Exception in thread \"main\" {thrown}\n{frames}")).await;
            Ok(KILLED)
        }
        Err(Refused::Thrown(_) | Refused::BadNumber) => {
            let text = format!("Error: Invalid arguments for command: {command}\n");
            explain(process, &text).await
        }
    }
}

async fn explain(process: &Process, text: &str) -> Outcome {
    process.complain(format!("{text}{}", usage(process.android().api()))).await;
    Ok(0)
}
