//! The command line: one process or the whole phone.

use super::{device, process};
use crate::android::Android;
use crate::userland::system::dumpsys::{lines::Lines, target};

const USAGE: &str = "\
meminfo dump options: [-a] [-d] [-c] [-s] [--oom] [process]
  -a: include all available information for each process.
  -d: include dalvik details.
  -c: dump in a compact machine-parseable representation.
  -s: dump only summary of application memory usage.
  -S: dump also SwapPss.
  --oom: only show processes organized by oom adj.
  --local: only collect details locally, don't call process.
  --package: interpret process arg as package, dumping all
             processes that have loaded that package.
  --checkin: dump data for a checkin
  --proto: dump data to proto
If [process] is specified it can be the name or
pid of a specific process to dump.
";

pub(in super::super) async fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut summary = false;
    let (options, names) = split(arguments);
    for option in options {
        match *option {
            "-h" => return USAGE.to_owned(),
            "-s" => summary = true,
            "-a" | "-d" | "-S" | "--oom" | "--local" | "--package" => {}
            other => return format!("Unknown argument: {other}; use -h for help\n"),
        }
    }
    let mut lines = Lines::new("Applications Memory Usage (in Kilobytes):");
    lines.add(target::uptime(android));
    let Some(name) = names.first() else {
        device::describe(android, &mut lines);
        return lines.text();
    };
    let Some(processes) = target::processes(android, Some(name)) else {
        return format!("No process found for: {name}\n");
    };
    for found in processes {
        lines.add(format_args!("\n** MEMINFO in pid {} [{}] **", found.pid, found.name));
        process::describe(android, &mut lines, &found, summary).await;
    }
    lines.text()
}

/// Options come first.
fn split<'a>(words: &'a [&'a str]) -> (&'a [&'a str], &'a [&'a str]) {
    let count = words.iter().take_while(|word| word.starts_with('-')).count();
    words.split_at(count)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::{OnPhone, SHOP};

    #[tokio::test(start_paused = true)]
    async fn parts_add_up() {
        let phone = OnPhone::shop().await;
        let out = phone.out(&format!("dumpsys meminfo {SHOP}")).await;
        let row = |line: &str| -> Vec<u64> {
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        let table: Vec<&str> = out.lines().skip(6).take(17).collect();
        let (total, areas) = table.split_last().unwrap();
        assert!(total.trim_start().starts_with("TOTAL "), "{out}");
        let sum: u64 = areas.iter().skip(1).map(|line| row(line)[0]).sum();
        assert_eq!(row(total)[0], sum, "{out}");
        let pss = phone.driver.android.processes().into_iter().find(|have| have.name == SHOP);
        assert_eq!(pss.unwrap().pss_kb(), sum);
        let line = format!("TOTAL PSS: {sum:8} ");
        assert!(out.contains(&line), "{line}: {out}");
        assert!(out.contains("           Activities:        1\n"), "{out}");
    }

    #[tokio::test(start_paused = true)]
    async fn the_phone_and_what_does_not_run() {
        let phone = OnPhone::shop().await;
        let out = phone.out("dumpsys meminfo").await;
        assert!(out.contains("Total PSS by process:\n"), "{out}");
        assert!(out.contains("com.example.shop (pid "), "{out}");
        phone.check("dumpsys meminfo com.x", "No process found for: com.x\n", "", 0).await;
        let unknown = "Unknown argument: --frob; use -h for help\n";
        phone.check("dumpsys meminfo --frob", unknown, "", 0).await;
    }
}
