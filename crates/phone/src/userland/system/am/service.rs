//! `am start-service` and `am stop-service`: the services of apps.

use crate::android::ServiceError;
use crate::process::Process;
use crate::userland::system::intent_arguments;
use crate::userland::system::shell_command::{Answer, MINUS_ONE, User};
use crate::userland::system::thrown::Words;

pub(super) async fn start(process: &Process, mut words: Words<'_>, foreground: bool) -> Answer {
    let intent = intent_arguments::parse(&mut words, own_option)?;
    process.print(format!("Starting service: {intent}\n")).await?;
    let started = process.android().start_service(&intent, process.who.uid, foreground);
    if let Err(error) = started {
        process.complain(format!("Error: {error}\n")).await;
        return Ok(MINUS_ONE);
    }
    Ok(0)
}

/// However it goes, there is something to complain of.
pub(super) async fn stop(process: &Process, mut words: Words<'_>) -> Answer {
    let intent = intent_arguments::parse(&mut words, own_option)?;
    process.print(format!("Stopping service: {intent}\n")).await?;
    let text = match process.android().stop_service(&intent, process.who.uid).await {
        Ok(true) => "Service stopped\n",
        Ok(false) | Err(ServiceError::NotFound) => "Service not stopped: was not running.\n",
        Err(_) => "Error stopping service\n",
    };
    process.complain(text).await;
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
