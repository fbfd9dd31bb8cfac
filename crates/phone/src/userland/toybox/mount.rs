//! `mount`: what is mounted where. Nothing else can be: nobody on this phone is root.

use crate::process::Process;
use crate::text::append;
use crate::userland::Outcome;
use crate::userland::options::options;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let options = options!(process, arguments, "rwft:o:");
    if let Some(name) = options.rest.first() {
        return process.fail("mount", format!("'{name}': Operation not permitted")).await;
    }
    let table = match process.files().read(&process.who, "/proc/mounts") {
        Ok(table) => String::from_utf8_lossy(&table).into_owned(),
        Err(errno) => return process.fail("mount", format!("/proc/mounts: {errno}")).await,
    };
    let mut text = String::new();
    for line in table.lines() {
        if let [device, folder, kind, flags, ..] = line.split(' ').collect::<Vec<_>>().as_slice() {
            append!(text, "{device} on {folder} type {kind} ({flags})\n");
        }
    }
    process.print(text).await?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::shell::tests::{process, run_in};

    #[tokio::test]
    async fn lists_what_is_mounted() {
        let process = process();
        let ran = run_in(&process, "mount | grep ' on /data '", b"").await;
        let data = "/dev/block/dm-5 on /data type f2fs (rw,seclabel,nosuid,nodev,noatime)\n";
        assert_eq!(ran.out, data);
        let refused = run_in(&process, "mount /x", b"").await;
        assert_eq!(
            (refused.err.as_str(), refused.status),
            ("mount: '/x': Operation not permitted\n", 1)
        );
    }
}
