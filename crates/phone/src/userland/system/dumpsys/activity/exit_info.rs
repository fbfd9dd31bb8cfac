//! `dumpsys activity exit-info`: how processes of apps came to their end, by package.

use crate::android::{Android, Exit};
use crate::userland::system::dumpsys::lines::Lines;
use std::collections::BTreeMap;

const TIME: &str = "%Y-%m-%d %H:%M:%S.%3f";

/// Of all packages, or of one.
pub(super) fn dump(android: &Android, only: Option<&str>) -> String {
    let mut lines = Lines::new("ACTIVITY MANAGER PROCESS EXIT INFO (dumpsys activity exit-info)");
    let zone = android.now().time_zone().clone();
    let mut packages: BTreeMap<String, Vec<Exit>> = BTreeMap::new();
    for exit in android.exits() {
        let package = exit.process.package.clone().unwrap_or_else(|| exit.process.name.clone());
        packages.entry(package).or_default().push(exit);
    }
    // Nothing is kept beyond the phone's own life, so it was never written.
    let never = jiff::Timestamp::UNIX_EPOCH.to_zoned(zone.clone()).strftime(TIME).to_string();
    lines.add(format_args!("Last Timestamp of Persistence Into Persistent Storage: {never}"));
    for (package, exits) in packages {
        if only.is_some_and(|only| only != package) {
            continue;
        }
        lines.add(format_args!("  package: {package}"));
        let uid = exits.first().map_or(0, |exit| exit.process.uid);
        lines.add(format_args!("    Historical Process Exit for uid={uid}"));
        for (index, exit) in exits.iter().enumerate() {
            lines.add(format_args!("        ApplicationExitInfo #{index}:"));
            let time = exit.time.to_zoned(zone.clone()).strftime(TIME).to_string();
            describe(&mut lines, exit, &time);
        }
    }
    lines.text()
}

fn describe(lines: &mut Lines, exit: &Exit, time: &str) {
    let Exit { process, reason, status, importance, .. } = exit;
    let (uid, (detail, detail_name)) = (process.uid, reason.detail());
    lines.add(format_args!(
        "          timestamp={time} pid={} realUid={uid} packageUid={uid} definingUid={uid} user=0",
        process.pid
    ));
    lines.add(format_args!(
        "          process={} reason={} ({}) subreason={detail} ({detail_name}) status={status}",
        process.name,
        reason.number(),
        reason.name(),
    ));
    lines.add(format_args!(
        "          importance={importance} pss=0.00 rss={}MB description={} state=empty trace=null",
        process.rss_kb / 1024,
        exit.description.as_deref().unwrap_or("null"),
    ));
}
