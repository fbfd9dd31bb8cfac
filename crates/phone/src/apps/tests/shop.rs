//! The demo shop.

use std::time::Duration;

use super::{driver::Driver, shell::Shell};
use crate::{
    android::{Buffer, Level, Motion, WindowKind},
    screen::Flags,
};

const SHOP: &str = "com.example.shop";

#[tokio::test(start_paused = true)]
async fn starts_from_its_icon_and_says_how_to_sign_in() {
    let driver = Driver::home().await;
    driver.tap("Shop").await;
    driver.settle().await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
    let hint = driver.text_of("demo_hint").await;
    assert!(hint.contains("demo@example.com") && hint.contains("secret123"), "{hint}");
}

#[tokio::test(start_paused = true)]
async fn says_what_is_wrong_with_the_sign_in() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.tap("sign_in").await;
    assert_eq!(driver.text_of("email_error").await, "Enter your email address");
    assert_eq!(driver.text_of("password_error").await, "Enter your password");

    driver.type_into("email", "demo.example.com").await;
    assert!(driver.find("email_error").await.is_none(), "typing takes the error away");
    driver.type_into("password", "wrong").await;
    driver.back().await;
    driver.tap("sign_in").await;
    assert_eq!(driver.text_of("email_error").await, "Enter a valid email address");

    driver.type_into("email", "").await;
    driver.key("MOVE_END").await;
    for _ in 0.."demo.example.com".len() {
        driver.key("DEL").await;
    }
    driver.android.type_text("demo@example.com").await.unwrap();
    driver.back().await;
    driver.tap("sign_in").await;
    assert_eq!(driver.text_of("password_error").await, "Wrong email or password");
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
}

#[tokio::test(start_paused = true)]
async fn loads_products_behind_a_spinner_after_sign_in() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.type_into("email", "demo@example.com").await;
    driver.key("ENTER").await;
    driver.android.type_text("secret123").await.unwrap();
    assert_eq!(driver.text_of("password").await, "•••••••••");
    driver.back().await;
    driver.tap("sign_in").await;
    assert_eq!(driver.front(), "com.example.shop/.ProductsActivity");
    let spinner = driver.node("loading").await;
    assert_eq!(spinner.class, "android.widget.ProgressBar");
    driver.wait(1100).await;
    assert!(driver.find("loading").await.is_some());
    driver.wait(150).await;
    assert!(driver.find("loading").await.is_none());
    assert_eq!(driver.node("products").await.class, "androidx.recyclerview.widget.RecyclerView");
    let log = driver.android.log_entries(&[Buffer::Main]);
    let line = log.iter().find(|entry| entry.message == "signed in as demo@example.com").unwrap();
    assert_eq!((line.tag.as_str(), line.level), ("Shop", Level::Info));
    let pid = driver.android.resumed_activity().unwrap().pid;
    assert_eq!(Some(line.pid), pid);
}

#[tokio::test(start_paused = true)]
async fn scrolling_reveals_rows_and_stops_at_the_end() {
    let driver = Driver::signed_in().await;
    assert!(driver.find("Walnut desk lamp").await.is_some());
    assert!(driver.find("Candle set").await.is_none(), "rows out of sight are not in the tree");
    assert!(driver.node("products").await.flags.has(Flags::SCROLLABLE));
    driver.drag_up(700.0).await;
    let after_one = driver.texts().await;
    assert!(!after_one.contains(&"Walnut desk lamp".to_owned()), "{after_one:?}");
    for _ in 0..8 {
        driver.android.swipe((540.0, 1900.0), (540.0, 500.0), Duration::from_millis(200)).await;
        driver.settle().await;
    }
    let last = driver.node("Candle set").await;
    let list = driver.node("products").await;
    assert!(last.bounds.bottom <= list.bounds.bottom);
    let at_the_end = driver.texts().await;
    driver.drag_up(700.0).await;
    assert_eq!(driver.texts().await, at_the_end, "there is nothing below the last row");
}

#[tokio::test(start_paused = true)]
async fn a_thrown_list_goes_on_and_counts_as_unrest() {
    let driver = Driver::signed_in().await;
    driver.android.swipe((540.0, 1900.0), (540.0, 1500.0), Duration::from_millis(100)).await;
    let at_release = driver.texts().await;
    driver.wait(100).await;
    assert_ne!(driver.texts().await, at_release);
    assert!(driver.android.quiet_for() < Duration::from_millis(50));
    assert!(driver.settle().await);
}

