//! Files that are made when they are read: what programs look up in `/proc` and `/system`.

use crate::android::Android;
use crate::sockets::Sockets;
use std::sync::Arc;

type Generator = Arc<dyn Fn() -> Vec<u8> + Send + Sync>;

pub(crate) fn generated_files(android: &Android, sockets: &Sockets) -> Vec<(&'static str, Generator)> {
    let fixed = |text: &'static str| -> Generator { Arc::new(move || text.as_bytes().to_vec()) };
    let (clock, properties, sockets) = (android.clone(), android.clone(), sockets.clone());
    vec![
        ("/proc/cpuinfo", fixed(CPU)),
        ("/proc/filesystems", fixed("nodev\tsysfs\nnodev\ttmpfs\nnodev\tproc\n\text4\n\tf2fs\nnodev\tfuse\n")),
        ("/proc/loadavg", fixed("0.12 0.08 0.05 1/420 4321\n")),
        ("/proc/meminfo", fixed(MEMORY)),
        ("/proc/net/unix", Arc::new(move || unix_sockets(&sockets).into_bytes())),
        (
            "/proc/uptime",
            Arc::new(move || {
                let up = clock.uptime().as_secs_f64();
                format!("{up:.2} {:.2}\n", up * 3.5).into_bytes()
            }),
        ),
        ("/proc/version", fixed(VERSION)),
        ("/system/build.prop", Arc::new(move || build_properties(&properties).into_bytes())),
        ("/system/etc/hosts", fixed("127.0.0.1       localhost\n::1             ip6-localhost\n")),
    ]
}

fn build_properties(android: &Android) -> String {
    android.properties().iter().filter(|(key, _)| key.starts_with("ro.")).map(|(key, value)| format!("{key}={value}\n")).collect()
}

fn unix_sockets(sockets: &Sockets) -> String {
    let mut text = String::from("Num       RefCount Protocol Flags    Type St Inode Path\n");
    for (inode, name) in (20_000..).zip(sockets.names()) {
        if let Some(name) = name.strip_prefix("localabstract:") {
            text.push_str(&format!("0000000000000000: 00000002 00000000 00010000 0001 01 {inode} @{name}\n"));
        }
    }
    text
}

const VERSION: &str = "Linux version 6.1.23-android14-4-00257-g7e35917775b8-ab9964412 (build-user@build-host) #1 SMP PREEMPT Mon Apr 17 20:50:58 UTC 2023\n";
const MEMORY: &str = "MemTotal:        4024756 kB\nMemFree:          934152 kB\nMemAvailable:    2301416 kB\nBuffers:           12204 kB\nCached:          1420152 kB\nSwapTotal:       3018564 kB\nSwapFree:        3018564 kB\n";
const CPU: &str = "processor\t: 0\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics\nCPU implementer\t: 0x61\nCPU architecture: 8\n\nprocessor\t: 1\nBogoMIPS\t: 48.00\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics\nCPU implementer\t: 0x61\nCPU architecture: 8\n\nHardware\t: ranchu\n";
