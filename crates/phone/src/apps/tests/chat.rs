//! The chat in React Native style.

use super::{outline::outline, shell::Shell};

const CHAT: &str = "com.example.chat";

#[tokio::test(start_paused = true)]
async fn rows_carry_their_words_and_tabs_their_names() {
    let shell = Shell::started(CHAT, ".MainActivity").await;
    insta::assert_snapshot!("chat", outline(&shell.dump().await));
    shell.tap("Profile").await;
    assert!(shell.driver.find("profile-name").await.is_some(), "test ids are bare");
}

#[tokio::test(start_paused = true)]
async fn a_message_is_kept_answered_and_survives_the_process() {
    let shell = Shell::started(CHAT, ".MainActivity").await;
    shell.tap("Grace Hopper, The compiler is ready").await;
    shell.tap("Message").await;
    shell.run("input text Hello").await;
    shell.tap("\u{f1d8}").await;
    shell.driver.wait(300).await;
    assert_eq!(shell.driver.text_of("typing").await, "Grace Hopper is typing…");
    shell.driver.wait(1600).await;
    assert!(shell.driver.find("The compiler is ready").await.is_some());
    let log = shell.run("logcat -d -s okhttp.OkHttpClient").await;
    assert!(log.contains("--> POST https://chat.example.com/people/1/messages"), "{log}");
    assert!(log.contains("{\"body\":\"Hello\"}"), "{log}");
    shell.run("am force-stop com.example.chat").await;
    shell.run("am start -n com.example.chat/.MainActivity").await;
    shell.tap("Grace Hopper, The compiler is ready").await;
    assert!(shell.driver.find("Hello").await.is_some(), "the database has it");
}

#[tokio::test(start_paused = true)]
async fn without_a_network_it_says_so_and_logs_an_error() {
    let shell = Shell::started(CHAT, ".MainActivity").await;
    shell.run("cmd connectivity airplane-mode enable").await;
    shell.tap("Linus, Talk is cheap").await;
    shell.tap("Message").await;
    shell.run("input text Hello").await;
    shell.tap("\u{f1d8}").await;
    shell.driver.settle().await;
    assert_eq!(shell.driver.text_of("problem").await, "Not sent. Check your connection.");
    let log = shell.run("logcat -d -v brief -s ReactNativeJS:E").await;
    assert!(log.contains("'not sent', 'java.net.UnknownHostException: "), "{log}");
}

#[tokio::test(start_paused = true)]
async fn its_dialog_is_the_support_librarys() {
    let shell = Shell::started(CHAT, ".MainActivity").await;
    shell.tap("Profile").await;
    shell.tap("Delete all messages").await;
    insta::assert_snapshot!("chat_dialog", outline(&shell.dump().await));
    shell.tap("DELETE").await;
    assert_eq!(shell.driver.android.toast().as_deref(), Some("All messages deleted"));
}
