//! What the framework lets be done with a widget can be done with the declared one, and nothing else: tried with a finger and keys, and
//! how far a bar has come is looked up in the picture. The table is that of [`super::framework_widgets`].
//!
//! Not tried: holding a field or a dropdown, which selects nothing here; setting a date's text, which takes no keys in either.

use super::{
    driver::Driver,
    framework_widgets::{PACKAGE, below, doable, id_of, phone},
};
use crate::{
    android::{Api, Motion},
    screen::{Color, Flags, Frame, Rect},
};

const API: Api = Api::Android14;
const LEVEL: u32 = 34;

/// The same at every level: the table says so where it tells actions.
#[tokio::test(start_paused = true)]
async fn a_tap_does_something_where_the_framework_has_an_action_for_it() {
    let driver = Driver::on(phone(API)).await;
    driver.start(PACKAGE, ".Main").await;
    driver.settle().await;
    let mut wrong = Vec::new();
    for (name, actions, _) in doable(LEVEL) {
        let id = id_of(name);
        let before = driver.tree().await;
        let Some(node) = below(&before, &id, ".").cloned() else { continue };
        driver.tap(&id).await;
        driver.settle().await;
        let after = driver.tree().await;
        let can = actions.contains("click") || actions.contains("2003d");
        // One of several that is chosen stays so.
        let stays = name == "radio on";
        if (before != after) != (can && !stays) {
            wrong.push(format!("{name}: the framework has {actions:?}"));
        }
        if actions.contains("setText") && !name.starts_with("date") {
            driver.android.type_text("7").await.unwrap();
            driver.settle().await;
            if driver.node(&id).await.text == node.text {
                wrong.push(format!("{name}: takes no text"));
            }
        }
        // As it was for the next.
        if driver.find("level").await.is_none() {
            driver.back().await;
        } else if name == "radio" {
            driver.tap(&id_of("radio on")).await;
        } else if node.flags.has(Flags::CHECKABLE) {
            driver.tap(&id).await;
        } else if actions.contains("2003d") {
            touch(&driver, node.bounds.left, node.bounds.center().1).await;
        }
        driver.settle().await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(start_paused = true)]
async fn holding_does_something_where_the_framework_has_an_action_for_it() {
    let driver = Driver::on(phone(API)).await;
    driver.start(PACKAGE, ".Main").await;
    driver.settle().await;
    for (name, actions, _) in doable(LEVEL) {
        let id = id_of(name);
        let before = driver.tree().await;
        let Some(node) = below(&before, &id, ".") else { continue };
        if node.class.ends_with("EditText") || node.class.ends_with("Spinner") {
            continue;
        }
        let (x, y) = driver.center(&id).await;
        driver.android.inject_motion(Motion::Down, x, y).await;
        driver.wait(700).await;
        let held = driver.text_of("touched").await == format!("held {id}");
        driver.android.inject_motion(Motion::Cancel, x, y).await;
        driver.settle().await;
        assert_eq!(held, actions.contains("longClick"), "{name}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_slider_has_the_range_of_the_frameworks() {
    let driver = Driver::on(phone(API)).await;
    driver.start(PACKAGE, ".Main").await;
    driver.settle().await;
    let picture = driver.android.screenshot().await;
    driver.wait(170).await;
    let later = driver.android.screenshot().await;
    for (name, actions, range) in doable(LEVEL) {
        let node = driver.find(&id_of(name)).await;
        let Some(node) = node.filter(|node| node.class.ends_with("Bar")) else { continue };
        if range.is_empty() {
            let turns = pixels(&picture, node.bounds) != pixels(&later, node.bounds);
            assert!(turns, "{name}: no range, but it stands still");
            continue;
        }
        let range: Vec<i32> = range.split(' ').filter_map(|part| part.parse().ok()).collect();
        let [_, least, most, now] = range[..] else { panic!("{name} has the range {range:?}") };
        // A slider leaves room for its thumb at both ends.
        let slider = node.class.ends_with("SeekBar");
        let track = Rect { left: node.bounds.left + if slider { 63 } else { 0 }, ..node.bounds };
        let track = Rect { right: node.bounds.right - if slider { 63 } else { 0 }, ..track };
        let at = |value: i32| track.left + track.width() * (value - least) / (most - least);
        let middle = node.bounds.center().1;
        let full = picture.pixel(at(least) + 10, middle);
        assert_eq!(picture.pixel(at(now - 4), middle), full, "{name} has come as far");
        assert_ne!(picture.pixel(at(now + 4), middle), full, "{name} has come no farther");

        if actions.contains("2003d") {
            for value in [least, most, now] {
                touch(&driver, at(value), middle).await;
                driver.settle().await;
                let level: f64 = driver.text_of("level").await.parse().unwrap();
                assert!((level - f64::from(value)).abs() < 1.0, "{name}: {level} is not {value}");
            }
            for beyond in [node.bounds.left + 1, node.bounds.right - 1] {
                touch(&driver, beyond, middle).await;
                driver.settle().await;
                let level: f64 = driver.text_of("level").await.parse().unwrap();
                assert!(f64::from(least) <= level && level <= f64::from(most), "{name}: {level}");
            }
            touch(&driver, at(now), middle).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_overflows_moves_forward_and_what_fits_does_not() {
    let driver = Driver::on(phone(API)).await;
    driver.start(PACKAGE, ".Scroll").await;
    driver.settle().await;
    for (id, moves) in [("fits", false), ("overflows", true)] {
        for (forward, moves) in [(false, false), (true, moves)] {
            let before = driver.tree().await;
            drag(&driver, driver.node(id).await.bounds, forward).await;
            driver.settle().await;
            let moved = driver.tree().await != before;
            assert_eq!(moved, moves, "{id}, forward: {forward}");
        }
    }
}

fn pixels(picture: &Frame, bounds: Rect) -> Vec<Option<Color>> {
    let across = |y| (bounds.left..bounds.right).map(move |x| picture.pixel(x, y));
    (bounds.top..bounds.bottom).flat_map(across).collect()
}

async fn touch(driver: &Driver, x: i32, y: i32) {
    let at = |place: i32| f32::from(i16::try_from(place).unwrap());
    driver.android.tap(at(x), at(y)).await;
}

/// From edge to edge, so slowly that nothing flies on.
async fn drag(driver: &Driver, bounds: Rect, forward: bool) {
    let at = |place: i32| f32::from(i16::try_from(place).unwrap());
    let (top, bottom) = (at(bounds.top + 5), at(bounds.bottom - 5));
    let (from, to) = if forward { (bottom, top) } else { (top, bottom) };
    let x = at(bounds.center().0);
    driver.android.inject_motion(Motion::Down, x, from).await;
    for step in 1..=10_u8 {
        driver.wait(16).await;
        driver
            .android
            .inject_motion(Motion::Move, x, from + (to - from) * f32::from(step) / 10.0)
            .await;
    }
    driver.wait(200).await;
    driver.android.inject_motion(Motion::Up, x, to).await;
}
