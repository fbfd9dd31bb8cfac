//! `toybox NAME`: the small commands through their common program.

use super::COMMANDS;
use crate::process::Process;
use crate::userland::Outcome;

pub(crate) async fn run(process: &mut Process, arguments: &[String]) -> Outcome {
    let Some(name) = arguments.get(1) else {
        let mut names: Vec<&str> = COMMANDS
            .iter()
            .map(|command| command.name)
            .filter(|name| !["sh", "toybox"].contains(name))
            .collect();
        names.sort_unstable();
        process.print(format!("{}\n", names.join(" "))).await?;
        return Ok(0);
    };
    if name == "--version" {
        let version = process.android().api().toybox();
        process.print(format!("toybox {version}-android\n")).await?;
        return Ok(0);
    }
    let command = COMMANDS.iter().find(|command| command.name == name);
    if let Some(command) = command.filter(|command| !["sh", "toybox"].contains(&command.name)) {
        return (command.run)(process, &arguments[1..]).await;
    }
    process.complain(format!("toybox: Unknown command {name} (see \"toybox --help\")\n")).await;
    Ok(127)
}
