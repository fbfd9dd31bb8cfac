//! The form in Compose style.

use super::{outline::outline, shell::Shell};

const FORM: &str = "com.example.form";

#[tokio::test(start_paused = true)]
async fn is_filled_in_checked_and_sent() {
    let shell = Shell::started(FORM, ".MainActivity").await;
    insta::assert_snapshot!("form", outline(&shell.dump().await));
    shell.tap("Name").await;
    shell.run("input text Ada").await;
    shell.tap("Email").await;
    shell.run("input text ada; input keyevent BACK").await;
    shell.tap("Birthday").await;
    shell.tap("02 November 2026").await;
    shell.tap("OK").await;
    shell.tap("Country").await;
    shell.tap("Kenya").await;
    assert!(shell.driver.find("2026-11-02").await.is_some());
    shell.run("input swipe 540 2000 540 400 300").await;
    shell.driver.settle().await;
    let (x, y) = shell.driver.center("submit").await;
    shell.driver.android.tap(x, y).await;
    assert!(shell.driver.find("terms_error").await.is_some());
    let (x, y) = shell.driver.center("terms").await;
    shell.driver.android.tap(x, y).await;
    assert!(shell.driver.find("terms_error").await.is_none());
    shell.run("input swipe 540 400 540 2200 300").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.text_of("email_error").await, "This is no email address");
    let (x, y) = shell.driver.center("email").await;
    shell.driver.android.tap(x, y).await;
    shell.run("input keyevent MOVE_END; input text @example.org; input keyevent BACK").await;
    shell.run("input swipe 540 2000 540 400 300").await;
    shell.driver.settle().await;
    let (x, y) = shell.driver.center("submit").await;
    shell.driver.android.tap(x, y).await;
    assert!(shell.driver.find("sending").await.is_some());
    shell.driver.wait(900).await;
    insta::assert_snapshot!("form_dialog", outline(&shell.dump().await));
    assert!(shell.driver.find("Welcome, Ada").await.is_some());
    shell.tap("OK").await;
    let rows = shell.driver.android.windows();
    assert!(rows.iter().any(|window| window.package == FORM));
}

#[tokio::test(start_paused = true)]
async fn a_thousand_entries_can_be_filtered_and_opened() {
    let shell = Shell::started(FORM, ".MainActivity").await;
    shell.tap("Browse").await;
    assert!(shell.dump().await.matches("text=\"Entry ").count() < 40);
    shell.tap("Filter").await;
    shell.run("input text 777").await;
    shell.tap("Entry 777").await;
    assert_eq!(shell.driver.text_of("opened").await, "Opened entry 777");
    shell.tap("Like entry 777").await;
    assert_eq!(shell.driver.android.toast().as_deref(), Some("Liked 777"));
}
