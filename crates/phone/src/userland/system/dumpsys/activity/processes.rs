//! `dumpsys activity processes`: what runs.

use super::record;
use crate::android::Android;
use crate::userland::system::dumpsys::lines::Lines;

/// All processes that the activity manager knows, or those of one package.
pub(super) fn dump(android: &Android, only: Option<&str>) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)");
    lines.add("  All known processes:");
    for process in android.processes() {
        // What init and the shell have started is none of its business.
        let is_app = process.package.is_some();
        let is_system = process.name == "system_server" || process.name.starts_with("com.android.");
        let wanted = only.is_none_or(|only| process.name == only);
        if !(is_app || is_system) || !wanted {
            continue;
        }
        let kind = if is_app { "*APP*" } else { "*PERS*" };
        let (uid, name) = (process.uid, &process.name);
        lines.add(format_args!("  {kind} UID {uid} {}", record::process(&process)));
        lines.add(format_args!("    user #0 uid={uid} gids={{}}"));
        if let Some(package) = android.package(name) {
            lines.add(format_args!("    dir={} data={}", package.apk_path(), package.data_dir));
        }
        lines.add(format_args!("    packageList={{{name}}}\n    pid={}", process.pid));
    }
    lines.text()
}
