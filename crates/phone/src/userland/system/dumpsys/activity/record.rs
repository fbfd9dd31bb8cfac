//! How tasks and processes are named in dumps.

use crate::android::{Android, Process, Task};
use crate::userland::system::dumpsys::identity;

/// `Task{ee1ad0a #4 type=standard A=10123:com.x`, to be ended by the caller.
pub(super) fn task(android: &Android, task: &Task) -> String {
    let kind = if task.home { "home" } else { "standard" };
    let hash = identity::of_number("task", task.id);
    format!("Task{{{hash} #{} type={kind} A={}", task.id, affinity(android, task))
}

/// `10123:com.x`
pub(super) fn affinity(android: &Android, task: &Task) -> String {
    let uid = android.package(&task.package).map_or(1000, |package| package.uid);
    format!("{uid}:{}", task.package)
}

/// `ProcessRecord{5c3a1b 4321:com.x/u0a123}`
pub(super) fn process(process: &Process) -> String {
    let Process { pid, name, uid, .. } = process;
    let hash = identity::of_number("process", *pid);
    format!("ProcessRecord{{{hash} {pid}:{name}/{}}}", identity::user(*uid))
}
