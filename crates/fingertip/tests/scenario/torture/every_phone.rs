//! The hard cases on phones of every speed: ten times in a row on each, and nothing is tried twice.

use phone::Phone;
use phone::android::Api;
use phone::faults::Profile;

use super::{changing, covered, far, labels, motion, slow, unreadable};
use crate::agent::Agent;

/// How often in a row a case must succeed.
const TIMES: u64 = 10;

/// Runs a case on a new phone each time, whose delays are others.
async fn on_every_phone(case: impl AsyncFn(&Agent)) {
    for profile in Profile::ALL {
        for seed in 0..TIMES {
            let _on_failure = Attempt { profile, seed };
            let agent = Agent::on(Phone::builder().profile(profile).seed(seed)).await;
            case(&agent).await;
        }
    }
}

/// Says which attempt it was that failed.
struct Attempt {
    profile: Profile,
    seed: u64,
}

impl Drop for Attempt {
    #[expect(clippy::print_stderr, reason = "shown with the failure of the test only")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("this was {} with seed {}", self.profile, self.seed);
        }
    }
}

/// One test a case, each with its steps in the file of the case.
macro_rules! cases {
    ($($name:ident: $steps:path),+ $(,)?) => {
        $(
            #[tokio::test(start_paused = true)]
            async fn $name() {
                on_every_phone($steps).await;
            }
        )+
    };
}

/// Whether the keyboard is up, and where, is told in other ways before API level 30.
#[tokio::test(start_paused = true)]
async fn keyboard_covers_button_on_every_release() {
    for api in Api::ALL {
        let agent = Agent::on(Phone::builder().api(api)).await;
        covered::close_the_keyboard(&agent).await;
    }
}

cases! {
    never_settling: motion::skip_what_turns,
    never_settling_text: changing::stop_a_clock,
    slow_loading: slow::wait_out_loading,
    moving_target: motion::hit_what_moves,
    duplicate_label: labels::tell_the_same_apart,
    unlabeled_icon: labels::press_the_nameless,
    off_screen: far::scroll_to_what_is_far,
    covered_by_dialog: covered::answer_the_dialog,
    keyboard_covers_button: covered::close_the_keyboard,
    text_changes_in_place: changing::press_what_changes,
    text_changes_in_place_as_expected: changing::expect_what_changes,
    cannot_be_dumped: unreadable::act_blindly_and_leave,
}
