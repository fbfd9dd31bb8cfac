//! `am instrument`: starts an app under the test code of an installed APK, which crashes, because no such code runs here.

use crate::android::NotInstrumented;
use crate::process::Process;
use crate::userland::system::shell_command::Answer;
use crate::userland::system::thrown::Words;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let mut wait = false;
    while let Some(option) = words.option() {
        match option {
            "-w" => wait = true,
            "-r"
            | "-m"
            | "--no-window-animation"
            | "--no-hidden-api-checks"
            | "--no-test-api-access"
            | "--no-isolated-storage"
            | "--no-logcat"
            | "--no-restart"
            | "--always-check-signature"
            | "--instrument-sdk-sandbox"
            | "--instrument-sdk-in-sandbox" => {}
            "-e" => {
                words.required()?;
                words.required()?;
            }
            "-p" | "-f" | "--user" | "--abi" => drop(words.required()?),
            _ => {
                process.complain(format!("Error: Unknown option: {option}\n")).await;
                return Ok(1);
            }
        }
    }
    // Unlike the other subcommands this one is a program: it prints its usage itself.
    let Some(target) = words.next() else {
        process.complain("Error: Instrumentation component not specified\n").await;
        return Ok(1);
    };
    let Ok(component) = target.parse::<crate::android::Component>() else {
        process.complain(format!("Error: No instrumentation found for: {target}\n")).await;
        return Ok(1);
    };
    match process.android().instrument(&component) {
        Ok(()) if wait => {
            process.print("INSTRUMENTATION_RESULT: shortMsg=Process crashed.\n").await?;
            process.print("INSTRUMENTATION_CODE: 0\n").await?;
            Ok(0)
        }
        Ok(()) => Ok(0),
        Err(NotInstrumented::Unknown(why)) => {
            let failed = format!(
                "android.util.AndroidException: INSTRUMENTATION_FAILED: {}",
                component.long()
            );
            not_started(process, wait, &why, &failed).await
        }
        Err(NotInstrumented::OtherSigner(why)) => {
            let (name, pid, uid) = (component.long(), process.pid, process.who.uid);
            let denied = format!(
                "Permission Denial: starting instrumentation ComponentInfo{{{name}}} from pid={pid}, uid={uid} {why}"
            );
            not_started(process, wait, &denied, &format!("java.lang.SecurityException: {denied}"))
                .await
        }
    }
}

/// What the watcher is told, when somebody waits, and the exception that ends the program.
async fn not_started(process: &Process, wait: bool, why: &str, thrown: &str) -> Answer {
    if wait {
        process
            .print(format!(
                "INSTRUMENTATION_STATUS: Error={why}\n\
                 INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n"
            ))
            .await?;
    }
    process
        .complain(format!(
            "{thrown}\n\
             \tat com.android.commands.am.Instrument.run(Instrument.java:543)\n\
             \tat com.android.commands.am.Am.runInstrument(Am.java:202)\n\
             \tat com.android.commands.am.Am.onRun(Am.java:80)\n\
             \tat com.android.internal.os.BaseCommand.run(BaseCommand.java:62)\n\
             \tat com.android.commands.am.Am.main(Am.java:50)\n"
        ))
        .await;
    Ok(1)
}

#[cfg(test)]
mod tests {
    use crate::android::built::{ApkBuilder, Node, attribute as a};
    use crate::shell::tests::run_in;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn finds_no_instrumentation() {
        let phone = OnPhone::home().await;
        let ran = phone.run("am instrument -w -r -e waitUntilIdle 2000 com.x.helper/.Server").await;
        assert_eq!(
            ran.out,
            "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{com.x.helper/com.x.helper.Server}\n\
             INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n"
        );
        let failed = "android.util.AndroidException: INSTRUMENTATION_FAILED: com.x.helper/com.x.helper.Server\n\tat ";
        assert!(ran.err.starts_with(failed), "{}", ran.err);
        assert_eq!(ran.status, 1);
        assert_eq!(phone.run("am instrument com.x/.Y").await.out, "");
        let missing = "Error: Instrumentation component not specified\n";
        phone.check("am instrument -w", "", missing, 1).await;
    }

    const TESTS: &str = "com.x.test/com.x.test.Runner";

    async fn install(phone: &OnPhone, builder: ApkBuilder) {
        let bytes = builder.build();
        let script = format!("cmd package install -S {}", bytes.len());
        assert_eq!(run_in(&phone.process, &script, &bytes).await.out, "Success\n");
    }

    fn tests_of(target: &str) -> ApkBuilder {
        let runner = Node::new("instrumentation").with(a::NAME, ".Runner");
        ApkBuilder::new("com.x.test").element(runner.with(a::TARGET_PACKAGE, target))
    }

    #[tokio::test(start_paused = true)]
    async fn installed_tests_crash_without_a_dialog() {
        let phone = OnPhone::home().await;
        install(&phone, tests_of("com.x.app")).await;
        let ran = phone.run("am instrument -w com.x.test/.Runner").await;
        let missing = "Error=Unable to find instrumentation target package: com.x.app\n";
        assert!(ran.out.contains(missing) && ran.status == 1, "{}", ran.out);

        install(&phone, ApkBuilder::new("com.x.app").launcher(".Main")).await;
        let crashed =
            "INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n";
        phone.check("am instrument -w -e debug false com.x.test/.Runner", crashed, "", 0).await;
        phone.check("am instrument com.x.test/.Runner; pidof com.x.app", "", "", 1).await;
        let log = phone.out("logcat -d -b crash,system -v tag").await;
        for line in [
            "I/ActivityManager: Force stopping com.x.app appid=",
            "for added application com.x.app\n",
            &format!(
                "RuntimeException: Unable to instantiate instrumentation ComponentInfo{{{TESTS}}}: "
            ),
            "W/ActivityManager: Crash of app com.x.app running instrumentation ActiveInstrumentation{",
        ] {
            assert!(log.contains(line), "no {line:?} in {log}");
        }
        assert!(!log.contains("Showing crash dialog"), "{log}");
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_author_may_instrument() {
        let phone = OnPhone::home().await;
        install(&phone, tests_of("com.example.shop")).await;
        let ran = phone.run("am instrument -w com.x.test/.Runner").await;
        let denied = format!(
            "Permission Denial: starting instrumentation ComponentInfo{{{TESTS}}} from pid="
        );
        let why = "uid=2000 not allowed because package com.x.test does not have a signature matching the target com.example.shop\n";
        assert!(
            ran.out.starts_with(&format!("INSTRUMENTATION_STATUS: Error={denied}")),
            "{}",
            ran.out
        );
        assert!(
            ran.err.starts_with(&format!("java.lang.SecurityException: {denied}")),
            "{}",
            ran.err
        );
        assert!(ran.out.contains(why) && ran.err.contains(why) && ran.status == 1, "{}", ran.err);
    }
}
