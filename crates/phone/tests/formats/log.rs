//! `logcat` in each of its formats, and the records of a crash in them.

use crate::comparison::Format;
use crate::device::{Device, SHOP};
use crate::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

pub(crate) const THREADTIME: Format = Format {
    read: |text| read(text, &LINES[0]),
    recordings: &[
        "logcat/threadtime-app-exit-xiaomi.txt",
        "logcat/threadtime-camera-hal-native.txt",
        "logcat/threadtime-compose-crash.txt",
        "logcat/threadtime-compose-russian.txt",
        "logcat/threadtime-cordova-tombstone-crlf.txt",
        "logcat/threadtime-crash-buffer-utf16.txt",
        "logcat/threadtime-cronet-chromium.txt",
        "logcat/threadtime-exceptions-w-utf16.txt",
        "logcat/threadtime-flutter-dart-vm-service.txt",
        "logcat/threadtime-lg-camera-native.txt",
        "logcat/threadtime-many-fatal-compose.txt",
        "logcat/threadtime-native-4-tombstones.txt",
        "logcat/threadtime-okhttp-interleaved-excerpt.txt",
        "logcat/threadtime-rn-expo-fatal.txt",
        "logcat/threadtime-samp-native-crash-loop.txt",
        "logcat/threadtime-tiny-wm.txt",
        "logcat/threadtime-unity-il2cpp.txt",
        "logcat/threadtime-unity-il2cpp-utf16.txt",
        "logcat/threadtime-volley-disk-cache.txt",
    ],
    lacking: &[("the exception of `am crash` has no cause", "crash/Caused by")],
    beyond: &[],
};

pub(crate) const TIME: Format = Format {
    read: |text| read(text, &LINES[1]),
    recordings: &[
        "logcat/time-anr-release-build.txt",
        "logcat/time-fatal-exception-filtered.txt",
        "logcat/time-flutter-fatal.txt",
        "logcat/time-retro-menu.txt",
        "logcat/time-tiny-utf16.txt",
        "logcat/time-uiautomator-api19.txt",
    ],
    lacking: &[
        ("no app hangs here", "hang/ANR in, hang/PID, hang/Reason"),
        ("the exception of `am crash` has no cause", "crash/Caused by"),
    ],
    beyond: &[
        ("printed with -D, which the recording was not made with", "divider/switch to"),
        ("not in the recording, which is no more than an excerpt", "level/F"),
    ],
};

pub(crate) const BRIEF: Format = Format {
    read: |text| read(text, &LINES[2]),
    recordings: &[
        "logcat/brief-flutter-dart-vm-utf16.txt",
        "logcat/brief-flutter-run-session-utf16.txt",
        "logcat/brief-retrofit1-excerpt.txt",
        "logcat/brief-strictmode-excerpt.txt",
        "logcat/brief-tablet-ics-dalvik.txt",
    ],
    lacking: &[],
    beyond: &[
        ("printed with -D, which the recording was not made with", "divider/switch to"),
        (
            "not in the recording, which is no more than an excerpt",
            "crash/FATAL EXCEPTION, crash/Process; PID, crash/at, level/F",
        ),
    ],
};

pub(crate) const LONG: Format = Format {
    read: |text| read(text, &LINES[3]),
    recordings: &["logcat/long-format-excerpt.txt"],
    lacking: &[("the exception of `am crash` has no cause", "crash/Caused by")],
    beyond: &[
        ("printed with -D, which the recording was not made with", "divider/switch to"),
        ("not in the recording, which is no more than an excerpt", "level/F"),
    ],
};

/// How a record begins: threadtime, time, brief, long.
static LINES: LazyLock<[Regex; 4]> = LazyLock::new(|| {
    [
        r"^(?<date>\d\d-\d\d) (?<time>\d\d:\d\d:\d\d\.\d{3}) +(?<pid>\d+) +(?<tid>\d+) (?<level>[VDIWEFS]) (?<tag>.*?) *: ?(?<text>.*)$",
        r"^(?<date>\d\d-\d\d) (?<time>\d\d:\d\d:\d\d\.\d{3}) (?<level>[VDIWEFS])/(?<tag>.*?) *\( *(?<pid>\d+)\): ?(?<text>.*)$",
        r"^(?<level>[VDIWEFS])/(?<tag>.*?) *\( *(?<pid>\d+)\): ?(?<text>.*)$",
        r"^\[ (?<date>\d\d-\d\d) (?<time>\d\d:\d\d:\d\d\.\d{3}) +(?<pid>\d+): *(?<tid>\d+) (?<level>[VDIWEFS])/(?<tag>.*?) *\](?<text>.*)$",
    ]
    .map(|pattern| Regex::new(pattern).unwrap())
});

/// The parts of a record, the dividers between buffers, and what a crash or a hang says.
fn read(text: &str, line_format: &Regex) -> Fields {
    let mut fields = Fields::default();
    let mut tag = "";
    for line in text.lines() {
        if let Some(buffer) = line.strip_prefix("--------- ") {
            fields.put("divider", buffer.rsplit_once(' ').map_or(buffer, |(words, _)| words), "");
            continue;
        }
        let mut said = line;
        if let Some(found) = line_format.captures(line) {
            for name in ["date", "time", "pid", "tid", "level", "tag"] {
                if let Some(value) = found.name(name) {
                    let value =
                        if name == "pid" || name == "tid" { value.as_str() } else { "text" };
                    fields.put("record", name, value);
                }
            }
            fields.put("level", &found["level"], "");
            tag = found.name("tag").map_or("", |tag| tag.as_str());
            said = found.name("text").map_or("", |text| text.as_str());
        }
        report(&mut fields, tag, said);
    }
    fields
}

fn report(fields: &mut Fields, tag: &str, said: &str) {
    match tag {
        "AndroidRuntime" => {
            if said.starts_with("FATAL EXCEPTION: ") {
                fields.put("crash", "FATAL EXCEPTION", "");
            } else if said.starts_with("Process: ") && said.contains(", PID: ") {
                fields.put("crash", "Process, PID", "");
            } else if said.trim_start().starts_with("at ") {
                fields.put("crash", "at", "");
            } else if said.starts_with("Caused by: ") {
                fields.put("crash", "Caused by", "");
            }
        }
        "ActivityManager" => {
            for (begin, name) in [("ANR in ", "ANR in"), ("PID: ", "PID"), ("Reason: ", "Reason")] {
                if said.starts_with(begin) {
                    fields.put("hang", name, "");
                }
            }
        }
        _ => {}
    }
}

/// A phone whose shop has crashed.
async fn device() -> Device {
    let mut device = Device::shop().await;
    let levels = "for level in v d i w e f; do log -p $level -t Test \"at $level\"; done";
    device.run(&format!("{levels}; am crash {SHOP}")).await;
    device
}

#[tokio::test(start_paused = true)]
async fn threadtime_as_recorded() {
    THREADTIME.check(&device().await.run("logcat -d -D -v threadtime -b all").await);
}

#[tokio::test(start_paused = true)]
async fn time_as_recorded() {
    TIME.check(&device().await.run("logcat -d -D -v time -b all").await);
}

#[tokio::test(start_paused = true)]
async fn brief_as_recorded() {
    BRIEF.check(&device().await.run("logcat -d -D -v brief -b all").await);
}

#[tokio::test(start_paused = true)]
async fn long_as_recorded() {
    LONG.check(&device().await.run("logcat -d -D -v long -b all").await);
}
