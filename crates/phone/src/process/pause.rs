//! The only place of the userland and adbd that lets time pass. Tests pause the clock it uses.

use std::time::Duration;

#[expect(
    clippy::disallowed_methods,
    reason = "`sleep` and its like are commands of the phone; this is where they wait"
)]
pub(crate) async fn pause(duration: Duration) {
    tokio::time::sleep(duration).await;
}
