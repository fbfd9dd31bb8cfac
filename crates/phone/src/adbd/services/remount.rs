//! `remount:`: the system image of this phone is verified and stays read-only, which is what it says.

use super::service::{Service, service};
use crate::adbd::daemon::Adbd;

const NOT_ROOT: &str = "Not running as root. Try \"adb root\" first.\n";
const VERIFIED: &str = "dm_verity is enabled on the system partition.\n\
    Use \"adb disable-verity\" to disable verity.\n\
    If you do not, remount may succeed, however, you will still not be able to write to these volumes.\n\
    remount failed\n";

pub(super) fn open(adbd: &Adbd) -> Service {
    let answer = if adbd.runs_as_root() { VERIFIED } else { NOT_ROOT };
    service(move |stream| async move {
        // A host that is gone needs no answer.
        stream.writer.write(answer).await.ok();
    })
}
