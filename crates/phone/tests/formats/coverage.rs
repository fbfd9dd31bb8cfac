//! Every recording is held against the phone, or listed here with the reason why not.

use crate::comparison::Reason;
use crate::recordings;
use crate::{
    activities, battery, devices, exits, frames, input, install, lists, log, media, memory,
    messages, monkey, package, preferences, sections, starts, tables, tasks, views, windows,
};
use std::collections::BTreeSet;
use std::fs;

const NOT_OF_A_PHONE: &[Reason] = &[
    ("written by the emulator program on the host", "emulator/emulator-verbose-api28.log"),
    ("read by the emulator program on the host", "emulator/avd-config-mediumphone.ini"),
    (
        "Android Studio's window of the log, which no program of the phone prints",
        "logcat/studio-fatal-launcher.txt, logcat/studio-huawei.txt, logcat/studio-rd-watch.txt, \
         logcat/studio-tiny-lifecycle.txt",
    ),
    (
        "a record is broken over many lines by the terminal that it was copied from",
        "logcat/threadtime-flutter-mixed-utf16.txt",
    ),
    ("nothing native runs on the phone that could leave a tombstone", "logcat/tombstone-lg-g4.txt"),
];

fn covered() -> BTreeSet<String> {
    let formats = [
        activities::FORMAT,
        activities::FRONT,
        activities::STACKS,
        battery::FORMAT,
        devices::FORMAT,
        exits::FORMAT,
        frames::FORMAT,
        input::FORMAT,
        lists::FEATURES,
        lists::MOUNTS,
        lists::PACKAGES,
        lists::PACKAGE_FILES,
        lists::PROPERTIES,
        log::BRIEF,
        log::LONG,
        log::THREADTIME,
        log::TIME,
        media::FORMAT,
        memory::PHONE,
        memory::PROCESS,
        monkey::FORMAT,
        package::FORMAT,
        sections::DISPLAY,
        sections::POWER,
        starts::FORMAT,
        tables::DF,
        tables::PS,
        tables::TOP,
        tasks::FORMAT,
        views::FORMAT,
        windows::FORMAT,
    ];
    let by_formats = formats.iter().flat_map(|format| format.recordings).copied();
    let by_text = messages::MESSAGES.iter().map(|(path, ..)| *path);
    let others = preferences::RECORDINGS.into_iter().chain(install::RECORDINGS);
    let not = NOT_OF_A_PHONE.iter().flat_map(|(_, names)| names.split(',')).map(str::trim);
    by_formats.chain(by_text).chain(others).chain(not).map(str::to_owned).collect()
}

#[test]
fn every_recording() {
    let Some(folder) = recordings::folder() else { return };
    let mut there = BTreeSet::new();
    for name in ["dumpsys", "emulator", "logcat", "prefs"] {
        for file in fs::read_dir(folder.join(name)).unwrap() {
            there.insert(format!("{name}/{}", file.unwrap().file_name().to_string_lossy()));
        }
    }
    let covered = covered();
    let forgotten: Vec<_> = there.difference(&covered).collect();
    assert!(forgotten.is_empty(), "held against nothing: {forgotten:?}");
    let gone: Vec<_> = covered.difference(&there).collect();
    assert!(gone.is_empty(), "not among the recordings: {gone:?}");
}
