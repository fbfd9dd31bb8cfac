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

/// What a script answers at each level: everything it prints, and its exit code.
async fn check(script: &str, expected: [(&str, u8); 4]) {
    for (api, (text, status)) in Api::ALL.into_iter().zip(expected) {
        let ran = phone(api).await.run(script).await;
        let printed = format!("{}{}", ran.out, ran.err);
        assert_eq!((printed.as_str(), ran.status), (text, status), "{script} at {api}");
    }
}
