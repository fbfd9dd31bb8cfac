//! For tests: whatever the managers and the log are asked, they answer or follow; nothing panics or hangs.

use super::on_phone::OnPhone;
use crate::process::Output;
use proptest::prelude::*;
use std::time::Duration;

const COMMANDS: [&str; 11] =
    ["am", "appops", "cmd", "ime", "log", "logcat", "monkey", "pm", "run-as", "service", "top"];

const WORDS: &str = "- -- -a -b -c -d -e -f -g -m -n -p -s -t -v -w -R -S -T -W -3 --brief --ei --es --ez --pid=1 \
    --pid --user --uid --locales 0 1 5 -1 x all 0x10 99999999999 08-21T10:15:30.123 main,crash nosuch threadtime,epoch \
    *:S Shop:W ( . start force-stop broadcast kill-all crash instrument startservice stack list get-config switch-user \
    to-intent-uri packages features permissions users path clear uninstall grant revoke enable disable-user \
    resolve-activity query-activities install install-create install-write install-commit has-feature dump set get \
    query-op reset CAMERA deny check call package activity uimode night yes locale set-app-locales get-app-locales \
    display get-displays thermalservice override-status jobscheduler run fingerprint connectivity airplane-mode com.example.shop com.example.shop/.MainActivity .DetailActivity \
    android.permission.POST_NOTIFICATIONS android.intent.action.MAIN android.intent.category.LAUNCHER \
    intent://a#Intent;S.k=%zz;end foo://x com.android.inputmethod.latin/.LatinIME ls sh id";

fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(WORDS.split_whitespace().collect::<Vec<_>>());
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn calls_end(
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
                let call = crate::userland::run(found, &mut process, &arguments, false);
                let ended = tokio::time::timeout(Duration::from_mins(10), call).await;
                // Only these two may go on for ever.
                prop_assert!(ended.is_ok() || matches!(*command, "logcat" | "top"), "{:?}", arguments);
                prop_assert_ne!(ended, Ok(139), "{:?}", arguments);
            }
            Ok(())
        })?;
    }
}
