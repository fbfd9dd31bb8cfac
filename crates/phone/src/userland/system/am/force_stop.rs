//! `am force-stop`, `am stop-app`: ends an app and forgets its activities. An unknown package is nothing special.

use crate::process::Process;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;

pub(super) async fn run(process: &Process, mut words: Words<'_>) -> Answer {
    let user = match User::only_option(&mut words, User::All)? {
        Ok(user) => user,
        Err(option) => {
            process.complain(format!("Error: Unknown option: {option}\n")).await;
            return Ok(MINUS_ONE);
        }
    };
    let package = words.required()?;
    if user.exists() {
        process.android().force_stop(package);
    }
    Ok(0)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn stops_an_app_and_asks_nothing() {
        let phone = OnPhone::home().await;
        phone.run("am start -W com.example.shop").await;
        phone.check("pidof com.example.shop >/dev/null", "", "", 0).await;
        phone.check("am force-stop com.example.shop", "", "", 0).await;
        phone.check("pidof com.example.shop", "", "", 1).await;
        assert!(phone.driver.front().starts_with("com.android.launcher3/"));
        phone.check("am force-stop com.nosuch", "", "", 0).await;
        phone
            .check_thrown(
                "am force-stop",
                "force-stop",
                "java.lang.IllegalArgumentException: Argument expected after \"force-stop\"",
            )
            .await;
    }
}
