//! `top`: the processes, the busiest first. What they use of the processor is what it takes to draw their frames.

use crate::android::{self, BUFFERS_KB, CACHED_KB, Memory, SWAP_KB};
use crate::process::{Process, pause};
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;
use std::time::Duration;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "Hbhqk:o:O:s:d:m#n#<1p*u*");
    let rounds = options.number('n').unwrap_or(i64::MAX);
    let Ok(delay) = options.value('d').unwrap_or("3").parse::<f64>() else {
        return process.fail("top", "bad -d").await;
    };
    let Ok(delay) = Duration::try_from_secs_f64(delay) else {
        return process.fail("top", "bad -d").await;
    };
    let most = options.number('m').and_then(|most| usize::try_from(most).ok());
    let pids: Vec<&str> = options.values('p').flat_map(|list| list.split(',')).collect();
    let users: Vec<&str> = options.values('u').flat_map(|list| list.split(',')).collect();
    let wanted = |row: &android::Process| {
        (pids.is_empty() || pids.contains(&row.pid.to_string().as_str()))
            && (users.is_empty() || users.contains(&row.user().as_str()))
    };
    for round in 0..rounds {
        if round > 0 {
            tokio::select! {
                () = process.stdout.broken() => return Err(std::io::ErrorKind::BrokenPipe.into()),
                () = pause(delay) => process.print("\n\n\n").await?,
            }
        }
        let rows: Vec<_> = process.android().processes().into_iter().filter(&wanted).collect();
        let page = Page { android: process.android(), own: process.pid, quiet: options.has('q') };
        let text = page.text(&rows, most.unwrap_or(usize::MAX));
        process.print(text).await?;
    }
    Ok(0)
}

struct Page<'a> {
    android: &'a android::Android,
    /// The process that shows the page.
    own: u32,
    quiet: bool,
}

impl Page<'_> {
    fn text(&self, rows: &[android::Process], most: usize) -> String {
        let mut rows: Vec<&android::Process> = rows.iter().collect();
        // The one that runs is the busiest; the rest by size.
        rows.sort_by_key(|row| (row.pid != self.own, std::cmp::Reverse(row.rss_kb), row.pid));
        let mut text = String::new();
        if !self.quiet {
            text.push_str(&self.heading(&rows));
        }
        text.push_str("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n");
        for row in rows.into_iter().take(most) {
            text.push_str(&self.row(row));
        }
        text
    }

    fn heading(&self, rows: &[&android::Process]) -> String {
        let running = rows.iter().filter(|row| row.pid == self.own).count();
        let Memory { total, free, .. } = self.android.memory();
        let mut text = String::new();
        append!(
            text,
            "Tasks: {} total, {:3} running,{:4} sleeping,   0 stopped,   0 zombie\n",
            rows.len(),
            running,
            rows.len() - running
        );
        let used = total - free;
        append!(
            text,
            "  Mem: {total:8}K total, {used:8}K used, {free:8}K free, {BUFFERS_KB:8}K buffers\n"
        );
        append!(
            text,
            " Swap: {SWAP_KB:8}K total, {:8}K used, {SWAP_KB:8}K free, {CACHED_KB:8}K cached\n",
            0
        );
        text.push_str(
            "400%cpu   4%user   0%nice   8%sys 388%idle   0%iow   0%irq   0%sirq   0%host\n",
        );
        text
    }

    fn row(&self, row: &android::Process) -> String {
        let share = row.rss_kb * 1000 / self.android.memory().total;
        let (state, cpu) = if row.pid == self.own { ('R', "3.0") } else { ('S', "0.0") };
        let used = self.android.processor_time(row.pid);
        let (seconds, hundredths) = (used.as_secs(), used.subsec_millis() / 10);
        format!(
            "{:5} {:<12} 20   0 {:>4} {:>4} {:>4} {state} {cpu:>4} {:>5} {:>9} {}\n",
            row.pid,
            row.user(),
            amount(row.vsz_kb),
            amount(row.rss_kb),
            amount(row.rss_kb / 2),
            format!("{}.{}", share / 10, share % 10),
            format!("{}:{:02}.{hundredths:02}", seconds / 60, seconds % 60),
            row.name,
        )
    }
}

/// Four characters, as toybox writes sizes: `0`, `3.2M`, `219M`, `14G`.
fn amount(kilobytes: u64) -> String {
    let mut value = kilobytes;
    let mut rest = 0;
    let mut units = ['K', 'M', 'G'].into_iter();
    let mut unit = units.next().unwrap_or('K');
    if kilobytes == 0 {
        return "0".to_owned();
    }
    while value > 999 {
        rest = value % 1024 * 10 / 1024;
        value /= 1024;
        unit = units.next().unwrap_or('T');
    }
    if value < 10 && unit != 'K' {
        format!("{value}.{rest}{unit}")
    } else {
        format!("{value}{unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::amount;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn shows_the_table_once() {
        let phone = OnPhone::shop().await;
        for script in ["top -b -n 1", "top -n 1 -b"] {
            let out = phone.out(script).await;
            let lines: Vec<&str> = out.lines().collect();
            assert!(lines[0].starts_with("Tasks: ") && lines[0].contains(" total,   1 running,"));
            assert_eq!(
                lines[4],
                "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS"
            );
            assert!(lines[5].ends_with(" top") && lines[5].contains(" R "));
            let shop = lines.iter().find(|line| line.ends_with(" com.example.shop")).unwrap();
            assert!(
                shop.contains(" u0_a123      20   0  13G 120M  60M S  0.0   3.0   0:00.0"),
                "{shop}"
            );
        }
        let one = phone.out("top -q -b -n 2 -d 1 -p $(pidof com.example.shop)").await;
        assert_eq!(one.lines().filter(|line| line.ends_with(" com.example.shop")).count(), 2);
        assert_eq!(phone.out("top -b | head -n 1").await.lines().count(), 1);
        phone.check("top -n x", "", "top: not integer: x\n", 1).await;
    }

    #[test]
    fn sizes_have_four_characters() {
        let sizes = [0, 7, 999, 3204, 14_567_890, 123_456].map(amount);
        assert_eq!(sizes, ["0", "7K", "999K", "3.1M", "13G", "120M"]);
    }
}
