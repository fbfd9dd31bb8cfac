//! Apps that crash or hang: the system's dialogs and its lines in the log.

use super::{outline::outline, shell::Shell};

const TORTURE: &str = "com.example.torture";

#[tokio::test(start_paused = true)]
async fn the_second_crash_in_a_row_is_shown() {
    let shell = Shell::started(TORTURE, ".CrashActivity").await;
    shell.tap("Crash").await;
    assert_eq!(shell.driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    assert!(shell.driver.find("alertTitle").await.is_none(), "the first is not");
    shell.run("am start -n com.example.torture/.CrashActivity").await;
    shell.tap("Crash").await;
    let xml = shell.dump().await;
    assert!(xml.contains("package=\"android\""));
    insta::assert_snapshot!("crash", outline(&xml));
    let focus = shell.run("dumpsys window displays | grep mCurrentFocus").await;
    assert!(focus.contains("u0 Application Error: com.example.torture}"), "{focus}");
    let log =
        shell.run("logcat -d -b all -v brief -s ActivityManager am_crash AndroidRuntime").await;
    for line in [
        "FATAL EXCEPTION: main",
        "java.lang.IllegalStateException: on request",
        "\tat com.example.torture.CrashActivity.onClick(CrashActivity.java:42)",
        "\tat android.app.ActivityThread.main(ActivityThread.java:8177)",
        "Process com.example.torture has crashed too many times, killing!",
        "Showing crash dialog for package com.example.torture u0",
        ",java.lang.IllegalStateException,on request,CrashActivity.java,42]",
    ] {
        assert!(log.contains(line), "{line} in {log}");
    }
    shell.run("input keyevent BACK").await;
    assert!(shell.driver.find("aerr_close").await.is_some(), "Back does not close it");
    shell.tap("Close app").await;
    assert!(shell.driver.find("aerr_close").await.is_none());
    assert_eq!(shell.driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
}

#[tokio::test(start_paused = true)]
async fn settings_may_show_the_first_crash_or_none() {
    let shell = Shell::home().await;
    shell.run("settings put global show_first_crash_dialog 1").await;
    shell.run("am start -n com.example.torture/.CrashActivity").await;
    shell.tap("Crash").await;
    assert_eq!(shell.driver.text_of("alertTitle").await, "Torture has stopped");
    shell.tap("App info").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.text_of("entity_header_title").await, "Torture");
    shell.run("settings put global hide_error_dialogs 1").await;
    shell.driver.wait(130_000).await;
    shell.run("am start -n com.example.torture/.CrashActivity").await;
    shell.tap("Crash").await;
    assert!(shell.driver.find("alertTitle").await.is_none());
}

#[tokio::test(start_paused = true)]
async fn an_event_that_is_not_taken_makes_an_anr() {
    let shell = Shell::started(TORTURE, ".CrashActivity").await;
    shell.tap("Hang").await;
    assert_eq!(shell.driver.android.focused_window().unwrap().package, TORTURE);
    let pid = shell.run("pidof com.example.torture").await;
    let pid = pid.trim();
    shell.run("input tap 540 1200").await;
    let xml = shell.dump().await;
    insta::assert_snapshot!("anr", outline(&xml));
    // What the app showed last is still there, below the dialog.
    let picture = shell.driver.android.screenshot().await;
    let dark = |pixel: &&[u8]| pixel[..3] == [0, 0, 0];
    let black = picture.rgba.chunks_exact(4).filter(dark).count();
    assert!(black < picture.rgba.len() / 8, "{black} black pixels");
    let focus = shell.run("dumpsys window displays | grep mCurrentFocus").await;
    assert!(focus.contains("u0 Application Not Responding: com.example.torture}"), "{focus}");
    let window = shell.run("dumpsys window windows | grep -A9 'Not Responding: com.ex.*}:'").await;
    for part in [" appop=SYSTEM_ALERT_WINDOW\n", " ty=SYSTEM_ALERT ", "SYSTEM_ERROR "] {
        assert!(window.contains(part), "{part} in {window}");
    }
    let log = shell.run("logcat -d -b system,events -v brief").await;
    for line in [
        "): ANR in com.example.torture (com.example.torture/.CrashActivity)".to_owned(),
        format!("): PID: {pid}"),
        "): Reason: Input dispatching timed out (".to_owned(),
        "com.example.torture.CrashActivity (server) is not responding. Waited 5000ms for MotionEvent)"
            .to_owned(),
        "): Parent: com.example.torture/.CrashActivity".to_owned(),
        "): ErrorId: ".to_owned(),
        "): Frozen: false".to_owned(),
        format!("[0,{pid},com.example.torture,"),
    ] {
        assert!(log.contains(&line), "{line} in {log}");
    }
    shell.tap("Wait").await;
    assert_eq!(shell.driver.android.focused_window().unwrap().package, TORTURE);
    shell.run("input tap 540 1200").await;
    shell.tap("Close app").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.front(), "com.android.launcher3/.uioverrides.QuickstepLauncher");
    let log = shell.run("logcat -d -b system -v brief").await;
    assert!(log.contains(&format!(
        "Killing {pid}:com.example.torture/u0a124 (adj 0): user request after error"
    )));
    let exits = shell.run("dumpsys activity exit-info com.example.torture").await;
    assert!(exits.contains("reason=6 (ANR)"), "{exits}");
}
