//! Scripts with `input` on the sign-in screen of the shop.

use crate::userland::system::on_phone::OnPhone;

async fn center(phone: &OnPhone, name: &str) -> String {
    let (x, y) = phone.driver.node(name).await.bounds.center();
    format!("{x} {y}")
}

#[tokio::test(start_paused = true)]
async fn tap_and_text() {
    let phone = OnPhone::shop().await;
    let at = center(&phone, "email").await;
    phone.check(&format!("input tap {at}; input text 'a%sb%%s%d' ignored"), "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "a b% %d");
    assert!(phone.driver.android.ime().shown);
    phone.check("input text ''; input text -- ; input text \"$(printf 'x\\ty')\"", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "a b% %d--x");
}

#[tokio::test(start_paused = true)]
async fn every_printable_character_is_typed_as_it_is() {
    let phone = OnPhone::shop().await;
    phone.driver.tap("email").await;
    let all: String = (' '..='~').collect();
    let quoted = all.replace('\'', "'\\''");
    phone.check(&format!("input text '{quoted}'"), "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, all);
}

#[tokio::test(start_paused = true)]
async fn characters_without_a_key_type_nothing() {
    let phone = OnPhone::shop().await;
    phone.driver.tap("email").await;
    let text = "java.lang.NullPointerException: Attempt to get length of null array";
    for word in ["abc\u{fc}", "\u{1f642}", "\"$(printf '\\377')\""] {
        phone.check_thrown(&format!("input text {word}"), "text", text).await;
    }
    phone.check_thrown("input keyboard text \u{fc}", "keyboard", text).await;
    phone.check("input text x", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "x");
}

#[tokio::test(start_paused = true)]
async fn keys_by_number_and_name() {
    let phone = OnPhone::shop().await;
    phone.driver.tap("email").await;
    phone.check("input keyevent 29 KEYCODE_B C; input keyevent 67", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "ab");
    phone.check("input keyevent --longpress 31; input keyevent --doubletap 32 33", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "abcdd");
    // Options after the first key, small letters and numbers beyond the last key are no keys.
    phone
        .check("input keyevent 29 --meta ctrl_on; input keyevent keycode_b 5000 -1", "", "", 0)
        .await;
    assert_eq!(phone.driver.text_of("email").await, "abcdda");
    phone.check("input keyevent KEYCODE_BACK; input keyevent 3", "", "", 0).await;
    assert!(phone.driver.front().starts_with("com.android.launcher3/"));
}

#[tokio::test(start_paused = true)]
async fn keys_together() {
    let phone = OnPhone::shop().await;
    phone.driver.tap("email").await;
    phone.check("input text old; input keycombination 113 29; input text new", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "new");
    phone.check("input keycombination -t 100 SHIFT_LEFT KEYCODE_X", "", "", 0).await;
    assert_eq!(phone.driver.text_of("email").await, "newX");
    let thrown = "java.lang.IllegalArgumentException: ";
    for (script, text) in [
        ("input keycombination 113", "keycombination requires at least 2 keycodes"),
        ("input keycombination 113 FOO", "Unknown keycode: FOO"),
        ("input keycombination", "Argument expected after \"keycombination\""),
        (
            "input keycombination -t x 113 29",
            "Error: Invalid arguments for command: keycombination",
        ),
    ] {
        phone.check_thrown(script, "keycombination", &format!("{thrown}{text}")).await;
    }
}

#[tokio::test(start_paused = true)]
async fn bad_arguments_throw() {
    let phone = OnPhone::shop().await;
    let thrown = "java.lang.IllegalArgumentException: ";
    for (script, command, text) in [
        ("input text", "text", "Argument expected after \"text\""),
        ("input keyevent", "keyevent", "Argument expected after \"keyevent\""),
        ("input tap 5", "tap", "Argument expected after \"5\""),
        ("input tap a 5", "tap", "Error: Invalid arguments for command: tap"),
        ("input tap nan inf", "tap", "Error: Invalid arguments for command: tap"),
        ("input swipe 1 2 3 4 5.5", "swipe", "Error: Invalid arguments for command: swipe"),
        ("input motionevent HOVER 1 2", "motionevent", "Unknown motionevent HOVER"),
        ("input touchscreen", "touchscreen", "Argument expected after \"touchscreen\""),
        ("input -d x tap 1 2", "-d", "Error: Invalid arguments for display ID."),
    ] {
        phone.check_thrown(script, command, &format!("{thrown}{text}")).await;
    }
}

#[tokio::test(start_paused = true)]
async fn unknown_words_are_answered_with_success() {
    let phone = OnPhone::home().await;
    phone.check("input frobnicate", "Unknown command: frobnicate\n", "", 0).await;
    let usage = phone.out("input").await;
    assert!(usage.starts_with("Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n"));
    assert!(usage.contains("\n      rotaryencoder\n"));
}

#[tokio::test(start_paused = true)]
async fn sources_and_displays() {
    let phone = OnPhone::shop().await;
    let at = center(&phone, "remember_me").await;
    let before = phone.driver.is_checked("remember_me").await;
    let lost =
        format!("input -d 1 tap {at}; input keyboard tap {at}; input joystick swipe {at} {at}");
    phone.check(&lost, "", "", 0).await;
    assert_eq!(phone.driver.is_checked("remember_me").await, before);
    phone.check(&format!("input touchscreen -d 0 tap {at}"), "", "", 0).await;
    assert_eq!(phone.driver.is_checked("remember_me").await, !before);
    phone.check(&format!("input mouse -d -1 tap {at}"), "", "", 0).await;
    assert_eq!(phone.driver.is_checked("remember_me").await, before);
    phone.check("input -d 1 text x; input -d 1 keyevent 3", "", "", 0).await;
    assert_eq!(phone.driver.front(), "com.example.shop/.MainActivity");
}

#[tokio::test(start_paused = true)]
async fn a_swipe_takes_its_time() {
    let phone = OnPhone::with(crate::apps::tests::driver::Driver::signed_in().await);
    let first = phone.driver.node("product_row").await;
    let took = async |script: &str| {
        let before = tokio::time::Instant::now();
        phone.check(script, "", "", 0).await;
        before.elapsed().as_millis()
    };
    assert_eq!(took("input swipe 540 1800 540 900 1000").await, 1000);
    phone.driver.settle().await;
    assert_ne!(phone.driver.node("product_row").await, first);
    assert_eq!(took("input swipe 540 900 540.5 1800").await, 300);
    assert_eq!(took("input swipe 540 900 540 1800 -5").await, 300);
    assert_eq!(took("input draganddrop 540 1800 540 900 1000").await, 1000);
    // The hold alone is longer than this.
    assert_eq!(took("input draganddrop 540 1800 540 900 100").await, 400);
}

#[tokio::test(start_paused = true)]
async fn a_gesture_in_pieces() {
    let phone = OnPhone::shop().await;
    let at = center(&phone, "remember_me").await;
    let before = phone.driver.is_checked("remember_me").await;
    phone
        .check(&format!("input motionevent DOWN {at}; input motionevent up {at}"), "", "", 0)
        .await;
    assert_eq!(phone.driver.is_checked("remember_me").await, !before);
    phone.check(&format!("input motionevent DOWN {at}; input motionevent CANCEL"), "", "", 0).await;
    assert_eq!(phone.driver.is_checked("remember_me").await, !before);
}
