//! The settings clone changes the phone's own settings, and shows what others change.

use super::shell::Shell;

#[tokio::test(start_paused = true)]
async fn switches_are_the_phones_settings() {
    let shell = Shell::home().await;
    shell.run("am start -a android.settings.SETTINGS").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.front(), "com.android.settings/.Settings");
    shell.tap("Network &amp; internet").await;
    assert!(shell.driver.is_checked("Wi-Fi").await);
    shell.tap("Wi-Fi").await;
    shell.tap("Mobile data").await;
    assert_eq!(shell.run("settings get global wifi_on").await, "0\n");
    assert!(shell.driver.find("Not connected").await.is_some());
    shell.run("settings put global wifi_on 1").await;
    assert!(shell.driver.is_checked("Wi-Fi").await, "it shows what others changed");
    assert!(shell.driver.find("Connected").await.is_some());
}

#[tokio::test(start_paused = true)]
async fn search_narrows_and_font_size_takes_effect() {
    let shell = Shell::started("com.android.settings", ".Settings").await;
    shell.tap("Search settings").await;
    shell.run("input text disp").await;
    assert!(shell.driver.find("Battery").await.is_none());
    shell.tap("Display").await;
    let before = shell.driver.node("Font size").await.bounds.height();
    shell.tap("1.0").await;
    let parent = shell.run("dumpsys window windows | grep -o 'mParentWindow=.*'").await;
    let end = " u0 com.android.settings/com.android.settings.SubSettings} mLayoutAttached=true\n";
    assert!(parent.ends_with(end), "{parent}");
    shell.tap("1.3").await;
    shell.driver.settle().await;
    assert_eq!(shell.run("settings get system font_scale").await, "1.3\n");
    assert!(shell.driver.node("Font size").await.bounds.height() > before);
}

#[tokio::test(start_paused = true)]
async fn is_part_of_the_system() {
    let shell = Shell::home().await;
    let listed = shell.run("pm list packages -s -U com.android.settings").await;
    assert!(listed.contains("package:com.android.settings uid:1000"), "{listed}");
}

/// How light the picture is, 0 to 255.
async fn lightness(shell: &Shell) -> u64 {
    let picture = shell.driver.android.screenshot().await;
    let sum: u64 = picture.rgba.chunks_exact(4).map(|pixel| u64::from(pixel[1])).sum();
    sum / (picture.rgba.len() as u64 / 4)
}

#[tokio::test(start_paused = true)]
async fn night_mode_is_seen_and_darkens_the_screen() {
    let shell = Shell::started("com.android.settings", ".Settings").await;
    shell.tap("Display").await;
    assert!(shell.driver.is_checked("Light").await);
    assert!(lightness(&shell).await > 128);
    assert_eq!(shell.run("cmd uimode night yes").await, "Night mode: yes\n");
    shell.driver.settle().await;
    assert!(shell.driver.is_checked("Dark").await && !shell.driver.is_checked("Light").await);
    assert!(lightness(&shell).await < 128);
    let computed = shell.run("dumpsys uimode | grep -o 'mComputedNightMode=[a-z]*'").await;
    assert_eq!(computed, "mComputedNightMode=true\n");
    shell.tap("Light").await;
    assert_eq!(shell.run("cmd uimode night").await, "Night mode: no\n");
}

#[tokio::test(start_paused = true)]
async fn actions_of_apps_open_their_pages() {
    let shell = Shell::home().await;
    for (action, class, title) in [
        ("WIFI_SETTINGS", ".Settings$WifiSettingsActivity", "Internet"),
        ("LOCATION_SOURCE_SETTINGS", ".Settings$LocationSettingsActivity", "Location"),
        (
            "APPLICATION_DEVELOPMENT_SETTINGS",
            ".Settings$DevelopmentSettingsDashboardActivity",
            "Developer options",
        ),
        (
            "action.MANAGE_OVERLAY_PERMISSION -d package:com.example.shop",
            ".Settings$OverlaySettingsActivity",
            "Display over other apps",
        ),
        (
            "APP_NOTIFICATION_SETTINGS --es android.provider.extra.APP_PACKAGE com.example.shop",
            ".Settings$AppNotificationSettingsActivity",
            "All Shop notifications",
        ),
    ] {
        shell.run(&format!("am start -W -a android.settings.{action}")).await;
        assert_eq!(shell.driver.front(), format!("com.android.settings/{class}"));
        assert!(shell.driver.find(title).await.is_some(), "{action}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_page_of_an_app_changes_what_the_phone_knows_of_it() {
    let shell = Shell::started("com.example.torture", ".NetworkActivity").await;
    let details = "am start -W -a android.settings.APPLICATION_DETAILS_SETTINGS -d package:com.example.torture";
    shell.run(details).await;
    assert_eq!(shell.driver.front(), "com.android.settings/.applications.InstalledAppDetails");
    assert!(shell.driver.find("No permissions granted").await.is_some());
    shell.tap("Permissions").await;
    shell.tap("Camera").await;
    assert!(shell.driver.is_checked("Camera").await);
    let granted = "dumpsys package com.example.torture | grep -o 'CAMERA: granted=[a-z]*'";
    assert_eq!(shell.run(granted).await, "CAMERA: granted=true\n");
    shell.run("input keyevent BACK").await;
    assert!(shell.driver.find("Camera").await.is_some());
    shell.tap("Force stop").await;
    assert_eq!(shell.run("pidof com.example.torture; true").await, "");
    shell.tap("Uninstall").await;
    shell.run("input keyevent BACK").await;
    shell.tap("Uninstall").await;
    shell.tap("OK").await;
    assert_eq!(shell.run("pm list packages com.example.torture").await, "");
    shell.driver.settle().await;
    assert!(!shell.driver.front().contains("InstalledAppDetails"), "{}", shell.driver.front());
}
