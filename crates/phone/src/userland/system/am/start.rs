//! `am start`: brings an activity to the front and tells how that went.

use crate::android::{Intent, LaunchState, Outcome, StartError};
use crate::process::{Process, pause};
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::{Thrown, Words};
use std::time::Duration;
use tokio::time::Instant;

/// What `am` itself waits after stopping an app.
const AFTER_STOP: Duration = Duration::from_millis(250);

struct Options {
    wait: bool,
    stop: bool,
    repeat: u32,
    user: User,
}

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let mut options = Options { wait: false, stop: false, repeat: 1, user: User::Number(0) };
    let intent = intent_arguments::parse(&mut words, |option, words| {
        match option {
            "-W" => options.wait = true,
            "-S" => options.stop = true,
            "-R" => options.repeat = words.number()?,
            "--user" => options.user = User::parse(words)?,
            // Debugging, profiling and places that this phone does not have.
            "-D"
            | "-N"
            | "--suspend"
            | "--streaming"
            | "--track-allocation"
            | "--task-overlay"
            | "--lock-task"
            | "--allow-background-activity-starts"
            | "--dismiss-keyguard"
            | "--dismiss-keyguard-if-insecure"
            | "--splashscreen-show-icon" => {}
            "-P"
            | "--start-profiler"
            | "--sampling"
            | "--attach-agent"
            | "--attach-agent-bind"
            | "--display"
            | "--windowingMode"
            | "--activityType"
            | "--task"
            | "--receiver-permission" => drop(words.required()?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    if options.user == User::All {
        process.complain("Error: Can't start service with user 'all'\n").await;
        return Ok(1);
    }
    if !options.user.exists() {
        return Err(Thrown::illegal_argument("Invalid userId: no such user").into());
    }
    for round in 0..options.repeat.max(1) {
        if round > 0 {
            let back = crate::android::keycode("BACK").unwrap_or(4);
            process.android().inject_key(crate::android::KeyEvent::press(back)).await;
        }
        if options.stop && !stop(process, &intent).await? {
            return Ok(1);
        }
        process.print(format!("Starting: {intent}\n")).await?;
        start(process, &intent, options.wait).await?;
    }
    Ok(0)
}

/// `-S`: stops the app first; false when it is not clear which.
async fn stop(process: &Process, intent: &Intent) -> Result<bool, std::io::Error> {
    let package = if let Some(component) = &intent.component {
        component.package.clone()
    } else {
        let found = process.android().query_activities(intent);
        match found.as_slice() {
            [only] => only.package.clone(),
            [] => {
                let text = format!("Error: Intent does not match any activities: {intent}\n");
                process.complain(text).await;
                return Ok(false);
            }
            _ => {
                let text =
                    format!("Error: Intent matches multiple activities; can't stop: {intent}\n");
                process.complain(text).await;
                return Ok(false);
            }
        }
    };
    process.print(format!("Stopping: {package}\n")).await?;
    process.android().force_stop(&package);
    pause(AFTER_STOP).await;
    Ok(true)
}

async fn start(process: &Process, intent: &Intent, wait: bool) -> Answer {
    let begun = Instant::now();
    let starting = match process.android().begin_activity(intent, process.who.uid) {
        Ok(starting) => starting,
        Err(error) => return refused(process, error, wait).await,
    };
    let warning = match starting.outcome() {
        Outcome::Started => "",
        Outcome::BroughtToFront => {
            "Warning: Activity not started, its current task has been brought to the front\n"
        }
        Outcome::DeliveredToTop => {
            "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n"
        }
    };
    if !wait {
        process.complain(warning).await;
        return Ok(0);
    }
    let started = starting.displayed().await;
    let status = if started.displayed { "ok" } else { "timeout" };
    let activity = started.activity.short();
    let (total, waited) = (started.total_time.as_millis(), begun.elapsed().as_millis());
    let how = if process.android().api().since(29) {
        let state = started.launch_state.map_or("UNKNOWN (0)", LaunchState::name);
        format!("LaunchState: {state}\nActivity: {activity}\n")
    } else {
        // Of several activities that are started together this is the last one's time.
        format!("Activity: {activity}\nThisTime: {total}\n")
    };
    let text = format!(
        "{warning}Status: {status}\n{how}TotalTime: {total}\nWaitTime: {waited}\nComplete\n"
    );
    process.print(text).await?;
    Ok(0)
}

/// Errors go where the result would go; the exit code stays 0.
async fn refused(process: &Process, error: StartError, wait: bool) -> Answer {
    let text = match error {
        StartError::ClassNotFound(_) => format!("Error type 3\nError: {error}\n"),
        StartError::Unresolved(_) => format!("Error: Activity not started, {error}\n"),
        StartError::Permission(intent, caller, needs) => {
            let intent = Intent { flags: intent.flags | Intent::FLAG_NEW_TASK, ..*intent };
            let pid = process.pid;
            return Err(Thrown::security(format!(
                "Permission Denial: starting {intent} from null (pid={pid}, uid={caller}) requires {needs}"
            ))
            .into());
        }
        StartError::NotExported(intent, caller) => {
            let owner = process.android().query_activities(&intent);
            let owner = owner.first().and_then(|found| process.android().package(&found.package));
            let owner = owner.map_or(0, |package| package.uid);
            let intent = Intent { flags: intent.flags | Intent::FLAG_NEW_TASK, ..*intent };
            let pid = process.pid;
            return Err(Thrown::security(format!(
                "Permission Denial: starting {intent} from null (pid={pid}, uid={caller}) not exported from uid {owner}"
            ))
            .into());
        }
    };
    if wait {
        process.print(text).await?;
    } else {
        process.complain(text).await;
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::android::Extra;
    use crate::userland::system::on_phone::OnPhone;

    const LAUNCH: &str = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER -n com.example.shop/.MainActivity";
    const STARTING: &str = "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] cmp=com.example.shop/.MainActivity }\n";

    #[tokio::test(start_paused = true)]
    async fn waits_for_the_window() {
        let phone = OnPhone::home().await;
        let rest =
            "Activity: com.example.shop/.MainActivity\nTotalTime: 0\nWaitTime: 0\nComplete\n";
        let start = format!("am start -W {LAUNCH}");
        let text = format!("{STARTING}Status: ok\nLaunchState: COLD\n{rest}");
        phone.check(&start, &text, "", 0).await;
        assert_eq!(phone.driver.front(), "com.example.shop/.MainActivity");
        let warning = "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
        let text = format!("{STARTING}{warning}Status: ok\nLaunchState: UNKNOWN (0)\n{rest}");
        phone.check(&start, &text, "", 0).await;
        phone.process.android().go_home();
        let warning =
            "Warning: Activity not started, its current task has been brought to the front\n";
        let text = format!("{STARTING}{warning}Status: ok\nLaunchState: HOT\n{rest}");
        phone.check(&start, &text, "", 0).await;
        let text =
            format!("Stopping: com.example.shop\n{STARTING}Status: ok\nLaunchState: COLD\n{rest}");
        phone.check(&start.replace("-W", "-W -S"), &text, "", 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn does_not_wait_otherwise() {
        let phone = OnPhone::home().await;
        let start = format!("am start-activity {LAUNCH} -f 0x10200000");
        let text = STARTING.replace("cmp", "flg=0x10200000 cmp");
        phone.check(&start, &text, "", 0).await;
        let warning = "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n";
        phone.check(&start, &text, warning, 0).await;
    }

    #[tokio::test(start_paused = true)]
    async fn finds_what_is_meant() {
        let phone = OnPhone::home().await;
        let open = "am start -W -a android.intent.action.MAIN -c android.intent.category.DEFAULT -c android.intent.category.LAUNCHER -p com.example.shop";
        assert!(phone.run(open).await.out.contains("Status: ok\n"));
        assert_eq!(phone.driver.front(), "com.example.shop/.MainActivity");
        phone
            .run("am start -W -a android.intent.action.MAIN -c android.intent.category.HOME")
            .await;
        assert!(phone.driver.front().starts_with("com.android.launcher3/"));
        phone.run("am start -W com.example.shop").await;
        assert_eq!(phone.driver.front(), "com.example.shop/.MainActivity");
        phone.run("am start -n com.example.bench/.NodesActivity --ei nodes 7 --es a 'b c'").await;
        let top = phone.process.android().resumed_activity().unwrap();
        assert_eq!(top.intent.extras["nodes"], Extra::Int(7));
        assert_eq!(top.intent.extras["a"], Extra::Text("b c".to_owned()));
    }

    #[tokio::test(start_paused = true)]
    async fn says_why_not() {
        let phone = OnPhone::home().await;
        let starting = "Starting: Intent { cmp=com.example.shop/.Gone }\n";
        let gone = "Error type 3\nError: Activity class {com.example.shop/com.example.shop.Gone} does not exist.\n";
        phone.check("am start -n com.example.shop/.Gone", starting, gone, 0).await;
        let both = format!("{starting}{gone}");
        phone.check("am start -W -n com.example.shop/.Gone", &both, "", 0).await;
        phone
            .check(
                "am start -a android.intent.action.VIEW -d foo://x",
                "Starting: Intent { act=android.intent.action.VIEW dat=foo://x }\n",
                "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=foo://x flg=0x10000000 }\n",
                0,
            )
            .await;
        phone
            .check(
                "am start -S -a foo",
                "",
                "Error: Intent does not match any activities: Intent { act=foo }\n",
                1,
            )
            .await;
        phone
            .check("am start --user all x", "", "Error: Can't start service with user 'all'\n", 1)
            .await;
        let ran = phone.run("am start -n com.example.shop/.DetailActivity").await;
        let denial = "java.lang.SecurityException: Permission Denial: starting Intent { flg=0x10000000 cmp=com.example.shop/.DetailActivity } from null (pid=";
        assert!(
            ran.err.contains(denial) && ran.err.contains("uid=2000) not exported from uid 10123\n")
        );
        assert_eq!(ran.status, 255);
        phone
            .check_thrown(
                "am start",
                "start",
                "java.lang.IllegalArgumentException: No intent supplied",
            )
            .await;
        phone
            .check_thrown(
                "am start -n shop",
                "start",
                "java.lang.IllegalArgumentException: Bad component name: shop",
            )
            .await;
    }
}
