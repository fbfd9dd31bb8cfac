//! `pm list`.

use super::{features, packages, permissions};
use crate::android::Component;
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::Words;
use std::fmt::Write as _;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    match words.next() {
        Some("packages" | "package") => packages::run(process, words).await,
        Some("features") => features::list(process).await,
        Some("permissions") => permissions::list(process, words).await,
        Some("permission-groups") => permissions::groups(process, words).await,
        Some("users") => {
            process.print("Users:\n\tUserInfo{0:Owner:4c13} running\n").await?;
            Ok(0)
        }
        Some("instrumentation") => instrumentation(process, words).await,
        Some("sdks" | "staged-sessions") => Ok(0),
        Some("libraries") => {
            let names = ["android.test.base", "android.test.mock", "android.test.runner"];
            let text = names.map(|name| format!("library:{name}\n")).concat();
            process.print(text).await?;
            Ok(0)
        }
        Some(kind) => {
            process.print(format!("Error: unknown list type '{kind}'\n")).await?;
            Ok(MINUS_ONE)
        }
        None => {
            process.print("Error: didn't specify type of data to list\n").await?;
            Ok(MINUS_ONE)
        }
    }
}

/// Tests that installed APKs bring, all or those for one package.
async fn instrumentation(process: &Process, mut words: Words<'_>) -> Answer {
    let (mut source, mut target) = (false, None);
    while let Some(word) = words.next() {
        match word {
            "-f" => source = true,
            word if word.starts_with('-') => {
                process.print(format!("Error: Unknown option: {word}\n")).await?;
                return Ok(MINUS_ONE);
            }
            word => target = Some(word),
        }
    }
    let mut text = String::new();
    for package in process.android().packages() {
        for tests in package.apk.iter().flat_map(|apk| &apk.instrumentation) {
            if target.is_some_and(|target| target != tests.target) {
                continue;
            }
            let file = if source { format!("{}=", package.apk_path()) } else { String::new() };
            let runner = Component::new(package.name(), &tests.class).short();
            writeln!(text, "instrumentation:{file}{runner} (target={})", tests.target).ok();
        }
    }
    process.print(text).await?;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn lists_the_one_user() {
        let phone = OnPhone::home().await;
        phone.check("pm list users", "Users:\n\tUserInfo{0:Owner:4c13} running\n", "", 0).await;
        phone.check("pm get-max-users", "Maximum supported users: 4\n", "", 0).await;
        phone.check("pm list instrumentation", "", "", 0).await;
        phone.check("pm list", "Error: didn't specify type of data to list\n", "", 255).await;
    }
}
