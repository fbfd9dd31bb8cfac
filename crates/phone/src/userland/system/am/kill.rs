//! `am kill` and `am kill-all`: end processes that nobody sees. Activities stay in the back stack.

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
        process.android().kill_background(package);
    }
    Ok(0)
}

pub(super) fn all(process: &Process) {
    let android = process.android();
    for package in android.processes().into_iter().filter_map(|process| process.package) {
        android.kill_background(&package);
    }
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::{OnPhone, SHOP};

    #[tokio::test(start_paused = true)]
    async fn spares_what_is_in_front() {
        let phone = OnPhone::shop().await;
        for kill in ["am kill com.example.shop", "am kill-all"] {
            phone.check(kill, "", "", 0).await;
            phone.check("pidof com.example.shop >/dev/null", "", "", 0).await;
            phone.driver.key("HOME").await;
            phone.check(kill, "", "", 0).await;
            phone.check("pidof com.example.shop", "", "", 1).await;
            phone.driver.start(SHOP, ".MainActivity").await;
        }
        phone.check("am kill com.nosuch", "", "", 0).await;
        phone.check("am kill -x", "", "Error: Unknown option: -x\n", 255).await;
    }
}
