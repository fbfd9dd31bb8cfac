//! The permission controller's question, and what the answers come to.

use super::{driver::Driver, outline::outline, shell::Shell};
use crate::android::{Android, Api};

const TORTURE: &str = "com.example.torture";

async fn asked() -> Shell {
    let shell = Shell::started(TORTURE, ".NetworkActivity").await;
    shell.tap("Camera").await;
    shell.driver.settle().await;
    shell
}

#[tokio::test(start_paused = true)]
async fn is_a_window_of_the_permission_controller_over_the_app() {
    let shell = asked().await;
    let xml = shell.dump().await;
    assert!(xml.contains("package=\"com.android.permissioncontroller\""));
    insta::assert_snapshot!("permission", outline(&xml));
    let focus = shell.run("dumpsys window displays | grep mCurrentFocus").await;
    let activity = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
    assert!(
        focus.contains(&format!("u0 com.android.permissioncontroller/{activity}}}")),
        "{focus}"
    );
    let windows = shell.driver.android.windows();
    let below = windows.iter().find(|window| window.package == TORTURE);
    assert!(below.is_some(), "the app can still be seen");
}

#[tokio::test(start_paused = true)]
async fn while_using_the_app_grants_it() {
    let shell = asked().await;
    shell.tap("While using the app").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera granted");
    assert_eq!(shell.driver.front(), "com.example.torture/.NetworkActivity");
    let dump = shell.run("dumpsys package com.example.torture").await;
    assert!(dump.contains("android.permission.CAMERA: granted=true"), "{dump}");
    shell.tap("Camera").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera granted", "nobody is asked twice");
}

#[tokio::test(start_paused = true)]
async fn after_two_refusals_nobody_is_asked_any_more() {
    let shell = asked().await;
    shell.tap("Don’t allow").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera denied");
    shell.tap("Camera").await;
    assert!(shell.driver.find("permission_deny_and_dont_ask_again_button").await.is_some());
    shell.tap("Don’t allow").await;
    shell.tap("Camera").await;
    assert_eq!(shell.driver.front(), "com.example.torture/.NetworkActivity");
    shell.run("pm grant com.example.torture android.permission.CAMERA").await;
    shell.tap("Camera").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera granted");
}

#[tokio::test(start_paused = true)]
async fn back_leaves_it_unanswered_and_location_can_be_approximate() {
    let shell = asked().await;
    shell.run("input keyevent BACK").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera denied");
    let shell = Shell::started("com.example.form", ".MainActivity").await;
    shell.tap("Use my location").await;
    shell.tap("Approximate").await;
    assert!(shell.driver.is_checked("Approximate").await);
    shell.tap("While using the app").await;
    assert_eq!(shell.driver.text_of("place").await, "Location refused");
    let dump = shell.run("dumpsys package com.example.form").await;
    assert!(dump.contains("ACCESS_COARSE_LOCATION: granted=true"), "{dump}");
}

/// The user allows it once, and leaves the app.
async fn allowed_once() -> Shell {
    let shell = asked().await;
    shell.tap("Only this time").await;
    assert_eq!(shell.driver.text_of("answer").await, "Camera granted");
    shell.run("input keyevent HOME").await;
    shell
}

async fn granted(shell: &Shell) -> bool {
    let dump = shell.run("dumpsys package com.example.torture").await;
    dump.contains("android.permission.CAMERA: granted=true")
}

#[tokio::test(start_paused = true)]
async fn only_this_time_ends_a_minute_after_the_app_was_left() {
    let shell = allowed_once().await;
    shell.run("sleep 50").await;
    assert!(granted(&shell).await, "it may come back");
    shell.run("sleep 15").await;
    assert!(!granted(&shell).await);
    assert_eq!(shell.run("pidof com.example.torture; true").await, "", "its process ends with it");
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_in_time_keeps_what_was_allowed_once() {
    let shell = allowed_once().await;
    shell.run("sleep 50; am start -W -n com.example.torture/.NetworkActivity; sleep 50").await;
    assert!(granted(&shell).await);
}

#[tokio::test(start_paused = true)]
async fn android_9_asks_with_two_buttons_and_later_a_box() {
    let android = Android::builder().api(Api::Android9);
    let shell = Shell::beside(Driver::on(android).await);
    shell.driver.start(TORTURE, ".NetworkActivity").await;
    for round in 0..3 {
        shell.driver.settle().await;
        shell.tap("Camera").await;
        shell.driver.settle().await;
        let xml = shell.dump().await;
        let ids = "resource-id=\"com.android.packageinstaller:id/permission_allow_button\"";
        assert!(xml.contains(ids) && xml.contains("text=\"DENY\""), "{xml}");
        assert_eq!(xml.contains("id/do_not_ask_checkbox"), round > 0, "{xml}");
        if round == 2 {
            shell.tap("Don't ask again").await;
        }
        shell.tap("DENY").await;
    }
    shell.driver.settle().await;
    shell.tap("Camera").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.front(), "com.example.torture/.NetworkActivity");
}
