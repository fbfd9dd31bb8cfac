//! `text`, `keyevent` and `keycombination`.

use super::command::{Refused, Route};
use crate::android::{Android, KeyEvent, Meta, key_name, keycode};
use crate::process::pause;
use crate::userland::system::thrown::{Thrown, Words};
use std::time::Duration;

const LONG_PRESS: Duration = Duration::from_millis(400);
const DOUBLE_TAP: Duration = Duration::from_millis(40);

/// Types one word; `%s` is a space. A character without a key fails it all.
pub(super) async fn text(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let text = words.required()?.replace("%s", " ");
    if !route.arrives() {
        return Ok(());
    }
    android.type_text(&text).await.map_err(|_no_key| {
        let message = "Attempt to get length of null array";
        Thrown::new("java.lang.NullPointerException", message).into()
    })
}

pub(super) async fn keyevent(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let (mut long_press, mut double_tap, mut delay) = (false, false, Duration::ZERO);
    let mut hold = None;
    let mut word = words.required()?;
    loop {
        match word {
            "--longpress" => long_press = true,
            "--doubletap" if android.api().since(29) => double_tap = true,
            "--async" if android.api().since(34) => {}
            "--delay" if android.api().since(34) => {
                delay = milliseconds(words.required()?)?.unwrap_or_default();
            }
            "--duration" if android.api().since(36) => {
                hold = milliseconds(words.required()?)?;
            }
            _ => break,
        }
        word = words.required()?;
    }
    if long_press && hold.is_some() {
        let text = "--duration and --longpress cannot be used at the same time.";
        return Err(Thrown::illegal_argument(text).into());
    }
    let mut codes = vec![code(word)];
    codes.extend(std::iter::from_fn(|| words.next()).map(code));
    if double_tap {
        codes.truncate(1);
        codes.extend_from_within(..);
        delay = DOUBLE_TAP;
    }
    if !route.arrives() {
        return Ok(());
    }
    for (index, code) in codes.into_iter().enumerate() {
        if index > 0 {
            pause(delay).await;
        }
        if let Some(hold) = hold.or(long_press.then_some(LONG_PRESS)) {
            pause(hold).await;
        }
        android.inject_key(KeyEvent { code, meta: Meta::default(), long_press }).await;
    }
    Ok(())
}

/// Keys held together: each modifier counts for those after it.
pub(super) async fn combination(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let mut word = words.required()?;
    let mut duration = Duration::ZERO;
    if word == "-t" && android.api().since(33) {
        duration = milliseconds(words.required()?)?.unwrap_or_default();
        word = words.required()?;
    }
    let mut codes = Vec::new();
    let mut next = Some(word);
    while let Some(name) = next {
        match code(name) {
            UNKNOWN => {
                return Err(Thrown::illegal_argument(format!("Unknown keycode: {name}")).into());
            }
            code => codes.push(code),
        }
        next = words.next();
    }
    if codes.len() < 2 {
        let text = "keycombination requires at least 2 keycodes";
        return Err(Thrown::illegal_argument(text).into());
    }
    if !route.arrives() {
        return Ok(());
    }
    let mut meta = Meta::default();
    for code in codes {
        if let Some(modifier) = Meta::of_key(code) {
            meta = meta.and(modifier);
        }
        android.inject_key(KeyEvent { code, meta, long_press: false }).await;
    }
    pause(duration).await;
    Ok(())
}

const UNKNOWN: u32 = 0;

/// A key by number or name. What is no key is sent as the unknown one.
fn code(name: &str) -> u32 {
    // Names are written in capitals; `keycode` is more lenient than the command.
    let is_name = !name.bytes().any(|byte| byte.is_ascii_lowercase());
    keycode(name).filter(|code| is_name && key_name(*code).is_some()).unwrap_or(UNKNOWN)
}

/// A duration in Java's `int`; none when it is negative.
pub(super) fn milliseconds(text: &str) -> Result<Option<Duration>, Refused> {
    let number: i32 = text.parse().map_err(|_| Refused::BadNumber)?;
    Ok(u64::try_from(number).ok().map(Duration::from_millis))
}
