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

/// Whether the keyboard is up, and where, is told in other ways before API level 30.
///
/// Holds targets.21, press_back.1.
#[tokio::test(start_paused = true)]
async fn keyboard_covers_button_on_every_release() {
    for api in Api::ALL {
        let agent = Agent::on(Phone::builder().api(api)).await;
        covered::close_the_keyboard(&agent).await;
    }
}

/// Holds settle.5, waiting.3.
#[tokio::test(start_paused = true)]
async fn never_settling() {
    on_every_phone(motion::skip_what_turns).await;
}

/// Holds waiting.3.
#[tokio::test(start_paused = true)]
async fn never_settling_text() {
    on_every_phone(changing::stop_a_clock).await;
}

/// Holds settle.3, settle.4.
#[tokio::test(start_paused = true)]
async fn slow_loading() {
    on_every_phone(slow::wait_out_loading).await;
}

/// Holds targets.23, targets.24.
#[tokio::test(start_paused = true)]
async fn moving_target() {
    on_every_phone(motion::hit_what_moves).await;
}

/// Holds targets.11, targets.12.
#[tokio::test(start_paused = true)]
async fn duplicate_label() {
    on_every_phone(labels::tell_the_same_apart).await;
}

/// Holds tap_element.1.
#[tokio::test(start_paused = true)]
async fn unlabeled_icon() {
    on_every_phone(labels::press_the_nameless).await;
}

/// Holds scroll_to_element.1, scroll_to_element.3, tap_element.3.
#[tokio::test(start_paused = true)]
async fn off_screen() {
    on_every_phone(far::scroll_to_what_is_far).await;
}

/// Holds targets.28.
#[tokio::test(start_paused = true)]
async fn covered_by_dialog() {
    on_every_phone(covered::answer_the_dialog).await;
}

/// Holds targets.21, press_back.1.
#[tokio::test(start_paused = true)]
async fn keyboard_covers_button() {
    on_every_phone(covered::close_the_keyboard).await;
}

/// Holds targets.3.
#[tokio::test(start_paused = true)]
async fn text_changes_in_place() {
    on_every_phone(changing::press_what_changes).await;
}

/// Holds expect.3.
#[tokio::test(start_paused = true)]
async fn text_changes_in_place_as_expected() {
    on_every_phone(changing::expect_what_changes).await;
}

/// Holds get_ui_tree.16, settle.7, tap.3, press_back.3.
#[tokio::test(start_paused = true)]
async fn cannot_be_dumped() {
    on_every_phone(unreadable::act_blindly_and_leave).await;
}
