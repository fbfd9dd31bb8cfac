//! `dumpsys alarm`: the times, and that nobody has set an alarm.

use super::{duration, lines::Lines};
use crate::android::Android;

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let (now, uptime) = (android.now(), android.uptime());
    let elapsed = uptime.as_millis();
    let up = duration::ago(uptime).replacen('-', "+", 1);
    let mut lines = Lines::new("Current Alarm Manager state:");
    lines.add("  Settings:\n    min_futurity=+5s0ms\n    min_interval=+1m0s0ms\n    max_interval=+365d0h0m0s0ms");
    lines.add(format_args!(
        "\n  nowRTC={}={} nowELAPSED={elapsed}",
        now.timestamp().as_millisecond(),
        now.strftime("%Y-%m-%d %H:%M:%S.%3f"),
    ));
    lines.add("  mLastTimeChangeClockTime=0=1970-01-01 00:00:00.000\n  mLastTimeChangeRealtime=0");
    lines.add(format_args!("\n  Runtime uptime (elapsed): {up}\n  Runtime uptime (uptime): {up}"));
    lines
        .add("\n  Next non-wakeup alarm: --\n  Next wakeup alarm: --\n  Num time change events: 0");
    lines.add("\n  Next alarm clock information: \n\n  0 pending alarms: ");
    lines.add(
        "\n  Pending user blocked background alarms: none\n  Past-due non-wakeup alarms: (none)",
    );
    lines.add("    Number of delayed alarms: 0, total delay time: 0\n    Max delay time: 0, max non-interactive time: 0");
    lines.add("\n  Broadcast ref count: 0\n  PendingIntent send count: 0\n  PendingIntent finish count: 0");
    lines.text()
}
