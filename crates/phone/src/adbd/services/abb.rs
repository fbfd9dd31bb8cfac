//! `abb:` and `abb_exec:`: the words of a service command, separated by NULs, without any shell.

use super::program::{Terminal, serve};
use super::session::Session;
use crate::adbd::connection::Service;
use crate::process::Process;
use crate::userland;

/// `abb` speaks the shell protocol, `abb_exec` does not.
pub(super) fn service(session: &Session, kind: &str, words: &str) -> Service {
    let v2 = kind == "abb";
    let machine = session.machine().clone();
    let arguments: Vec<String> = std::iter::once("cmd").chain(words.split('\0')).map(str::to_owned).collect();
    Box::new(move |stream| {
        Box::pin(async move {
            let process = Process::new(machine);
            serve(stream, process, Terminal::None, v2, move |process| Box::pin(run(process, arguments))).await;
        })
    })
}

async fn run(mut process: Process, arguments: Vec<String>) -> u8 {
    match userland::find("cmd") {
        Some(command) => userland::run(command, &mut process, &arguments, false).await,
        None => 127,
    }
}
