//! Turning the screen on, and telling a lock that needs a secret from one that does not.

use adb::CommandLine;
use memchr::memmem;

use super::{Result, run};
use crate::{Deadline, Error};

const WAKE: &str =
    "dumpsys power | grep -q mWakefulness=Awake || input keyevent 224; wm dismiss-keyguard";

/// Dismissing takes a moment, so the phone itself looks a few times. The words for a shown keyguard differ by
/// release; no phone shows one while none of them is true.
const KEYGUARD: &str = "n=0; while dumpsys window | grep -qE '(mDreamingLockscreen|isStatusBarKeyguard|mIsShowing)=true'; do n=$((n+1)); if [ $n -ge 8 ]; then echo locked; break; fi; sleep 0.25; done";

pub(in super::super) async fn wake(adb: &adb::Device, id: &str, deadline: Deadline) -> Result<()> {
    let script = CommandLine::constant(WAKE).then(&CommandLine::constant(KEYGUARD));
    let said = run(adb, &script, deadline).await?.stdout;
    if memmem::find(&said, b"locked").is_some() {
        return Err(Error::DeviceLocked { id: id.to_owned() }.into());
    }
    Ok(())
}
