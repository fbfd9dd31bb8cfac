//! Files that are made when they are read: what programs look up in `/proc` and `/system`.

use crate::android::{Android, BUFFERS_KB, CACHED_KB, SWAP_KB};
use crate::sockets::Sockets;
use crate::text::append;
use std::sync::Arc;

type Generator = Arc<dyn Fn() -> Vec<u8> + Send + Sync>;

pub(crate) fn generated_files(
    android: &Android,
    sockets: &Sockets,
) -> Vec<(&'static str, Generator)> {
    let fixed = |text: &'static str| -> Generator { Arc::new(move || text.as_bytes().to_vec()) };
    let (clock, properties, sockets) = (android.clone(), android.clone(), sockets.clone());
    let (load, memory, kernel) = (android.clone(), android.clone(), android.clone());
    vec![
        ("/proc/cpuinfo", fixed(CPU)),
        (
            "/proc/filesystems",
            fixed("nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\n\text4\n\tf2fs\nnodev\tfuse\n"),
        ),
        ("/proc/loadavg", Arc::new(move || load_average(&load).into_bytes())),
        ("/proc/meminfo", Arc::new(move || memory_lines(&memory).into_bytes())),
        ("/proc/mounts", fixed(MOUNTS)),
        ("/proc/net/unix", Arc::new(move || unix_sockets(&sockets).into_bytes())),
        (
            "/proc/uptime",
            Arc::new(move || {
                let up = clock.uptime().as_secs_f64();
                format!("{up:.2} {:.2}\n", up * 3.5).into_bytes()
            }),
        ),
        ("/proc/version", Arc::new(move || kernel_version(&kernel).into_bytes())),
        ("/system/build.prop", Arc::new(move || build_properties(&properties).into_bytes())),
        ("/system/etc/hosts", fixed("127.0.0.1       localhost\n::1             ip6-localhost\n")),
    ]
}

fn kernel_version(android: &Android) -> String {
    let (release, version) = android.api().kernel();
    format!("Linux version {release} (build-user@build-host) {version}\n")
}

fn load_average(android: &Android) -> String {
    let (load, processes) = (android.load(), android.processes());
    let last = processes.last().map_or(0, |process| process.pid);
    format!("{load:.2} {load:.2} {load:.2} 1/{} {last}\n", processes.len())
}

fn memory_lines(android: &Android) -> String {
    let memory = android.memory();
    let mut text = String::new();
    for (name, amount) in [
        ("MemTotal", memory.total),
        ("MemFree", memory.free),
        ("MemAvailable", memory.available),
        ("Buffers", BUFFERS_KB),
        ("Cached", CACHED_KB),
        ("SwapCached", 0),
        ("Active", memory.used / 2),
        ("Inactive", memory.used - memory.used / 2),
        ("SwapTotal", SWAP_KB),
        ("SwapFree", SWAP_KB),
    ] {
        append!(text, "{:<15}{amount:>9} kB\n", format!("{name}:"));
    }
    text
}

fn build_properties(android: &Android) -> String {
    android
        .properties()
        .iter()
        .filter(|(key, _)| key.starts_with("ro."))
        .map(|(key, value)| format!("{key}={value}\n"))
        .collect::<Vec<_>>()
        .concat()
}

fn unix_sockets(sockets: &Sockets) -> String {
    let mut text = String::from("Num       RefCount Protocol Flags    Type St Inode Path\n");
    for (inode, name) in (20_000..).zip(sockets.names()) {
        if let Some(name) = name.strip_prefix("localabstract:") {
            append!(text, "0000000000000000: 00000002 00000000 00010000 0001 01 {inode} @{name}\n");
        }
    }
    text
}

const MOUNTS: &str = "\
/dev/block/dm-0 / ext4 ro,seclabel,nodev,noatime 0 0
tmpfs /dev tmpfs rw,seclabel,nosuid,relatime,mode=755 0 0
devpts /dev/pts devpts rw,seclabel,relatime,mode=600,ptmxmode=000 0 0
proc /proc proc rw,relatime,gid=3009,hidepid=invisible 0 0
sysfs /sys sysfs rw,seclabel,relatime 0 0
/dev/block/dm-1 /vendor ext4 ro,seclabel,nodev,noatime 0 0
/dev/block/dm-5 /data f2fs rw,seclabel,nosuid,nodev,noatime 0 0
/dev/fuse /storage/emulated fuse rw,nosuid,nodev,noexec,noatime,user_id=0,group_id=0,allow_other 0 0
";
const CPU: &str = "processor\t: 0\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics\nCPU implementer\t: 0x61\nCPU architecture: 8\n\nprocessor\t: 1\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics\nCPU implementer\t: 0x61\nCPU architecture: 8\n\nHardware\t: ranchu\n";
