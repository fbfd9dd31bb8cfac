//! Two phones with two apps each in one process, and app processes that are killed at any moment.

use std::time::Duration;

use crate::chance::{Chance, times};
use crate::phones::{Phones, apks, is_alive, signal};

/// An app, its first activity, and what that shows.
type App = (&'static str, &'static str, &'static str);

const APPS: [App; 2] = [
    ("io.appium.android.apis", ".ApiDemos", "text=\"Animation\""),
    ("com.example.widgets", ".MainActivity", "text=\"Choosing\""),
];

fn start(phones: &Phones, phone: usize, (package, activity, shown): App) {
    let started = phones.shell(phone, &format!("am start -W -n {package}/{activity}"));
    // On a busy machine it may say that it took too long; it goes on all the same.
    assert!(started.contains("Complete"), "{started}");
    phones.shows(phone, shown);
}

/// Two phones, both apps running on each.
fn two_of_each() -> Option<Phones> {
    let apks = apks(&["FINGERTIP_APIDEMOS", "FINGERTIP_WIDGETS"])?;
    let phones = Phones::start(2, &apks);
    for phone in 0..2 {
        for app in APPS {
            start(&phones, phone, app);
        }
    }
    Some(phones)
}

fn pid(phones: &Phones, phone: usize, package: &str) -> String {
    phones.shell(phone, &format!("pidof {package}")).trim().to_owned()
}

fn tap(phones: &Phones, phone: usize, text: &str) {
    let xml = phones.shows(phone, &format!("text=\"{text}\""));
    let node = xml.split("<node").find(|node| node.contains(&format!("text=\"{text}\"")));
    let bounds = node.and_then(|node| node.split_once("bounds=\"[")).map(|(_, rest)| rest);
    let bounds = bounds.and_then(|rest| rest.split_once("]\"")).map(|(bounds, _)| bounds);
    let sides: Vec<i32> = bounds
        .unwrap_or_default()
        .split([',', '[', ']'])
        .filter_map(|side| side.parse().ok())
        .collect();
    let [left, top, right, bottom] = sides[..] else { panic!("{text}: {xml}") };
    let (x, y) = (i32::midpoint(left, right), i32::midpoint(top, bottom));
    phones.shell(phone, &format!("input tap {x} {y}"));
}

#[test]
fn two_phones_with_two_apps_each() {
    let Some(phones) = two_of_each() else { return };
    for phone in 0..2 {
        for (package, _, _) in APPS {
            assert_eq!(phones.java_of(phone, package).len(), 1, "{phone} {package}");
        }
    }
    // Each goes its own way.
    tap(&phones, 0, "Controls");
    phones.shows(0, "text=\"COUNT\"");
    tap(&phones, 1, "Lists");
    phones.shows(1, "text=\"Row 1\"");
    for _ in 0..3 {
        tap(&phones, 0, "COUNT");
    }
    phones.shows(0, "text=\"Count: 3\"");
    start(&phones, 1, APPS[0]);
    tap(&phones, 1, "Views");
    phones.shows(1, "text=\"Buttons\"");
    phones.shows(0, "text=\"Count: 3\"");
    // What was behind is as it was left.
    start(&phones, 0, APPS[0]);
    phones.shell(0, "input keyevent BACK; am start -W -n com.example.widgets/.MainActivity");
    phones.shows(0, "text=\"Count: 3\"");
    phones.shell(1, "am force-stop io.appium.android.apis");
    phones.shows(1, "text=\"Row 1\"");
    assert_ne!(pid(&phones, 0, APPS[0].0), "");
    phones.end();
}

#[derive(Debug, Clone, Copy)]
enum Moment {
    Idle,
    Start,
    Tap,
    Dump,
    Picture,
}

const MOMENTS: [Moment; 5] =
    [Moment::Idle, Moment::Start, Moment::Tap, Moment::Dump, Moment::Picture];

#[test]
fn a_process_that_is_killed_is_an_app_that_died_and_nothing_else() {
    let Some(phones) = two_of_each() else { return };
    let mut chance = Chance::new();
    for round in 0..times("FINGERTIP_KILLS", 5) {
        // Each moment once, then at random.
        let moment = MOMENTS.get(usize::try_from(round).unwrap()).copied();
        let moment = moment.unwrap_or_else(|| MOMENTS[usize::try_from(chance.below(5)).unwrap()]);
        let phone = usize::try_from(chance.below(2)).unwrap();
        let app = APPS[usize::try_from(chance.below(2)).unwrap()];
        let after = Duration::from_millis(chance.below(match moment {
            Moment::Start => 3000,
            Moment::Idle | Moment::Tap | Moment::Dump | Moment::Picture => 400,
        }));
        check(&phones, phone, app, moment, after);
    }
    phones.end();
}

fn check(phones: &Phones, phone: usize, app: App, moment: Moment, after: Duration) {
    let about = format!("{moment:?} on {phone} after {after:?}: {}", app.0);
    start(phones, phone, app);
    let others: Vec<(usize, &str, String)> = (0..2)
        .flat_map(|at| APPS.map(|(package, _, _)| (at, package)))
        .filter(|other| *other != (phone, app.0))
        .map(|(at, package)| (at, package, pid(phones, at, package)))
        .collect();
    phones.shell(phone, "logcat -c -b all");
    let busy = match moment {
        Moment::Idle => None,
        Moment::Start => {
            phones.shell(phone, &format!("am force-stop {}; logcat -c -b all", app.0));
            Some(phones.shell_beside(phone, &format!("am start -W -n {}/{}", app.0, app.1)))
        }
        Moment::Tap => Some(phones.shell_beside(
            phone,
            "input tap 540 700; input swipe 540 1500 540 500 300; input tap 540 900",
        )),
        Moment::Dump => Some(
            phones.shell_beside(phone, "input tap 540 900; uiautomator dump; uiautomator dump"),
        ),
        Moment::Picture => Some(
            phones.shell_beside(phone, "screencap -p /sdcard/a.png; screencap -p /sdcard/a.png"),
        ),
    };
    std::thread::park_timeout(after);
    let kept: Vec<u32> =
        others.iter().flat_map(|(at, package, _)| phones.java_of(*at, package)).collect();
    // While it starts nothing tells it from one that waits for an app: both go.
    let doomed = match moment {
        Moment::Start => phones.java().into_iter().filter(|pid| !kept.contains(pid)).collect(),
        Moment::Idle | Moment::Tap | Moment::Dump | Moment::Picture => phones.java_of(phone, app.0),
    };
    assert!(!doomed.is_empty(), "{about}");
    for pid in &doomed {
        if is_alive(*pid) {
            signal(*pid, "-KILL");
        }
    }
    if let Some(busy) = busy {
        phones.wait(busy);
    }
    // It died, as Android says it, and of no exception of its own.
    let died = format!("Process {} (pid ", app.0);
    let log = (0..20)
        .map(|_| phones.shell(phone, "uiautomator dump >/dev/null; logcat -d -b all"))
        .find(|log| log.contains(&died));
    let log = log.unwrap_or_else(|| panic!("{about}: {}", phones.shell(phone, "logcat -d -b all")));
    assert!(log.contains("has died: fg  TOP"), "{about}: {log}");
    assert!(log.contains("am_proc_died") && !log.contains("FATAL EXCEPTION"), "{about}: {log}");
    assert!(!log.contains("ANR in"), "{about}: {log}");
    let exits = phones.shell(phone, &format!("dumpsys activity exit-info {}", app.0));
    assert!(exits.contains("(SIGNALED)") && exits.contains("status=9"), "{about}: {exits}");
    // Whoever was not meant lives on, and every phone answers.
    for (at, package, before) in &others {
        assert_eq!(&pid(phones, *at, package), before, "{about}: {package} on {at}");
    }
    for at in 0..2 {
        phones.shows(at, "<hierarchy");
        assert_eq!(phones.shell(at, "screencap -p | head -c 4"), "\u{FFFD}PNG", "{about}: {at}");
    }
    start(phones, phone, app);
    assert_eq!(phones.java_of(phone, app.0).len(), 1, "{about}: it runs again");
}
