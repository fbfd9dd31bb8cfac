//! `tap`, `swipe`, `draganddrop`, `motionevent`, `scroll`, and the trackball's `press` and `roll`.

use super::command::{Refused, Route};
use super::keys::milliseconds;
use super::source::Source;
use crate::android::{Android, KeyEvent, Motion, keys};
use crate::process::pause;
use crate::userland::system::thrown::{Thrown, Words};
use std::time::Duration;
use tokio::time::Instant;

const SWIPE: Duration = Duration::from_millis(300);
/// How long a finger rests before what lies under it can be dragged.
const HOLD: Duration = Duration::from_millis(400);
/// Moves come as often as a touch screen reports them.
const STEP: Duration = Duration::from_millis(16);
/// How far one notch of a wheel scrolls, and how long that takes.
const WHEEL_DP: f32 = 64.0;
const WHEEL_TIME: Duration = Duration::from_millis(100);
/// The focus does not go further than this in one roll.
const ROLL_MAX: f32 = 20.0;

pub(super) async fn tap(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let (x, y) = point(words)?;
    match route.source.unwrap_or(Source::Pointer) {
        Source::Pointer if route.arrives() => android.tap(x, y).await,
        Source::Trackball if route.arrives() => center(android).await,
        Source::Pointer | Source::Trackball | Source::Keys | Source::Axes => {}
    }
    Ok(())
}

/// A straight line. With `dragging`, the finger rests first; the duration counts from the start all the same.
pub(super) async fn swipe(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
    dragging: bool,
) -> Result<(), Refused> {
    let (from, to) = (point(words)?, point(words)?);
    let duration = words.next().map(milliseconds).transpose()?.flatten().unwrap_or(SWIPE);
    if !is_pointer(route) {
        return Ok(());
    }
    if !dragging {
        android.swipe(from, to, duration).await;
        return Ok(());
    }
    let begun = Instant::now();
    android.inject_motion(Motion::Down, from.0, from.1).await;
    pause(HOLD).await;
    while begun.elapsed() < duration {
        let part = begun.elapsed().as_secs_f32() / duration.as_secs_f32();
        let x = from.0 + (to.0 - from.0) * part;
        let y = from.1 + (to.1 - from.1) * part;
        android.inject_motion(Motion::Move, x, y).await;
        pause(STEP.min(duration.saturating_sub(begun.elapsed()))).await;
    }
    android.inject_motion(Motion::Up, to.0, to.1).await;
    Ok(())
}

pub(super) async fn motionevent(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let name = words.required()?;
    let motion = match name.to_ascii_uppercase().as_str() {
        "DOWN" => Motion::Down,
        "UP" => Motion::Up,
        "MOVE" => Motion::Move,
        "CANCEL" => Motion::Cancel,
        _ => return Err(Thrown::illegal_argument(format!("Unknown motionevent {name}")).into()),
    };
    let (x, y) = if motion == Motion::Cancel {
        // Where it is cancelled hardly matters, so it need not be said.
        match (words.next(), words.next()) {
            (Some(x), Some(y)) => (number(x)?, number(y)?),
            _ => (0.0, 0.0),
        }
    } else {
        point(words)?
    };
    if is_pointer(route) {
        android.inject_motion(motion, x, y).await;
    }
    Ok(())
}

/// The trackball pressed in: the key in the middle of the arrows.
pub(super) async fn press(android: &Android, route: Route) -> Result<(), Refused> {
    if is_trackball(route) {
        center(android).await;
    }
    Ok(())
}

/// The trackball rolled: an arrow key for each step.
pub(super) async fn roll(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let (dx, dy) = point(words)?;
    if !is_trackball(route) {
        return Ok(());
    }
    let axes = [(dx, keys::DPAD_LEFT, keys::DPAD_RIGHT), (dy, keys::DPAD_UP, keys::DPAD_DOWN)];
    for (way, back, forth) in axes {
        let mut left = way.abs().min(ROLL_MAX);
        while left >= 1.0 {
            let code = if way < 0.0 { back } else { forth };
            android.inject_key(KeyEvent::press(code)).await;
            left -= 1.0;
        }
    }
    Ok(())
}

/// The wheel of a mouse turned at a point; what has no pointer scrolls nothing here.
pub(super) async fn scroll(
    android: &Android,
    route: Route,
    words: &mut Words<'_>,
) -> Result<(), Refused> {
    let pointer = matches!(route.source, Some(Source::Pointer));
    let (x, y) = if pointer { point(words)? } else { (0.0, 0.0) };
    let (mut across, mut along) = (0.0, 0.0);
    while let Some(option) = words.next() {
        if option != "--axis" {
            let text = format!("Unsupported option: {option}");
            return Err(Thrown::illegal_argument(text).into());
        }
        let pair = words.required()?;
        let bad = || Thrown::illegal_argument(format!("Invalid --axis option value: {pair}"));
        let (axis, value) = pair.split_once(',').ok_or_else(bad)?;
        let value = number(value)?;
        match axis {
            "VSCROLL" => along = value,
            "HSCROLL" => across = value,
            "SCROLL" => {}
            _ => return Err(Thrown::illegal_argument(format!("Unsupported axis: {axis}")).into()),
        }
    }
    if route.arrives() && pointer && (across != 0.0 || along != 0.0) {
        #[expect(clippy::cast_precision_loss, reason = "a density is small")]
        let notch = WHEEL_DP * android.display().density() as f32 / 160.0;
        android.swipe((x, y), (x - across * notch, y + along * notch), WHEEL_TIME).await;
    }
    Ok(())
}

async fn center(android: &Android) {
    android.inject_key(KeyEvent::press(keys::DPAD_CENTER)).await;
}

fn is_pointer(route: Route) -> bool {
    route.arrives() && route.source.unwrap_or(Source::Pointer) == Source::Pointer
}

fn is_trackball(route: Route) -> bool {
    route.arrives() && route.source.unwrap_or(Source::Trackball) == Source::Trackball
}

fn point(words: &mut Words<'_>) -> Result<(f32, f32), Refused> {
    Ok((number(words.required()?)?, number(words.required()?)?))
}

/// A number as `Float.parseFloat` reads it: blanks around it and a type letter behind it are fine.
fn number(text: &str) -> Result<f32, Refused> {
    let trimmed = text.trim();
    let bare = trimmed.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(trimmed);
    // Rust also takes `inf` and `nan` in any spelling; those are no places on a screen.
    if bare.is_empty()
        || bare.contains(|char: char| char.is_alphabetic() && !matches!(char, 'e' | 'E'))
    {
        return Err(Refused::BadNumber);
    }
    bare.parse().map_err(|_| Refused::BadNumber)
}
