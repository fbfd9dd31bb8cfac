//! Finding the service and calling it.

use crate::process::Process;
use crate::userland::{Outcome, find};

/// What `cmd` itself fails with.
const FAILED: u8 = 20;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let mut words = &arguments[1..];
    if words.first().is_some_and(|word| word == "-w") {
        words = &words[1..];
    }
    let Some(service) = words.first() else {
        process
            .complain("cmd: No service specified; use -l to list all running services. Use -w to start and wait for a service.\n")
            .await;
        return Ok(FAILED);
    };
    if service == "-l" {
        let mut text = "Currently running services:\n".to_owned();
        for (name, _) in &SERVICES {
            text.push_str(&["  ", name, "\n"].concat());
        }
        process.print(text).await?;
        return Ok(0);
    }
    match SERVICES.iter().find(|(name, _)| name == service) {
        None => {
            process.complain(format!("cmd: Can't find service: {service}\n")).await;
            Ok(FAILED)
        }
        Some((_, Served::ByCommand(name))) => match find(name) {
            Some(command) => (command.run)(process, words).await,
            None => silent(process).await,
        },
        Some((_, Served::ByNobody)) => silent(process).await,
    }
}

/// What a service says that has no commands.
async fn silent(process: &Process) -> Outcome {
    process.complain("No shell command implementation.\n").await;
    Ok(0)
}

/// Who answers for a service.
enum Served {
    /// A command of the same meaning.
    ByCommand(&'static str),
    ByNobody,
}

const SERVICES: [(&str, Served); 6] = [
    ("activity", Served::ByCommand("am")),
    ("clipboard", Served::ByNobody),
    ("input", Served::ByCommand("input")),
    ("package", Served::ByCommand("pm")),
    ("settings", Served::ByCommand("settings")),
    ("window", Served::ByCommand("wm")),
];

#[cfg(test)]
mod tests {
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn finds_services() {
        let phone = OnPhone::home().await;
        phone.check("cmd nosuch", "", "cmd: Can't find service: nosuch\n", 20).await;
        phone.check("cmd clipboard get text", "", "No shell command implementation.\n", 0).await;
        let list = phone.run("cmd -l").await.out;
        assert!(
            list.starts_with("Currently running services:\n") && list.contains("\n  package\n")
        );
        assert_eq!(phone.run("cmd").await.status, 20);
        phone.check("cmd activity force-stop com.example.shop", "", "", 0).await;
        phone.check("cmd package path com.nosuch", "", "", 1).await;
        phone.check("cmd package nosuch", "Unknown command: nosuch\n", "", 255).await;
    }
}
