//! Every control in the words of every toolkit.

use super::{driver::Driver, outline::outline};
use crate::{
    android::Android,
    screen::{Flags, Size},
};

const TORTURE: &str = "com.example.torture";

/// A display so high that nothing scrolls.
async fn shown(class: &str) -> Driver {
    let time = "2026-11-15T10:15:00Z".parse().unwrap();
    let tall = Size::new(1080, 5600);
    let driver = Driver { android: Android::builder().size(tall, 420).wall_clock(time).start() };
    driver.settle().await;
    driver.start(TORTURE, class).await;
    driver.settle().await;
    driver
}

async fn check(name: &str, class: &str) {
    let driver = shown(class).await;
    insta::assert_snapshot!(name, outline(&driver.android.dump(false).await.unwrap()));
}

#[tokio::test(start_paused = true)]
async fn controls_in_every_style() {
    check("controls_framework", ".ControlsActivity").await;
    check("controls_compose", ".ComposeControlsActivity").await;
    check("controls_react_native", ".ReactNativeControlsActivity").await;
    check("controls_flutter", ".FlutterControlsActivity").await;
}

#[tokio::test(start_paused = true)]
async fn tabs_in_every_style() {
    check("tabs_framework", ".TabsActivity").await;
    check("tabs_compose", ".ComposeTabsActivity").await;
    check("tabs_react_native", ".ReactNativeTabsActivity").await;
    check("tabs_flutter", ".FlutterTabsActivity").await;
}

#[tokio::test(start_paused = true)]
async fn a_web_page() {
    check("web", ".WebActivity").await;
}

#[tokio::test(start_paused = true)]
async fn the_same_touches_do_the_same_in_every_style() {
    for (style, row) in
        [("", "Left"), ("Compose", "Left"), ("ReactNative", "Left"), ("Flutter", "Left\nRight")]
    {
        let driver = shown(&format!(".{style}ControlsActivity")).await;
        let said = async |wanted: &str| {
            let text = format!("Said: {wanted}");
            assert!(driver.find(&text).await.is_some(), "{style}: no {text:?}");
        };
        driver.tap("Do it").await;
        said("done").await;
        driver.tap("Like").await;
        said("liked").await;
        driver.tap(row).await;
        said("row").await;
        driver.tap(class("CheckBox")).await;
        assert!(driver.is_checked(class("CheckBox")).await, "{style}");
        driver.type_into(class("EditText"), "Hello").await;
        assert_eq!(driver.text_of(class("EditText")).await, "Hello", "{style}");
        driver.back().await;
        let bounds = driver.node(class("SeekBar")).await.bounds;
        let (x, y) = (bounds.right - bounds.width() / 4, bounds.center().1);
        #[expect(clippy::cast_precision_loss, reason = "a place on the screen")]
        driver.android.tap(x as f32, y as f32).await;
        assert!(driver.node("level").await.flags.has(Flags::FOCUSABLE));
    }
}

fn class(name: &str) -> &'static str {
    match name {
        "CheckBox" => "android.widget.CheckBox",
        "EditText" => "android.widget.EditText",
        _ => "android.widget.SeekBar",
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropdown_opens_a_menu_and_takes_the_choice() {
    for (style, shown_as) in [("", "Pick one"), ("Compose", "Pick one"), ("Flutter", "Pick one")] {
        let driver = shown(&format!(".{style}ControlsActivity")).await;
        driver.tap(shown_as).await;
        driver.settle().await;
        assert!(driver.find("Three").await.is_some(), "{style}");
        driver.tap("Three").await;
        assert!(driver.find("One").await.is_none(), "{style}: the menu is closed");
        assert!(driver.find("Three").await.is_some(), "{style}: and the choice stands there");
        driver.tap("Three").await;
        driver.back().await;
        assert!(driver.find("One").await.is_none(), "{style}: Back closes it");
    }
    let driver = shown(".ControlsActivity").await;
    driver.tap("Pick one").await;
    insta::assert_snapshot!("menu", outline(&driver.android.dump(false).await.unwrap()));
    let window = driver.android.focused_window().unwrap();
    assert!(window.title.starts_with("PopupWindow:"), "{}", window.title);
    driver.android.tap(20.0, 2000.0).await;
    assert!(driver.find("One").await.is_none(), "a touch beside it closes it");
}

#[tokio::test(start_paused = true)]
async fn a_date_is_picked_from_a_calendar() {
    let driver = shown(".ControlsActivity").await;
    driver.tap("Day").await;
    driver.settle().await;
    assert_eq!(driver.text_of("date_picker_header_date").await, "Sun, Nov 15");
    driver.tap("Next month").await;
    driver.tap("24 December 2026").await;
    assert_eq!(driver.text_of("date_picker_header_date").await, "Thu, Dec 24");
    driver.tap("button1").await;
    assert_eq!(driver.text_of("day").await, "2026-12-24");
    driver.tap("day").await;
    driver.tap("01 December 2026").await;
    driver.tap("Cancel").await;
    assert_eq!(driver.text_of("day").await, "2026-12-24", "nothing was chosen");
}

/// Flutter has one window: what lies below a dialog is not told, and a touch beside it hits the scrim.
#[tokio::test(start_paused = true)]
async fn flutter_draws_its_dialogs_into_the_screen() {
    let driver = shown(".FlutterControlsActivity").await;
    driver.tap("day").await;
    driver.settle().await;
    assert_eq!(driver.android.windows().iter().filter(|each| each.package == TORTURE).count(), 1);
    assert!(driver.find("Controls").await.is_none());
    assert!(driver.find("OK").await.is_some());
    driver.android.tap(20.0, 300.0).await;
    assert!(driver.find("Scrim").await.is_none());
    assert!(driver.find("Controls").await.is_some());
}
