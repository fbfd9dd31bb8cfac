//! `run-as`: a program with the identity and in the folder of an app that may be debugged.

use crate::android::{Package, data_folder};
use crate::files::{Errno, Identity, user_name};
use crate::process::Process;
use crate::shell::run_program;
use crate::userland::Outcome;

/// Below are the uids of the system.
const FIRST_APP: u32 = 10_000;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = arguments[1..].iter();
    let Some(name) = words.next() else {
        process
            .complain("run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\n")
            .await;
        return Ok(1);
    };
    let mut command: Vec<String> = words.cloned().collect();
    if command.first().is_some_and(|word| word == "--user") {
        if command.get(1).map(String::as_str) != Some("0") {
            let user = command.get(1).map_or("", String::as_str);
            return process.fail("run-as", format!("invalid user: {user}")).await;
        }
        command.drain(..2);
    }
    let package = match allowed(process, name) {
        Ok(package) => package,
        Err(text) => return process.fail("run-as", text).await,
    };
    // An app that came with the phone gets its folder when somebody first looks.
    if let Err(errno) = data_folder::make(process.files(), &package) {
        return process
            .fail("run-as", format!("couldn't stat {}: {errno}", package.data_dir))
            .await;
    }
    let mut child = process.clone();
    child.who = Identity::app(package.uid);
    child.cwd.clone_from(&package.data_dir);
    let user = user_name(package.uid).into_owned();
    child.env.insert("HOME".to_owned(), package.data_dir);
    child.env.insert("LOGNAME".to_owned(), user.clone());
    child.env.insert("USER".to_owned(), user);
    if command.is_empty() {
        command.push("sh".to_owned());
    }
    if !is_program(&child, &command[0]) {
        let errno = Errno::NoEntry;
        return process.fail("run-as", format!("exec failed for {}: {errno}", command[0])).await;
    }
    run_program(&mut child, "run-as", &command).await
}

fn allowed(process: &Process, name: &str) -> Result<Package, String> {
    let unknown = || format!("unknown package: {name}");
    let package = process.android().package(name).ok_or_else(unknown)?;
    if package.uid < FIRST_APP {
        return Err(format!("package not an application: {name}"));
    }
    if !package.manifest.debuggable {
        return Err(format!("package not debuggable: {name}"));
    }
    Ok(package)
}

fn is_program(process: &Process, name: &str) -> bool {
    let executable = |path: &str| process.files().allows(&process.who, path, 1).is_ok();
    if name.contains('/') {
        return executable(&process.path(name));
    }
    let search = process.env.get("PATH").map_or("/system/bin", String::as_str);
    search.split(':').any(|folder| executable(&format!("{folder}/{name}")))
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn becomes_the_app() {
        let phone = OnPhone::home().await;
        phone.check("run-as com.example.shop pwd", "/data/data/com.example.shop\n", "", 0).await;
        phone.check("run-as com.example.shop id -u", "10123\n", "", 0).await;
        let script = "run-as com.example.shop --user 0 sh -c 'echo hi > f; cat f; ls'";
        phone.check(script, "hi\ncache\ncode_cache\nf\n", "", 0).await;
        phone
            .check(
                "run-as com.example.shop cat f > /data/local/tmp/g; cat /data/local/tmp/g",
                "hi\n",
                "",
                0,
            )
            .await;
        let denied = "cat: /data/data/com.example.shop/f: Permission denied\n";
        phone.check("cat /data/data/com.example.shop/f", "", denied, 1).await;
        phone.check("run-as com.example.shop sh -c 'exit 7'", "", "", 7).await;
    }

    #[tokio::test(start_paused = true)]
    async fn says_why_not() {
        let phone = OnPhone::home().await;
        for (script, text) in [
            ("run-as com.nosuch ls", "unknown package: com.nosuch"),
            ("run-as com.android.launcher3 ls", "package not debuggable: com.android.launcher3"),
            ("run-as android ls", "package not an application: android"),
            (
                "run-as com.example.shop frobnicate x",
                "exec failed for frobnicate: No such file or directory",
            ),
            ("run-as com.example.shop --user 10 ls", "invalid user: 10"),
        ] {
            phone.check(script, "", &format!("run-as: {text}\n"), 1).await;
        }
    }
}
