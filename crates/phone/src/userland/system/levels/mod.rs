//! For tests: the same commands on a phone of each release, side by side. One file a subject.

mod activities;
mod input;
mod packages;
mod services;
mod shell;

use super::on_phone::OnPhone;
use crate::android::{Android, Api};
use crate::apps::tests::driver::Driver;

/// A phone of this release with its home screen in front.
async fn phone(api: Api) -> OnPhone {
    OnPhone::with(Driver::on(Android::builder().api(api)).await)
}

/// What a script answers at 28, 31, 34 and 36: everything it prints, and its exit code.
async fn check(script: &str, expected: [(&str, u8); 4]) {
    let levels = [Api::Android9, Api::Android12, Api::Android14, Api::Android16];
    for (api, expected) in levels.into_iter().zip(expected) {
        check_at(api, script, expected).await;
    }
}

async fn check_at(api: Api, script: &str, expected: (&str, u8)) {
    let ran = phone(api).await.run(script).await;
    let printed = format!("{}{}", ran.out, ran.err);
    assert_eq!((printed.as_str(), ran.status), expected, "{script} at {api}");
}

#[tokio::test(start_paused = true)]
async fn android_15_is_between_its_neighbours() {
    for (script, expected) in [
        ("getprop ro.build.version.sdk; getprop ro.build.version.release", "35\n15\n"),
        ("toybox --version", "toybox 0.8.11-android\n"),
        ("input 2>&1 | grep -c ' scroll '", "1\n"),
        ("input 2>&1 | grep -c -e --duration", "0\n"),
        ("sqlite3 -version | cut -d ' ' -f 1", "3.44.3\n"),
    ] {
        let status = u8::from(expected == "0\n");
        check_at(Api::Android15, script, (expected, status)).await;
    }
}
