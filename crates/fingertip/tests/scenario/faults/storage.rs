//! A phone with no room left: what a tool does leaves nothing behind on it, so none may fail.

use serde_json::json;

use super::pair::Pair;

#[tokio::test(start_paused = true)]
async fn a_full_phone_can_be_used() {
    let pair = Pair::new().await;
    pair.begin("storage-full");
    // The shell on the same phone finds no room, before and after.
    let refused = async || {
        let said = pair.agent.adb("echo x > /sdcard/x; ls /sdcard/x").await;
        let (write, list) = said.split_once('\n').expect("two lines");
        assert!(write.ends_with(": No space left on device"), "{said}");
        assert_eq!(list, "ls: /sdcard/x: No such file or directory\n");
    };
    refused().await;
    for (tool, arguments) in [
        ("connect", json!({ "packageName": "com.example.shop" })),
        ("type_text", json!({ "label": "Email", "text": "ada@example.com" })),
        ("capture_screenshot", json!({})),
        ("get_ui_tree", json!({})),
    ] {
        let (answer, _) = pair.call(tool, arguments).await;
        assert!(!answer.is_error, "{tool}: {answer:?}");
    }
    refused().await;
    pair.clear();
    let said = pair.agent.adb("echo x > /sdcard/x; cat /sdcard/x").await;
    assert_eq!(said, "x\n");
    let (answer, _) = pair.call("get_ui_tree", json!({})).await;
    assert!(answer.screen.contains("ada@example.com"), "{}", answer.screen);
}
