//! `am start-service` and `am stop-service`. No app here has services.

use crate::process::Process;
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;

pub(super) async fn start(process: &Process, mut words: Words<'_>) -> Answer {
    let intent = intent_arguments::parse(&mut words, own_option)?;
    process.print(format!("Starting service: {intent}\n")).await?;
    process.complain("Error: Not found; no service started.\n").await;
    Ok(MINUS_ONE)
}

pub(super) async fn stop(process: &Process, mut words: Words<'_>) -> Answer {
    let intent = intent_arguments::parse(&mut words, own_option)?;
    process.print(format!("Stopping service: {intent}\n")).await?;
    process.complain("Service not stopped: was not running.\n").await;
    Ok(MINUS_ONE)
}

fn own_option(
    option: &str,
    words: &mut Words<'_>,
) -> Result<bool, crate::userland::system::thrown::Thrown> {
    if option == "--user" {
        User::parse(words)?;
        return Ok(true);
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn there_are_no_services() {
        let phone = OnPhone::home().await;
        let starting = "Starting service: Intent { cmp=com.example.shop/.Sync }\n";
        let missing = "Error: Not found; no service started.\n";
        for command in ["startservice", "start-service", "start-foreground-service"] {
            let script = format!("am {command} --user 0 -n com.example.shop/.Sync");
            phone.check(&script, starting, missing, 255).await;
        }
        let stopping = starting.replace("Starting", "Stopping");
        let missing = "Service not stopped: was not running.\n";
        phone.check("am stopservice -n com.example.shop/.Sync", &stopping, missing, 255).await;
    }
}
