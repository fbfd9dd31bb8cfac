//! One client of the console: greeted, asked for its token, answered line by line.

use super::access::Access;
use super::command::{self, Command, Does, Reply, ko};
use super::line::{Line, Lines, split};
use super::table;
use crate::adbd::{Adbd, Event};
use crate::android::Android;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::time::Instant;

const NO_TOKEN: &str = "missing authentication token; see ~/.emulator_console_auth_token";
const WELCOME: &str = "Android Console: type 'help' for a list of commands\r\n";

/// Listed for `help`; a session answers it itself.
pub(super) const AUTH: Command = Command {
    names: "auth",
    about: "user authentication for the emulator console",
    help: &["use 'auth <auth_token>' to get extended functionality"],
    does: Does::Run(|_, _| ko(NO_TOKEN)),
};

/// The console of one phone. Clones are the same console.
#[derive(Clone)]
pub(crate) struct Console {
    adbd: Adbd,
    access: Access,
}

impl Console {
    pub(crate) fn new(adbd: Adbd, access: Access) -> Self {
        Self { adbd, access }
    }

    pub(super) fn adbd(&self) -> &Adbd {
        &self.adbd
    }

    pub(super) fn android(&self) -> &Android {
        self.adbd.machine().android()
    }

    fn greeting(&self) -> String {
        if self.access.is_open() {
            return format!("{WELCOME}OK\r\n");
        }
        format!(
            "Android Console: Authentication required\r\n\
             Android Console: type 'auth <auth_token>' to authenticate\r\n\
             Android Console: you can find your <auth_token> in \r\n'{}'\r\nOK\r\n",
            self.access.file().display()
        )
    }
}

/// Serves one client until it quits or goes away, or the phone is switched off.
pub(crate) async fn serve<T>(console: Console, io: T, from: String)
where
    T: AsyncRead + AsyncWrite + Send,
{
    let off = console.adbd.machine().off().clone();
    let connection = console.adbd.next_connection();
    console.adbd.tell(|| Event::ConsoleConnected { connection, from });
    tokio::select! {
        biased;
        // A client that is gone needs no answer.
        _ = talk(&console, io, connection) => {}
        () = off.cancelled() => {}
    }
    console.adbd.tell(|| Event::Disconnected { connection });
}

async fn talk<T>(console: &Console, io: T, connection: u64) -> io::Result<()>
where
    T: AsyncRead + AsyncWrite + Send,
{
    let (mut read, mut write) = tokio::io::split(io);
    write.write_all(console.greeting().as_bytes()).await?;
    let mut admitted = console.access.is_open();
    let mut lines = Lines::default();
    let mut buffer = [0; 1024];
    loop {
        let length = read.read(&mut buffer).await?;
        if length == 0 {
            return Ok(());
        }
        lines.add(&buffer[..length]);
        while let Some(line) = lines.next() {
            let begun = Instant::now();
            let (command, reply) = match line {
                Line::TooLong => ("(a long line)".to_owned(), ko("command too long")),
                Line::Text(line) => (shown(&line, admitted), answer(console, &line, &mut admitted)),
            };
            console.adbd.tell(|| {
                let (refused, took) = (reply.refusal(), begun.elapsed());
                Event::ConsoleCommand { connection, command, refused, took }
            });
            match reply {
                Reply::Ok(text) => write.write_all(format!("{text}OK\r\n").as_bytes()).await?,
                Reply::Ko(why) => write.write_all(format!("KO: {why}\r\n").as_bytes()).await?,
                Reply::KoAfter(text, why) => {
                    write.write_all(format!("{text}KO: {why}\r\n").as_bytes()).await?;
                }
                Reply::Quit => return write.shutdown().await,
                Reply::Kill => {
                    write.write_all(b"OK: killing emulator, bye bye\r\n").await?;
                    write.shutdown().await?;
                    console.adbd.machine().off().cancel();
                    return Ok(());
                }
            }
        }
    }
}

/// A command as others may read it: without what is the token, or was meant to be.
fn shown(line: &str, admitted: bool) -> String {
    match split(line) {
        (word, Some(_)) if !admitted || word == "auth" => format!("{word} …"),
        _ => line.trim_ascii().to_owned(),
    }
}

fn answer(console: &Console, line: &str, admitted: &mut bool) -> Reply {
    if *admitted {
        return command::run(console, table::AFTER, line);
    }
    match split(line) {
        ("auth", Some(token)) if console.access.admits(token) => {
            *admitted = true;
            Reply::Ok(WELCOME.to_owned())
        }
        ("auth", Some(_)) => {
            ko("authentication token does not match ~/.emulator_console_auth_token")
        }
        _ => command::run(console, table::BEFORE, line),
    }
}
