//! `pm clear` and `pm uninstall`: an app forgets, or is forgotten.

use super::install;
use crate::android::data_folder;
use crate::files::{Errno, Files, Identity};
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::Words;

pub(super) async fn clear(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut exists, mut cache_only) = (true, false);
    while let Some(option) = words.option() {
        match option {
            "--user" => exists = User::parse(&mut words)?.exists(),
            "--cache-only" => cache_only = true,
            _ => {
                process.print(format!("Error: Unknown option: {option}\n")).await?;
                return Ok(1);
            }
        }
    }
    let Some(name) = words.next() else {
        process.complain("Error: no package specified\n").await;
        return Ok(1);
    };
    let files = process.files();
    let done = match process.android().package(name).filter(|_| exists) {
        None => false,
        Some(package) if cache_only => clear_caches(files, &package.data_dir).is_ok(),
        Some(package) => {
            process.android().clear_data(name);
            data_folder::empty(files, &package).is_ok()
        }
    };
    if !done {
        process.complain("Failed\n").await;
        return Ok(1);
    }
    process.print("Success\n").await?;
    Ok(0)
}

fn clear_caches(files: &Files, data_dir: &str) -> Result<(), Errno> {
    for cache in ["cache", "code_cache"] {
        let folder = format!("{data_dir}/{cache}");
        match files.list(&Identity::ROOT, &folder) {
            Ok(entries) => {
                for entry in entries {
                    files.remove_all(&Identity::ROOT, &format!("{folder}/{}", entry.name))?;
                }
            }
            // An app that never ran has no caches.
            Err(Errno::NoEntry) => {}
            Err(errno) => return Err(errno),
        }
    }
    Ok(())
}

pub(super) async fn uninstall(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut keep, mut user, mut version) = (false, User::All, None);
    while let Some(option) = words.option() {
        match option {
            "-k" => keep = true,
            "--user" => user = User::parse(&mut words)?,
            "--versionCode" => version = Some(words.number::<i64>()?),
            _ => {
                process.print(format!("Error: Unknown option: {option}\n")).await?;
                return Ok(1);
            }
        }
    }
    let Some(name) = words.next() else {
        process.print("Error: package name not specified\n").await?;
        return Ok(1);
    };
    let mut splits = Vec::new();
    while let Some(split) = words.next() {
        splits.push(split.to_owned());
    }
    if !splits.is_empty() {
        return install::remove_splits(process, name, splits).await;
    }
    let version = version.and_then(|version| u64::try_from(version).ok());
    match remove(process, name, user, version, keep) {
        Ok(()) => {
            process.print("Success\n").await?;
            Ok(0)
        }
        Err(failure) => {
            process.print(format!("Failure [{failure}]\n")).await?;
            Ok(1)
        }
    }
}

fn remove(
    process: &Process,
    name: &str,
    user: User,
    version: Option<u64>,
    keep: bool,
) -> Result<(), String> {
    let internal = || "DELETE_FAILED_INTERNAL_ERROR".to_owned();
    let (android, files) = (process.android(), process.files());
    let package = match (android.package(name), user) {
        (Some(package), user) if user.exists() => package,
        (_, User::Number(user)) => return Err(format!("not installed for {user}")),
        (_, User::All) => {
            // What stays of a package that was removed with -k goes now.
            let left = android.leftovers().into_iter().find(|left| left.name() == name);
            let left = left.filter(|_| !keep && android.forget_leftover(name));
            let left = left.ok_or_else(internal)?;
            return data_folder::remove(files, &left).map_err(|_| internal());
        }
    };
    let other_version = version.is_some_and(|version| version != package.version_code());
    let removed = !other_version
        && if keep { android.uninstall_keeping_data(name) } else { android.uninstall(name) };
    if !removed {
        return Err(internal());
    }
    install::remove_code(files, &package);
    if !keep {
        data_folder::remove(files, &package).ok();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn clearing_stops_the_app_and_removes_its_files() {
        let phone = OnPhone::shop().await;
        let look = "run-as com.example.shop ls";
        phone.check("run-as com.example.shop touch kept", "", "", 0).await;
        phone.check(look, "cache\ncode_cache\nkept\n", "", 0).await;
        phone.check("pm clear com.example.shop", "Success\n", "", 0).await;
        phone.check("pidof com.example.shop", "", "", 1).await;
        phone.check(look, "cache\ncode_cache\n", "", 0).await;
        phone.check("pm clear com.nosuch", "", "Failed\n", 1).await;
        phone.check("pm clear", "", "Error: no package specified\n", 1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn uninstalling_removes_the_app() {
        let phone = OnPhone::shop().await;
        let internal = "Failure [DELETE_FAILED_INTERNAL_ERROR]\n";
        phone.check("pm uninstall com.android.systemui", internal, "", 1).await;
        phone.check("pm uninstall com.nosuch", internal, "", 1).await;
        let missing = "Failure [not installed for 0]\n";
        phone.check("pm uninstall --user 0 com.nosuch", missing, "", 1).await;
        phone.check("cmd package uninstall -k com.example.shop", "Success\n", "", 0).await;
        phone.check("pm path com.example.shop", "", "", 1).await;
        assert!(phone.driver.front().starts_with("com.android.launcher3/"));
    }
}
