//! Random taps on API Demos: no process is left, nothing grows, and the phone answers to the end.

use crate::chance::{Chance, times};
use crate::phones::{Phones, apks, usage};

const PACKAGE: &str = "io.appium.android.apis";
/// More than a phone's log, pictures and refs come to once everything was seen.
const GROWTH_MB: u64 = 60;

/// 200 of them, or as many as FINGERTIP_TAPS says.
#[test]
fn random_taps_leave_nothing_behind() {
    let Some(apks) = apks(&["FINGERTIP_APIDEMOS"]) else { return };
    let taps = times("FINGERTIP_TAPS", 200);
    let phones = Phones::start(1, &apks);
    let first = format!("am start -W -n {PACKAGE}/.ApiDemos -f 0x10008000");
    phones.shell(0, &first);
    phones.shows(0, "text=\"Animation\"");
    let mut chance = Chance::new();
    let mut samples = Vec::new();
    let (mut screens, mut deaths) = (std::collections::BTreeSet::new(), 0);
    for tap in 0..taps {
        if tap % (taps / 4).max(1) == 0 {
            samples.push((tap, usage(phones.pid()), java(&phones)));
        }
        let (x, y) = (chance.below(1080), 63 + chance.below(2274));
        phones.shell(0, &format!("input tap {x} {y}"));
        if chance.below(8) == 0 {
            phones.shell(0, "input keyevent BACK");
        }
        if tap % 10 == 9 {
            let front =
                phones.shell(0, "dumpsys activity activities | grep -m1 topResumedActivity");
            screens.insert(front.split(PACKAGE).nth(1).unwrap_or_default().trim().to_owned());
            if !front.contains(PACKAGE) || tap % 50 == 49 {
                deaths += u64::from(phones.shell(0, &format!("pidof {PACKAGE}")).is_empty());
                phones.shell(0, &first);
            }
        }
    }
    samples.push((taps, usage(phones.pid()), java(&phones)));
    // To the end it answers.
    phones.shell(0, &first);
    phones.shows(0, "text=\"Animation\"");
    let log = phones.shell(0, "logcat -d -b crash");
    let crashes = log.matches("FATAL EXCEPTION").count();
    for (tap, server, java) in &samples {
        eprintln!("after {tap} taps: phone {server:?}, app {java:?} (MB, open files)");
    }
    eprintln!("{} activities, {crashes} crashes, found dead {deaths} times", screens.len());
    let (_, (memory, files), _) = samples[samples.len() / 2];
    let (_, (memory_end, files_end), _) = samples[samples.len() - 1];
    assert!(memory_end <= memory + GROWTH_MB, "{samples:?}");
    assert!(files_end <= files + 24, "{samples:?}");
    phones.end();
}

/// Of all app processes together: one waits for the next app.
fn java(phones: &Phones) -> (u64, usize) {
    let all = phones.java().into_iter().map(usage);
    all.fold((0, 0), |(memory, files), one| (memory + one.0, files + one.1))
}
