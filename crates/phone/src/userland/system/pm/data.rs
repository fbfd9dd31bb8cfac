//! `pm clear` and `pm uninstall`: an app forgets, or is forgotten.

use crate::files::{Errno, Identity};
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, User};
use crate::userland::system::thrown::Words;

pub(super) async fn clear(process: &Process, mut words: Words<'_>) -> Answer {
    let mut exists = true;
    while let Some(option) = words.option() {
        match option {
            "--user" => exists = User::parse(&mut words)?.exists(),
            "--cache-only" => {
                let found = process.android().package(words.required()?).is_some();
                return report(process, found).await;
            }
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
    let Some(package) = process.android().package(name).filter(|_| exists) else {
        return report(process, false).await;
    };
    process.android().clear_data(name);
    let gone = remove_data(process, &package.data_dir).is_ok();
    report(process, gone).await
}

async fn report(process: &Process, done: bool) -> Answer {
    process.print(if done { "Success\n" } else { "Failed\n" }).await?;
    Ok(u8::from(!done))
}

pub(super) async fn uninstall(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut keep, mut user) = (false, User::All);
    while let Some(option) = words.option() {
        match option {
            "-k" => keep = true,
            "--user" => user = User::parse(&mut words)?,
            "--versionCode" => drop(words.required()?),
            _ => {
                process.print(format!("Error: Unknown option: {option}\n")).await?;
                return Ok(1);
            }
        }
    }
    let Some(name) = words.next() else {
        process.complain("Error: package name not specified\n").await;
        return Ok(1);
    };
    let android = process.android();
    let failure = match (android.package(name), user) {
        (None, User::Number(user)) => Some(format!("not installed for {user}")),
        (Some(_), User::Number(user)) if !User::Number(user).exists() => {
            Some(format!("not installed for {user}"))
        }
        (None, User::All) => Some("DELETE_FAILED_INTERNAL_ERROR".to_owned()),
        (Some(package), _) => {
            if android.uninstall(name) {
                if !keep {
                    remove_data(process, &package.data_dir).ok();
                }
                None
            } else {
                Some("DELETE_FAILED_INTERNAL_ERROR".to_owned())
            }
        }
    };
    match failure {
        None => process.print("Success\n").await?,
        Some(failure) => {
            process.print(format!("Failure [{failure}]\n")).await?;
            return Ok(1);
        }
    }
    Ok(0)
}

/// An app that never wrote a file has no folder.
fn remove_data(process: &Process, folder: &str) -> Result<(), Errno> {
    match process.files().remove_all(&Identity::ROOT, folder) {
        Ok(()) | Err(Errno::NoEntry) => Ok(()),
        Err(errno) => Err(errno),
    }
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
        phone.check("pm clear com.nosuch", "Failed\n", "", 1).await;
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