#[tokio::test(start_paused = true)]
async fn a_row_opens_its_own_details_and_back_returns() {
    let driver = Driver::signed_in().await;
    driver.tap("Ceramic mug").await;
    driver.settle().await;
    assert_eq!(driver.front(), "com.example.shop/.DetailActivity");
    assert_eq!(driver.text_of("title").await, "Ceramic mug");
    assert_eq!(driver.text_of("price").await, "€14.50");
    driver.back().await;
    assert_eq!(driver.front(), "com.example.shop/.ProductsActivity");
    driver.tap("Linen armchair").await;
    assert_eq!(driver.text_of("title").await, "Linen armchair");
    driver.tap("Navigate up").await;
    assert_eq!(driver.front(), "com.example.shop/.ProductsActivity");
    driver.back().await;
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
}

#[tokio::test(start_paused = true)]
async fn its_icon_brings_back_what_was_open_after_the_sign_in_has_finished() {
    let launch = "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n com.example.shop/.MainActivity";
    let shell = Shell::home().await;
    shell.run(launch).await;
    let driver = &shell.driver;
    driver.settle().await;
    driver.sign_in().await;
    driver.tap("Ceramic mug").await;
    driver.settle().await;
    let again = ["", "monkey -p com.example.shop 1", launch, &format!("{launch} -f 0x10200000")];
    for again in again {
        driver.android.go_home();
        driver.settle().await;
        if again.is_empty() {
            driver.tap("Shop").await;
        } else {
            let said = shell.run(&format!("{again} 2>&1")).await;
            let warning = "Activity not started, its current task has been brought to the front";
            assert_eq!(said.contains(warning), again.starts_with("am"), "{said}");
        }
        driver.settle().await;
        assert_eq!(driver.front(), "com.example.shop/.DetailActivity", "{again}");
        let tasks = driver.android.tasks();
        assert_eq!(tasks.last().unwrap().activities.len(), 2, "{again}");
    }
    let recents = shell.run("dumpsys activity recents").await;
    for line in [
        "    intent={act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] flg=0x10000000 cmp=com.example.shop/.MainActivity}\n",
        "    mActivityComponent=com.example.shop/.MainActivity\n",
    ] {
        assert!(recents.contains(line), "{line} in {recents}");
    }
    // Another intent for the same activity is a new instance, as is one that clears.
    shell.run("am start -n com.example.shop/.MainActivity").await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
    driver.back().await;
    shell.run(&format!("{launch} --activity-clear-top")).await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
    shell.run(&format!("{launch} --activity-clear-task")).await;
    assert_eq!(driver.android.tasks().last().unwrap().activities.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_launcher_start_of_another_activity_only_brings_the_task_to_the_front() {
    let shell = Shell::home().await;
    shell.run("am start -n com.example.torture/.CrashActivity").await;
    shell.run("input keyevent HOME").await;
    let launch = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";
    let other = "com.example.torture/.MainActivity";
    shell.run(&format!("am start {launch} -n {other} -f 0x10200000 2>/dev/null")).await;
    assert_eq!(shell.driver.front(), "com.example.torture/.CrashActivity");
    shell.run("input keyevent HOME").await;
    shell.run(&format!("am start {launch} -n {other}")).await;
    assert_eq!(shell.driver.front(), other);
}

#[tokio::test(start_paused = true)]
async fn switch_and_slider_change_what_is_shown() {
    let driver = Driver::signed_in().await;
    driver.tap("Ceramic mug").await;
    assert!(!driver.is_checked("notify").await);
    assert_eq!(driver.text_of("notify_state").await, "Notifications off");
    driver.tap("notify").await;
    assert!(driver.is_checked("notify").await);
    assert_eq!(driver.text_of("notify_state").await, "Notifications on");

    assert_eq!(driver.text_of("quantity_label").await, "Quantity: 1");
    let slider = driver.node("quantity").await;
    assert_eq!(slider.class, "android.widget.SeekBar");
    assert!(!slider.flags.has(Flags::CLICKABLE));
    let (_, y) = driver.center("quantity").await;
    driver.android.swipe((140.0, y), (1070.0, y), Duration::from_millis(300)).await;
    assert_eq!(driver.text_of("quantity_label").await, "Quantity: 10");
    let (x, y) = driver.center("quantity").await;
    driver.android.tap(x, y).await;
    assert_eq!(driver.text_of("quantity_label").await, "Quantity: 6");
}

#[tokio::test(start_paused = true)]
async fn the_dialog_takes_the_focus_and_back_or_a_touch_beside_it_closes_it() {
    let driver = Driver::signed_in().await;
    driver.tap("Ceramic mug").await;
    let under_the_dialog = driver.center("notify").await;
    for close in ["back", "beside", "Cancel"] {
        driver.tap("add_to_cart").await;
        let window = driver.android.focused_window().unwrap();
        assert_eq!(window.kind, WindowKind::Dialog);
        assert_eq!(driver.text_of("alertTitle").await, "Add to cart?");
        assert_eq!(driver.text_of("message").await, "1 × Ceramic mug for €14.50");
        assert!(driver.find("notify").await.is_none(), "only the dialog is in the tree");
        match close {
            "back" => driver.back().await,
            "beside" => driver.android.tap(540.0, 200.0).await,
            button => driver.tap(button).await,
        }
        assert_eq!(driver.android.focused_window().unwrap().kind, WindowKind::Activity, "{close}");
        assert_eq!(driver.front(), "com.example.shop/.DetailActivity", "{close}");
    }
    // What the dialog covers is out of reach, also where the dialog lets it show.
    driver.tap("add_to_cart").await;
    driver.android.tap(under_the_dialog.0, under_the_dialog.1).await;
    driver.tap("button1").await;
    assert!(!driver.is_checked("notify").await);
    assert_eq!(driver.text_of("cart").await, "In your cart: 1");
    assert_eq!(driver.android.toast().as_deref(), Some("Added to your cart"));
}

#[tokio::test(start_paused = true)]
async fn the_keyboard_comes_with_the_focus_shrinks_the_app_and_leaves_with_back() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    assert!(!driver.android.ime().shown);
    let before = driver.node("sign_in_form").await.bounds;
    driver.tap("email").await;
    driver.settle().await;
    assert!(driver.android.ime().shown);
    assert!(driver.node("email").await.flags.has(Flags::FOCUSED));
    let keyboard = driver.android.windows().into_iter().find(|w| w.kind == WindowKind::Keyboard);
    let keyboard = keyboard.unwrap().frame;
    assert_eq!(driver.node("sign_in_form").await.bounds.bottom, keyboard.top);

    // The keys on the screen type; what lies below them is not touched.
    let (x, y) = (keyboard.left + 54, keyboard.top + keyboard.height() * 3 / 10);
    driver
        .android
        .tap(f32::from(i16::try_from(x).unwrap()), f32::from(i16::try_from(y).unwrap()))
        .await;
    assert_eq!(driver.text_of("email").await, "q");

    driver.back().await;
    driver.settle().await;
    assert!(!driver.android.ime().shown);
    assert_eq!(driver.front(), "com.example.shop/.MainActivity", "Back only hid the keyboard");
    assert_eq!(driver.node("sign_in_form").await.bounds, before);
}

#[tokio::test(start_paused = true)]
async fn an_empty_field_reports_its_hint_as_text() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    let email = driver.node("email").await;
    assert_eq!((email.text.as_str(), email.hint.as_str()), ("Email", "Email"));
    assert!(driver.node("password").await.flags.has(Flags::PASSWORD));
}

