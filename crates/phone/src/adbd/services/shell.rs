//! `shell:`, `shell,v2,…:` and `exec:`: a command line for `sh`.

use super::program::{Terminal, serve};
use super::session::Session;
use crate::adbd::connection::Service;
use crate::process::Process;
use crate::shell::{Shell, ShellSource, interactive};

/// `options` are what stands between `shell` and the colon.
pub(super) fn service(session: &Session, kind: &str, options: &[&str], command: &str) -> Service {
    let v2 = options.contains(&"v2");
    let terminal = if kind == "exec" {
        Terminal::Raw
    } else if options.contains(&"pty") || (command.is_empty() && !options.contains(&"raw")) {
        Terminal::Cooked
    } else if v2 {
        Terminal::None
    } else {
        // Without the protocol a command still runs on a terminal, in raw mode.
        Terminal::Raw
    };
    let term = options.iter().find_map(|option| option.strip_prefix("TERM=")).map(str::to_owned);
    let command = command.to_owned();
    let machine = session.machine().clone();
    Box::new(move |stream| {
        Box::pin(async move {
            let mut process = Process::new(machine);
            if let Some(term) = term {
                process.env.insert("TERM".to_owned(), term);
            }
            serve(stream, process, terminal, v2, move |process| Box::pin(run(process, command))).await;
        })
    })
}

async fn run(mut process: Process, command: String) -> u8 {
    let running = process.machine.start(process.who.uid, 0, "sh");
    process.pid = running.pid();
    let work = async {
        if command.is_empty() {
            interactive(process).await
        } else {
            Shell::new(process, ShellSource::Argument).run(&command).await
        }
    };
    tokio::select! {
        biased;
        signal = running.ended_by() => 128_u8.saturating_add(signal),
        status = work => status,
    }
}
