//! `am instrument`. The phone runs no code of APKs, so an instrumentation that is installed cannot be made: its process
//! crashes as Android's does when a class is missing.

use crate::android::{Component, Level};
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
    let Ok(component) = target.parse::<Component>() else {
        process.complain(format!("Error: No instrumentation found for: {target}\n")).await;
        return Ok(1);
    };
    let name = component.long();
    if let Some(target) = installed(process, &component) {
        return start(process, &component, &target, wait).await;
    }
    if wait {
        process
            .print(format!(
                "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{{{name}}}\n\
                 INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n"
            ))
            .await?;
    }
    process.complain(failed(&name)).await;
    Ok(1)
}

/// The package that an instrumentation is for, when it is installed.
fn installed(process: &Process, component: &Component) -> Option<String> {
    let package = process.android().package(&component.package)?;
    let declared = &package.apk.as_ref()?.instrumentation;
    declared.iter().find(|have| have.class == component.class).map(|have| have.target.clone())
}

async fn start(process: &Process, component: &Component, target: &str, wait: bool) -> Answer {
    let android = process.android();
    let (name, class) = (component.long(), &component.class);
    if android.package(target).is_none() {
        if wait {
            process
                .print(format!(
                    "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation target package: {target}\n\
                     INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n"
                ))
                .await?;
        }
        process.complain(failed(&name)).await;
        return Ok(1);
    }
    android.force_stop(target);
    let apk = android.package(&component.package).map(|package| package.apk_path());
    let apk = apk.unwrap_or_default();
    let exception = "java.lang.RuntimeException";
    let why = format!(
        "{exception}: Unable to instantiate instrumentation ComponentInfo{{{name}}}: \
         java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: \
         DexPathList[[zip file \"{apk}\"],nativeLibraryDirectories=[/system/lib64, /system_ext/lib64]]"
    );
    let message = format!("Crash of app {target} running instrumentation ComponentInfo{{{name}}}");
    android.state().system_log(Level::Warn, "ActivityManager", message);
    android.mark_changed();
    if wait {
        process
            .print(format!(
                "INSTRUMENTATION_RESULT: shortMsg={exception}\nINSTRUMENTATION_RESULT: longMsg={why}\nINSTRUMENTATION_CODE: 0\n"
            ))
            .await?;
    }
    Ok(0)
}

fn failed(name: &str) -> String {
    format!(
        "android.util.AndroidException: INSTRUMENTATION_FAILED: {name}\n\
         \tat com.android.commands.am.Instrument.run(Instrument.java:543)\n\
         \tat com.android.commands.am.Am.runInstrument(Am.java:202)\n\
         \tat com.android.commands.am.Am.onRun(Am.java:80)\n\
         \tat com.android.internal.os.BaseCommand.run(BaseCommand.java:62)\n\
         \tat com.android.commands.am.Am.main(Am.java:50)\n"
    )
}

#[cfg(test)]
mod tests {
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
}
