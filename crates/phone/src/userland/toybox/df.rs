//! `df`: how full the phone is.

use super::human::human;
use crate::android::DATA_SIZE;
use crate::process::Process;
use crate::userland::Outcome;
use crate::userland::options::options;

type Mount = (&'static str, u64, u64, &'static str);

/// Device, blocks of 1 KiB, used, mount point: the partitions of an emulator.
fn mounts(process: &Process) -> [Mount; 5] {
    let data = DATA_SIZE / 1024;
    let used = data - process.android().free_storage() / 1024;
    [
        ("/dev/block/dm-0", 2_514_000, 2_506_000, "/"),
        ("tmpfs", 2_011_000, 1_200, "/dev"),
        ("/dev/block/dm-1", 640_000, 638_000, "/vendor"),
        ("/dev/block/dm-5", data, used, "/data"),
        ("/dev/fuse", data, used, "/storage/emulated"),
    ]
}

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "HPkhia");
    let divisor = if options.has('h') { Some(1024) } else { options.has('H').then_some(1000) };
    let mut rows: Vec<[String; 6]> = Vec::new();
    let mut status = 0;
    let all = mounts(process);
    let mut mounts: Vec<_> = all.iter().collect();
    if !options.rest.is_empty() {
        mounts.clear();
        for name in &options.rest {
            match process.files().canonical(&process.who, &process.path(name)) {
                Ok(path) if process.files().exists(&process.who, &path) => {
                    mounts.extend(
                        all.iter()
                            .filter(|mount| is_below(&path, mount.3))
                            .max_by_key(|mount| mount.3.len()),
                    );
                }
                Ok(_) => {
                    status = process
                        .fail("df", format!("{name}: {}", crate::files::Errno::NoEntry))
                        .await?;
                }
                Err(errno) => status = process.fail("df", format!("{name}: {errno}")).await?,
            }
        }
    }
    for (device, blocks, used, mount) in mounts.into_iter().copied() {
        let size = |blocks: u64| {
            divisor.map_or_else(|| blocks.to_string(), |divisor| human(blocks * 1024, divisor))
        };
        let percent = format!("{}%", (used * 100).div_ceil(blocks));
        rows.push([
            device.to_owned(),
            size(blocks),
            size(used),
            size(blocks - used),
            percent,
            mount.to_owned(),
        ]);
    }
    let heading = if divisor.is_some() {
        ["Size", "Used", "Avail"]
    } else {
        ["1K-blocks", "Used", "Available"]
    };
    let width = |column: usize, heading: &str| {
        rows.iter().map(|row| row[column].len()).chain([heading.len()]).max().unwrap_or(0)
    };
    let widths =
        [width(0, "Filesystem"), width(1, heading[0]), width(2, heading[1]), width(3, heading[2])];
    let line = |cells: [&str; 6]| {
        format!(
            "{:<a$} {:>b$} {:>c$} {:>d$} {:>4} {}\n",
            cells[0],
            cells[1],
            cells[2],
            cells[3],
            cells[4],
            cells[5],
            a = widths[0],
            b = widths[1],
            c = widths[2],
            d = widths[3],
        )
    };
    let mut text = line(["Filesystem", heading[0], heading[1], heading[2], "Use%", "Mounted on"]);
    for row in &rows {
        text.push_str(&line([&row[0], &row[1], &row[2], &row[3], &row[4], &row[5]]));
    }
    process.print(text).await?;
    Ok(status)
}

fn is_below(path: &str, mount: &str) -> bool {
    mount == "/" || path == mount || path.starts_with(&format!("{mount}/"))
}

#[cfg(test)]
mod tests {
    use crate::apps::tests::driver::Driver;
    use crate::shell::tests::{process_on, run_in};

    #[tokio::test(start_paused = true)]
    async fn sizes_below_ten_have_a_tenth() {
        let process = process_on(Driver::home().await.android);
        let binary =
            "Filesystem Size Used Avail Use% Mounted on\ntmpfs      1.9G 1.1M  1.9G   1% /dev\n";
        assert_eq!(run_in(&process, "df -h /dev", b"").await.out, binary);
        let decimal =
            "Filesystem Size Used Avail Use% Mounted on\ntmpfs      2.0G 1.2M  2.0G   1% /dev\n";
        assert_eq!(run_in(&process, "df -H /dev", b"").await.out, decimal);
    }
}
