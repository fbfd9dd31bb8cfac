//! `dumpsys cpuinfo`: who used the processor since the phone started, the busiest first.

use super::lines::Lines;
use crate::android::Android;

const TIME: &str = "%Y-%m-%d %H:%M:%S.%3f";

pub(super) fn dump(android: &Android, _arguments: &[&str]) -> String {
    let up = android.uptime();
    let now = android.now();
    let begun = now.checked_sub(up).unwrap_or_else(|_| now.clone());
    let load = android.load();
    let mut lines = Lines::new(&format!("Load: {load:.2} / {load:.2} / {load:.2}"));
    lines.add(format_args!(
        "CPU usage from {}ms to 0ms ago ({} to {}):",
        up.as_millis(),
        begun.strftime(TIME),
        now.strftime(TIME),
    ));
    let whole = up.as_micros().max(1);
    let mut busy: Vec<_> = android
        .processes()
        .into_iter()
        .map(|process| (android.processor_time(process.pid).as_micros(), process))
        .filter(|(used, _)| *used > 0)
        .collect();
    busy.sort_by_key(|(used, process)| (std::cmp::Reverse(*used), process.pid));
    for (used, process) in &busy {
        let share = share(*used, whole);
        lines.add(format_args!(
            "  {share} {}/{}: {share} user + 0% kernel",
            process.pid, process.name
        ));
    }
    let total = share(busy.iter().map(|(used, _)| used).sum(), whole);
    lines.add(format_args!("{total} TOTAL: {total} user + 0% kernel"));
    lines.text()
}

/// `0.4%`, `12%`: one digit behind the point, and only below ten.
fn share(part: u128, whole: u128) -> String {
    let thousandths = part * 1000 / whole;
    let (percent, rest) = (thousandths / 10, thousandths % 10);
    if percent < 10 && rest != 0 { format!("{percent}.{rest}%") } else { format!("{percent}%") }
}

#[cfg(test)]
mod tests {
    use super::share;
    use crate::userland::system::on_phone::OnPhone;

    #[test]
    fn shares() {
        let shares = [share(0, 9), share(4, 1000), share(100, 1000), share(127, 1000)];
        assert_eq!(shares, ["0%", "0.4%", "10%", "12%"]);
    }

    #[tokio::test(start_paused = true)]
    async fn those_that_drew() {
        let phone = OnPhone::shop().await;
        let out = phone.out("dumpsys cpuinfo").await;
        let lines: Vec<&str> = out.lines().collect();
        assert!(lines[0].starts_with("Load: 0.0"), "{out}");
        assert!(lines[1].ends_with(" to 2026-11-15 10:15:02.000):"), "{out}");
        assert!(out.contains("/com.example.shop: "), "{out}");
        assert!(lines.last().unwrap().contains("% TOTAL: "), "{out}");
    }
}
