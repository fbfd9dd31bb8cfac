//! A phone on a TCP port, which is printed first; then a line for each thing a client does.
//! `cargo run -p phone --example phone -- [PORT [API LEVEL]]`, then `adb connect 127.0.0.1:PORT`.

#![allow(clippy::print_stdout, reason = "what it prints is its purpose")]

use phone::Phone;
use phone::android::Api;
use std::error::Error;
use std::io::Write as _;
use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let port = std::env::args().nth(1).unwrap_or_else(|| "0".to_owned()).parse::<u16>()?;
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    let api = std::env::args().nth(2).map_or(Ok(Api::default()), |level| level.parse())?;
    let phone = Phone::builder().api(api).build()?;
    let mut events = phone.events();
    let mut out = std::io::stdout();
    writeln!(out, "{}", listener.local_addr()?.port())?;
    tokio::spawn(async move {
        loop {
            match events.recv().await {
                // Nobody may be reading; the phone goes on.
                Ok(event) => drop(writeln!(out, "{event}")),
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
    phone.serve(listener).await?;
    Ok(())
}
