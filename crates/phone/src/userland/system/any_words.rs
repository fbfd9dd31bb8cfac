//! For tests: whatever words these commands are given, they end, with an exit code that they may have.

use super::on_phone::OnPhone;
use crate::process::Output;
use proptest::prelude::*;

const COMMANDS: [&str; 9] =
    ["content", "dumpsys", "getprop", "input", "setprop", "settings", "svc", "uiautomator", "wm"];

/// Words that mean something to one of them, mixed with words that mean nothing.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "",
        "-",
        "-d",
        "-t",
        "--user",
        "--uri",
        "--bind",
        "--where",
        "--longpress",
        "0",
        "1",
        "-1",
        "9x9",
        "1e39",
        "99999999999",
        "\u{fc}",
        "%s",
        "tap",
        "swipe",
        "text",
        "keyevent",
        "keycombination",
        "motionevent",
        "DOWN",
        "CANCEL",
        "roll",
        "113",
        "29",
        "get",
        "put",
        "list",
        "delete",
        "system",
        "global",
        "content://settings/system",
        "content://",
        "query",
        "insert",
        "name:s:x",
        "a:i:",
        "name='",
        "window",
        "windows",
        "displays",
        "activity",
        "top",
        "battery",
        "set",
        "level",
        "package",
        "wifi",
        "enable",
        "power",
        "stayon",
        "size",
        "density",
        "user-rotation",
        "lock",
        "reset",
        "dump",
        "--compressed",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn commands_end(
        calls in prop::collection::vec(
            (prop::sample::select(&COMMANDS[..]), prop::collection::vec(word(), 0..6)),
            20,
        ),
    ) {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let phone = OnPhone::home().await;
            for (command, words) in &calls {
                let mut process = phone.process.clone();
                process.stdout = Output::Null;
                let found = crate::userland::find(command).unwrap();
                let arguments: Vec<String> =
                    std::iter::once((*command).to_owned()).chain(words.iter().cloned()).collect();
                let status = crate::userland::run(found, &mut process, &arguments, false).await;
                prop_assert!(matches!(status, 0 | 1 | 255), "{:?}: {}", arguments, status);
            }
            Ok(())
        })?;
    }
}
