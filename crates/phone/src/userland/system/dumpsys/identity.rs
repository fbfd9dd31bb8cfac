//! The names that objects have in dumps: the same for as long as the object lives.

use crate::android::{Android, Process, Task, hash};

/// The name of something that is itself known by a text, for one of its roles.
pub(super) fn of_text(role: &str, text: &str) -> String {
    // FNV-1a: short, and the same on every run.
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    hash(role.bytes().chain(text.bytes()).fold(0xcbf2_9ce4_8422_2325, mix))
}

/// The name of something that is numbered.
pub(super) fn of_number(role: &str, number: u32) -> String {
    of_text(role, &number.to_string())
}

/// `u0a123` for apps, the number for the system's own users.
pub(super) fn user(uid: u32) -> String {
    match uid.checked_sub(10_000) {
        Some(app) => format!("u0a{app}"),
        None => uid.to_string(),
    }
}

/// `Task{ee1ad0a #4 type=standard A=10123:com.x`, to be ended by the caller.
pub(super) fn task(android: &Android, task: &Task) -> String {
    let kind = if task.home { "home" } else { "standard" };
    let hash = of_number("task", task.id);
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
    format!("ProcessRecord{{{} {pid}:{name}/{}}}", of_number("process", *pid), user(*uid))
}
