//! Which part of the activity manager to dump.

use super::{activities, exit_info, processes, recents, services, stacks, top};
use crate::android::Android;

const RULE: &str =
    "-------------------------------------------------------------------------------\n";

pub(in super::super) async fn dump(android: &Android, arguments: &[&str]) -> String {
    let mut words = arguments.iter().copied().skip_while(|word| word.starts_with('-'));
    match words.next() {
        None | Some("all") => {
            let parts = [
                recents::dump(android),
                services::dump(android, None),
                activity_lists(android),
                exit_info::dump(android, None),
                processes::dump(android, None),
            ];
            parts.join(RULE)
        }
        Some("activities" | "a") => activity_lists(android),
        Some("processes" | "p") => processes::dump(android, words.next()),
        Some("recents" | "r") => recents::dump(android),
        Some("exit-info") => exit_info::dump(android, words.next()),
        Some("services" | "s") => services::dump(android, words.next()),
        Some("broadcasts" | "b") => broadcasts(),
        Some("lastanr") => LAST_ANR.to_owned(),
        Some("top") => top::dump(android, |_| true).await,
        Some(name) => {
            let named = |component: &str| component.contains(name);
            let text = top::dump(android, named).await;
            if text.is_empty() {
                format!(
                    "Unknown command: {name}\nBad activity command, or no activities match: {name}\nUse -h for help.\n"
                )
            } else {
                text
            }
        }
    }
}

fn activity_lists(android: &Android) -> String {
    if android.api().since(29) { activities::dump(android) } else { stacks::dump(android) }
}

/// Nothing waits to be delivered: broadcasts are done when they are sent.
fn broadcasts() -> String {
    "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\n".to_owned()
}

const LAST_ANR: &str =
    "ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  <no ANR has occurred since boot>\n";

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn the_resumed_activity() {
        let phone = OnPhone::shop().await;
        let record = phone.driver.android.resumed_activity().unwrap().record();
        assert!(record.contains(" u0 com.example.shop/.MainActivity t"));
        let script = "dumpsys activity activities | grep -E 'esumedActivity[:=]'";
        let lines = format!(
            "    topResumedActivity={record}\n  mResumedActivity: {record}\n  ResumedActivity: {record}\n"
        );
        phone.check(script, &lines, "", 0).await;
        phone.check("dumpsys activity | grep -E 'esumedActivity[:=]'", &lines, "", 0).await;
        let order = "dumpsys activity activities | grep -oE '^    \\* Hist  #[0-9]+: ActivityRecord\\{[0-9a-f]+ u0 [^ ]+'| cut -d' ' -f11";
        let stack = "com.example.shop/.MainActivity\ncom.android.launcher3/.uioverrides.QuickstepLauncher\n";
        phone.check(order, stack, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn the_front_comes_last_in_top() {
        let phone = OnPhone::shop().await;
        let front = phone.driver.android.resumed_activity().unwrap();
        let (hash, pid) = (front.hash(), front.pid.unwrap());
        let line = format!(
            "  ACTIVITY com.example.shop/.MainActivity {hash} pid={pid} userId=0 uid=10123\n"
        );
        phone.check("dumpsys activity top | grep ACTIVITY | tail -n 1", &line, "", 0).await;
        let button = "dumpsys activity top | grep -E '^ +android.widget.Button\\{[0-9a-f]+ VFED..C.. ........ [-0-9]+,[-0-9]+-[-0-9]+,[-0-9]+ #7f[0-9a-f]{6} app:id/sign_in\\}$' | wc -l";
        phone.check(button, "1\n", "", 0).await;
        phone.check("dumpsys activity com.example.shop | grep -c ACTIVITY", "1\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn processes() {
        let phone = OnPhone::shop().await;
        let pid = phone.driver.android.resumed_activity().unwrap().pid.unwrap();
        let script = "dumpsys activity processes | grep -E '^  \\*APP\\* UID 10123 ProcessRecord\\{[0-9a-f]+ '| cut -d' ' -f7";
        phone.check(script, &format!("{pid}:com.example.shop/u0a123}}\n"), "", 0).await;
        let only = "dumpsys activity processes com.example.shop | grep -c ProcessRecord";
        phone.check(only, "1\n", "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn other_parts() {
        let phone = OnPhone::shop().await;
        let bad = "Unknown command: com.nothing\nBad activity command, or no activities match: com.nothing\nUse -h for help.\n";
        phone.check("dumpsys activity com.nothing", bad, "", 0).await;
        assert_eq!(phone.out("dumpsys activity recents | grep -c 'Recent #'").await, "2\n");
        let last = "ACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  <no ANR has occurred since boot>\n";
        phone.check("dumpsys activity lastanr", last, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_killed_does_not_run() {
        let phone = OnPhone::shop().await;
        phone.driver.key("HOME").await;
        phone.driver.android.kill_background("com.example.shop");
        let script = "dumpsys activity top | grep 'ACTIVITY com.example.shop'";
        assert!(phone.out(script).await.ends_with(" pid=(not running)\n"));
        let state = "dumpsys activity activities | grep -A40 'Hist.*com.example.shop' | grep -oE '^ +state=[A-Z]*' | tr -d ' ' | head -n 1";
        phone.check(state, "state=DESTROYED\n", "", 0).await;
    }
}
