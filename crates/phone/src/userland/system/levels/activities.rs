//! What is in front, and how a start is told.

use super::{check, phone};
use crate::android::Api;

const START: &str = "am start -W -n com.example.shop/.MainActivity";

#[tokio::test(start_paused = true)]
async fn a_start_that_is_waited_for() {
    let starting = "Starting: Intent { cmp=com.example.shop/.MainActivity }\nStatus: ok\n";
    let activity = "Activity: com.example.shop/.MainActivity\n";
    let times = "TotalTime: 0\nWaitTime: 0\nComplete\n";
    let older = format!("{starting}{activity}ThisTime: 0\n{times}");
    let later = format!("{starting}LaunchState: COLD\n{activity}{times}");
    check(START, [(&older, 0), (&later, 0), (&later, 0), (&later, 0)]).await;
}

#[tokio::test(start_paused = true)]
async fn the_lines_that_name_the_front() {
    for api in Api::ALL {
        let phone = phone(api).await;
        phone.run(START).await;
        let record = phone.driver.android.resumed_activity().unwrap().record();
        let script = "dumpsys activity activities | grep -oE '^ +m?(top)?ResumedActivity[:=]'";
        let names = phone.out(script).await;
        let names: Vec<&str> = names.lines().map(str::trim).collect();
        let within = match api {
            Api::Android9 | Api::Android12 => "mResumedActivity:",
            Api::Android14 | Api::Android15 | Api::Android16 => "topResumedActivity=",
        };
        assert_eq!(names[0], within, "{api}");
        assert!(names.contains(&"ResumedActivity:"), "{names:?}");
        let tasks =
            phone.out("dumpsys activity activities | grep -c '\\* TaskRecord{'; true").await;
        assert_eq!(tasks.trim() == "2", api == Api::Android9, "{tasks}");
        let focus = phone.out("dumpsys window windows | grep mFocusedApp=").await;
        if api == Api::Android9 {
            assert!(focus.starts_with("  mFocusedApp=AppWindowToken{"), "{focus}");
            assert!(focus.ends_with(&format!(" {record}}}}}\n")), "{focus}");
        } else {
            assert_eq!(focus, format!("  mFocusedApp={record}\n"), "{api}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn who_writes_about_them_to_the_log() {
    let script = format!("{START} >/dev/null; logcat -d -b system -v tag | grep Displayed.*shop");
    let text = |tag: &str, user: &str| {
        format!("I/{tag}: Displayed com.example.shop/.MainActivity{user}: +0ms\n")
    };
    let (oldest, older) = (text("ActivityManager", ""), text("ActivityTaskManager", ""));
    let later = text("ActivityTaskManager", " for user 0");
    check(&script, [(&oldest, 0), (&older, 0), (&later, 0), (&later, 0)]).await;
}
