//! Finding the service and calling it.

use super::list::{Served, services};
use crate::process::Process;
use crate::userland::system::shell_command;
use crate::userland::system::thrown::Words;
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
        for (name, _) in services(process.android().api()) {
            text.push_str(&["  ", name, "\n"].concat());
        }
        process.print(text).await?;
        return Ok(0);
    }
    let api = process.android().api();
    let Some((_, served)) = services(api).find(|(name, _)| name == service) else {
        process.complain(format!("cmd: Can't find service: {service}\n")).await;
        return Ok(FAILED);
    };
    match served {
        Served::Command(name, before) => {
            let Some(command) = find(name) else { return silent(process).await };
            let start = std::iter::once(name).chain(before.iter().copied()).map(str::to_owned);
            let full: Vec<String> = start.chain(words[1..].iter().cloned()).collect();
            (command.run)(process, &full).await
        }
        Served::Function(answer, handler) => {
            let subcommand = words.get(1).map_or("", String::as_str);
            let reply = match answer(process, Words::new(words)) {
                Ok(reply) => {
                    process.complain(reply.err).await;
                    process.print(reply.out).await?;
                    Ok(reply.status)
                }
                Err(thrown) => Err(thrown.into()),
            };
            shell_command::finish(process, subcommand, handler, reply).await
        }
        Served::Nobody => silent(process).await,
    }
}

/// What a service says that has no commands.
async fn silent(process: &Process) -> Outcome {
    process.complain("No shell command implementation.\n").await;
    Ok(0)
}

#[cfg(test)]
mod tests {
    use super::services;
    use crate::android::Api;
    use crate::userland::system::on_phone::OnPhone;

    #[tokio::test(start_paused = true)]
    async fn finds_services() {
        assert!(services(Api::default()).is_sorted_by_key(|(name, _)| name));
        let phone = OnPhone::home().await;
        phone.check("cmd nosuch", "", "cmd: Can't find service: nosuch\n", 20).await;
        phone.check("cmd clipboard get text", "", "No shell command implementation.\n", 0).await;
        let list = phone.out("cmd -l").await;
        assert!(
            list.starts_with("Currently running services:\n") && list.contains("\n  package\n")
        );
        assert_eq!(phone.run("cmd").await.status, 20);
    }

    #[tokio::test(start_paused = true)]
    async fn other_commands_are_services_too() {
        let phone = OnPhone::home().await;
        phone.check("cmd activity force-stop com.example.shop", "", "", 0).await;
        phone.check("cmd package path com.nosuch", "", "", 1).await;
        phone.check("cmd package nosuch", "Unknown command: nosuch\n", "", 255).await;
        phone.check("cmd window size", "Physical size: 1080x2400\n", "", 0).await;
        phone.check("cmd -w settings get global airplane_mode_on", "0\n", "", 0).await;
        phone
            .check("cmd battery set level 7; dumpsys battery | grep level", "  level: 7\n", "", 0)
            .await;
        phone.check("cmd input nosuch 1", &phone.run("input nosuch 1").await.out, "", 0).await;
        phone.check("cmd user list", "Users:\n\tUserInfo{0:Owner:4c13} running\n", "", 0).await;
    }
}
