//! Turning the screen on, and telling a lock that needs a secret from one that does not.

use adb::CommandLine;
use memchr::memmem;

use super::{Result, run};
use crate::{Deadline, Error};

const WAKE: &str =
    "dumpsys power | grep -q mWakefulness=Awake || input keyevent 224; wm dismiss-keyguard";
const KEYGUARD: &str =
    "dumpsys window | grep -E 'mDreamingLockscreen=|isStatusBarKeyguard=|mIsShowing='";

pub(in super::super) async fn wake(adb: &adb::Device, id: &str, deadline: Deadline) -> Result<()> {
    run(adb, &CommandLine::constant(WAKE), deadline).await?;
    // The words for a shown keyguard differ by release; no phone shows one while none of them is true.
    let said = run(adb, &CommandLine::constant(KEYGUARD), deadline).await?.stdout;
    let shown = ["mDreamingLockscreen=true", "isStatusBarKeyguard=true", "mIsShowing=true"];
    if shown.iter().any(|sign| memmem::find(&said, sign.as_bytes()).is_some()) {
        return Err(Error::DeviceLocked { id: id.to_owned() }.into());
    }
    Ok(())
}
