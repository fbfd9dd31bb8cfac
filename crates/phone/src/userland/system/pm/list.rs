//! `pm list`.

use super::{features, packages, permissions};
use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE};
use crate::userland::system::thrown::Words;

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
        // No app brings tests.
        Some("instrumentation" | "sdks" | "staged-sessions") => Ok(0),
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