#[tokio::test(start_paused = true)]
async fn remembers_the_email_beyond_the_process_until_its_data_is_cleared() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.type_into("email", "demo@example.com").await;
    driver.type_into("password", "secret123").await;
    driver.tap("remember_me").await;
    assert!(driver.is_checked("remember_me").await);
    driver.tap("sign_in").await;
    driver.android.force_stop(SHOP);
    driver.start(SHOP, ".MainActivity").await;
    assert_eq!(driver.text_of("email").await, "demo@example.com");
    assert_eq!(driver.text_of("password").await, "Password");
    assert!(driver.android.clear_data(SHOP));
    driver.start(SHOP, ".MainActivity").await;
    assert_eq!(driver.text_of("email").await, "Email");
}

#[tokio::test(start_paused = true)]
async fn settings_change_the_list_and_signing_out_clears_the_way_back() {
    let driver = Driver::signed_in().await;
    driver.tap("Settings").await;
    driver.tap("US dollar").await;
    assert!(driver.is_checked("US dollar").await && !driver.is_checked("Euro").await);
    driver.back().await;
    assert!(driver.find("$14.50").await.is_some());
    driver.tap("Settings").await;
    driver.tap("sign_out").await;
    driver.settle().await;
    assert_eq!(driver.front(), "com.example.shop/.MainActivity");
    driver.back().await;
    assert_eq!(driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
}

#[tokio::test(start_paused = true)]
async fn a_finger_that_leaves_the_button_clicks_nothing() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    let (x, y) = driver.center("sign_in").await;
    driver.android.inject_motion(Motion::Down, x, y).await;
    driver.android.inject_motion(Motion::Move, x + 400.0, y).await;
    driver.android.inject_motion(Motion::Up, x + 400.0, y).await;
    assert!(driver.find("email_error").await.is_none());
    driver.android.inject_motion(Motion::Down, x, y).await;
    driver.android.inject_motion(Motion::Cancel, x, y).await;
    assert!(driver.find("email_error").await.is_none());
}

#[tokio::test(start_paused = true)]
async fn select_all_cut_and_paste_go_through_the_clipboard() {
    use crate::android::{KeyEvent, Meta};
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.type_into("email", "someone").await;
    let ctrl = |code| KeyEvent { code, meta: Meta::CTRL, long_press: false };
    driver.android.inject_key(ctrl(29)).await;
    driver.android.inject_key(ctrl(52)).await;
    assert_eq!(driver.android.clipboard(), "someone");
    assert_eq!(driver.text_of("email").await, "Email");
    driver.android.set_clipboard("pasted");
    driver.key("PASTE").await;
    assert_eq!(driver.text_of("email").await, "pasted");
}

#[tokio::test(start_paused = true)]
async fn the_sign_in_screen_as_uiautomator_dumps_it() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    let xml = driver.android.dump(false).await.unwrap();
    // One node a line, for the reader; the dump itself is one line.
    assert!(!xml.contains('\n'));
    insta::assert_snapshot!(xml.replace("><", ">\n<"));
}

#[tokio::test(start_paused = true)]
async fn a_screenshot_shows_what_the_tree_says() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    let frame = driver.android.screenshot().await;
    let mut reader = png::Decoder::new(std::io::Cursor::new(frame.png())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!((reader.info().width, reader.info().height), (1080, 2400));
    assert_eq!(pixels, frame.rgba);
    let button = driver.node("sign_in").await.bounds;
    let inside = frame.pixel(button.left + 40, button.center().1).unwrap();
    assert_eq!(inside, crate::screen::Theme::PRIMARY);
    let beside = frame.pixel(button.right + 40, button.center().1).unwrap();
    assert_eq!(beside, crate::screen::Theme::SURFACE);
    // A disabled phone screen is black.
    driver.key("SLEEP").await;
    assert_eq!(driver.android.screenshot().await.pixel(540, 1200), Some(crate::screen::BLACK));
    assert!(driver.android.dump(false).await.is_none());
}

#[tokio::test(start_paused = true)]
async fn lays_itself_out_anew_when_turned_or_resized() {
    use crate::{
        android::{Namespace, Rotation},
        screen::Size,
    };
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.android.set_rotation(Rotation::Landscape);
    driver.settle().await;
    assert_eq!(driver.tree().await.nodes[0].bounds.size(), Size::new(2400, 1080));
    assert!(driver.android.dump(false).await.unwrap().contains("<hierarchy rotation=\"1\">"));
    driver.android.put_setting(Namespace::System, "screen_brightness", "7");
    assert_eq!(driver.android.display().rotation, Rotation::Landscape, "other settings leave it");
    driver.android.put_setting(Namespace::System, "user_rotation", "0");
    let height = driver.node("welcome").await.bounds.height();
    driver.android.put_setting(Namespace::System, "font_scale", "1.3");
    driver.settle().await;
    assert!(driver.node("welcome").await.bounds.height() > height);
    assert!(driver.android.set_size_override(Some(Size::new(720, 1600))));
    driver.settle().await;
    assert_eq!(driver.tree().await.nodes[0].bounds.size(), Size::new(720, 1600));
    assert_eq!(driver.android.screenshot().await.width, 720);
    assert!(!driver.android.set_size_override(Some(Size::new(0, 5))));
}

#[tokio::test(start_paused = true)]
async fn a_field_that_the_keyboard_would_cover_is_scrolled_above_it() {
    let driver = Driver::started(SHOP, ".MainActivity").await;
    driver.android.set_rotation(crate::android::Rotation::Landscape);
    driver.settle().await;
    let before = driver.node("password").await.bounds;
    driver.tap("password").await;
    driver.settle().await;
    let keyboard = driver.android.windows().into_iter().find(|w| w.kind == WindowKind::Keyboard);
    let keyboard = keyboard.unwrap().frame;
    let after = driver.node("password").await.bounds;
    assert!(before.bottom > keyboard.top && after.bottom <= keyboard.top);
    assert_eq!(after.height(), before.height(), "all of it can be seen");
    driver.android.type_text("x").await.unwrap();
    assert_eq!(driver.text_of("password").await, "•");
}
